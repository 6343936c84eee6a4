// Sets of places as the bits of a word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))  // MSVC has no macro of its own for BMI2
#define DREIERLEI_BMI2
#include <immintrin.h>
#endif

namespace dreierlei {

using Bits = std::uint64_t;

inline constexpr Bits bit(int place) { return Bits{1} << place; }

// Removes the lowest place from a set and returns it. The set must not be empty.
inline int pop(Bits &set) {
    const int place = std::countr_zero(set);
    set &= set - 1;
    return place;
}

// The members of `set` that lie in `mask`, packed into the low bits; `deposit` is the inverse.
inline Bits extract(Bits set, Bits mask) {
#ifdef DREIERLEI_BMI2
    return _pext_u64(set, mask);
#else
    Bits result = 0;
    for (int i = 0; mask; ++i) result |= (set >> pop(mask) & 1) << i;
    return result;
#endif
}

inline Bits deposit(Bits set, Bits mask) {
#ifdef DREIERLEI_BMI2
    return _pdep_u64(set, mask);
#else
    Bits result = 0;
    for (int i = 0; mask; ++i) result |= (set >> i & 1) << pop(mask);
    return result;
#endif
}

// Every second member of a set, from place 0 on, packed into the low half.
inline std::uint32_t even_places(std::uint32_t set) {
#ifdef DREIERLEI_BMI2
    return std::uint32_t(extract(set, 0x55555555));
#else
    set &= 0x55555555;
    set = (set | set >> 1) & 0x33333333;
    set = (set | set >> 2) & 0x0f0f0f0f;
    set = (set | set >> 4) & 0x00ff00ff;
    return (set | set >> 8) & 0xffff;
#endif
}

// Packs the members of many sets that lie in one mask, of at most eight of the first 32 places. `pack_both` does so for two
// sets in the halves of a word, the second behind the first; `unpack_both` is its inverse. Without an instruction for it,
// a table has the answer for each byte.
class Packing {
  public:
    Packing() = default;
    explicit Packing(std::uint32_t mask) : mask(mask), both(mask | Bits(mask) << 32), size(std::popcount(mask)) {
#ifndef DREIERLEI_BMI2
        for (std::uint32_t byte = 0; byte < 256; ++byte) {
            for (int i = 0; i < 4; ++i) packed[std::size_t(i)][byte] = std::uint8_t(extract(Bits(byte) << 8 * i, mask));
            unpacked[byte] = std::uint32_t(deposit(byte, mask));
        }
#endif
    }

#ifdef DREIERLEI_BMI2
    std::uint32_t pack(std::uint32_t set) const { return std::uint32_t(extract(set, mask)); }
    Bits pack_both(Bits sets) const { return extract(sets, both); }
    Bits unpack_both(Bits sets) const { return deposit(sets, both); }
#else
    std::uint32_t pack(std::uint32_t set) const {
        return packed[0][set & 255] | packed[1][set >> 8 & 255] | packed[2][set >> 16 & 255] | packed[3][set >> 24];
    }
    Bits pack_both(Bits sets) const { return pack(std::uint32_t(sets)) | Bits(pack(std::uint32_t(sets >> 32))) << size; }
    Bits unpack_both(Bits sets) const { return unpacked[sets & (bit(size) - 1)] | Bits(unpacked[sets >> size]) << 32; }
#endif

    std::uint32_t mask = 0;
    Bits both = 0;

  private:
    int size = 0;
#ifndef DREIERLEI_BMI2
    std::array<std::array<std::uint8_t, 256>, 4> packed{};
    std::array<std::uint32_t, 256> unpacked{};
#endif
};

// The n-th member of a set, counted from 0, as a set of its own. The set must have more than n members.
inline Bits only_nth(Bits set, int n) {
#ifdef DREIERLEI_BMI2
    return deposit(bit(n), set);
#else
    for (; n; --n) set &= set - 1;
    return set & -set;
#endif
}
inline int nth(Bits set, int n) { return std::countr_zero(only_nth(set, n)); }

}  // namespace dreierlei
