// Exact values for the page.
#include "../solvers/katarenga_solver.hpp"
#include "../solvers/placement_solver.hpp"
#include "../solvers/rounds.hpp"
#include "variant.hpp"

namespace dreierlei {

namespace {

// As far as a limit lets it: a game that can go on for ever is searched until the budget is spent.
constexpr int far_away = 99;

Verdict solve_placement(const OfFamily<Placement> &rules, const Line &line, Budget &budget) {
    ProofTable table;
    return PlacementSolver(rules.native(), table, budget).solve(rules.state(*line));
}

Verdict solve_katarenga(const OfFamily<Katarenga> &rules, const Line &line, Budget &budget, bool threes) {
    static ThreesTable table;
    const Katarenga::State s = rules.state(*line);
    if (threes) return solve_threes(rules.native(), s, rules.history(line), table, budget, far_away);
    const Rounds rounds(rules.native());
    const int plies = rounds.win(s);
    return {true, int(plies > 0 ? s.turn : other(s.turn)), std::abs(plies), rounds.line(s)};
}

}  // namespace

Verdict solve(const Variant &variant, const Line &line, Budget &budget) {
    if (const Outcome end = variant.rules->outcome(*line); end.over) return {true, end.winner, 0};
    try {
        if (const auto *placement = dynamic_cast<const OfFamily<Placement> *>(variant.rules.get()))
            return solve_placement(*placement, line, budget);
        if (const auto *katarenga = dynamic_cast<const OfFamily<Katarenga> *>(variant.rules.get()))
            return solve_katarenga(*katarenga, line, budget, !variant.spec.table("threes").empty());
    } catch (OutOfBudget) {
    }
    return {};
}

}  // namespace dreierlei
