// Random games of Mühle without listing moves, which is many times faster.
#pragma once

#include <algorithm>
#include <vector>

#include "../random.hpp"
#include "muehle.hpp"

namespace dreierlei {

// Many random games, which all advance by one ply per round. The games are independent, so the processor works on several
// at once; and since a round first handles all games with slides and then all with jumps, its branches are predictable.
//
// Invariant: the same player is to move in all games, so the side is a compile-time constant.
class Muehle::Playout {
  public:
    // `past`: the keys of the positions before `start` that can be repeated, oldest first.
    Playout(const Muehle &r, const State &start, const std::vector<std::uint64_t> &past)
        : rules(r), first_turn(start.turn), placements(start.hand[0] + start.hand[1]) {
        // The count of quiet plies reaches bit 63 at the limit.
        const std::uint64_t half = std::uint64_t(1) << 31;
        clock_after_mill = (r.quiet_limit ? half - std::uint64_t(r.quiet_limit) : 0) << 32 | forgotten;
        first.parts = {part(start.stones[White]), part(start.stones[Black])};
        first.into_free = r.edges_into_free(start.stones[White] | start.stones[Black]);
        first.clock = (clock_after_mill & ~forgotten) + (std::uint64_t(start.quiet) << 32);
        for (std::uint64_t key : past) {
            const std::uint64_t packed = unmix(key);
            begun.push_back(key_of(packed & 0xffffff, packed >> 24 & 0xffffff, Side(packed >> 56 & 1)));
            note(first, sign(begun.back()));
        }
    }

    template <class Total> void play(std::uint64_t games, Random &lot, Total &total) {
        Random random = lot;  // a local copy can live in a register
        const Side turn_after_placing = Side(first_turn ^ (placements & 1));
        Side turn = turn_after_placing;
        std::array<std::uint8_t, size> idle;
        std::size_t idle_count = std::size_t(std::min<std::uint64_t>(size, games));
        for (std::size_t i = 0; i < idle_count; ++i) idle[i] = std::uint8_t(i);
        const auto over = [&](std::uint8_t lane, int winner) {
            total.add(winner);
            idle[idle_count++] = lane;
        };
        std::array<List, 2> now, then;  // the games with slides and with jumps, in this round and in the next
        for (;;) {
            const std::size_t count = now[0].count + now[1].count;
            if (games && (!count || (idle_count >= together && turn == turn_after_placing))) {
                List fresh;
                while (idle_count && games) {
                    fresh.add(idle[--idle_count]);
                    --games;
                }
                total.plies += open(fresh, random, over);
                turn = turn_after_placing;
                for (std::size_t i = 0; i < fresh.count; ++i) now[jumps(lanes[fresh[i]].parts[turn])].add(fresh[i]);
                continue;
            }
            if (!count) break;
            then[0].count = then[1].count = 0;
            if (turn == White)
                round<White>(now, then, random, over);
            else
                round<Black>(now, then, random, over);
            total.plies += then[0].count + then[1].count;
            std::swap(now, then);
            turn = other(turn);
        }
        lot = random;
    }

  private:
    static constexpr std::size_t size = 64;      // simultaneous games
    static constexpr std::size_t together = 16;  // games started together

    // The table values of a player's stones. They are updated instead of being looked up, because a move changes at most
    // three places.
    struct Part {
        std::uint64_t men;  // the stones; from bit 32 on, the number on each mill. This is a sum over the stones
        Bits edges;         // that begin at one of the stones

        std::uint32_t stones() const { return std::uint32_t(men); }
        std::uint32_t counts() const { return std::uint32_t(men >> 32); }
    };

    struct Game {
        std::array<Part, 2> parts;
        Bits into_free;       // edges that end on a free place
        Bits once, twice;     // of 64 signs, those of at least one and of at least two positions since the last mill
        std::uint64_t clock;  // bits 0–5: size of `recent`; bit 6: `older` is out of date; from bit 32 on: quiet plies
    };
    static constexpr std::uint64_t full = 1 << 5, forgotten = 1 << 6, quiet_end = std::uint64_t(1) << 63;
    static constexpr std::uint64_t tick = 1 | std::uint64_t(1) << 32;

    struct List {
        std::size_t count = 0;
        std::array<std::uint8_t, size> lane;

        void add(std::uint8_t next) { lane[count++] = next; }
        std::uint8_t operator[](std::size_t i) const { return lane[i]; }
    };

    Part part(std::uint32_t set) const { return {set | std::uint64_t(rules.counts(set)) << 32, look_up(rules.edges_from, set)}; }

    static std::uint64_t key_of(std::uint64_t white, std::uint64_t black, Side turn) {
        return white | std::uint64_t(turn) << 31 | black << 32;
    }
    static Bits sign(std::uint64_t key) { return bit(int(key * 0x9e3779b97f4a7c15ULL >> 58)); }
    static void note(Game &g, Bits sign) {
        g.twice |= g.once & sign;
        g.once |= sign;
    }
    static bool jumps(const Part &part) { return std::popcount(part.stones()) <= 3; }

    // Places the stones in hand in all games of the list, and removes the games that end.
    template <class Over> std::uint64_t open(List &list, Random &random, const Over &over) {
        std::uint64_t plies = 0;
        for (std::size_t i = 0; i < list.count; ++i) {
            lanes[list[i]] = first;
            if (!begun.empty()) older[list[i]] = begun;
        }
        Side turn = first_turn;
        for (int left = placements; left--; turn = other(turn)) {
            plies += list.count;
            const int next_hand = (left + 1) / 2;  // White and Black take turns
            if (turn == White)
                place_all<White>(list, next_hand, random, over);
            else
                place_all<Black>(list, next_hand, random, over);
        }
        if (placements)
            for (std::size_t i = 0; i < list.count; ++i) {
                Game &g = lanes[list[i]];
                const std::uint32_t white = g.parts[White].stones(), black = g.parts[Black].stones();
                g.parts = {part(white), part(black)};
                g.into_free = rules.edges_into_free(white | black);
            }
        return plies;
    }

    template <Side turn, class Over>
    [[gnu::always_inline]] void place_all(List &list, int next_hand, Random &random, const Over &over) {
        for (std::size_t i = list.count; i--;) {
            Game &g = lanes[list[i]];
            place<turn>(g, random);
            if (std::popcount(g.parts[other(turn)].stones()) + next_hand < 3) [[unlikely]] {
                over(list[i], turn);
                list.lane[i] = list[--list.count];
            }
        }
    }

    // Places a stone. The edges are not updated: they are not needed before the last stone is placed.
    template <Side turn> [[gnu::always_inline]] void place(Game &g, Random &random) const {
        Part &own = g.parts[turn], &their = g.parts[other(turn)];
        const std::uint32_t free = rules.board & ~(own.stones() | their.stones());
        const std::uint32_t ready = ready_mills(own.counts(), their.counts()), any_prey = their.men ? ~std::uint32_t(0) : 0;
        const std::uint32_t closing = (rules.mill_places[0][ready & 255] | rules.mill_places[1][ready >> 8]) & free & any_prey;
        const Draw move = draw(free, closing, rules.takeable(their.stones(), their.counts()), random);
        own.men += rules.at.men[move.member];
        their.men -= rules.at.men[move.taken];
    }

    template <Side turn, class Over>
    void round(const std::array<List, 2> &now, std::array<List, 2> &then, Random &random, const Over &over) {
        for (std::size_t i = 0; i < now[0].count; ++i) step<turn, false>(now[0][i], then, random, over);
        for (std::size_t i = 0; i < now[1].count; ++i) step<turn, true>(now[1][i], then, random, over);
    }

    // Slides or jumps.
    template <Side turn, bool Jumping, class Over>
    [[gnu::always_inline]] void step(std::uint8_t lane, std::array<List, 2> &then, Random &random, const Over &over) {
        Game &g = lanes[lane];
        Part &own = g.parts[turn], &their = g.parts[other(turn)];
        const Bits ways = Jumping ? jump_targets(own.stones(), their.stones()) : own.edges & g.into_free;
        if (!ways) [[unlikely]] return over(lane, other(turn));
        if (g.clock & (quiet_end | full)) [[unlikely]] {
            if (g.clock & quiet_end) return over(lane, -1);
            make_room(lane);
        }
        const std::uint64_t key = key_of(g.parts[White].stones(), g.parts[Black].stones(), turn);
        if (g.twice & sign(key)) [[unlikely]]
            if (occurred(lane, key) + 1 >= last_occurrence) return over(lane, -1);
        note(g, sign(key));
        recent[lane][g.clock % full] = key;
        g.clock += tick;

        const std::uint32_t prey = rules.takeable(their.stones(), their.counts());
        Draw move;
        if constexpr (Jumping) {
            std::size_t from;
            move = draw_jump(own.stones(), std::uint32_t(ways), prey, random, from);
            own.men += rules.at.men[move.member] - rules.at.men[from];
            own.edges ^= rules.at.from[move.member] ^ rules.at.from[from];
            g.into_free ^= rules.at.to[move.member] ^ rules.at.to[from];
        } else {
            const std::uint32_t ready = ready_mills(own.counts(), their.counts());
            move = draw(ways, (rules.edges_into[0][ready & 255] | rules.edges_into[1][ready >> 8]) & ways, prey, random);
            own.men += rules.along.men[move.member];
            own.edges ^= rules.along.from[move.member];
            g.into_free ^= rules.along.to[move.member];
        }
        if (move.taken != none) {
            their.men -= rules.at.men[move.taken];
            their.edges ^= rules.at.from[move.taken];
            g.into_free ^= rules.at.to[move.taken];
            g.clock = clock_after_mill;
            g.once = g.twice = 0;
        }
        then[jumps(their)].add(lane);
    }

    // A random move: the place or edge, and the place of the stone that it takes, if any.
    struct Draw {
        std::size_t member, taken;
    };
    static constexpr std::size_t none = 24;  // the entry of `at` that changes nothing

    // Draws a member of `ways`. One that is also in `closing` counts once for every stone of `prey`.
    template <class Set> [[gnu::always_inline]] Draw draw(Set ways, Set closing, std::uint32_t prey, Random &random) const {
        const std::uint64_t bits = random.next();
        const Bits closers = Bits(std::popcount(closing)), plain = Bits(std::popcount(ways)) - closers;
        const Bits prey_count = Bits(std::popcount(prey));
        const Bits chosen = (bits >> 32) * (plain + closers * prey_count) >> 32;
        if (chosen < plain) return {member(ways & ~closing, chosen), none};
        // The other half of the random number chooses the stone to take.
        return {member(closing, (chosen - plain) * rules.reciprocals[prey_count] >> 16),
                member(prey, (bits & 0xffffffff) * prey_count >> 32)};
    }
    template <class Set> static std::size_t member(Set set, Bits n) {
        return std::size_t(nth(set, int(n)));
    }

    static std::size_t first_of(std::uint32_t set) { return std::size_t(std::countr_zero(set)); }

    // The free places, or none if the player has lost by having too few stones.
    std::uint32_t jump_targets(std::uint32_t own, std::uint32_t their) const {
        return std::popcount(own) < 3 ? 0 : rules.board & ~(own | their);
    }

    // Moves are numbered: first each of the three stones to each free place, where a move that closes a mill takes the first
    // stone of `prey`; then the moves that take the other stones of `prey`.
    Draw draw_jump(std::uint32_t own, std::uint32_t free, std::uint32_t prey, Random &random, std::size_t &from) const {
        Bits left = own;
        std::array<std::size_t, 3> stone;
        for (std::size_t &place : stone) place = std::size_t(pop(left));
        const std::array<std::uint32_t, 3> closer{rules.third[stone[1]][stone[2]] & free, rules.third[stone[0]][stone[2]] & free,
                                                  rules.third[stone[0]][stone[1]] & free};
        const Bits closing = Bits(closer[0] != 0) | Bits(closer[1] != 0) << 1 | Bits(closer[2] != 0) << 2;
        const int targets = std::popcount(free), more = std::popcount(prey) - 1;
        const int chosen = random.below(3 * targets + std::popcount(closing) * more), beyond = chosen - 3 * targets;
        if (beyond < 0) {
            const int i = (chosen >= targets) + (chosen >= 2 * targets);
            const std::size_t to = member(free, Bits(chosen - i * targets));
            from = stone[std::size_t(i)];
            return {to, closer[std::size_t(i)] >> to & 1 ? first_of(prey) : none};
        }
        const std::size_t i = member(closing, Bits(beyond / more));
        from = stone[i];
        return {first_of(closer[i]), member(prey, Bits(1 + beyond % more))};
    }

    // How often a position has occurred since the last mill.
    std::ptrdiff_t occurred(std::uint8_t lane, std::uint64_t key) const {
        const std::uint64_t clock = lanes[lane].clock;
        const auto &last = recent[lane];
        const auto &before = older[lane];
        return std::count(last.begin(), last.begin() + clock % full, key) +
               (clock & forgotten ? 0 : std::count(before.begin(), before.end(), key));
    }

    // Moves the recent positions to the older ones.
    [[gnu::noinline]] void make_room(std::uint8_t lane) {
        std::uint64_t &clock = lanes[lane].clock;
        if (clock & forgotten) older[lane].clear();
        older[lane].insert(older[lane].end(), recent[lane].begin(), recent[lane].end());
        clock &= ~(forgotten | full);
    }

    const Muehle &rules;
    Side first_turn;
    int placements;
    std::uint64_t clock_after_mill;
    Game first{};
    std::vector<std::uint64_t> begun;  // the keys of the positions before the first one
    std::array<Game, size> lanes;
    // The positions since the last mill, for counting repetitions.
    std::array<std::array<std::uint64_t, full>, size> recent;
    std::array<std::vector<std::uint64_t>, size> older;
};

template <class History, class Total>
void Muehle::random_games(const State &start, const History &history, Random &random, std::uint64_t games,
                          Total &total) const {
    auto past = history.keys();
    if (!past.empty()) past.pop_back();
    Playout(*this, start, past).play(games, random, total);
}

}  // namespace dreierlei
