// Counts the leaves of the game tree.
#pragma once

#include "budget.hpp"
#include "history.hpp"

namespace dreierlei {

// A deeper count could not be completed, and its recursion might exhaust the stack.
inline constexpr int most_perft_plies = 100;

// The number of moves.
template <Rules R> std::uint64_t count_moves(const R &rules, const typename R::State &s) {
    if constexpr (requires { rules.count(s); }) {
        return rules.count(s);
    } else {
        MoveList moves;
        rules.moves(s, moves);
        return std::uint64_t(moves.size());
    }
}

// Leaves at exactly `depth` plies. A game that is over has no children, including one that ended by repetition: `history`
// holds the line up to and including `s`; below it, positions that do not count for repetition are left out. The last
// ply is counted without being played. Throws OutOfBudget.
template <Rules R>
std::uint64_t perft(const R &rules, const typename R::State &s, int depth, History<R> &history, Budget &budget) {
    if (depth == 0) return 1;
    if (rules.repeats(s) && history.occurrences() >= last_occurrence) return 0;
    if (depth == 1) return count_moves(rules, s);
    budget.spend();
    MoveList moves;
    rules.moves(s, moves);
    std::uint64_t leaves = 0;
    const auto below = [&](const typename R::State &next) -> std::uint64_t {
        if (!rules.repeats(next)) {
            // Most leaves are counted here, so this saves a call.
            return depth == 2 ? count_moves(rules, next) : perft(rules, next, depth - 1, history, budget);
        }
        history.push(next);
        const std::uint64_t count = perft(rules, next, depth - 1, history, budget);
        history.pop();
        return count;
    };
    for (const Move &move : moves) {
        if constexpr (requires(typename R::State next) { rules.apply(next, move); }) {
            auto next = s;
            rules.apply(next, move);
            leaves += below(next);
        } else {
            leaves += below(rules.play(s, move));
        }
    }
    return leaves;
}

}  // namespace dreierlei
