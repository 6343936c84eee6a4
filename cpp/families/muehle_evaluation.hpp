// Mühle: stones, mills, mobility.
#pragma once

#include "../evaluation.hpp"
#include "muehle.hpp"

namespace dreierlei {

template <> class Evaluation<Muehle> : public BaseEvaluation<Muehle> {
  public:
    Evaluation(const Muehle &rules, const Spec &spec)
        : BaseEvaluation(rules, spec), places(int(spec.number("places"))), board((std::uint32_t(1) << places) - 1) {
        for (Bits mill : spec.masks("mills")) mills.push_back(std::uint32_t(mill));
        for (Bits next : spec.masks("neighbours")) neighbours.push_back(std::uint32_t(next));
        for (std::uint32_t half = 0; half < half_size; ++half)
            for (int i = 0; i < half_bits; ++i)
                if (half >> i & 1) {
                    if (i < places) around_low[half] |= neighbours[i];
                    if (i + half_bits < places) around_high[half] |= neighbours[i + half_bits];
                }
    }

    // The count of quiet plies decides when a game is drawn, so positions that differ in it have different futures.
    std::uint64_t key(const State &s) const { return mix(rules.key(s) + s.quiet * 0x9e3779b97f4a7c15ULL); }

    int orientation(const State &s) const {
        return std::popcount(s.stones[0] | s.stones[1]) <= turned_stones
                   ? rules.symmetries().least({s.stones[0], s.stones[1]})
                   : 0;
    }

    int evaluate(const State &s) const {
        const Side us = s.turn, them = other(us);
        const std::uint32_t free = board & ~(s.stones[us] | s.stones[them]);
        const Weights &w = s.hand[us] || s.hand[them] ? placing : moving;
        return w.tempo + side(s, us, free, w) - side(s, them, free, w);
    }

    // Captures first, then places with many neighbours.
    void order(const State &s, const MoveList &moves, int *out) const {
        const bool placing_now = s.hand[s.turn] > 0;
        for (int i = 0; i < moves.size(); ++i) {
            const Move &move = moves[i];
            const bool takes = move.size > (placing_now ? 1 : 2);
            const int to = move.target[placing_now ? 0 : 1];
            int sum = std::popcount(neighbours[to]) * 2;
            if (takes) sum += 400 + 4 * std::popcount(neighbours[move.target[move.size - 1] - places]);
            if (!placing_now) sum -= std::popcount(neighbours[move.target[0]]) * 2;
            out[i] = sum * 512;
        }
    }

  private:
    // Per stone, closed mill, two in a mill with the third place free, such a mill that can be closed with the next move,
    // one of these whose closing opens another mill (Zwickmühle), and free place to move to; and for having the move.
    struct Weights {
        int stone, mill, two, closable, shuttle, free, tempo;
    };
    static constexpr Weights placing{100, 12, 14, 0, 0, 7, 20};
    static constexpr Weights moving{100, 10, 6, 30, 30, 5, 10};
    static constexpr int turned_stones = 8;  // with more, an image of an earlier position is seldom met
    static constexpr int half_bits = 12;
    static constexpr std::uint32_t half_size = 1 << half_bits;

    std::uint32_t around(std::uint32_t set) const {
        return around_low[set & (half_size - 1)] | around_high[set >> half_bits];
    }

    int side(const State &s, Side us, std::uint32_t free, const Weights &w) const {
        const std::uint32_t own = s.stones[us];
        const int on_board = std::popcount(own);
        const bool jumps = !s.hand[us] && on_board == 3;
        int sum = w.stone * (on_board + s.hand[us]);
        int closed = 0, twos = 0, closable = 0, shuttles = 0;
        for (std::uint32_t mill : mills) {
            const std::uint32_t here = mill & own;
            const int count = std::popcount(here);
            if (count == 3) ++closed;
            if (count == 2) {
                if (const std::uint32_t gap = mill & free) {
                    ++twos;
                    // Stones outside the mill that can move into the gap.
                    const std::uint32_t helpers = jumps ? own & ~mill : around(gap) & own & ~mill;
                    if (!helpers) continue;
                    ++closable;
                    // A helper from a closed mill opens one mill as it closes the other, move after move.
                    for (std::uint32_t other_mill : mills)
                        if ((other_mill & own) == other_mill && other_mill & helpers) {
                            ++shuttles;
                            break;
                        }
                }
            }
        }
        sum += w.mill * closed + w.two * twos + w.closable * closable + w.shuttle * shuttles;
        if (!jumps) sum += w.free * std::popcount(around(own) & free);
        return sum;
    }

    int places;
    std::uint32_t board;
    std::vector<std::uint32_t> mills, neighbours;
    std::array<std::uint32_t, half_size> around_low{}, around_high{};
};

}  // namespace dreierlei
