// Many games at once, for learning agents: each step plays one move in every game and writes the new observations.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "../actions.hpp"
#include "../bytes.hpp"
#include "../planes.hpp"
#include "history.hpp"
#include "pool.hpp"
#include "../random.hpp"

namespace dreierlei {

// The arrays that a batch writes, with a row for each game. They belong to the caller.
struct Arrays {
    std::uint8_t *observations;  // planes × places, seen by the player to move
    bool *mask;                  // the legal actions
    float *rewards;              // White's and Black's for the move that was just played
    bool *terminated;            // whether that move ended the game
    bool *truncated;             // whether the game was cut off after it
    std::uint8_t *player;        // who is to move
    // The last observations of games that ended or were cut off in the last step, White's and Black's. Other rows are stale.
    std::uint8_t *last_observations;
};

// Games with the same actions and planes. A game that ends restarts in the same step: rewards, end flags and the last
// observations belong to the old game, everything else to the new one.
class AnyBatch {
  public:
    virtual ~AnyBatch() = default;
    // Restarts all games and their random sequences.
    virtual void reset(std::uint64_t seed) = 0;
    // Plays an action in each game, or in those for which `moving` is set, and returns -1. If an action is illegal, plays none
    // and returns the first such game.
    virtual std::int64_t step(std::span<const std::int64_t> actions, const bool *moving) = 0;
    // A random legal action for each game, all equally likely. Each game has a random sequence of its own.
    virtual void sample(std::span<std::int64_t> actions) = 0;
    // The position of a game, and how often it has occurred.
    virtual Setup describe(std::size_t game, int &occurrences) const = 0;
    // Which of the starting positions a game began from.
    virtual std::size_t start_of(std::size_t game) const = 0;
    // All games and their random sequences as bytes, and the inverse for a batch with the same arguments. The format belongs
    // to this build. Throws std::invalid_argument for bytes of another length.
    virtual std::string save() const = 0;
    virtual void load(std::string_view saved) = 0;
};

// A position from which games start. Those of a batch may have different rules, such as boards of other colours.
template <Rules R> struct Start {
    const R *rules;
    typename R::State state;
    History<R> past;  // the position itself included, where positions can repeat
};

template <Rules R> class Batch final : public AnyBatch {
    using State = typename R::State;

  public:
    Batch(std::vector<Start<R>> starts, const Actions &actions, int places, int planes, std::size_t games, int threads,
          int most_plies, const Arrays &arrays)
        : starts(std::move(starts)), can_repeat(this->starts[0].rules->can_repeat()), actions(actions), places(places),
          row(std::size_t(places) * std::size_t(planes)), most_plies(most_plies), out(arrays), states(games), from(games),
          sets(narrow() ? games : 0), lists(narrow() ? 0 : games), plies(most_plies ? games : 0),
          past(can_repeat ? games : 0, this->starts[0].past), lots(games, Random(0)), pool(threads) {}

    void reset(std::uint64_t seed) override {
        pool.each(states.size(), [&](std::size_t begin, std::size_t end) {
            if (!narrow()) std::memset(mask(begin), 0, (end - begin) * std::size_t(actions.size()));
            for (std::size_t game = begin; game < end; ++game) {
                lots[game] = Random(mix(seed) + game);
                if (!narrow()) lists[game].clear();
                tell(game, {}, false);
                restart(game);
            }
        });
    }

    std::int64_t step(std::span<const std::int64_t> chosen, const bool *moving) override {
        std::atomic<std::int64_t> wrong{-1};
        pool.each(states.size(), [&](std::size_t begin, std::size_t end) {
            const std::size_t bad = first_illegal(chosen, moving, begin, end);
            if (bad == end) return;
            std::int64_t known = wrong;
            while ((known < 0 || known > std::int64_t(bad)) && !wrong.compare_exchange_weak(known, std::int64_t(bad))) {}
        });
        if (wrong >= 0) return wrong;
        pool.each(states.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game) {
                if (!moving || moving[game])
                    advance(game, actions.move(int(chosen[game])));
                else
                    tell(game, {}, false);
            }
        });
        return -1;
    }

    void sample(std::span<std::int64_t> chosen) override {
        pool.each(states.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game)
                if (narrow())
                    chosen[game] = nth(sets[game], lots[game].below(std::popcount(sets[game])));
                else
                    chosen[game] = lists[game][std::size_t(lots[game].below(int(lists[game].size())))];
        });
    }

    Setup describe(std::size_t game, int &occurrences) const override {
        occurrences = 1 + earlier(game);
        return rules(game).describe(states[game]);
    }

    std::size_t start_of(std::size_t game) const override { return from[game]; }

    std::string save() const override {
        BytesOut bytes;
        for (std::size_t game = 0; game < states.size(); ++game) {
            bytes.put(states[game]);
            bytes.put(from[game]);
            bytes.put(lots[game]);
            if (most_plies) bytes.put(plies[game]);
            if (can_repeat) bytes.put(past[game].entries());
        }
        return bytes.text;
    }

    void load(std::string_view saved) override {
        BytesIn bytes{saved};
        for (std::size_t game = 0; game < states.size(); ++game) {
            bytes.get(states[game]);
            bytes.get(from[game]);
            if (from[game] >= starts.size()) throw std::invalid_argument("these games began from another position");
            bytes.get(lots[game]);
            if (most_plies) bytes.get(plies[game]);
            if (can_repeat) past[game] = History<R>(rules(game), bytes.list<typename History<R>::Seen>());
            show(game);
        }
        bytes.finish();
    }

  private:
    // The legal actions are kept as a set if they fit into a word, otherwise as a list, so that only the bytes that change
    // are written in a mask of thousands.
    bool narrow() const { return actions.size() <= 64; }
    const R &rules(std::size_t game) const { return *starts[from[game]].rules; }
    bool *mask(std::size_t game) const { return out.mask + game * std::size_t(actions.size()); }

    // `end` if there is none.
    std::size_t first_illegal(std::span<const std::int64_t> chosen, const bool *moving, std::size_t begin,
                              std::size_t end) const {
        const auto size = std::uint64_t(actions.size());
        for (std::size_t game = begin; game < end; ++game) {
            if (moving && !moving[game]) continue;
            const auto action = std::uint64_t(chosen[game]);
            if (action >= size) return game;
            if (narrow() ? !(sets[game] >> action & 1) : std::ranges::find(lists[game], action) == lists[game].end())
                return game;
        }
        return end;
    }

    void advance(std::size_t game, Move move) {
        const R &its = rules(game);
        State &s = states[game];
        const int before = can_repeat ? its.progress(s) : 0;
        s = its.play(s, move);
        Outcome end = its.outcome(s);
        const bool decided = end.over;
        if (!end.over && can_repeat) {
            // Positions before a step of progress cannot recur.
            if (its.progress(s) != before) past[game].truncate(0);
            if (note(game)) end = Outcome::draw(0);
        }
        const bool cut = !end.over && most_plies && ++plies[game] >= most_plies;
        tell(game, end, cut);
        if (end.over || cut) {
            // A position that ends the game is the first of its kind, and not in the history.
            for (Side side : {White, Black})
                observe(its, s, side, decided ? 0 : earlier(game), places, out.last_observations + (2 * game + side) * row);
            restart(game);
        } else {
            show(game);
        }
    }

    void restart(std::size_t game) {
        from[game] = starts.size() == 1 ? 0 : std::uint32_t(lots[game].below(int(starts.size())));
        const Start<R> &start = starts[from[game]];
        states[game] = start.state;
        if (most_plies) plies[game] = 0;
        if (can_repeat) past[game] = start.past;
        show(game);
    }

    // Adds the position of a game to its history. Returns whether it is a draw by repetition.
    bool note(std::size_t game) {
        if (!rules(game).repeats(states[game])) return false;
        past[game].push(states[game]);
        return past[game].occurrences() >= last_occurrence;
    }
    int earlier(std::size_t game) const {
        return can_repeat && past[game].size() ? past[game].occurrences() - 1 : 0;
    }

    void tell(std::size_t game, const Outcome &end, bool cut) {
        const float white = !end.over || end.winner < 0 ? 0.0f : end.winner == White ? 1.0f : -1.0f;
        out.rewards[2 * game] = white;
        out.rewards[2 * game + 1] = -white + 0.0f;  // not minus zero
        out.terminated[game] = end.over;
        out.truncated[game] = cut;
    }

    void show(std::size_t game) {
        const State &s = states[game];
        const Side turn = rules(game).turn(s);
        out.player[game] = turn;
        observe(rules(game), s, turn, earlier(game), places, out.observations + game * row);
        if (narrow())
            spread(sets[game] = legal_set(rules(game), s), actions.size(), mask(game));
        else
            list_legal(game);
    }

    // A family whose moves are single places may generate them as a set.
    Bits legal_set(const R &rules, const State &s) const {
        if constexpr (requires { rules.targets(s); }) {
            return rules.targets(s);
        } else {
            MoveList moves;
            rules.moves(s, moves);
            Bits set = 0;
            for (const Move &move : moves) set |= bit(actions.number(move));
            return set;
        }
    }
    void list_legal(std::size_t game) {
        bool *legal = mask(game);
        auto &list = lists[game];
        for (std::uint32_t action : list) legal[action] = false;
        MoveList moves;
        rules(game).moves(states[game], moves);
        list.resize(std::size_t(moves.size()));
        for (int i = 0; i < moves.size(); ++i) {
            list[std::size_t(i)] = std::uint32_t(actions.number(moves[i]));
            legal[list[std::size_t(i)]] = true;
        }
    }

    std::vector<Start<R>> starts;
    bool can_repeat;
    const Actions &actions;
    int places;
    std::size_t row;  // bytes of an observation
    int most_plies;   // after which a game is cut off; 0: never
    Arrays out;
    std::vector<State> states;
    std::vector<std::uint32_t> from;               // the start of each game
    std::vector<Bits> sets;                        // the legal actions of each game,
    std::vector<std::vector<std::uint32_t>> lists;  // in one form or the other
    std::vector<int> plies;
    std::vector<History<R>> past;
    std::vector<Random> lots;
    Pool pool;
};

}  // namespace dreierlei
