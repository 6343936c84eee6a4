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
        for (Bits next : spec.masks("neighbours")) neighbours.push_back(std::uint32_t(next));
        partners.resize(places);
        for (int place = 0; place < places; ++place) {
            int found = 0;
            for (std::uint32_t mill : mills)
                if (mill >> place & 1) partners[place][found++] = mill & ~(std::uint32_t(1) << place);
            // A place on one mill only repeats it, so that closing is always two comparisons.
            if (found == 1) partners[place][1] = partners[place][0];
        }
        for (std::uint32_t half = 0; half < half_size; ++half)
            for (int i = 0; i < half_bits; ++i)
                if (half >> i & 1) {
                    if (i < places) around_low[half] |= neighbours[i];
                    if (i + half_bits < places) around_high[half] |= neighbours[i + half_bits];
                }
    }

    State start() const {
        State s;
        s.hand = {std::uint8_t(stones), std::uint8_t(stones)};
        return s;
    }
    Side turn(const State &s) const { return s.turn; }

    void moves(const State &s, MoveList &out) const {
        if (too_few(s) || quiet_end(s)) return;
        const std::uint32_t own = s.stones[s.turn];
        const std::uint32_t free = board & ~(own | s.stones[other(s.turn)]);
        if (s.hand[s.turn]) {
            for (Bits left = free; left;) add(s, own, pop(left), out);
            return;
        }
        const bool jumps = std::popcount(own) == 3;
        for (Bits froms = own; froms;) {
            const int from = pop(froms);
            const std::uint32_t rest = own & ~(std::uint32_t(1) << from);
            for (Bits left = jumps ? free : neighbours[from] & free; left;) add(s, rest, from, pop(left), out);
        }
    }

    // The number of moves without writing them down.
    std::uint64_t count(const State &s) const {
        if (too_few(s) || quiet_end(s)) return 0;
        const std::uint32_t own = s.stones[s.turn];
        const std::uint32_t free = board & ~(own | s.stones[other(s.turn)]);
        std::uint64_t total = 0, closing = 0;
        const auto tally = [&](std::uint32_t rest, std::uint32_t targets) {
            total += std::uint64_t(std::popcount(targets));
            for (Bits left = targets; left;) closing += closes(rest, pop(left));
        };
        if (s.hand[s.turn]) {
            // Each mill with two own stones and a free third place is closed there. A place that closes two counts once.
            std::uint32_t closers = 0;
            for (std::uint32_t mill : mills)
                if (std::popcount(mill & own) == 2) closers |= mill & free;
            total = std::uint64_t(std::popcount(free));
            closing = std::uint64_t(std::popcount(closers));
        } else {
            const bool jumps = std::popcount(own) == 3;
            for (Bits froms = own; froms;) {
                const int from = pop(froms);
                tally(own & ~(std::uint32_t(1) << from), jumps ? free : neighbours[from] & free);
            }
        }
        if (!closing) return total;
        const int prey = std::popcount(takeable(s.stones[other(s.turn)]));
        return prey ? total + closing * std::uint64_t(prey - 1) : total;
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

    static constexpr int half_bits = 12;
    static constexpr std::uint32_t half_size = 1 << half_bits;

    bool closes(std::uint32_t own, int place) const {
        const auto &[a, b] = partners[place];
        return (own & a) == a || (own & b) == b;
    }

    // Stones outside mills; all of them where there is no other. One stone is taken, however many mills were closed.
    std::uint32_t takeable(std::uint32_t theirs) const {
        std::uint32_t safe = 0;
        for (std::uint32_t mill : mills)
            if ((theirs & mill) == mill) safe |= mill;
        return theirs & ~safe ? theirs & ~safe : theirs;
    }

    void add(const State &s, std::uint32_t own, int to, MoveList &out) const {
        if (!closes(own, to)) return out.add(Move::of(to));
        Bits prey = takeable(s.stones[other(s.turn)]);
        if (!prey) out.add(Move::of(to));
        while (prey) out.add(Move::of(to, places + pop(prey)));
    }
    void add(const State &s, std::uint32_t rest, int from, int to, MoveList &out) const {
        if (!closes(rest, to)) return out.add(Move::of(from, to));
        for (Bits prey = takeable(s.stones[other(s.turn)]); prey;) out.add(Move::of(from, to, places + pop(prey)));
    }

    bool too_few(const State &s) const { return std::popcount(s.stones[s.turn]) + s.hand[s.turn] < 3; }
    bool blocked(const State &s) const {
        if (s.hand[s.turn]) return false;
        const std::uint32_t own = s.stones[s.turn], free = board & ~(own | s.stones[other(s.turn)]);
        if (std::popcount(own) == 3) return !free;
        return !((around_low[own & (half_size - 1)] | around_high[own >> half_bits]) & free);
    }
    bool quiet_end(const State &s) const { return quiet_limit && s.quiet >= quiet_limit; }

    int places;
    int stones;
    int quiet_limit;
    std::uint32_t board;
    std::vector<std::uint32_t> mills;
    std::vector<std::uint32_t> neighbours;
    std::vector<std::array<std::uint32_t, 2>> partners;  // for each place, the other two places of its two mills
    std::array<std::uint32_t, half_size> around_low{};   // the neighbours of any set among places 0–11 …
    std::array<std::uint32_t, half_size> around_high{};  // … and among places 12–23
    std::vector<std::string> words{"too few stones", "blocked", "quiet"};
};

static_assert(Rules<Muehle>);

}  // namespace dreierlei
