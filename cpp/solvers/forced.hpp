// Forced wins within a few plies, in any game.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "../search/budget.hpp"
#include "../search/history.hpp"

namespace dreierlei {

// Proves that a side can force a win within a number of plies. What is proven is exact, repetition included: positions
// that have stood on the board so often that entering them is a draw count as drawn, and others cannot repeat in the
// shortest win, along which the distance only falls. Nothing is said about the rest.
template <Rules R> class Forced {
  public:
    using State = typename R::State;

    // `history` holds the game up to and including the position that will be searched.
    Forced(const R &rules, Budget &budget, const History<R> &history) : rules(rules), budget(budget) {
        for (std::uint64_t key : history.keys()) ++seen[key];
    }

    // The fewest plies from `least` to `most` in which somebody forces a win from `s`, which is not over: the player to
    // move if they are odd, the opponent if they are even. 0 if nobody does. Nobody may force one in fewer than `least`.
    int search(const State &s, int least, int most) {
        for (int plies = least; plies <= most; ++plies)
            if (plies % 2 ? wins(s, plies) : loses(s, plies)) return plies;
        return 0;
    }

    // Best play for the number of plies that `search` found.
    std::vector<Move> line(State s, int plies) {
        std::vector<Move> moves;
        for (; plies > 0; --plies) {
            MoveList legal;
            rules.moves(s, legal);
            const Move *move = legal.begin();
            // The winner keeps to the distance, and so does the loser: no move puts it off for longer.
            while (!(plies % 2 ? won_after(s, *move, plies) : !won_sooner(s, *move, plies))) ++move;
            moves.push_back(*move);
            s = rules.play(s, *move);
        }
        return moves;
    }

  private:
    struct Known {
        int won = 1 << 20;  // within so many plies the player to move wins
        int not_won = 0;    // within so many he does not
    };

    bool drawn(const State &s) const {
        if (!rules.repeats(s)) return false;
        const auto found = seen.find(rules.key(s));
        return found != seen.end() && found->second + 1 >= last_occurrence;
    }

    // The player to move at `s` wins by playing `move`, within `plies` counted from `s`.
    bool won_after(const State &s, Move move, int plies) {
        const State next = rules.play(s, move);
        const Outcome end = rules.outcome(next);
        if (end.over) return end.winner == int(rules.turn(s));
        return !drawn(next) && plies > 2 && loses(next, plies - 1);
    }
    // After `move` the opponent wins within fewer than the `plies` that `s` allows.
    bool won_sooner(const State &s, Move move, int plies) {
        const State next = rules.play(s, move);
        const Outcome end = rules.outcome(next);
        return end.over || wins(next, plies - 3);
    }

    bool wins(const State &s, int plies) {
        if (plies < 1) return false;
        Known &before = known[rules.key(s)];
        if (plies >= before.won) return true;
        if (plies <= before.not_won) return false;
        budget.spend();
        MoveList moves;
        rules.moves(s, moves);
        const bool won = std::any_of(moves.begin(), moves.end(), [&](Move move) { return won_after(s, move, plies); });
        Known &now = known[rules.key(s)];
        (won ? now.won : now.not_won) = plies;
        return won;
    }

    // The player to move at `s`, which is not over, loses whatever he does.
    bool loses(const State &s, int plies) {
        budget.spend();
        MoveList moves;
        rules.moves(s, moves);
        return std::all_of(moves.begin(), moves.end(), [&](Move move) {
            const State next = rules.play(s, move);
            const Outcome end = rules.outcome(next);
            if (end.over) return end.winner == int(other(rules.turn(s)));
            return !drawn(next) && wins(next, plies - 1);
        });
    }

    const R &rules;
    Budget &budget;
    std::unordered_map<std::uint64_t, Known> known;
    std::unordered_map<std::uint64_t, int> seen;
};

}  // namespace dreierlei
