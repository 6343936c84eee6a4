// Random games to the end.
#pragma once

#include "history.hpp"
#include "../random.hpp"

namespace dreierlei {

struct Playouts {
    std::uint64_t white = 0, draws = 0, black = 0, plies = 0;

    // A game that `winner` won, -1 for a draw. Adding to all three avoids an unpredictable branch.
    void add(int winner, std::uint64_t games = 1) {
        white += winner == White ? games : 0;
        draws += winner < 0 ? games : 0;
        black += winner == Black ? games : 0;
    }
};

// One random game from `s`: all legal moves are generated and equally likely. `history` holds the line up to and including
// `s`, and is restored afterwards.
//
// Unless `plain` is set, a family may play a part of the game faster: `run(s, random, plies)` returns the state after some
// random moves, none of which leads to a position that counts for repetition, unless it ends the game.
template <Rules R>
void play_out(const R &rules, typename R::State s, History<R> &history, Random &random, bool plain, Playouts &total) {
    const std::size_t begun = history.size();
    if constexpr (requires { rules.run(s, random, total.plies); })
        if (!plain) s = rules.run(s, random, total.plies);
    Outcome end = rules.outcome(s);
    while (!end.over) {
        MoveList moves;
        rules.moves(s, moves);
        s = rules.play(s, moves[random.below(moves.size())]);
        ++total.plies;
        end = rules.outcome(s);
        if (!end.over && rules.repeats(s)) {
            history.push(s);
            if (history.occurrences() >= last_occurrence) end = Outcome::draw(0);
        }
    }
    history.truncate(begun);
    total.add(end.winner);
}

// Random games from `s`, which must not be over. A family may play whole games without generating all moves:
// `random_games(s, history, random, games, total)`. `plain` turns that off, for comparison.
template <Rules R>
Playouts playouts(const R &rules, const typename R::State &s, History<R> history, std::uint64_t games, std::uint64_t seed,
                  bool plain = false) {
    Random random(seed);
    Playouts total;
    if constexpr (requires { rules.random_games(s, history, random, games, total); })
        if (!plain) {
            rules.random_games(s, history, random, games, total);
            return total;
        }
    for (std::uint64_t i = 0; i < games; ++i) play_out(rules, s, history, random, plain, total);
    return total;
}

}  // namespace dreierlei
