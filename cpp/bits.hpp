// Sets of places as the bits of a word.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))  // MSVC has no separate macro for BMI2
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

// The bits at even places, packed into the low half. Without an instruction for this, those of the upper half are interleaved
// with those of the lower half; `even_place` gives the position of the i-th of the sixteen.
inline std::uint32_t even_places(std::uint32_t set) {
#ifdef DREIERLEI_BMI2
    return std::uint32_t(extract(set, 0x55555555));
#else
    set &= 0x55555555;
    return (set | set >> 15) & 0xffff;
#endif
}
inline constexpr int even_place(int i) {
#ifdef DREIERLEI_BMI2
    return i;
#else
    return i < 8 ? 2 * i : 2 * i - 15;
#endif
}

// Numbers the subsets of a mask of at most eight of the first 32 places; a number has as many bits as the mask has places.
// `of_both` numbers two sets, one in each half of a word, and puts the second number above the first. Without an instruction
// that packs bits, the numbers come from a multiplication, so their order means nothing.
class Numbering {
  public:
    Numbering() = default;
    explicit Numbering(std::uint32_t mask) : both(mask | Bits(mask) << 32), mask(mask), size(std::popcount(mask)) {
#ifndef DREIERLEI_BMI2
        std::array<int, 8> order{0, 1, 2, 3, 4, 5, 6, 7};
        do {
            factor = 0;
            for (Bits left = mask, n = 0; left; ++n) factor |= bit(64 - size + order[n] - pop(left));
            if (tells_apart()) return;
        } while (std::next_permutation(order.begin(), order.begin() + size));
        throw std::invalid_argument("the places of a line cannot be numbered");
#endif
    }

#ifdef DREIERLEI_BMI2
    std::size_t of(std::uint32_t set) const { return std::size_t(extract(set, mask)); }
    Bits of_both(Bits sets) const { return extract(sets, both); }
#else
    std::size_t of(std::uint32_t set) const { return std::size_t((set & mask) * factor >> (64 - size)); }
    Bits of_both(Bits sets) const { return of(std::uint32_t(sets)) | Bits(of(std::uint32_t(sets >> 32))) << size; }
#endif

    Bits both = 0;

  private:
    std::uint32_t mask = 0;
    int size = 0;
#ifndef DREIERLEI_BMI2
    // Whether the factor gives each subset of the mask a different number. It moves each place to one of the top bits, but
    // also to others.
    bool tells_apart() const {
        std::array<bool, 256> used{};
        for (Bits packed = 0; packed < bit(size); ++packed)
            if (std::exchange(used[of(std::uint32_t(deposit(packed, mask)))], true)) return false;
        return true;
    }

    Bits factor = 0;
#endif
};

#ifndef DREIERLEI_BMI2
// Indexed by a byte and n: the n-th place of the byte.
inline constexpr auto places_of_byte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (Bits byte = 0; byte < 256; ++byte)
        for (Bits left = byte, n = 0; left; ++n) table[byte][n] = std::uint8_t(pop(left));
    return table;
}();
#endif

// The n-th member of a set, counted from 0. The set must have more than n members. Without an instruction for this, counting in
// all eight bytes at once finds the byte: the end of a loop over the members would be mispredicted.
inline int nth(Bits set, int n) {
#ifdef DREIERLEI_BMI2
    return std::countr_zero(_pdep_u64(bit(n), set));
#else
    constexpr Bits each = 0x0101010101010101, top = 0x80 * each;
    Bits count = set - (set >> 1 & (0x55 * each));
    count = (count & (0x33 * each)) + (count >> 2 & (0x33 * each));
    count = ((count + (count >> 4)) & (0x0f * each)) * each;  // for each byte, the members in it and below it
    const int place = 8 * std::popcount(((Bits(n) * each | top) - count) & top);  // of the first byte with more than n
    const Bits below = count << 8 >> place & 255;
    return place + places_of_byte[set >> place & 255][std::size_t(n) - std::size_t(below)];
#endif
}
// The same member, as a set.
inline Bits only_nth(Bits set, int n) {
#ifdef DREIERLEI_BMI2
    return deposit(bit(n), set);
#else
    return bit(nth(set, n));
#endif
}

// The n-th members of sets on a small board. Without an instruction that finds them, they come from a table.
class Members {
  public:
    using Set = std::uint32_t;
    static constexpr int most_places = 12;

    Members() = default;
#ifdef DREIERLEI_BMI2
    explicit Members(int) {}
    Set nth(Set set, int n) const { return Set(only_nth(set, n)); }
#else
    explicit Members(int places) : table(std::size_t{16} << places) {
        for (Bits set = 0; set < bit(places); ++set)
            for (Bits left = set, n = 0; left; ++n) table[set << 4 | n] = std::uint16_t(bit(pop(left)));
    }
    Set nth(Set set, int n) const { return table[set << 4 | Set(n)]; }

  private:
    std::vector<std::uint16_t> table;
#endif
};

}  // namespace dreierlei
