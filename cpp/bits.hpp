// Sets of places as the bits of a word.
#pragma once

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
