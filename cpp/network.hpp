// A small network for evaluations: one hidden layer in integer arithmetic, so that every machine gives the same result.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#if defined(__GNUC__) && defined(__SSE2__)
#include <immintrin.h>
#endif

namespace dreierlei {

// The sums of a hidden layer, or what one input adds to them. A unit whose sum is `one` or more is fully active.
//
// If the compiler has vector types, one instruction adds as many lanes as the target processor allows; otherwise this is
// a plain loop.
template <std::size_t lanes> class Layer {
  public:
    static constexpr int one = 255;

    std::int16_t &operator[](std::size_t lane) { return reinterpret_cast<std::int16_t *>(parts.data())[lane]; }

    Layer &operator+=(const Layer &input) {
        for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += input.parts[i];
        return *this;
    }

    // Adds some layers, limits each unit to 0 … one, and returns the weighted sum of the squares. A weight must be within
    // ±128, so that its product with a unit fits into 16 bits.
    template <std::size_t count> static int activated(const std::array<const Layer *, count> &inputs, const Layer &weights) {
        Wide total{};
        for (std::size_t first = 0; first < size; first += at_once) {
            std::array<Part, at_once> sums{};
            for (const Layer *input : inputs)
                for (std::size_t i = 0; i < at_once; ++i) sums[i] += input->parts[first + i];
            for (std::size_t i = 0; i < at_once; ++i) {
                const Part &weight = weights.parts[first + i];
#ifdef __GNUC__
                Part unit = sums[i] > 0 ? sums[i] : Part{};
                unit = unit < short(one) ? unit : Part{} + short(one);
#else
                const int unit = std::clamp<int>(sums[i], 0, one);
#endif
#if defined(__wasm_simd128__)
                total += __builtin_wasm_dot_s_i32x4_i16x8(unit * weight, unit);  // also adds neighbouring products
#elif defined(__GNUC__) && defined(__AVX2__)
                total += Wide(_mm256_madd_epi16(__m256i(unit * weight), __m256i(unit)));  // likewise
#elif defined(__GNUC__) && defined(__SSE2__)
                total += Wide(_mm_madd_epi16(__m128i(unit * weight), __m128i(unit)));
#elif defined(__GNUC__)
                total += __builtin_convertvector(unit * weight, Wide) * __builtin_convertvector(unit, Wide);
#else
                total += unit * weight * unit;
#endif
            }
        }
#ifdef __GNUC__
        int all = 0;
        for (std::size_t i = 0; i < sizeof total / sizeof total[0]; ++i) all += total[i];
        return all;
#else
        return total;
#endif
    }

  private:
    // `together` is the number of lanes in a part, `at_once` the number of parts whose sums fit into registers.
#if defined(__wasm_simd128__)
    static constexpr std::size_t together = 8, size = lanes / together, at_once = 4;
    typedef std::int16_t Part __attribute__((vector_size(16)));
    typedef std::int32_t Wide __attribute__((vector_size(16)));
#elif defined(__GNUC__) && defined(__SSE2__)
#ifdef __AVX2__
    static constexpr std::size_t together = 16;
#else
    static constexpr std::size_t together = 8;
#endif
    static constexpr std::size_t size = lanes / together, at_once = 8;
    typedef std::int16_t Part __attribute__((vector_size(2 * together)));
    typedef std::int32_t Wide __attribute__((vector_size(2 * together)));
#elif defined(__GNUC__)
    static constexpr std::size_t together = 16, size = lanes / together, at_once = size;
    typedef std::int16_t Part __attribute__((vector_size(2 * together)));
    typedef std::int32_t Wide __attribute__((vector_size(4 * together)));
#else
    static constexpr std::size_t together = 1, size = lanes, at_once = size;
    using Part = std::int16_t;
    using Wide = int;
#endif
    static_assert(size % at_once == 0 && lanes % together == 0);
    std::array<Part, size> parts{};
};

}  // namespace dreierlei
