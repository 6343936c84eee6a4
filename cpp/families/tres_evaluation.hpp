// TRES: pushes that win at once, and weights for the patterns of the diagonals and the centre.
#pragma once

#include "../evaluation.hpp"
#include "tres.hpp"
#include "tres_weights.hpp"

namespace dreierlei {

template <> class Evaluation<Tres> : public BaseEvaluation<Tres> {
  public:
    Evaluation(const Tres &rules, const Spec &spec) : BaseEvaluation(rules, spec) {
        const auto &ways = spec.table("diagonals");
        for (int corner = 0; corner < 4; ++corner)
            for (int i = 0; i < 7; ++i) path[corner][i] = std::uint32_t(bit(ways[corner][i]));
        for (std::size_t i = 0; i < diagonals.size(); ++i) diagonals[i] = Packing(std::uint32_t(Spec::mask(ways[i])));
        stones = int(spec.number("stones"));
        const int outwards = spec.table("directions").at(0).at(0) > 0 ? -1 : 1;  // towards where stones come from
        for (int corner = 0; corner < 4; ++corner) {
            kinds[0] |= bit(first_middle + 2 * corner + 1);
            for (int steps = 1; steps < 4; ++steps)
                kinds[steps] |= bit(first_outer + (4 * corner + outwards * steps + ring) % ring);
        }
        int next = first_pattern;
        unfold(next, core, core_bits, [](int set) { return (set & 1) | (set & 0xe) << 1 | (set & 0x10) >> 3; });
        unfold(next, diagonal, diagonal_bits,
               [](int set) { return (set & 1) | (set & 0x2a) << 1 | (set & 0x54) >> 1; });
        if (next != int(std::size(tres_weights))) throw std::logic_error("the weights of TRES do not fit their patterns");
    }

    int orientation(const State &s) const {
        return std::popcount(s.stones[0] | s.stones[1]) <= turned_stones
                   ? rules.symmetries().least({s.stones[0] | neutral_bit(s), s.stones[1] | neutral_bit(s)})
                   : 0;
    }
    Sight look(const State &s) const {
        return std::popcount(s.stones[s.turn]) < stones && wins_now(s, s.turn) ? Sight{1, {}} : Sight{};
    }

    // In hundredths; the weights are in thousandths.
    int evaluate(const State &s) const {
        int sum = 0;
        each_term(s, [&](int weight, int count) { sum += tres_weights[weight] * count; });
        return sum / 10;
    }
    std::span<const std::int16_t> weights() const { return tres_weights; }

    template <class Add> void each_term(const State &s, Add add) const {
        const std::uint32_t own = s.stones[s.turn], their = s.stones[other(s.turn)], nobody = neutral_bit(s);
        const std::uint32_t first = own | nobody, second = their | nobody, middle = std::uint32_t(bit(core_bits) - 1);
        add(Always, 1);
        add(OwnStones + std::popcount(own), 1);
        add(OtherStones + std::popcount(their), 1);
        add(core[(first & middle) | (second & middle) << core_bits], 1);
        for (const Packing &way : diagonals) add(diagonal[way.pack(first) | way.pack(second) << diagonal_bits], 1);
        for (int kind = 0; kind < int(kinds.size()); ++kind) {
            add(OwnSingles + kind, std::popcount(own & kinds[std::size_t(kind)]));
            add(OtherSingles + kind, std::popcount(their & kinds[std::size_t(kind)]));
        }
        if (wins_now(s, other(s.turn))) add(Threat, 1);
    }

  private:
    // The numbers of the weights. Those of patterns follow, first of the core, then of a diagonal.
    static constexpr int most_stones = 17;
    enum Weight {
        Always,
        Threat,
        OwnSingles,
        OtherSingles = OwnSingles + 4,
        OwnStones = OtherSingles + 4,
        OtherStones = OwnStones + most_stones + 1,
        first_pattern = OtherStones + most_stones + 1
    };

    static constexpr int turned_stones = 4;  // with more, an image of an earlier position is seldom met

    static std::uint32_t neutral_bit(const State &s) {
        return s.neutral == Tres::out ? 0 : std::uint32_t(1) << s.neutral;
    }

    // Whether a push by `us` makes a row for `us`. A push changes the centre and the inner places only if the outer and the
    // middle place of its diagonal are occupied.
    bool wins_now(const State &s, Side us) const {
        const std::uint32_t own = s.stones[us];
        const std::uint32_t taken = s.stones[0] | s.stones[1] | neutral_bit(s);
        for (int corner = 0; corner < 4; ++corner) {
            const auto &p = path[corner];
            const std::uint32_t way = p[0] | p[1];
            if ((taken & way) != way) continue;
            if (taken & p[2]) {
                // The inner stone moves to the centre, the middle one to the inner place, and the stone in the centre, if
                // any, to the opposite inner place.
                if (!(own & p[2])) continue;
                if (own & p[1] && own & (taken & p[3] ? p[3] : p[4])) return true;
                const auto &across = path[(corner + 1) % 4];
                const std::uint32_t row = across[2] | across[4];
                if ((own & row) == row) return true;
            } else {
                const std::uint32_t row = p[1] | p[3] | p[4];
                if ((own & row) == row) return true;
            }
        }
        return false;
    }

    // Only the lowest-numbered image of each pattern has a weight; they are numbered from `next` on. `image` applies the
    // symmetry to the bits of one player; four applications cover all images.
    template <std::size_t size, class Image>
    static void unfold(int &next, std::array<std::int16_t, size> &all, int bits, Image image) {
        const int one = (1 << bits) - 1;
        for (int set = 0; set < int(size); ++set) {
            if (std::popcount(unsigned(set & set >> bits & one)) > 1) continue;  // there is only one neutral stone
            int least = set;
            for (int turned = set, i = 0; i < 4; ++i) {
                turned = image(turned & one) | image(turned >> bits) << bits;
                least = std::min(least, turned);
            }
            all[std::size_t(set)] = least < set ? all[std::size_t(least)] : std::int16_t(next++);
        }
    }

    static constexpr int first_middle = 5, first_outer = 13, ring = 16, core_bits = 5, diagonal_bits = 7;
    std::array<Packing, 2> diagonals{};
    // The number of the weight by the mover's and the opponent's places; a neutral stone is in both.
    std::array<std::int16_t, 1 << 2 * core_bits> core{};
    std::array<std::int16_t, 1 << 2 * diagonal_bits> diagonal{};
    std::array<std::uint32_t, 4> kinds{};  // the other places: middle ones between corners, outer ones by distance
    std::array<std::array<std::uint32_t, 7>, 4> path{};
    int stones;
};

}  // namespace dreierlei
