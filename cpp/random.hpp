// Random numbers for playouts: small, fast, and the same on every machine.
#pragma once

#include <cstdint>

#include "model.hpp"
#include "platform.hpp"

namespace dreierlei {

// wyrand: a counter, multiplied by a slightly changed copy of itself. Only the addition is a dependency chain, so several
// numbers can be computed at once.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state(mix(seed)) {}

    std::uint64_t next() {
        state += 0xa0761d6478bd642fULL;
        const Product product = multiply(state, state ^ 0xe7037ed1a0b428dbULL);
        return product.high ^ product.low;
    }

    // A number from 0 to n - 1 from 32 random bits. The bias of multiplying instead of rejecting is below n / 2^32.
    static int below(int n, std::uint32_t bits) { return int(std::uint64_t(bits) * std::uint32_t(n) >> 32); }
    int below(int n) { return below(n, std::uint32_t(next() >> 32)); }

    // A random member of a set of `count` places, at least one, as a set of its own.
    Bits among(Bits set, int count) { return only_nth(set, below(count)); }
    Bits among(Bits set) { return among(set, std::popcount(set)); }

  private:
    std::uint64_t state;
};

}  // namespace dreierlei
