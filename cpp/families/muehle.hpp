// Mühle: place, slide, jump; a closed mill takes a stone.
#pragma once

#include "../model.hpp"

namespace dreierlei {

// Spec: number `places` (at most 24), `stones` (per side), `quiet_plies` (0: no limit); tables `mills` and
// `neighbours` (a row per place).
//
// Targets: a place p to place, slide or jump (p), and a stone to take (places + p). So `d6` is {p}, `d6xb4` {p, take},
// `a1-a4` {from, to}, `a1-a4xd6` {from, to, take}.
class Muehle {
  public:
    struct State {
        std::array<std::uint32_t, 2> stones{};
        std::array<std::uint8_t, 2> hand{};
        Side turn = White;
        std::uint16_t quiet = 0;  // sliding and jumping plies since the last mill; stays 0 without a limit

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Muehle(const Spec &spec)
        : places(int(spec.number("places"))),
          stones(int(spec.number("stones"))),
          quiet_limit(int(spec.number("quiet_plies"))),
          board((std::uint32_t(1) << places) - 1) {
        for (Bits mill : spec.masks("mills")) mills.push_back(std::uint32_t(mill));
        const auto neighbours = spec.masks("neighbours");
        for (int from = 0; from < places; ++from)
            for (Bits left = neighbours[from]; left;) edges.push_back({std::uint8_t(from), std::uint8_t(pop(left))});
        if (places > 24 || mills.size() > 16 || edges.size() > 64)
            throw std::invalid_argument("a Mühle board has at most 24 places, 16 mills and 64 directed edges");
        for (int third = 0; third < 3; ++third)
            for (std::uint32_t byte = 0; byte < 256; ++byte) {
                const std::uint32_t set = byte << 8 * third;
                for (std::size_t i = 0; i < mills.size(); ++i)
                    stones_on[third][byte] |= std::uint32_t(std::popcount(set & mills[i])) << 2 * i;
                for (std::size_t e = 0; e < edges.size(); ++e) {
                    if (set >> edges[e].from & 1) edges_from[third][byte] |= bit(int(e));
                    if (set >> edges[e].to & 1) edges_to[third][byte] |= bit(int(e));
                }
            }
        for (std::size_t i = 0; i < mills.size(); ++i)
            for (std::size_t e = 0; e < edges.size(); ++e)
                if (mills[i] >> edges[e].to & 1 && !(mills[i] >> edges[e].from & 1)) edges_into[i] |= bit(int(e));
    }

    State start() const {
        State s;
        s.hand = {std::uint8_t(stones), std::uint8_t(stones)};
        return s;
    }
    Side turn(const State &s) const { return s.turn; }

    void moves(const State &s, MoveList &out) const {
        if (too_few(s) || quiet_end(s)) return;
        const Ways ways = find_ways(s);
        for (Bits left = ways.plain; left;) out.add(ways.move(edges, pop(left)));
        for (Bits left = ways.closing; left;) {
            Move move = ways.move(edges, pop(left));
            ++move.size;
            for (Bits prey = ways.prey; prey;) {
                move.target[move.size - 1] = std::uint8_t(places + pop(prey));
                out.add(move);
            }
        }
        if (ways.jumps) add_jumps(s, ways, out);
    }

    // The number of moves without writing them down.
    std::uint64_t count(const State &s) const {
        if (too_few(s) || quiet_end(s)) return 0;
        const Ways ways = find_ways(s);
        if (ways.jumps) {
            MoveList list;
            add_jumps(s, ways, list);
            return std::uint64_t(list.size());
        }
        return std::uint64_t(std::popcount(ways.plain) + std::popcount(ways.closing) * std::popcount(ways.prey));
    }

    // A legal move, all equally likely. There must be one.
    template <class Random> Move random_move(const State &s, Random &random) const {
        const Ways ways = find_ways(s);
        if (ways.jumps) {
            MoveList list;
            add_jumps(s, ways, list);
            return list[random.below(list.size())];
        }
        const int plain = std::popcount(ways.plain), prey = std::popcount(ways.prey);
        const int chosen = random.below(plain + std::popcount(ways.closing) * prey);
        if (chosen < plain) return ways.move(edges, nth(ways.plain, chosen));
        Move move = ways.move(edges, nth(ways.closing, (chosen - plain) / prey));
        move.target[move.size++] = std::uint8_t(places + nth(ways.prey, (chosen - plain) % prey));
        return move;
    }

    State play(const State &s, Move move) const {
        State next = s;
        const Side us = s.turn, them = other(us);
        int used = 1;
        bool placing = s.hand[us] > 0;
        if (placing) {
            --next.hand[us];
            next.stones[us] |= std::uint32_t(1) << move.target[0];
        } else {
            next.stones[us] ^= std::uint32_t(1) << move.target[0] | std::uint32_t(1) << move.target[1];
            used = 2;
        }
        if (move.size > used) {
            next.stones[them] &= ~(std::uint32_t(1) << (move.target[used] - places));
            next.quiet = 0;
        } else if (!placing && quiet_limit) {
            ++next.quiet;
        }
        next.turn = them;
        return next;
    }

    // A loss goes before a draw; only the player to move can have lost.
    Outcome outcome(const State &s) const {
        if (too_few(s)) return Outcome::win(other(s.turn), TooFewStones);
        if (blocked(s)) return Outcome::win(other(s.turn), Blocked);
        if (quiet_end(s)) return Outcome::draw(Quiet);
        return {};
    }

    // 24 + 24 + 4 + 4 + 1 bits, so different positions have different keys. The quiet count is no part of a position.
    std::uint64_t key(const State &s) const {
        return mix(std::uint64_t(s.stones[0]) | std::uint64_t(s.stones[1]) << 24 | std::uint64_t(s.hand[0]) << 48 |
                   std::uint64_t(s.hand[1]) << 52 | std::uint64_t(s.turn) << 56);
    }
    bool repeats(const State &s) const { return !s.hand[0] && !s.hand[1]; }
    // Stones that were placed, and stones that were taken: neither comes back.
    int progress(const State &s) const {
        return 4 * stones - 2 * (s.hand[0] + s.hand[1]) - std::popcount(s.stones[0]) - std::popcount(s.stones[1]);
    }

    Bits pattern(const State &s) const {
        if (too_few(s)) return s.stones[s.turn];
        return blocked(s) ? s.stones[s.turn] : 0;
    }

    State set_up(const Setup &setup, Problems &problems) const {
        State s;
        s.turn = setup.turn;
        const auto sides = sides_of(setup);
        s.stones = {std::uint32_t(sides[0]), std::uint32_t(sides[1])};
        const int hand[2] = {setup.fields[0], setup.fields[1]}, quiet = setup.fields[2];
        const auto board_count = count_of(sides);
        for (Side side : {White, Black}) {
            const std::string who = name(side);
            if (hand[side] < 0 || hand[side] > stones) {
                problems.push_back(who + " can hold 0 to " + std::to_string(stones) + " stones in hand, not " +
                                   std::to_string(hand[side]));
                continue;
            }
            if (board_count[side] + hand[side] > stones)
                problems.push_back(who + " has " + std::to_string(board_count[side] + hand[side]) +
                                   " stones on board and in hand, at most " + std::to_string(stones) +
                                   " are possible");
            // While stones are being placed, each placement takes at most one stone and the first two take none.
            const int taken = stones - hand[side] - board_count[side];
            const int chances = std::max(0, stones - hand[other(side)] - 2);
            if (hand[side] + hand[other(side)] > 0 && taken > chances)
                problems.push_back(who + " misses " + std::to_string(taken) + " stones, but " +
                                   name(other(side)) + " can have taken " + std::to_string(chances) + " at most");
            s.hand[side] = std::uint8_t(hand[side]);
        }
        const int ahead = hand[Black] - hand[White];
        if (ahead != int(s.turn) && (hand[White] || hand[Black]))
            problems.push_back("with " + std::to_string(hand[White]) + " white and " + std::to_string(hand[Black]) +
                               " black stones in hand it cannot be " + name(s.turn) + "'s turn");
        const Side mover = other(s.turn);
        if (board_count[mover] + hand[mover] < 3)
            problems.push_back(std::string(name(mover)) +
                               " has fewer than three stones and has lost: it must be " + name(mover) + "'s turn");
        // A player with two stones has lost and a player with fewer never was: the game ended at two.
        if (board_count[s.turn] + hand[s.turn] < 2)
            problems.push_back(std::string(name(s.turn)) + " has fewer than two stones, but the game ends at two");
        if (quiet < 0 || (quiet_limit ? quiet > quiet_limit : quiet != 0))
            problems.push_back("the count of plies without a mill goes from 0 to " + std::to_string(quiet_limit) +
                               ", not " + std::to_string(quiet));
        else if (quiet && (hand[White] || hand[Black]))
            problems.push_back("plies without a mill are counted only when no stone is in hand");
        else if (quiet_limit && !hand[White] && !hand[Black] && board_count[White] == stones &&
                 board_count[Black] == stones && quiet % 2 != int(s.turn))
            problems.push_back("with all stones on the board and " + std::to_string(quiet) +
                               " plies without a mill it cannot be " + name(s.turn) + "'s turn");
        s.quiet = std::uint16_t(std::max(0, quiet));
        return s;
    }

    Setup describe(const State &s) const {
        return {places_of({s.stones[0], s.stones[1]}, places), s.turn, {s.hand[0], s.hand[1], s.quiet}};
    }

    const std::vector<std::string> &reasons() const { return words; }

  private:
    enum Reason { TooFewStones, Blocked, Quiet };

    struct Edge {
        std::uint8_t from, to;
    };

    // The moves of a position, short of listing them. While stones are placed, the members of `plain` and `closing` are
    // places; when stones slide, they are edges. A closing one is combined with each stone of `prey`. With `jumps` the
    // moves are any own stone to any free place, and the sets stay empty.
    struct Ways {
        Bits plain = 0, closing = 0;
        std::uint32_t prey = 0;
        bool placing = false, jumps = false;

        Move move(const std::vector<Edge> &all, int member) const {
            return placing ? Move::of(member) : Move::of(all[std::size_t(member)].from, all[std::size_t(member)].to);
        }
    };

    template <class T> static T look_up(const std::array<std::array<T, 256>, 3> &table, std::uint32_t set) {
        // Disjoint parts of the set: adding their counts and joining their edges are the same to `|` and `+`.
        return table[0][set & 255] + table[1][set >> 8 & 255] + table[2][set >> 16];
    }

    // Two bits for each mill: how many of its three places are in the set.
    std::uint32_t counts(std::uint32_t set) const { return look_up(stones_on, set); }
    static constexpr std::uint32_t low = 0x55555555;  // the lower of each two bits

    // The edges from an own stone to a free place.
    Bits slides(std::uint32_t own, std::uint32_t free) const { return look_up(edges_from, own) & look_up(edges_to, free); }

    Ways find_ways(const State &s) const {
        Ways ways;
        const std::uint32_t own = s.stones[s.turn], theirs = s.stones[other(s.turn)], free = board & ~(own | theirs);
        ways.placing = s.hand[s.turn] > 0;
        if (!ways.placing && std::popcount(own) == 3) {
            ways.jumps = true;
            ways.prey = takeable(theirs);
            return ways;
        }
        ways.plain = ways.placing ? free : slides(own, free);
        // A mill with two own stones and a free place is closed by placing there, or by sliding there from outside it:
        // a stone that slides within the line leaves the mill open.
        const std::uint32_t ours = counts(own), open = counts(free);
        for (Bits left = ours >> 1 & ~ours & open & ~(open >> 1) & low; left;) {
            const std::size_t mill = std::size_t(pop(left)) / 2;
            ways.closing |= ways.placing ? Bits(mills[mill] & free) : edges_into[mill] & ways.plain & edges_to_place(mill, free);
        }
        if (ways.closing && (ways.prey = takeable(theirs)))
            ways.plain &= ~ways.closing;
        else
            ways.closing = 0;
        return ways;
    }

    // The edges that end on the free place of a mill.
    Bits edges_to_place(std::size_t mill, std::uint32_t free) const { return look_up(edges_to, mills[mill] & free); }

    // Stones outside mills; all of them where there is no other. One stone is taken, however many mills were closed.
    std::uint32_t takeable(std::uint32_t theirs) const {
        std::uint32_t safe = 0;
        const std::uint32_t held = counts(theirs);
        for (Bits full = held & held >> 1 & low; full;) safe |= mills[std::size_t(pop(full)) / 2];
        return theirs & ~safe ? theirs & ~safe : theirs;
    }

    void add_jumps(const State &s, const Ways &ways, MoveList &out) const {
        const std::uint32_t own = s.stones[s.turn], free = board & ~(own | s.stones[other(s.turn)]);
        for (Bits froms = own; froms;) {
            const int from = pop(froms);
            // Two stones stay: they lack at most one place of a mill.
            const std::uint32_t rest = own & ~(std::uint32_t(1) << from), two = counts(rest) >> 1 & low;
            const std::uint32_t closer = two ? mills[std::size_t(std::countr_zero(two)) / 2] & free : 0;
            for (Bits left = free & ~closer; left;) out.add(Move::of(from, pop(left)));
            if (closer)
                for (Bits prey = ways.prey; prey;)
                    out.add(Move::of(from, std::countr_zero(closer), places + pop(prey)));
        }
    }

    bool too_few(const State &s) const { return std::popcount(s.stones[s.turn]) + s.hand[s.turn] < 3; }
    bool blocked(const State &s) const {
        if (s.hand[s.turn]) return false;
        const std::uint32_t own = s.stones[s.turn], free = board & ~(own | s.stones[other(s.turn)]);
        return std::popcount(own) == 3 ? !free : !slides(own, free);
    }
    bool quiet_end(const State &s) const { return quiet_limit && s.quiet >= quiet_limit; }

    int places;
    int stones;
    int quiet_limit;
    std::uint32_t board;
    std::vector<std::uint32_t> mills;
    std::vector<Edge> edges;  // each joined pair of places, both ways
    std::array<Bits, 16> edges_into{};  // for each mill, the edges from outside it to one of its places
    // Tables over the three bytes of a set of places: stones on each mill, edges that begin and that end in the set.
    std::array<std::array<std::uint32_t, 256>, 3> stones_on{};
    std::array<std::array<Bits, 256>, 3> edges_from{}, edges_to{};
    std::vector<std::string> words{"too few stones", "blocked", "quiet"};
};

static_assert(Rules<Muehle>);

}  // namespace dreierlei
