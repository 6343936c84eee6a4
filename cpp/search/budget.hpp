// How much a search may spend.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace dreierlei {

// Thrown by Budget::spend when nothing is left.
struct OutOfBudget {};

// Counts the nodes of a search, and ends it by OutOfBudget when a limit is reached or when somebody wants it to stop.
// The clock and the stop function are looked at every few thousand nodes, so that they cost nothing.
class Budget {
  public:
    std::uint64_t nodes = 0;

    Budget() = default;
    // Every limit may be missing.
    Budget(std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::function<bool()> stop)
        : most(nodes.value_or(~std::uint64_t{0})), stop(std::move(stop)) {
        // A clock cannot count further than a few centuries.
        if (seconds && *seconds < 1e9) end = begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
        next_look = std::min(this->most, interval);
    }

    void spend() {
        if (++nodes >= next_look) look();
    }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t interval = 4096;

    void look() {
        if (nodes >= most || Clock::now() >= end || (stop && stop())) throw OutOfBudget{};
        next_look = std::min(most, nodes + interval);
    }

    std::uint64_t most = ~std::uint64_t{0};
    Clock::time_point begun = Clock::now(), end = Clock::time_point::max();
    std::function<bool()> stop;
    std::uint64_t next_look = interval;
};

}  // namespace dreierlei
