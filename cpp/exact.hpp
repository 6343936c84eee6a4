// Exact values of positions, by the solver of a family that is chosen at run time.
#pragma once

#include <span>

#include "erased.hpp"
#include "solvers/proof_table.hpp"

namespace dreierlei {

// The value of a match at one position of a round.
struct MatchVerdict {
    bool wins = false;        // the player to move
    std::vector<Move> moves;  // those that win the match for the player to move
    bool give_up = false;     // whether giving up the round wins it
};

// What has been proved about positions of one game, for solving further ones.
struct Proved {
    std::optional<ProofTable> table;
};

// What to find out about a position besides its value.
struct Wanted {
    bool shortest = true;  // how soon the game is won, and the line; a solver may find both anyway
    int horizon = 99;      // the longest forced win to look for, in plies, where a game can go on for ever
};

// Moves with the values of the positions they lead to.
using Valued = std::vector<std::pair<Move, Verdict>>;

// Decides positions, if the budget allows it. All functions are const and may run in several threads.
class Exact {
  public:
    virtual ~Exact() = default;

    // Whether it can decide every position; otherwise only some, from tables.
    virtual bool complete() const { return true; }

    // A verdict that is not `known` if the budget runs out.
    Verdict solve(const AnyRules &rules, const Line &line, Budget &budget, Proved &&proved = {}) const {
        return solve(rules, line, budget, proved);
    }
    Verdict solve(const AnyRules &rules, const Line &line, Budget &budget, Proved &proved, const Wanted &wanted = {}) const {
        if (const Outcome end = rules.outcome(*line); end.over) return {true, end.winner, 0};
        try {
            return value(line, budget, proved, wanted);
        } catch (OutOfBudget) {
            return {};
        }
    }

    // Who wins a match to `goal` points, in rounds that can be given up, at this score. White began this round. Nothing for
    // games without such rounds.
    virtual std::optional<MatchVerdict> match(const Line &, int /*white*/, int /*black*/, int /*goal*/) const { return {}; }

    // The value of each legal move, best first, if the tables have them all; the first one has a line. Otherwise nothing.
    virtual Valued moves(const Line &) const { return {}; }
    // The tables that a search from this position can reach; null if there are none.
    virtual const AnyEndings *endings(const Node &) const { return nullptr; }
    // `tables` returns the tables themselves, empty until they are computed; `take` adopts those of another solver of the same
    // rules. Throws std::invalid_argument if they do not fit.
    virtual std::span<const std::uint8_t> tables() const { return {}; }
    virtual void take(std::span<const std::uint8_t>) const {}

  protected:
    // The game must not be over. May throw OutOfBudget.
    virtual Verdict value(const Line &line, Budget &budget, Proved &proved, const Wanted &wanted) const = 0;
};

// The solvers, by family. A file in erased/ registers one with a `const Decides<R>`, so there is no list to maintain.
using MakeExact = std::function<std::unique_ptr<Exact>(const AnyRules &rules)>;
inline std::map<std::string, MakeExact> &deciders() {
    static std::map<std::string, MakeExact> makers;
    return makers;
}

template <Rules R> struct Decides {
    explicit Decides(std::unique_ptr<Exact> (*make)(const OfFamily<R> &rules)) {
        deciders()[R::family] = [make](const AnyRules &rules) { return make(static_cast<const OfFamily<R> &>(rules)); };
    }
};

// The solver of these rules, which must outlive it; null where the family has none.
inline std::unique_ptr<Exact> exact_of(const AnyRules &rules) {
    const auto found = deciders().find(rules.family());
    return found == deciders().end() ? nullptr : found->second(rules);
}

// The value of each legal move, in the order of generation. Of moves that a symmetry of the position maps onto each other only
// the first is solved, and only that one has a line. `budget` returns a budget for each move, or nothing when time is up.
template <class Budgets>
Valued solve_moves(const AnyRules &rules, const Exact &exact, const Line &line, Proved &proved, Budgets budget) {
    std::vector<int> own;  // the symmetries of the position itself
    for (int i = 1; i < rules.symmetries().size(); ++i)
        if (rules.equal(*rules.turned(*line, i), *line)) own.push_back(i);
    MoveList moves;
    rules.moves(*line, moves);
    Valued solved;
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
