// Random games to the end.
#pragma once

#include <algorithm>

#include "history.hpp"
#include "random.hpp"

namespace dreierlei {

struct Playouts {
    std::uint64_t white = 0, draws = 0, black = 0, plies = 0;

    void add(const Outcome &end) { ++(end.winner == White ? white : end.winner == Black ? black : draws); }
};

// One random game in progress, each legal move equally likely. A family may know a quicker way to pick one than to list
// them all: `random_move`, which returns a move without targets when there is none.
template <Rules R> class Playout {
  public:
    // `line` holds the positions up to and including `s`, where every game begins.
    Playout(const R &r, const typename R::State &s, const History<R> &line)
        : rules(r), origin(s), history(line), begun(line.size()) {}

    void begin(std::uint64_t seed) {
        state = origin;
        random = Random(seed);
        history.truncate(begun);
    }

    // Goes on with another's game.
    void take_over(Playout &other) {
        state = other.state;
        random = other.random;
        std::swap(history, other.history);
    }

    // Plays a ply; returns whether the game goes on. When it does not, `end` says how it ended.
    bool step() {
        Move move;
        if constexpr (requires { rules.random_move(state, random); }) {
            move = rules.random_move(state, random);
        } else {
            MoveList moves;
            rules.moves(state, moves);
            if (!moves.empty()) move = moves[random.below(moves.size())];
        }
        if (!move.size) {
            end = rules.outcome(state);
            return false;
        }
        if constexpr (requires { rules.apply(state, move); })
            rules.apply(state, move);
        else
            state = rules.play(state, move);
        ++plies;
        if (rules.repeats(state)) {
            history.push(state);
            if (history.occurrences() >= last_occurrence) {
                end = rules.outcome(state);  // a win goes before a draw
                if (!end.over) end = Outcome::draw(0);
                return false;
            }
        }
        return true;
    }

    Outcome end;
    std::uint64_t plies = 0;

  private:
    const R &rules;
    typename R::State origin, state;
    Random random{0};
    History<R> history;
    std::size_t begun;
};

// Random games from `s`, which must not be over. Each game has a seed of its own, so the order in which they are played
// does not matter: several are in progress at once, because a processor can work at one while it waits for another.
template <Rules R>
Playouts playouts(const R &rules, const typename R::State &s, const History<R> &line, std::uint64_t games,
                  std::uint64_t seed) {
    constexpr std::size_t lanes = 4;
    std::vector<Playout<R>> running(std::size_t(std::min<std::uint64_t>(lanes, games)), Playout<R>(rules, s, line));
    std::uint64_t begun = 0;
    for (auto &game : running) game.begin(mix(seed) + begun++);
    Playouts total;
    std::size_t active = running.size();
    while (active)
        for (std::size_t i = 0; i < active; ++i) {
            if (running[i].step()) continue;
            total.add(running[i].end);
            if (begun < games)
                running[i].begin(mix(seed) + begun++);
            else
                running[i--].take_over(running[--active]);
        }
    for (const auto &game : running) total.plies += game.plies;
    return total;
}

}  // namespace dreierlei
