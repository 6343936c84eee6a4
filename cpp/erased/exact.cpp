// The solvers of the families that have one which decides every position.
#include "../exact.hpp"

#include "../solvers/katarenga_solver.hpp"
#include "../solvers/placement_solver.hpp"
#include "../solvers/rounds.hpp"

namespace dreierlei {

namespace {

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

}  // namespace

std::unique_ptr<Exact> exact_of(const AnyRules &rules) {
    if (const auto *placement = dynamic_cast<const OfFamily<Placement> *>(&rules))
        return std::make_unique<ExactPlacement>(*placement);
    if (const auto *katarenga = dynamic_cast<const OfFamily<Katarenga> *>(&rules)) {
        if (katarenga->native().three_wins()) return std::make_unique<ExactThrees>(*katarenga);
        return std::make_unique<ExactRounds>(*katarenga);
    }
    return nullptr;
}

}  // namespace dreierlei
