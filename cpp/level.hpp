// The levels of the computer: what each of them sees, and its style. `levels.hpp` has the choice of moves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dreierlei {

// For a base of at least 0. It needs only exp and log, which every build has.
inline double power(double base, double exponent) { return exponent == 0 ? 1 : std::exp(exponent * std::log(base)); }

// What a player likes among moves that are judged about equal; see styles.hpp.
enum class Style { Plain, Solid, Daring, Tricky };

// How a player of a given strength thinks: what the player sees at once, and how far ahead.
struct Level {
    static constexpr int near_plies = 4;
    using Near = std::array<double, near_plies>;

    int number = 10;
    double sight = std::numeric_limits<double>::infinity();  // in plies; infinite for a level that overlooks nothing

    Style style = Style::Plain;

    bool overlooks() const { return std::isfinite(sight); }

    // The probabilities of seeing wins in one ply, losses in two, wins in three and losses in four.
    Near near() const {
        static constexpr std::array<Near, 9> all{{
            {0.50, 0.25, 0.05, 0.00},
            {0.80, 0.60, 0.15, 0.05},
            {0.94, 0.85, 0.35, 0.15},
            {0.985, 0.96, 0.60, 0.35},
            {0.995, 0.985, 0.80, 0.60},
            {0.998, 0.995, 0.92, 0.80},
            {1.0, 0.998, 0.97, 0.90},
            {1.0, 1.0, 0.99, 0.96},
            {1.0, 1.0, 1.0, 0.99},
        }};
        return overlooks() ? all[std::size_t(std::clamp(number, 1, int(all.size()))) - 1] : Near{1.0, 1.0, 1.0, 1.0};
    }

    // The probability of seeing a result that is `plies` plies ahead, beyond the near ones.
    double sees(int plies) const {
        constexpr double blur = 0.5;  // the width of the range around the sight in which chance decides
        return 1 / (1 + std::exp(std::min(700.0, (plies - sight) / blur)));
    }

    // The probability of noticing an average move among `moves` moves.
    double share(int moves) const {
        const double notices = std::min(0.99, 0.12 + 0.055 * std::max(0.0, sight));
        return power(notices, std::max(1.0, std::log(moves) / std::log(6)));
    }

    // The probability of noticing a move, by its rank at first glance among `moves` moves, counted from 0.
    double notices(int place, int moves) const { return power(share(moves), 2.0 * place / (moves - 1)); }

    // The number of positions that it searches.
    std::uint64_t nodes() const {
        return std::uint64_t(std::llround(10 * power(1.85, std::min(15.0, std::max(0.0, sight)))));
    }

    // How strongly it prefers what looks better: the lower, the more strongly. In hundredths of a unit, like estimates.
    double temperature() const { return overlooks() ? std::max(2.0, 200 * power(0.77, std::max(0.0, sight))) : 3.0; }
};

}  // namespace dreierlei
