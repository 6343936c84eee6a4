// Exact values of the positions of a variant known at run time, by the method of its family.
#pragma once

#include "erased.hpp"
#include "solvers/katarenga_solver.hpp"
#include "solvers/placement_solver.hpp"
#include "solvers/rounds.hpp"

namespace dreierlei {

// The value of a match at one position of a round.
struct MatchVerdict {
    bool wins = false;        // the player to move
    std::vector<Move> moves;  // with which the player to move wins the match
    bool give_up = false;     // whether giving up the round wins it
};

// What is proved about positions of one game, for further ones of it.
struct Proved {
    std::optional<ProofTable> table;
};

// Decides every position, if the budget allows it. All functions are const and may run in several threads.
class Exact {
  public:
    virtual ~Exact() = default;

    // What is not known when the budget is spent.
    Verdict solve(const AnyRules &rules, const Line &line, Budget &budget, Proved &&proved = {}) const {
        return solve(rules, line, budget, proved);
    }
    Verdict solve(const AnyRules &rules, const Line &line, Budget &budget, Proved &proved) const {
        if (const Outcome end = rules.outcome(*line); end.over) return {true, end.winner, 0};
        try {
            return value(line, budget, proved);
        } catch (OutOfBudget) {
            return {};
        }
    }

    // Who wins a match to `goal` points of rounds that can be given up, at the points of White, who began this round, and
    // Black. Nothing where there are no such rounds.
    virtual std::optional<MatchVerdict> match(const Line &, int /*white*/, int /*black*/, int /*goal*/) const { return {}; }

  protected:
    // Of a game that is not over. May throw OutOfBudget.
    virtual Verdict value(const Line &line, Budget &budget, Proved &proved) const = 0;
};

class ExactPlacement final : public Exact {
  public:
    explicit ExactPlacement(const OfFamily<Placement> &rules) : rules(rules) {}

  protected:
    Verdict value(const Line &line, Budget &budget, Proved &proved) const override {
        if (!proved.table) proved.table.emplace();
        return PlacementSolver(rules.native(), *proved.table, budget).solve(rules.state(*line));
    }

  private:
    const OfFamily<Placement> &rules;
};

class ExactThrees final : public Exact {
  public:
    explicit ExactThrees(const OfFamily<Katarenga> &rules) : rules(rules) {}

  protected:
    // As far as a limit lets it: a game that can go on for ever is searched until the budget is spent.
    Verdict value(const Line &line, Budget &budget, Proved &) const override {
        constexpr int far_away = 99;
        DREIERLEI_OF_THREAD ThreesTable table;
        return solve_threes(rules.native(), rules.state(*line), rules.history(line), table, budget, far_away);
    }

  private:
    const OfFamily<Katarenga> &rules;
};

class ExactRounds final : public Exact {
  public:
    explicit ExactRounds(const OfFamily<Katarenga> &rules) : rules(rules), rounds(rules.native()) {}

    std::optional<MatchVerdict> match(const Line &line, int white, int black, int goal) const override {
        const MatchSolver solver(rounds, goal, true);
        const Katarenga::State s = rules.state(*line);
        const std::vector<Bits> wins = solver.values(white, black);
        MatchVerdict verdict{bool(wins[rounds.index(s)] & 1), {}, false};
        MoveList moves;
        rules.moves(*line, moves);
        for (const Move &move : moves)
            if (!(wins[rounds.index(rules.native().play(s, move))] & 1)) verdict.moves.push_back(move);
        const int placed = std::popcount(s.pieces[0] | s.pieces[1]);
        verdict.give_up = placed > 0 && solver.paid(white, black, s.turn == White, placed) && !rules.outcome(*line).over;
        return verdict;
    }

  protected:
    Verdict value(const Line &line, Budget &, Proved &) const override {
        const Katarenga::State s = rules.state(*line);
        const int plies = rounds.win(s);
        return {true, int(plies > 0 ? s.turn : other(s.turn)), std::abs(plies), rounds.line(s)};
    }

  private:
    const OfFamily<Katarenga> &rules;
    const Rounds rounds;
};

// The solver of these rules, which must outlive it; null where the family has none that decides every position.
inline std::unique_ptr<Exact> exact_of(const AnyRules &rules) {
    if (const auto *placement = dynamic_cast<const OfFamily<Placement> *>(&rules))
        return std::make_unique<ExactPlacement>(*placement);
    if (const auto *katarenga = dynamic_cast<const OfFamily<Katarenga> *>(&rules)) {
        if (katarenga->native().three_wins()) return std::make_unique<ExactThrees>(*katarenga);
        return std::make_unique<ExactRounds>(*katarenga);
    }
    return nullptr;
}

// What each legal move leads to, in their order; moves that a symmetry of the position maps onto each other are solved once,
// and only one of them has a line. `budget` gives one for each move, or nothing when time is up.
template <class Budgets>
std::vector<std::pair<Move, Verdict>> solve_moves(const AnyRules &rules, const Exact &exact, const Line &line, Proved &proved, Budgets budget) {
    std::vector<int> own;  // the symmetries of the position itself
    for (int i = 1; i < rules.symmetries().size(); ++i)
        if (rules.equal(*rules.turned(*line, i), *line)) own.push_back(i);
    MoveList moves;
    rules.moves(*line, moves);
    std::vector<std::pair<Move, Verdict>> solved;
    for (const Move &move : moves) {
        const auto twin = std::find_if(solved.begin(), solved.end(), [&](const auto &before) {
            return std::any_of(own.begin(), own.end(), [&](int i) { return rules.symmetries().turned(move, i) == before.first; });
        });
        if (twin != solved.end()) {
            solved.push_back({move, {twin->second.known, twin->second.winner, twin->second.plies}});
        } else if (std::optional<Budget> limit = budget()) {
            solved.push_back({move, exact.solve(rules, rules.play(line, move), *limit, proved)});
        } else {
            break;
        }
    }
    return solved;
}

}  // namespace dreierlei
