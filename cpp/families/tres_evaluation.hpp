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
        for (std::size_t i = 0; i < diagonals.size(); ++i) diagonals[i] = Spec::mask(ways[i]);
        stones = int(spec.number("stones"));
        const int outwards = spec.table("directions").at(0).at(0) > 0 ? -1 : 1;  // towards where stones come from
        for (int corner = 0; corner < 4; ++corner) {
            kinds[0] |= bit(first_middle + 2 * corner + 1);
            for (int steps = 1; steps < 4; ++steps)
                kinds[steps] |= bit(first_outer + (4 * corner + outwards * steps + ring) % ring);
        }
        unfold(tres_weights::core, core, core_bits, [](int set) { return (set & 1) | (set & 0xe) << 1 | (set & 0x10) >> 3; });
        unfold(tres_weights::diagonal, diagonal, diagonal_bits,
               [](int set) { return (set & 1) | (set & 0x2a) << 1 | (set & 0x54) >> 1; });
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
        namespace weights = tres_weights;
        const std::uint32_t own = s.stones[s.turn], their = s.stones[other(s.turn)], nobody = neutral_bit(s);
        const Bits first = own | nobody, second = their | nobody, middle = bit(core_bits) - 1;
        int sum = weights::constant + weights::own_stones[std::popcount(own)] +
                  weights::other_stones[std::popcount(their)] +
                  core[(first & middle) | (second & middle) << core_bits];
        for (Bits way : diagonals) sum += diagonal[extract(first, way) | extract(second, way) << diagonal_bits];
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            sum += weights::singles[kind] * std::popcount(own & kinds[kind]) +
                   weights::singles[kinds.size() + kind] * std::popcount(their & kinds[kind]);
        if (wins_now(s, other(s.turn))) sum += weights::threat;
        return sum / 10;
    }

  private:
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

    // Weights are stored only for the lowest-numbered image of each pattern. `image` applies the symmetry to the bits of
    // one player; four applications cover all images.
    template <std::size_t n, std::size_t size, class Image>
    static void unfold(const std::int16_t (&weights)[n], std::array<std::int16_t, size> &all, int bits, Image image) {
        std::size_t next = 0;
        const int one = (1 << bits) - 1;
        for (int set = 0; set < int(size); ++set) {
            if (std::popcount(unsigned(set & set >> bits & one)) > 1) continue;  // there is only one neutral stone
            int least = set;
            for (int turned = set, i = 0; i < 4; ++i) {
                turned = image(turned & one) | image(turned >> bits) << bits;
                least = std::min(least, turned);
            }
            all[std::size_t(set)] = least < set ? all[std::size_t(least)] : weights[next++];
        }
        if (next != n) throw std::logic_error("the weights of TRES do not fit their patterns");
    }

    static constexpr int first_middle = 5, first_outer = 13, ring = 16, core_bits = 5, diagonal_bits = 7;
    std::array<Bits, 2> diagonals{};
    std::array<std::int16_t, 1 << 2 * core_bits> core{};          // by the mover's and the opponent's places; a neutral stone is in both
    std::array<std::int16_t, 1 << 2 * diagonal_bits> diagonal{};  // likewise
    std::array<std::uint32_t, 4> kinds{};  // the other places: middle ones between corners, outer ones by distance
    std::array<std::array<std::uint32_t, 7>, 4> path{};
    int stones;
};

}  // namespace dreierlei
