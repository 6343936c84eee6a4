// A small network for evaluations: one hidden layer in whole numbers, so that every machine gives the same result.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dreierlei {

// The sums of a hidden layer, or what one input adds to them. A unit's sum of `one` or more is fully active.
//
// Where the compiler has vectors, it makes one instruction of an addition of as many lanes as the processor allows, and plain
// code elsewhere.
template <std::size_t lanes> class Layer {
  public:
    static constexpr int one = 255;

    std::int16_t &operator[](std::size_t lane) { return reinterpret_cast<std::int16_t *>(parts.data())[lane]; }

    Layer &operator+=(const Layer &input) {
        for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += input.parts[i];
        return *this;
    }

    // The weighted sum of the squares of the units, each limited to 0 … one. A weight must be within ±128, so that its
    // product with a unit fits into 16 bits.
    int activated(const Layer &weights) const {
#ifdef __GNUC__
        typedef std::int32_t Wide __attribute__((vector_size(2 * sizeof(Part))));
        Wide sum{};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Part unit = parts[i] > 0 ? parts[i] : Part{};
            unit = unit < short(one) ? unit : Part{} + short(one);
            sum += __builtin_convertvector(unit * weights.parts[i], Wide) * __builtin_convertvector(unit, Wide);
        }
        int total = 0;
        for (std::size_t i = 0; i < together; ++i) total += sum[i];
        return total;
#else
        int total = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const int unit = std::clamp<int>(parts[i], 0, one);
            total += unit * weights.parts[i] * unit;
        }
        return total;
#endif
    }

  private:
#ifdef __GNUC__
    static constexpr std::size_t together = 16;
    typedef std::int16_t Part __attribute__((vector_size(2 * together)));
#else
    static constexpr std::size_t together = 1;
    using Part = std::int16_t;
#endif
    static_assert(lanes % together == 0);
    std::array<Part, lanes / together> parts{};
};

}  // namespace dreierlei
