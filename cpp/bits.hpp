// Sets of places as the bits of a word.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))  // MSVC has no macro of its own for BMI2
#define DREIERLEI_BMI2
#include <immintrin.h>
#endif

namespace dreierlei {

using Bits = std::uint64_t;

inline constexpr Bits bit(int place) { return Bits{1} << place; }

// Removes the lowest place from a set and returns it. The set must not be empty.
inline constexpr int pop(Bits &set) {
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
// sets in the halves of a word, the second behind the first; `unpack_both` is its inverse. Without an instruction for it, a
// multiplication gives each set of the mask a number, and a table has the answer for it.
class Packing {
  public:
    Packing() = default;
    explicit Packing(std::uint32_t mask) : mask(mask), both(mask | Bits(mask) << 32), size(std::popcount(mask)) {
#ifndef DREIERLEI_BMI2
        std::array<int, 8> order{0, 1, 2, 3, 4, 5, 6, 7};
        do {
            factor = 0;
            for (Bits left = mask, n = 0; left; ++n) factor |= bit(64 - size + order[n] - pop(left));
            if (tell_apart()) return;
        } while (std::next_permutation(order.begin(), order.begin() + size));
        throw std::invalid_argument("the places of a line cannot be packed");
#endif
    }

#ifdef DREIERLEI_BMI2
    std::uint32_t pack(std::uint32_t set) const { return std::uint32_t(extract(set, mask)); }
    Bits pack_both(Bits sets) const { return extract(sets, both); }
    Bits unpack_both(Bits sets) const { return deposit(sets, both); }
#else
    std::uint32_t pack(std::uint32_t set) const { return packed[number(set)]; }
    Bits pack_both(Bits sets) const { return pack(std::uint32_t(sets)) | Bits(pack(std::uint32_t(sets >> 32))) << size; }
    Bits unpack_both(Bits sets) const { return unpacked[sets & (bit(size) - 1)] | Bits(unpacked[sets >> size]) << 32; }
#endif

    std::uint32_t mask = 0;
    Bits both = 0;

  private:
    int size = 0;
#ifndef DREIERLEI_BMI2
    std::size_t number(std::uint32_t set) const { return (set & mask) * factor >> (64 - size); }

    // Whether the factor gives each set of the mask a number of its own. It moves each place to one of the top bits, but to
    // others, too.
    bool tell_apart() {
        std::array<bool, 256> used{};
        for (std::uint32_t answer = 0; answer < bit(size); ++answer) {
            unpacked[answer] = std::uint32_t(deposit(answer, mask));
            const std::size_t found = number(unpacked[answer]);
            if (used[found]) return false;
            used[found] = true;
            packed[found] = std::uint8_t(answer);
        }
        return true;
    }

    Bits factor = 0;
    std::array<std::uint8_t, 256> packed{};
    std::array<std::uint32_t, 256> unpacked{};
#endif
};

#ifndef DREIERLEI_BMI2
// By byte and n: the n-th place of the byte.
inline constexpr auto places_of_byte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (Bits byte = 0; byte < 256; ++byte)
        for (Bits left = byte, n = 0; left; ++n) table[byte][n] = std::uint8_t(pop(left));
    return table;
}();
#endif

// The n-th member of a set of the first `width` places, counted from 0. The set must have more than n members. Without an
// instruction for it, counting finds the byte: a loop over the members would have to guess where it ends.
template <int width = 64> int nth(Bits set, int n) {
#ifdef DREIERLEI_BMI2
    return std::countr_zero(_pdep_u64(bit(n), set));
#else
    // How many quarters lie below it, by the members of the first one, two and three, which are counted at the same time.
    constexpr int quarter = std::max(width / 4, 8);
    int place = 0;
    if constexpr (width > 8) {
        int before = 0, quarters = 0;
        for (int end = quarter, last = 0; end < width; end += quarter) {
            const int count = std::popcount(set & (bit(end) - 1)), beyond = n >= count;
            before += (count - last) & -beyond;
            quarters += beyond;
            last = count;
        }
        place = quarter * quarters;
        set >>= place;
        n -= before;
    }
    if constexpr (quarter > 8) {
        const int count = std::popcount(set & 255), beyond = n >= count;
        place += 8 * beyond;
        set >>= 8 * beyond;
        n -= count & -beyond;
    }
    return place + places_of_byte[set & 255][std::size_t(n)];
#endif
}
// The same as a set of its own.
template <int width = 64> Bits only_nth(Bits set, int n) {
#ifdef DREIERLEI_BMI2
    return deposit(bit(n), set);
#else
    return bit(nth<width>(set, n));
#endif
}

}  // namespace dreierlei
