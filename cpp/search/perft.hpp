// Counts the leaves of the game tree.
#pragma once

#include "budget.hpp"
#include "history.hpp"

namespace dreierlei {

// A deeper count could not be completed, and its recursion might exhaust the stack.
inline constexpr int most_perft_plies = 100;

// Leaves at exactly `depth` plies. A game that is over has no children, including one that ended by repetition: `history`
// holds the line up to and including `s`; below it, positions that cannot be repeated are left out. The last ply is counted without
// being played. Throws OutOfBudget.
template <Rules R>
std::uint64_t perft(const R &rules, const typename R::State &s, int depth, History<R> &history, Budget &budget) {
    if (depth == 0) return 1;
    if (rules.repeats(s) && history.occurrences() >= last_occurrence) return 0;
    if (depth == 1) {
        if constexpr (requires { rules.count(s); }) {
            return rules.count(s);
        } else {
            MoveList moves;
            rules.moves(s, moves);
            return std::uint64_t(moves.size());
        }
    }
    budget.spend();
    MoveList moves;
    rules.moves(s, moves);
    std::uint64_t leaves = 0;
    for (const Move &move : moves) {
        const auto next = rules.play(s, move);
        const bool counts = rules.repeats(next);
        if (counts) history.push(next);
        leaves += perft(rules, next, depth - 1, history, budget);
        if (counts) history.pop();
    }
    return leaves;
}

}  // namespace dreierlei
