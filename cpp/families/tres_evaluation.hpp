// TRES: pushes that win at once, and who holds the middle.
#pragma once

#include "../search/evaluation.hpp"
#include "../search/symmetry.hpp"
#include "tres.hpp"

namespace dreierlei {

template <> class Evaluation<Tres> : public Plain<Tres> {
  public:
    Evaluation(const Tres &rules, const Spec &spec) : Plain(rules, spec) {
        const auto &diagonals = spec.table("diagonals");
        for (int corner = 0; corner < 4; ++corner)
            for (int i = 0; i < 7; ++i) path[corner][i] = std::uint32_t(bit(diagonals[corner][i]));
        stones = int(spec.number("stones"));
        symmetries = Symmetries(quarter_turns(spec));
    }

    int orientation(const State &s) const {
        return std::popcount(s.stones[0] | s.stones[1]) <= turned_stones
                   ? symmetries.least({s.stones[0] | neutral_bit(s), s.stones[1] | neutral_bit(s)})
                   : 0;
    }
    State turned(State s, int i) const {
        for (std::uint32_t &set : s.stones) set = std::uint32_t(symmetries.turned(set, i));
        if (s.neutral != Tres::out) s.neutral = std::uint8_t(symmetries.cell(s.neutral, i));
        return s;
    }
    Move turned(Move move, int i) const {
        const int corner = move.target[0] - Tres::first_corner;
        if (move.target[0] == Tres::pass) return move;
        const int to = Tres::first_corner + (corner + i) % 4;
        return move.size == 1 ? Move::of(to) : Move::of(to, move.target[1]);
    }

    Sight look(const State &s) const {
        return std::popcount(s.stones[s.turn]) < stones && wins_now(s, s.turn) ? Sight{1, {}} : Sight{};
    }

    int evaluate(const State &s) const { return side(s, s.turn) - side(s, other(s.turn)); }

  private:
    static constexpr int turned_stones = 4;  // with more, an image of an earlier position is seldom met

    static std::uint32_t neutral_bit(const State &s) {
        return s.neutral == Tres::out ? 0 : std::uint32_t(1) << s.neutral;
    }

    // Turning the whole board keeps everything, arrows included; a mirror would turn the arrows round. The symmetry
    // with number i turns by i quarters.
    static std::vector<std::vector<int>> quarter_turns(const Spec &spec) {
        std::vector<std::vector<int>> turns(4, std::vector<int>(Tres::places));
        for (std::size_t quarters = 0; quarters < 4; ++quarters)
            for (const auto &ring : spec.table("rings"))
                for (std::size_t k = 0; k < ring.size(); ++k)
                    turns[quarters][std::size_t(ring[k])] = ring[(k + quarters * ring.size() / 4) % ring.size()];
        return turns;
    }

    // Whether a push by `us` makes a row of `us`. A push changes the centre and the inner places only if the outer and
    // the middle place of its corner are taken.
    bool wins_now(const State &s, Side us) const {
        const std::uint32_t own = s.stones[us];
        const std::uint32_t taken = s.stones[0] | s.stones[1] | neutral_bit(s);
        for (int corner = 0; corner < 4; ++corner) {
            const auto &p = path[corner];
            const std::uint32_t way = p[0] | p[1];
            if ((taken & way) != way) continue;
            if (taken & p[2]) {
                // The inner stone goes to the centre, the middle one to the inner place, and the centre's stone, if
                // there is one, to the opposite inner place.
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

    int side(const State &s, Side us) const {
        const std::uint32_t own = s.stones[us];
        const int on_ring = std::popcount(own & inner);
        int sum = w.inner[on_ring] + w.middle * std::popcount(own & middle) +
                  w.middle_corner * std::popcount(own & middle_corners) +
                  w.outer_corner * std::popcount(own & outer_corners) + w.outer * std::popcount(own & outer);
        if (own & centre) sum += w.centre + w.centre_inner * on_ring;
        if (us != s.turn && wins_now(s, us)) sum += w.threat;
        return sum;
    }

    // Found by self-play: changes by lot, kept when they won a few hundred games against the weights before. Stones on
    // the inner ring are worth most in twos and threes; on the outer ring they are out of play, except at a corner,
    // where the next push takes them along.
    struct Weights {
        int inner[5];  // by their number
        int centre, centre_inner, middle, middle_corner, outer_corner, outer;
        int threat;  // of a player who is not on turn
    };
    static constexpr Weights w{.inner = {0, 6, 30, 53, 29},
                               .centre = 30,
                               .centre_inner = -2,
                               .middle = 7,
                               .middle_corner = 3,
                               .outer_corner = 8,
                               .outer = -13,
                               .threat = 17};

    static constexpr std::uint32_t centre = 1, inner = 0x1e, middle = 0x1fe0, outer = 0x1fffe000;
    static constexpr std::uint32_t middle_corners = 0x0aa0, outer_corners = 0x02222000;
    std::array<std::array<std::uint32_t, 7>, 4> path{};
    int stones;
    Symmetries symmetries;
};

}  // namespace dreierlei
