// The solver for every position of the family katarenga.
#include "../exact.hpp"

#include <memory>

#include "../solvers/katarenga_solver.hpp"
#include "../solvers/rounds.hpp"
#include "../threads.hpp"

using namespace dreierlei;

namespace {

class ExactThrees final : public Exact {
  public:
    explicit ExactThrees(const OfFamily<Katarenga> &rules) : rules(rules) {}

  protected:
    Verdict value(const Line &line, Budget &budget, Proved &, const Wanted &wanted) const override {
        return solve_threes(rules.native(), rules.state(*line), rules.history(line), table_of_thread(), budget, wanted.horizon);
    }

  private:
    const OfFamily<Katarenga> &rules;
};

class ExactRounds final : public Exact {
  public:
    explicit ExactRounds(const OfFamily<Katarenga> &rules) : rules(rules), rounds(rules.native()) {}

    std::optional<MatchVerdict> match(const Line &line, int white, int black, int goal) const override {
        const std::shared_ptr<const MatchSolver> solver = solver_to(goal);
        const Katarenga::State s = rules.state(*line);
        const std::vector<Bits> wins = solver->values(white, black);
        MatchVerdict verdict{bool(wins[rounds.index(s)] & 1), {}, false};
        MoveList moves;
        rules.moves(*line, moves);
        for (const Move &move : moves)
            if (!(wins[rounds.index(rules.native().play(s, move))] & 1)) verdict.moves.push_back(move);
        const int placed = std::popcount(s.pieces[0] | s.pieces[1]);
        verdict.give_up = placed > 0 && solver->paid(white, black, s.turn == White, placed) && !rules.outcome(*line).over;
        return verdict;
    }

  protected:
    Verdict value(const Line &line, Budget &, Proved &, const Wanted &) const override {
        const Katarenga::State s = rules.state(*line);
        const int plies = rounds.win(s);
        return {true, int(plies > 0 ? s.turn : other(s.turn)), std::abs(plies), rounds.line(s)};
    }

  private:
    // A solver covers every score of a match, which takes much longer than one position, so it is kept for the next one.
    std::shared_ptr<const MatchSolver> solver_to(int goal) const {
        const Lock lock(mutex);
        if (!kept || kept->goal != goal) kept = std::make_shared<const MatchSolver>(rounds, goal, true);
        return kept;
    }

    const OfFamily<Katarenga> &rules;
    const Rounds rounds;
    mutable Mutex mutex;
    mutable std::shared_ptr<const MatchSolver> kept;
};

const Decides<Katarenga> decides{[](const OfFamily<Katarenga> &rules) -> std::unique_ptr<Exact> {
    if (rules.native().three_wins()) return std::make_unique<ExactThrees>(rules);
    return std::make_unique<ExactRounds>(rules);
}};

}  // namespace
