// The value of a position, with proof and estimate kept apart.
#pragma once

#include <cstdint>

namespace dreierlei {

// Values are from the point of view of the player to move:
//
//   -win … -decisive      lost: -(win - n) is a loss n plies from here
//   -known_win … -known   lost by a known ending: -(known_win - n) if the next irreversible step is n plies away
//   -limit … limit        an estimate in centi-units, never 0
//   0                     a draw, by the rules or by repetition within the search
//   known … known_win     won by a known ending
//   decisive … win        won, in win - value plies
inline constexpr int win = 32000;
inline constexpr int decisive = 30000;
inline constexpr int known_win = 29000;
inline constexpr int known = 25000;
inline constexpr int limit = 20000;
inline constexpr int infinite = 32001;

// Whether a value says who wins and in how many plies.
inline constexpr bool decided(int value) { return value >= decisive || value <= -decisive; }

// An evaluation, kept off the values that have another meaning.
inline constexpr int estimate(int guess) {
    return guess == 0 ? 1 : guess > limit ? limit : guess < -limit ? -limit : guess;
}

// A value, and which of its two bounds are proved: that the position is worth at least this much, and at most this much.
// A bound is proved if it follows from the ends of games alone, whatever the estimates are; estimates, and draws by
// repetition within the search, prove nothing. A value that failed high has no proved upper bound, and one that failed low
// no proved lower one. With both bounds proved, the value is exact: who wins, and how soon.
struct Score {
    std::int16_t value = 0;
    bool at_least = false, at_most = false;

    static constexpr Score exact(int value) { return {std::int16_t(value), true, true}; }
    static constexpr Score guess(int value) { return {std::int16_t(value), false, false}; }
    constexpr bool proved() const { return at_least && at_most; }
    constexpr Score operator-() const { return {std::int16_t(-value), at_most, at_least}; }
};

}  // namespace dreierlei
