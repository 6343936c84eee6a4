// Random numbers for playouts: small, fast, the same on every machine.
#pragma once

#include <cstdint>

#include "../model.hpp"

namespace dreierlei {

// A splitmix64 generator: every seed gives a full-period sequence.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state(mix(seed)) {}

    std::uint64_t next() { return mix(state += 0x9e3779b97f4a7c15ULL); }

    // A number from 0 to n - 1. The bias of multiplying instead of rejecting is below n / 2^32.
    int below(int n) { return int((next() >> 32) * std::uint64_t(n) >> 32); }

    // One place of a set that has `count` of them, at least one, as a set of its own.
    Bits among(Bits set, int count) { return deposit(bit(below(count)), set); }
    Bits among(Bits set) { return among(set, std::popcount(set)); }

  private:
    std::uint64_t state;
};

}  // namespace dreierlei
