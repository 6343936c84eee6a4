// Placing games: immediate threats, and patterns that can still be filled.
#pragma once

#include "../evaluation.hpp"
#include "placement.hpp"

namespace dreierlei {

// A set of patterns is a few words of bits. The stones of a player in each pattern are counted for all patterns at once, in
// three such sets that hold the binary digits of the counts. A count starts at the difference between the pattern's length
// and the longest one's, so that all patterns are full at the same count, and one comparison finds those that miss k stones.
template <> class Evaluation<Placement> : public BaseEvaluation<Placement> {
  public:
    Evaluation(const Placement &rules, const Spec &spec)
        : BaseEvaluation(rules, spec), patterns(spec.masks("patterns")) {
        const int places = int(spec.number("places"));
        board = places == 64 ? ~Bits{0} : bit(places) - 1;
        stones = std::min(places, 2 * int(spec.number("stones")));
        for (Bits pattern : patterns) longest = std::max(longest, std::popcount(pattern));
        known = patterns.size() <= 64 * words && longest < 8;
        if (!known) return;
        through.resize(places);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            const Bits here = bit(int(i) % 64);
            const int shorter = longest - std::popcount(patterns[i]);
            for (int digit = 0; digit < digits; ++digit)
                if (shorter >> digit & 1) begin[digit][i / 64] |= here;
            for (Bits left = patterns[i]; left;) through[pop(left)][i / 64] |= here;
        }
        for (const Set &set : through) lines_through.push_back(size(set));
    }

    int orientation(const State &s) const {
        return std::popcount(s.stones[0] | s.stones[1]) <= turned_stones ? rules.symmetries().least(s.stones) : 0;
    }

    Sight look(const State &s) const {
        if (!known) return {};
        const Board both = count(s);
        const Bits own = s.stones[s.turn], theirs = s.stones[other(s.turn)];
        const Side us = s.turn, them = other(us);
        // One stone missing and none of the opponent's: the next stone fills it.
        if (any(open(both, us, 1))) return {1, {}};
        const Bits threats = missing_cells(open(both, them, 1), theirs);
        const int left = stones - std::popcount(own | theirs);
        if (std::popcount(threats) > 1 && left >= 2) return {-2, {}};
        // A stone that leaves two patterns with different last cells wins: the opponent can block only one, and has no
        // other threat.
        const Bits cells = threats ? threats : board & ~(own | theirs);
        if (left >= 3 && double_threat(open(both, us, 2), own, cells)) return {3, {}};
        if (threats && left >= 2) return {0, Move::of(std::countr_zero(threats))};
        return {};
    }

    int evaluate(const State &s) const {
        if (!known) return 0;
        const Board both = count(s);
        int own = tempo, theirs = 0;
        for (int k = 2; k <= longest; ++k) {
            own += worth[std::min(k, 5)] * size(open(both, s.turn, k));
            theirs += worth[std::min(k, 5)] * size(open(both, other(s.turn), k));
        }
        return own - theirs * theirs_percent / 100;
    }

    // Cells of nearly filled patterns of either side first, then cells that many patterns share.
    void order(const State &s, const MoveList &moves, int *out) const {
        if (!known) return BaseEvaluation::order(s, moves, out);
        const Board both = count(s);
        const Set own2 = open(both, s.turn, 2), own3 = open(both, s.turn, 3);
        const Set their2 = open(both, other(s.turn), 2), their3 = open(both, other(s.turn), 3);
        for (int i = 0; i < moves.size(); ++i) {
            const Set &here = through[moves[i].target[0]];
            int sum = 0;
            for (int w = 0; w < words; ++w)
                sum += 8 * std::popcount(own2[w] & here[w]) + 6 * std::popcount(their2[w] & here[w]) +
                       2 * std::popcount(own3[w] & here[w]) + 2 * std::popcount(their3[w] & here[w]);
            out[i] = sum * 1024 + lines_through[moves[i].target[0]] * 64;
        }
    }

  private:
    static constexpr int turned_stones = 6;  // with more stones, symmetric images of earlier positions are rare

    // Tuned by self-play. The opponent's patterns count less, because the player to move is faster.
    static constexpr int tempo = 7;
    static constexpr int worth[6] = {0, 0, 40, 10, 1, 1};  // of a pattern, by the stones that are missing
    static constexpr int theirs_percent = 66;

    static constexpr int words = 2, digits = 3;
    using Set = std::array<Bits, words>;

    struct Board {
        std::array<std::array<Set, digits>, 2> digit;
        std::array<Set, 2> touched{};  // patterns with a stone of that side
    };

    Board count(const State &s) const {
        Board both{{begin, begin}, {}};
        for (int side = 0; side < 2; ++side)
            for (Bits left = s.stones[side]; left;) {
                const Set &here = through[pop(left)];
                for (int w = 0; w < words; ++w) {
                    Bits carry = here[w];
                    both.touched[side][w] |= carry;
                    for (int d = 0; d < digits; ++d) {
                        const Bits next = both.digit[side][d][w] & carry;
                        both.digit[side][d][w] ^= carry;
                        carry = next;
                    }
                }
            }
        return both;
    }

    // The patterns that miss k stones of `side` and have none of the other's.
    Set open(const Board &both, Side side, int k) const {
        const int wanted = longest - k;
        Set result;
        for (int w = 0; w < words; ++w) {
            Bits equal = ~both.touched[other(side)][w];
            for (int d = 0; d < digits; ++d) {
                const Bits is = both.digit[side][d][w];
                equal &= wanted >> d & 1 ? is : ~is;
            }
            result[w] = equal;
        }
        const std::size_t used = patterns.size();
        for (std::size_t w = 0; w < words; ++w)
            if (used < 64 * (w + 1)) result[w] &= used > 64 * w ? bit(int(used - 64 * w)) - 1 : 0;
        return result;
    }

    static bool any(const Set &set) {
        Bits all = 0;
        for (Bits word : set) all |= word;
        return all != 0;
    }
    static int size(const Set &set) {
        int sum = 0;
        for (Bits word : set) sum += std::popcount(word);
        return sum;
    }
    template <class F> void each(const Set &set, F f) const {
        for (int w = 0; w < words; ++w)
            for (Bits left = set[w]; left;) f(patterns[64 * w + pop(left)]);
    }
    Bits missing_cells(const Set &set, Bits own) const {
        Bits cells = 0;
        each(set, [&](Bits pattern) { cells |= pattern & ~own; });
        return cells;
    }

    // Whether a stone on one of `cells` leaves two of these patterns, which miss two stones, with different last cells.
    bool double_threat(const Set &set, Bits own, Bits cells) const {
        Bits once = 0, twice = 0;
        each(set, [&](Bits pattern) {
            const Bits missing = pattern & ~own;
            twice |= once & missing;
            once |= missing;
        });
        for (Bits left = twice & cells; left;) {
            const Bits cell = bit(pop(left));
            Bits last = 0;
            each(set, [&](Bits pattern) {
                if (pattern & cell) last |= pattern & ~own & ~cell;
            });
            if (std::popcount(last) > 1) return true;
        }
        return false;
    }

    int stones = 0;  // of both sides together
    std::vector<Bits> patterns;
    Bits board = 0;
    int longest = 0;
    bool known = false;  // whether the patterns fit in the sets
    std::array<Set, digits> begin{};
    std::vector<Set> through;
    std::vector<int> lines_through;
};

}  // namespace dreierlei
