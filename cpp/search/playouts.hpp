// Random games to the end.
#pragma once

#include "history.hpp"
#include "random.hpp"

namespace dreierlei {

struct Playouts {
    std::uint64_t white = 0, draws = 0, black = 0, plies = 0;

    void add(const Outcome &end) { ++(end.winner == White ? white : end.winner == Black ? black : draws); }
};

// One random game from `s`, each legal move equally likely. `history` holds the line up to and including `s`, and does
// so again afterwards.
//
// A family may know quicker ways than a list of moves: `run(s, random, plies)` gives the state after as many random
// moves as it cares to make, none of which leads to a position that counts for repetition with the game still going on;
// `random_game(s, history, random, plies)` plays it all.
template <Rules R>
Outcome playout(const R &rules, typename R::State s, History<R> &history, Random &random, std::uint64_t &plies) {
    if constexpr (requires { rules.random_game(s, history, random, plies); }) {
        return rules.random_game(s, history, random, plies);
    } else {
        const std::size_t begun = history.size();
        if constexpr (requires { rules.run(s, random, plies); }) s = rules.run(s, random, plies);
        Outcome result = rules.outcome(s);
        while (!result.over) {
            MoveList moves;
            rules.moves(s, moves);
            s = rules.play(s, moves[random.below(moves.size())]);
            ++plies;
            result = rules.outcome(s);
            if (!result.over && rules.repeats(s)) {
                history.push(s);
                if (history.occurrences() >= last_occurrence) result = Outcome::draw(0);
            }
        }
        history.truncate(begun);
        return result;
    }
}

// Random games from `s`, which must not be over.
template <Rules R>
Playouts playouts(const R &rules, const typename R::State &s, History<R> history, std::uint64_t games,
                  std::uint64_t seed) {
    Random random(seed);
    Playouts total;
    for (std::uint64_t i = 0; i < games; ++i) total.add(playout(rules, s, history, random, total.plies));
    return total;
}

}  // namespace dreierlei
