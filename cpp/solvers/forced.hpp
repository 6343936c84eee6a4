// Forced wins within a few plies, for any game.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "../search/budget.hpp"
#include "../search/history.hpp"

namespace dreierlei {

// Proves that a side can force a win within a number of plies. The result is exact, including repetition: positions that
// have occurred so often that reaching them again is a draw count as drawn, and others cannot repeat in the shortest win,
// along which the distance only falls. A win that takes longer is not ruled out.
template <Rules R> class Forced {
  public:
    using State = typename R::State;

    // `history` holds the game up to and including the position to be searched.
    Forced(const R &rules, Budget &budget, const History<R> &history) : rules(rules), budget(budget) {
        for (std::uint64_t key : history.keys()) ++occurrences[key];
    }

    // The fewest plies from `least` to `most` in which a win can be forced from `s`, which is not over: by the player to
    // move if the number is odd, by the opponent if it is even. 0 if there is none. There must be none in fewer plies.
    int search(const State &s, int least, int most) {
        for (int plies = least; plies <= most; ++plies)
            if (plies % 2 ? wins(s, plies) : loses(s, plies)) return plies;
        return 0;
    }

    // Best play for the number of plies that `search` returned.
    std::vector<Move> line(State s, int plies) {
        std::vector<Move> moves;
        for (; plies > 0; --plies) {
            MoveList legal;
            rules.moves(s, legal);
            const Move *move = legal.begin();
            // The winner keeps to the distance, and no move of the loser delays the end further.
            while (!(plies % 2 ? won_after(s, *move, plies) : !won_sooner(s, *move, plies))) ++move;
            moves.push_back(*move);
            s = rules.play(s, *move);
        }
        return moves;
    }

    // Whether reaching `s` is a draw by repetition.
    bool drawn(const State &s) const {
        if (!rules.repeats(s)) return false;
        const auto entry = occurrences.find(rules.key(s));
        return entry != occurrences.end() && entry->second + 1 >= last_occurrence;
    }

  private:
    struct Bounds {
        int won = 1 << 20;  // the player to move wins within this many plies,
        int not_won = 0;    // but not within this many
    };

    // The player to move at `s` wins by playing `move`, within `plies` counted from `s`.
    bool won_after(const State &s, Move move, int plies) {
        const State next = rules.play(s, move);
        const Outcome end = rules.outcome(next);
        if (end.over) return end.winner == int(rules.turn(s));
        return !drawn(next) && plies > 2 && loses(next, plies - 1);
    }
    // After `move` the opponent wins in fewer plies than the `plies` left at `s`.
    bool won_sooner(const State &s, Move move, int plies) {
        const State next = rules.play(s, move);
        const Outcome end = rules.outcome(next);
        return end.over || wins(next, plies - 3);
    }

    bool wins(const State &s, int plies) {
        if (plies < 1) return false;
        Bounds &before = bounds[rules.key(s)];
        if (plies >= before.won) return true;
        if (plies <= before.not_won) return false;
        budget.spend();
        MoveList moves;
        rules.moves(s, moves);
        const bool won = std::any_of(moves.begin(), moves.end(), [&](Move move) { return won_after(s, move, plies); });
        Bounds &now = bounds[rules.key(s)];
        (won ? now.won : now.not_won) = plies;
        return won;
    }

    // The player to move at `s`, which is not over, loses within `plies` with every move.
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
    std::unordered_map<std::uint64_t, Bounds> bounds;
    std::unordered_map<std::uint64_t, int> occurrences;
};

// For each legal move, in the order of generation: n if it wins by force in n plies, -n if it loses, and 0 if neither is found
// within `most` plies or before the budget is spent.
template <Rules R>
std::vector<int> near(const R &rules, const typename R::State &s, const History<R> &history, int most, Budget &budget) {
    MoveList moves;
    rules.moves(s, moves);
    std::vector<int> found(std::size_t(moves.size()));
    Forced<R> forced(rules, budget, history);
    try {
        for (int plies = 1; plies <= most; ++plies)
            for (int i = 0; i < moves.size(); ++i) {
                int &here = found[std::size_t(i)];
                if (here) continue;
                const auto next = rules.play(s, moves[i]);
                const Outcome end = rules.outcome(next);
                if (end.over && end.winner >= 0)
                    here = end.winner == int(rules.turn(s)) ? 1 : -1;
                else if (plies > 1 && !end.over && !forced.drawn(next) && forced.search(next, plies - 1, plies - 1))
                    here = plies % 2 ? plies : -plies;
            }
    } catch (const OutOfBudget &) {
    }
    return found;
}

}  // namespace dreierlei
