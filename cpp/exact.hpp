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

// Decides every position, if the budget allows it. All functions are const and may run in several threads.
class Exact {
  public:
    virtual ~Exact() = default;

    // What is not known when the budget is spent.
    Verdict solve(const AnyRules &rules, const Line &line, Budget &budget) const {
        if (const Outcome end = rules.outcome(*line); end.over) return {true, end.winner, 0};
        try {
            return value(line, budget);
        } catch (OutOfBudget) {
            return {};
        }
    }

    // Who wins a match to `goal` points of rounds that can be given up, at the points of White, who began this round, and
    // Black. Nothing where there are no such rounds.
    virtual std::optional<MatchVerdict> match(const Line &, int /*white*/, int /*black*/, int /*goal*/) const { return {}; }

  protected:
    virtual Verdict value(const Line &line, Budget &budget) const = 0;  // of a game that is not over; may throw OutOfBudget
};

class ExactPlacement final : public Exact {
  public:
    explicit ExactPlacement(const OfFamily<Placement> &rules) : rules(rules) {}

  protected:
    Verdict value(const Line &line, Budget &budget) const override {
        ProofTable table;
        return PlacementSolver(rules.native(), table, budget).solve(rules.state(*line));
    }

  private:
    const OfFamily<Placement> &rules;
};

class ExactThrees final : public Exact {
  public:
    explicit ExactThrees(const OfFamily<Katarenga> &rules) : rules(rules) {}

  protected:
    // As far as a limit lets it: a game that can go on for ever is searched until the budget is spent.
    Verdict value(const Line &line, Budget &budget) const override {
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
    Verdict value(const Line &line, Budget &) const override {
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

}  // namespace dreierlei
