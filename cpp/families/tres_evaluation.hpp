// TRES: pushes that win at once, and a network over the stones.
#pragma once

#include "../evaluation.hpp"
#include "../network.hpp"
#include "tres.hpp"
#include "tres_weights.hpp"

namespace dreierlei {

// The network sees the board as the player to move does. A unit looks at the board in each of its four rotations, which are
// four lanes of the layer: so a position and its images have the same value, and one set of weights serves all four.
template <> class Evaluation<Tres> : public BaseEvaluation<Tres> {
  public:
    static constexpr Reductions reductions{2, 2, 1.8};
    static constexpr bool prunes = true;
    static constexpr int margin = 25, margin_depth = 4;

    Evaluation(const Tres &rules, const Spec &spec)
        : BaseEvaluation(rules, spec), stones(int(spec.number("stones"))), mirrored(spec.table("directions").at(0).at(0) < 0) {
        const auto &ways = spec.table("diagonals");
        for (int corner = 0; corner < 4; ++corner)
            for (int i = 0; i < 7; ++i) path[corner][i] = std::uint32_t(bit(ways[corner][i]));
        prepare();
    }

    int orientation(const State &s) const {
        return std::popcount(s.stones[0] | s.stones[1]) <= turned_stones
                   ? rules.symmetries().least({s.stones[0] | neutral_bit(s), s.stones[1] | neutral_bit(s)})
                   : 0;
    }
    Sight look(const State &s) const {
        return std::popcount(s.stones[s.turn]) < stones && wins_now(s, s.turn) ? Sight{1, {}} : Sight{};
    }

    int evaluate(const State &s) const {
        const std::uint32_t own = s.stones[s.turn], their = s.stones[other(s.turn)];
        std::array<const Sums *, 4 + 2 * chunks> active{
            &counts[std::size_t(count(own))], &their_counts[std::size_t(count(their))], &neutral[s.neutral],
            wins_now(s, other(s.turn)) ? &threat : &nothing};
        for (std::size_t i = 0; i < chunks; ++i) {
            active[4 + 2 * i] = &stone_sets[0][i][own >> chunk * i & (chunk_sets - 1)];
            active[5 + 2 * i] = &stone_sets[1][i][their >> chunk * i & (chunk_sets - 1)];
        }
        const std::size_t phase = phase_of(own, their);
        return int((std::int64_t(Sums::activated(active, out[phase])) + constant[phase]) * hundredths / full);
    }
    State skip(State s) const {
        s.turn = other(s.turn);
        return s;
    }
    std::span<const std::int16_t> weights() const { return tres_weights; }

    std::optional<NetworkShape> network() const {
        NetworkShape shape{inputs, int(units), int(phases), {}};
        for (int turn = 0; turn < int(rotations); ++turn) {
            auto &image = shape.images.emplace_back();
            for (int input = 0; input < inputs; ++input) image.push_back(turned(input, turn));
        }
        return shape;
    }
    // The inputs that are active, by their number, and the phase.
    template <class Add> void each_term(const State &s, Add add) const {
        const std::uint32_t own = s.stones[s.turn], their = s.stones[other(s.turn)];
        for (Bits left = own; left;) add(OwnStone + place(pop(left)), 1);
        for (Bits left = their; left;) add(TheirStone + place(pop(left)), 1);
        if (s.neutral != Tres::out) add(Neutral + place(s.neutral), 1);
        add(OwnCount + count(own), 1);
        add(TheirCount + count(their), 1);
        if (wins_now(s, other(s.turn))) add(Threat, 1);
        add(inputs + int(phase_of(own, their)), 1);
    }

  private:
    static constexpr int most_stones = 17;
    enum Input {
        OwnStone,
        TheirStone = OwnStone + Tres::places,
        Neutral = TheirStone + Tres::places,
        OwnCount = Neutral + Tres::places,
        TheirCount = OwnCount + most_stones + 1,
        Threat = TheirCount + most_stones + 1,
        inputs
    };
    static constexpr std::size_t units = tres_units, phases = tres_phases, rotations = 4, lanes = rotations * units;
    using Sums = Layer<lanes>;
    static constexpr int hundredths = 42, full = Sums::one * Sums::one * 64;

    // The weights in their order: of each input those to the units, of each unit its bias, of each phase those of the units, of
    // each phase a constant.
    static constexpr std::size_t first_bias = inputs * units, first_out = first_bias + units,
                                 first_constant = first_out + phases * units;
    static_assert(std::size(tres_weights) == first_constant + phases);

    static constexpr int turned_stones = 4;  // with more, an image of an earlier position is seldom met

    // A variant may have more stones than the one that the weights are for.
    static int count(std::uint32_t set) { return std::min(std::popcount(set), most_stones); }
    static std::size_t phase_of(std::uint32_t own, std::uint32_t their) {
        return std::min<std::size_t>(std::size_t(std::popcount(own) + std::popcount(their)) * phases / 32, phases - 1);
    }

    static std::uint32_t neutral_bit(const State &s) {
        return s.neutral == Tres::out ? 0 : std::uint32_t(1) << s.neutral;
    }

    // The weights are for rings that turn as they usually do; where the outer ring turns the other way, the board is mirrored.
    int place(int number) const {
        if (!mirrored || !number) return number;
        const int first = number < 5 ? 1 : number < 13 ? 5 : 13, size = number < 5 ? 4 : number < 13 ? 8 : 16;
        return first + (size - (number - first)) % size;
    }

    // The image of an input when the board is turned.
    int turned(int input, int quarters) const {
        if (input >= OwnCount) return input;
        const int place = input % Tres::places;
        return input - place + rules.symmetries().place(place, quarters);
    }

    // What an input adds to the sums.
    Sums row(int input) const {
        Sums sums;
        for (std::size_t turn = 0; turn < rotations; ++turn)
            for (std::size_t unit = 0; unit < units; ++unit)
                sums[turn * units + unit] = tres_weights[std::size_t(turned(input, int(turn))) * units + unit];
        return sums;
    }

    void prepare() {
        for (int side = 0; side < 2; ++side)
            for (std::size_t i = 0; i < chunks; ++i)
                for (std::size_t set = 1; set < chunk_sets; ++set) {
                    const int first = std::countr_zero(set), number = int(chunk * i) + first;
                    if (number >= Tres::places) continue;
                    Sums &sums = stone_sets[side][i][set] = stone_sets[side][i][set & (set - 1)];
                    sums += row(side * Tres::places + place(number));
                }
        for (int number = 0; number < Tres::places; ++number) neutral[std::size_t(number)] = row(Neutral + place(number));
        for (int number = 0; number <= most_stones; ++number) {
            counts[std::size_t(number)] = row(OwnCount + number);
            for (std::size_t lane = 0; lane < lanes; ++lane)
                counts[std::size_t(number)][lane] += tres_weights[first_bias + lane % units];
            their_counts[std::size_t(number)] = row(TheirCount + number);
        }
        threat = row(Threat);
        for (std::size_t phase = 0; phase < phases; ++phase) {
            for (std::size_t lane = 0; lane < lanes; ++lane)
                out[phase][lane] = tres_weights[first_out + phase * units + lane % units];
            constant[phase] = tres_weights[first_constant + phase] * (full / 1000);
        }
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

    static constexpr std::size_t chunk = 6, chunks = 5, chunk_sets = 1 << chunk;
    int stones;
    bool mirrored;
    std::array<std::array<std::uint32_t, 7>, 4> path{};
    // What the sets of stones of either side add to the sums, in chunks of the board.
    std::array<std::array<std::array<Sums, chunk_sets>, chunks>, 2> stone_sets{};
    std::array<Sums, Tres::places + 1> neutral{};
    std::array<Sums, most_stones + 1> counts{}, their_counts{};
    Sums threat{}, nothing{};
    std::array<Sums, phases> out{};
    std::array<int, phases> constant{};
};

}  // namespace dreierlei
