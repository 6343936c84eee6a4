// TRES: pushes that win at once, and a network over the stones.
#pragma once

#include "../evaluation.hpp"
#include "../network.hpp"
#include "tres.hpp"
#include "tres_weights.hpp"

namespace dreierlei {

// The network sees the board from the side of the player to move. Each unit looks at the board in all four rotations, with
// a lane of the layer for each. So a position and its images have the same value, and one set of weights serves all four.
template <> class Evaluation<Tres> : public BaseEvaluation<Tres> {
  public:
    static constexpr Reductions reductions{2, 2, 1.8};
    static constexpr bool prunes = true;
    static constexpr int margin = 15, margin_depth = 6, move_margin = 10, move_margin_depth = 6, reduction_step = 40;

    Evaluation(const Tres &rules, const Spec &spec)
        : BaseEvaluation(rules, spec), stones(int(spec.number("stones"))), mirrored(spec.table("directions").at(0).at(0) < 0) {
        const auto &ways = spec.table("diagonals");
        for (int corner = 0; corner < 4; ++corner) {
            for (int i = 0; i < 7; ++i) path[corner][i] = std::uint32_t(bit(ways[corner][i]));
            Spec::require(ways[corner][0] == 13 + 4 * corner && ways[corner][1] == 5 + 2 * corner,
                          "a diagonal begins at its corner's outer and middle place");
        }
        prepare_wins();
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
        const int centre = int(own & 1) + 2 * int(their & 1);
        std::array<const Sums *, 2 + chunks> active{
            &middle[s.neutral][std::size_t(centre)],
            &counts[std::size_t(count(own))][std::size_t(count(their))][wins_now(s, other(s.turn))]};
        for (std::size_t i = 0; i < chunks; ++i)
            active[2 + i] = &stone_sets[i][ternary[own >> (1 + chunk * i) & (chunk_bits - 1)] +
                                           2 * std::size_t(ternary[their >> (1 + chunk * i) & (chunk_bits - 1)])];
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

    // The order of the weights: from each input to every unit; the bias of every unit; for each phase, from every unit to
    // the output; for each phase, a constant.
    static constexpr std::size_t first_bias = inputs * units, first_out = first_bias + units,
                                 first_constant = first_out + phases * units;
    static_assert(std::size(tres_weights) == first_constant + phases);

    static constexpr int turned_stones = 4;  // with more stones, the search seldom meets two images of a position

    // A variant may have more stones than the weights were fitted for.
    static int count(std::uint32_t set) { return std::min(std::popcount(set), most_stones); }
    static std::size_t phase_of(std::uint32_t own, std::uint32_t their) {
        return std::min<std::size_t>(std::size_t(std::popcount(own) + std::popcount(their)) * phases / 32, phases - 1);
    }

    static std::uint32_t neutral_bit(const State &s) {
        return s.neutral == Tres::out ? 0 : std::uint32_t(1) << s.neutral;
    }

    // The weights are for rings that turn in their usual directions; if the outer ring turns the other way, the board is
    // mirrored.
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
        for (std::size_t i = 0; i < chunks; ++i)
            for (std::uint32_t own = 0; own < chunk_bits; ++own)
                for (std::uint32_t their = 0; their < chunk_bits; ++their)
                    if (!(own & their)) {
                        Sums &sums = stone_sets[i][ternary[own] + 2 * std::size_t(ternary[their])];
                        for (Bits left = own; left;) sums += row(OwnStone + place(int(1 + chunk * i) + pop(left)));
                        for (Bits left = their; left;) sums += row(TheirStone + place(int(1 + chunk * i) + pop(left)));
                    }
        for (int number = 0; number <= Tres::places; ++number)
            for (int centre = 0; centre < 3; ++centre) {
                Sums &sums = middle[std::size_t(number)][std::size_t(centre)];
                if (number != Tres::out) sums += row(Neutral + place(number));
                if (centre) sums += row(centre == 1 ? OwnStone : TheirStone);
            }
        for (int own = 0; own <= most_stones; ++own)
            for (int their = 0; their <= most_stones; ++their)
                for (int threatened = 0; threatened < 2; ++threatened) {
                    Sums &sums = counts[std::size_t(own)][std::size_t(their)][std::size_t(threatened)];
                    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = tres_weights[first_bias + lane % units];
                    sums += row(OwnCount + own);
                    sums += row(TheirCount + their);
                    if (threatened) sums += row(Threat);
                }
        for (std::size_t phase = 0; phase < phases; ++phase) {
            for (std::size_t lane = 0; lane < lanes; ++lane)
                out[phase][lane] = tres_weights[first_out + phase * units + lane % units];
            constant[phase] = tres_weights[first_constant + phase] * (full / 1000);
        }
    }

    // Whether a push by `us` makes a row for `us`. A push changes the centre and the inner places only if the outer and the
    // middle place of its diagonal are occupied. The corners are the bits 0, 2, 4 and 6 of a set, as on the middle ring.
    bool wins_now(const State &s, Side us) const {
        const std::uint32_t own = s.stones[us], taken = s.stones[0] | s.stones[1] | neutral_bit(s);
        std::uint32_t outer = taken >> 13 & 0x1111;
        outer = (outer | outer >> 2) & 0x0505;
        outer |= outer >> 4;
        const std::uint32_t ready = outer & taken >> 5 & 0x55;
        const Wins &corners = wins[own & 31][taken & 31];
        return ready & (corners.always | (corners.by_middle & own >> 5));
    }
    void prepare_wins() {
        for (std::uint32_t taken = 0; taken < 32; ++taken)
            for (std::uint32_t own = 0; own < 32; ++own)
                for (int corner = 0; corner < 4; ++corner) {
                    const auto &p = path[corner], &across = path[(corner + 1) % 4];
                    const std::uint32_t row = across[2] | across[4];
                    const auto sign = std::uint8_t(1 << 2 * corner);
                    if (!(taken & p[2])) {
                        if (own & p[3] && own & p[4]) wins[own][taken].by_middle |= sign;
                    } else if (own & p[2]) {
                        // The inner stone moves to the centre, the middle one to the inner place, and the stone in the
                        // centre, if any, to the opposite inner place.
                        if (own & (taken & p[3] ? p[3] : p[4])) wins[own][taken].by_middle |= sign;
                        if ((own & row) == row) wins[own][taken].always |= sign;
                    }
                }
    }

    // For each set of a chunk's places, the number in base 3 with the digit 1 for every place in the set.
    static constexpr auto ternary = [] {
        std::array<std::uint8_t, 16> numbers{};
        for (std::size_t set = 0; set < numbers.size(); ++set)
            numbers[set] = std::uint8_t((set & 1) + 3 * (set >> 1 & 1) + 9 * (set >> 2 & 1) + 27 * (set >> 3 & 1));
        return numbers;
    }();

    // The corners at which a push makes a row, by the stones in the centre and on the inner ring.
    struct Wins {
        std::uint8_t always, by_middle;  // `by_middle`: only if the stone on the middle ring is the pusher's own
    };

    static constexpr std::size_t chunk = 4, chunks = 7, chunk_bits = 1 << chunk, chunk_sets = 81;
    int stones;
    bool mirrored;
    std::array<std::array<std::uint32_t, 7>, 4> path{};
    std::array<std::array<Wins, 32>, 32> wins{};
    // What the stones add to the sums: those on the rings in chunks of four places, by a number in base 3 with the digit 1
    // for an own stone and 2 for an opponent's; the neutral stone and the centre; and the numbers of stones together with
    // the biases, without and with a threat.
    std::array<std::array<Sums, chunk_sets>, chunks> stone_sets{};
    std::array<std::array<Sums, 3>, Tres::places + 1> middle{};
    std::array<std::array<std::array<Sums, 2>, most_stones + 1>, most_stones + 1> counts{};
    std::array<Sums, phases> out{};
    std::array<int, phases> constant{};
};

}  // namespace dreierlei
