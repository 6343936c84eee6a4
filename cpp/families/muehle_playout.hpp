// Random games of Mühle, several times faster than by listing moves.
#pragma once

#include <algorithm>

#include "muehle.hpp"

namespace dreierlei {

// What Muehle's tables say of the stones is kept up to date with them instead of being looked up, because a move changes
// at most three places. Moves are numbered in the order in which Muehle::moves lists them, so these are the games that
// listing would give for the same random numbers. Everything lives in local variables, which is to say in registers.
template <class History, class Random>
Outcome Muehle::random_game(const State &start, const History &history, Random &random, std::uint64_t &plies) const {
    struct Part {
        std::uint32_t stones, counts;
        Bits edges;  // that begin at one of the stones
        int hand;
        Side side;
    };
    const auto part_of = [&](Side side) {
        const std::uint32_t set = start.stones[side];
        return Part{set, counts(set), look_up(edges_from, set), start.hand[side], side};
    };
    Part first = part_of(start.turn), second = part_of(other(start.turn));
    Bits into_free = look_up(edges_to, board & ~(start.stones[0] | start.stones[1]));  // edges that end on a free place
    int quiet = start.quiet, made = 0;
    Outcome end;

    // The positions that could come back; those that the line had before `start` are the first.
    std::vector<std::uint64_t> seen = history.keys();
    if (!seen.empty()) seen.pop_back();
    Bits filter = 0;  // as in History
    const auto sign = [](std::uint64_t key) { return bit(int(key >> 58)); };
    for (std::uint64_t key : seen) filter |= sign(key);

    const auto put = [&](Part &part, int place) {
        part.stones ^= std::uint32_t(1) << place;
        part.counts += at[place].counts;
        part.edges ^= at[place].from;
        into_free ^= at[place].to;
    };
    const auto lift = [&](Part &part, int place) {
        part.stones ^= std::uint32_t(1) << place;
        part.counts -= at[place].counts;
        part.edges ^= at[place].from;
        into_free ^= at[place].to;
    };
    // After this nothing that was before can come back.
    const auto take = [&](Part &theirs, int place) {
        lift(theirs, place);
        quiet = 0;
        filter = 0;
        seen.clear();
    };

    // Makes one of the moves to a member of `plain`, or to one of `closing` with taking one of `prey`.
    const auto choose = [&](Part &theirs, Bits plain, Bits closing, auto move) {
        int chosen, prey_count = 1;
        std::uint32_t prey = 0;
        const int plain_count = std::popcount(plain);
        if (closing) {
            prey = takeable(theirs.stones, theirs.counts);
            prey_count = std::popcount(prey);
            chosen = random.below(plain_count + std::popcount(closing) * prey_count);
        } else {
            chosen = random.below(plain_count);
        }
        if (chosen < plain_count) {
            move(nth(plain, chosen));
            return;
        }
        chosen -= plain_count;
        move(nth(closing, chosen / prey_count));
        take(theirs, nth(prey, chosen % prey_count));
    };

    const auto jump = [&](Part &ours, Part &theirs) {
        const std::uint32_t free = board & ~(ours.stones | theirs.stones), prey = takeable(theirs.stones, theirs.counts);
        const int targets = std::popcount(free), prey_count = std::popcount(prey);
        std::array<std::uint32_t, 3> closers;
        std::array<int, 3> from, all;
        Bits left = ours.stones;
        for (int i = 0; i < 3; ++i) {
            from[i] = pop(left);
            const std::uint32_t two = (ours.counts - at[from[i]].counts) >> 1 & low;
            closers[i] = two ? mills[std::size_t(std::countr_zero(two)) / 2] & free : 0;
            all[i] = closers[i] ? targets - 1 + prey_count : targets;
        }
        int chosen = random.below(all[0] + all[1] + all[2]);
        const int stone = (chosen >= all[0]) + (chosen >= all[0] + all[1]);
        chosen -= (stone > 0 ? all[0] : 0) + (stone > 1 ? all[1] : 0);
        const std::uint32_t plain = free & ~closers[stone];
        const int plain_count = std::popcount(plain);
        lift(ours, from[stone]);
        if (chosen < plain_count) {
            put(ours, nth(plain, chosen));
        } else {
            put(ours, std::countr_zero(closers[stone]));
            take(theirs, nth(prey, chosen - plain_count));
        }
    };

    // Plays a ply of `ours`; false, with `end`, when the game is over.
    const auto ply = [&](Part &ours, Part &theirs) __attribute__((always_inline)) {
        const int own = std::popcount(ours.stones);
        if (own + ours.hand < 3) {
            end = Outcome::win(theirs.side, TooFewStones);
            return false;
        }
        const std::uint32_t ready = ready_mills(ours.counts, theirs.counts);
        if (ours.hand) {
            const std::uint32_t free = board & ~(ours.stones | theirs.stones);
            std::uint32_t closing = (mill_places[0][ready & 255] | mill_places[1][ready >> 8]) & free;
            if (!theirs.stones) closing = 0;
            --ours.hand;
            choose(theirs, free & ~closing, closing, [&](int place) { put(ours, place); });
            ++made;
            return true;
        }
        const Bits ways = own == 3 ? ~Bits{0} : ours.edges & into_free;
        if (!ways) {
            end = Outcome::win(theirs.side, Blocked);
            return false;
        }
        const std::uint32_t white = ours.side == White ? ours.stones : theirs.stones;
        const std::uint32_t black = ours.side == White ? theirs.stones : ours.stones;
        const std::uint64_t key = mix(white | std::uint64_t(black) << 24 | std::uint64_t(ours.side) << 56);
        const bool maybe_again = filter & sign(key);
        filter |= sign(key);
        if ((maybe_again && std::count(seen.begin(), seen.end(), key) + 1 >= last_occurrence) ||
            (quiet_limit && quiet >= quiet_limit)) {
            end = Outcome::draw(Quiet);
            return false;
        }
        seen.push_back(key);
        quiet += quiet_limit != 0;
        ++made;
        if (own == 3) {
            jump(ours, theirs);
        } else {
            const Bits closing = (edges_into[0][ready & 255] | edges_into[1][ready >> 8]) & ways;
            choose(theirs, ways & ~closing, closing, [&](int edge) {
                lift(ours, edges[std::size_t(edge)].from);
                put(ours, edges[std::size_t(edge)].to);
            });
        }
        return true;
    };
    while (ply(first, second) && ply(second, first)) {}
    plies += std::uint64_t(made);
    return end;
}

}  // namespace dreierlei
