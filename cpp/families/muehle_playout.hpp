// Random games of Mühle, several times faster than by listing moves.
#pragma once

#include "../search/playouts.hpp"
#include "muehle.hpp"

namespace dreierlei {

// The same games as the generic Playout plays with the same seeds: it numbers the moves of a position in the order in
// which Muehle::moves lists them. What a state's tables say is kept up to date with the stones instead of being looked
// up, because a move changes at most three places.
template <> class Playout<Muehle> {
  public:
    Playout(const Muehle &r, const Muehle::State &s, const History<Muehle> &line) : rules(r), keys(line.keys()) {
        for (int side = 0; side < 2; ++side) {
            origin.part[side].stones = s.stones[side];
            origin.part[side].counts = r.counts(s.stones[side]);
            origin.part[side].edges = r.look_up(r.edges_from, s.stones[side]);
            origin.part[side].hand = s.hand[side];
        }
        origin.into_free = r.look_up(r.edges_to, r.board & ~(s.stones[0] | s.stones[1]));
        origin.turn = s.turn;
        origin.quiet = s.quiet;
        for (std::uint64_t key : keys) origin.filter |= sign(key);
        begun = keys.size();
        for (int place = 0; place < r.places; ++place) {
            const std::uint32_t set = std::uint32_t(1) << place;
            at[place] = {r.counts(set), r.look_up(r.edges_from, set), r.look_up(r.edges_to, set)};
        }
    }

    void begin(std::uint64_t seed) {
        game = origin;
        random = Random(seed);
        keys.resize(begun);
    }
    void take_over(Playout &other) {
        game = other.game;
        random = other.random;
        std::swap(keys, other.keys);
    }

    bool step() {
        Part &ours = game.part[game.turn], &theirs = game.part[game.turn ^ 1];
        const int own = std::popcount(ours.stones);
        if (own + ours.hand < 3) return lost(Muehle::TooFewStones);
        if (ours.hand) {
            place(ours, theirs);
        } else {
            if (rules.quiet_limit && game.quiet >= rules.quiet_limit) {
                // Blocked goes before quiet.
                const bool stuck = own > 3 && !(ours.edges & game.into_free);
                return stuck ? lost(Muehle::Blocked) : drawn();
            }
            if (!(own == 3 ? jump(ours, theirs) : slide(ours, theirs))) return lost(Muehle::Blocked);
        }
        game.turn ^= 1;
        ++plies;
        return ours.hand + theirs.hand || !third_time();
    }

    Outcome end;
    std::uint64_t plies = 0;

  private:
    // One side's stones, and what Muehle's tables say of them.
    struct Part {
        std::uint32_t stones = 0, counts = 0;
        Bits edges = 0;  // that begin at one of the stones
        int hand = 0;
    };
    struct Game {
        std::array<Part, 2> part;
        Bits into_free = 0;  // the edges that end on a free place
        Bits filter = 0;     // as in History
        int turn = 0, quiet = 0;
    };
    struct At {
        std::uint32_t counts;
        Bits from, to;
    };

    static Bits sign(std::uint64_t key) { return bit(int(key >> 58)); }

    bool lost(int reason) {
        end = Outcome::win(Side(game.turn ^ 1), reason);
        return false;
    }
    bool drawn() {
        end = Outcome::draw(Muehle::Quiet);
        return false;
    }

    void put(Part &part, int place) {
        part.stones |= std::uint32_t(1) << place;
        part.counts += at[place].counts;
        part.edges |= at[place].from;
        game.into_free &= ~at[place].to;
    }
    void lift(Part &part, int place) {
        part.stones &= ~(std::uint32_t(1) << place);
        part.counts -= at[place].counts;
        part.edges &= ~at[place].from;
        game.into_free |= at[place].to;
    }
    // After this nothing that was before can come back.
    void take(Part &theirs, std::uint32_t prey, int index) {
        lift(theirs, nth(prey, index));
        game.quiet = 0;
        game.filter = 0;
        keys.clear();
    }

    void place(Part &ours, Part &theirs) {
        const std::uint32_t free = rules.board & ~(ours.stones | theirs.stones);
        const std::uint32_t ready = rules.ready_mills(ours.counts, theirs.counts);
        std::uint32_t closing = (rules.mill_places[0][ready & 255] | rules.mill_places[1][ready >> 8]) & free, prey = 0;
        int prey_count = 0;
        if (closing) {
            prey = rules.takeable(theirs.stones, theirs.counts);
            prey_count = std::popcount(prey);
            if (!prey) closing = 0;
        }
        const std::uint32_t plain = free & ~closing;
        const int plain_count = std::popcount(plain);
        int chosen = random.below(plain_count + std::popcount(closing) * prey_count);
        --ours.hand;
        if (chosen < plain_count) return put(ours, nth(plain, chosen));
        chosen -= plain_count;
        put(ours, nth(closing, chosen / prey_count));
        take(theirs, prey, chosen % prey_count);
    }

    bool slide(Part &ours, Part &theirs) {
        const Bits ways = ours.edges & game.into_free;
        const std::uint32_t ready = rules.ready_mills(ours.counts, theirs.counts);
        const Bits closing = (rules.edges_into[0][ready & 255] | rules.edges_into[1][ready >> 8]) & ways;
        std::uint32_t prey = 0;
        int prey_count = 0;
        if (closing) {
            prey = rules.takeable(theirs.stones, theirs.counts);
            prey_count = std::popcount(prey);
        }
        const Bits plain = ways & ~closing;
        const int plain_count = std::popcount(plain), total = plain_count + std::popcount(closing) * prey_count;
        if (!total) return false;
        int chosen = random.below(total);
        if (chosen < plain_count) {
            move(ours, rules.edges[std::size_t(nth(plain, chosen))]);
            game.quiet += rules.quiet_limit != 0;
            return true;
        }
        chosen -= plain_count;
        move(ours, rules.edges[std::size_t(nth(closing, chosen / prey_count))]);
        take(theirs, prey, chosen % prey_count);
        return true;
    }

    bool jump(Part &ours, Part &theirs) {
        const std::uint32_t free = rules.board & ~(ours.stones | theirs.stones);
        const std::uint32_t prey = rules.takeable(theirs.stones, theirs.counts);
        const int targets = std::popcount(free), prey_count = std::popcount(prey);
        std::array<std::uint32_t, 3> closers;
        std::array<int, 3> from, all;
        Bits left = ours.stones;
        for (int i = 0; i < 3; ++i) {
            from[i] = pop(left);
            const std::uint32_t two = (ours.counts - at[from[i]].counts) >> 1 & Muehle::low;
            closers[i] = two ? rules.mills[std::size_t(std::countr_zero(two)) / 2] & free : 0;
            all[i] = closers[i] ? targets - 1 + prey_count : targets;
        }
        if (!targets) return false;
        int chosen = random.below(all[0] + all[1] + all[2]), stone = 0;
        for (; chosen >= all[stone]; ++stone) chosen -= all[stone];
        const std::uint32_t plain = free & ~closers[stone];
        const int plain_count = std::popcount(plain);
        lift(ours, from[stone]);
        if (chosen < plain_count) {
            put(ours, nth(plain, chosen));
            game.quiet += rules.quiet_limit != 0;
        } else {
            put(ours, std::countr_zero(closers[stone]));
            take(theirs, prey, chosen - plain_count);
        }
        return true;
    }

    void move(Part &ours, Muehle::Edge edge) {
        lift(ours, edge.from);
        put(ours, edge.to);
    }

    // Notes the position and tells whether it ends the game as the third of its kind.
    bool third_time() {
        const std::uint64_t key = mix(std::uint64_t(game.part[0].stones) | std::uint64_t(game.part[1].stones) << 24 |
                                      std::uint64_t(game.turn) << 56);
        int before = 0;
        if (game.filter & sign(key)) before = int(std::count(keys.begin(), keys.end(), key));
        game.filter |= sign(key);
        keys.push_back(key);
        if (before + 1 < last_occurrence) return false;
        // A loss goes before a draw.
        const Part &next = game.part[game.turn];
        const int stones = std::popcount(next.stones);
        if (stones < 3) return !lost(Muehle::TooFewStones);
        if (stones > 3 && !(next.edges & game.into_free)) return !lost(Muehle::Blocked);
        return !drawn();
    }

    const Muehle &rules;
    Game origin, game;
    Random random{0};
    std::vector<std::uint64_t> keys;  // the positions that could come back
    std::size_t begun = 0;
    std::array<At, 24> at{};
};

}  // namespace dreierlei
