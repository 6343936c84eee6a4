// A static proof that no open line can be filled.
#pragma once

#include <cstring>

#include "threats.hpp"

namespace dreierlei {

// Whether the attacker's open lines are so few that the defender can spoil them all without any threats of their own. Two
// strategies of the defender are combined:
//
// Pairs. If some cells form disjoint pairs and the defender answers each stone on a paired cell with one on its partner, a
// line that contains a pair is never filled.
//
// Weights (Erdős and Selfridge). Let a rest of n cells weigh 2^-n, a filled line 1. If the weights sum to less than 1
// with the defender to move, the defender takes the cell whose lines weigh most, w. The sum falls by w, and the attacker's
// next stone adds the weight of the lines through it, at most w. So the sum stays below 1, and no line is ever filled.
// With the attacker to move the sum has to be below 1/2, because a stone at most doubles it.
//
// Together: lines with a pair are left out. The others are contested on the unpaired cells alone, where the two sides still
// alternate; their paired cells are given to the attacker for free, so that their rest is the unpaired part. Pairs are
// chosen greedily, each lowering the sum by as much as possible.
class SpoilingBound {
  public:
    bool holds(const OpenLines &open, bool attacker_moves) {
        // A weight of 1 is stored as 2^unit. Rests longer than `unit` get too much weight, which is on the safe side.
        constexpr int unit = 6;
        const int enough = 1 << (attacker_moves ? unit - 1 : unit);
        int size = 0, sum = 0;
        for (Bits line : open) {
            const int cells = std::popcount(line);
            rest[size] = line;
            weight[size] = std::int16_t(cells <= unit ? 1 << (unit - cells) : 1);
            sum += weight[size++];
        }
        if (sum < enough) return true;
        if (sum > 4 * enough) return false;  // pairs hardly ever suffice here
        for (Bits left = open.cells(); left;) {
            const int cell = pop(left);
            at[cell] = 0;
            std::memset(both[cell], 0, sizeof both[cell]);
        }
        for (int i = 0; i < size; ++i) add(rest[i], weight[i]);
        while (sum >= enough) {
            // A pair takes away the lines with both of its cells and doubles those with one.
            int best = 0, first = 0, second = 0;
            for (int i = 0; i < size; ++i)
                for (Bits left = rest[i]; left;) {
                    const int a = pop(left);
                    for (Bits more = left; more;) {
                        const int b = pop(more);
                        const int gain = 3 * both[a][b] - at[a] - at[b];
                        if (gain > best) best = gain, first = a, second = b;
                    }
                }
            if (!best) return false;
            const Bits pair = bit(first) | bit(second);
            int kept = 0;
            for (int i = 0; i < size; ++i) {
                const Bits hit = rest[i] & pair;
                if (hit) {
                    add(rest[i], -weight[i]);
                    sum -= weight[i];
                    if (hit == pair) continue;
                    rest[i] &= ~hit;
                    weight[i] = std::int16_t(weight[i] * 2);
                    sum += weight[i];
                    add(rest[i], weight[i]);
                }
                rest[kept] = rest[i];
                weight[kept++] = weight[i];
            }
            size = kept;
        }
        return true;
    }

  private:
    void add(Bits line, int change) {
        for (Bits left = line; left;) {
            const int a = pop(left);
            at[a] = std::int16_t(at[a] + change);
            for (Bits more = left; more;) {
                std::int16_t &sum = both[a][pop(more)];
                sum = std::int16_t(sum + change);
            }
        }
    }

    Bits rest[max_lines];
    std::int16_t weight[max_lines];
    std::int16_t at[64];        // the weight of the lines with this cell,
    std::int16_t both[64][64];  // and of those with these two, the lower one first
};

}  // namespace dreierlei
