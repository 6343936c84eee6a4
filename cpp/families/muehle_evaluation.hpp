// Mühle: stones, mills, mobility.
#pragma once

#include "../evaluation.hpp"
#include "muehle.hpp"
#include "muehle_weights.hpp"

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

    // In hundredths; the weights are in thousandths.
    int evaluate(const State &s) const {
        int sum = 0;
        each_term(s, [&](int weight, int count) { sum += muehle_weights[weight] * count; });
        return sum / 10;
    }
    std::span<const std::int16_t> weights() const { return muehle_weights; }

    // Each phase of the game has its own weights, for the difference between the player to move and the opponent in each feature.
    template <class Add> void each_term(const State &s, Add add) const {
        const std::uint32_t free = board & ~(s.stones[0] | s.stones[1]);
        const Counts ours = count(s, s.turn, free), theirs = count(s, other(s.turn), free);
        const int first = Features * phase(s);
        for (int feature = 0; feature < Tempo; ++feature)
            add(first + feature, ours[std::size_t(feature)] - theirs[std::size_t(feature)]);
        add(first + Tempo, 1);
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
    // What is counted for each side: stones; closed mills; mills with two own stones and a free place, those that can be
    // closed with the next move, and those of them whose closing opens another mill (Zwickmühle); free places to move to,
    // the moves to them, and stones that cannot move. `Tempo` is having the move.
    enum Feature { Stone, Mill, Two, Closable, Shuttle, Free, Way, Stuck, Tempo, Features };
    using Counts = std::array<int, Tempo>;

    // The phases: most stones in hand, a few in hand, all placed, and a side that jumps.
    static int phase(const State &s) {
        const int hand = s.hand[0] + s.hand[1];
        if (hand) return hand > late_placing ? 0 : 1;
        return std::min(std::popcount(s.stones[0]), std::popcount(s.stones[1])) > 3 ? 2 : 3;
    }
    static_assert(std::size(muehle_weights) == 4 * Features);
    static constexpr int late_placing = 6;
    static constexpr int turned_stones = 8;  // with more stones, symmetric images of earlier positions are rare
    static constexpr int half_bits = 12;
    static constexpr std::uint32_t half_size = 1 << half_bits;

    std::uint32_t around(std::uint32_t set) const {
        return around_low[set & (half_size - 1)] | around_high[set >> half_bits];
    }

    Counts count(const State &s, Side us, std::uint32_t free) const {
        const std::uint32_t own = s.stones[us];
        const int on_board = std::popcount(own);
        const bool jumps = !s.hand[us] && on_board == 3;
        Counts counts{};
        counts[Stone] = on_board + s.hand[us];
        for (std::uint32_t mill : mills) {
            const std::uint32_t here = mill & own;
            const int stones = std::popcount(here);
            if (stones == 3) ++counts[Mill];
            if (stones == 2) {
                if (const std::uint32_t gap = mill & free) {
                    ++counts[Two];
                    // Stones outside the mill that can move into the gap.
                    const std::uint32_t helpers = jumps ? own & ~mill : around(gap) & own & ~mill;
                    if (!helpers) continue;
                    ++counts[Closable];
                    // A helper from a closed mill opens one mill as it closes the other, move after move.
                    for (std::uint32_t other_mill : mills)
                        if ((other_mill & own) == other_mill && other_mill & helpers) {
                            ++counts[Shuttle];
                            break;
                        }
                }
            }
        }
        if (jumps) return counts;
        counts[Free] = std::popcount(around(own) & free);
        for (std::uint32_t left = own; left; left &= left - 1)
            counts[Way] += std::popcount(neighbours[std::size_t(std::countr_zero(left))] & free);
        counts[Stuck] = std::popcount(own & ~around(free));
        return counts;
    }

    int places;
    std::uint32_t board;
    std::vector<std::uint32_t> mills, neighbours;
    std::array<std::uint32_t, half_size> around_low{}, around_high{};
};

}  // namespace dreierlei
