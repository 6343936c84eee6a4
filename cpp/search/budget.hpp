// The limits of a search, and the flag that stops it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace dreierlei {

// Ends the searches that share it. Any thread may set it.
struct Stop {
    std::atomic<bool> flag{false};
};

// Thrown by Budget::spend when nothing is left.
struct OutOfBudget {};

// The limits of one search. Once they are reached, `over` stays true.
class Budget {
  public:
    using Clock = std::chrono::steady_clock;

    const std::uint64_t most_nodes = ~std::uint64_t{0};
    std::uint64_t nodes = 0;  // visited so far; a search with several threads counts them itself

    Budget() = default;
    // Every limit is optional. `poll` is called about twenty times a second by the thread that calls `spent`; it can end the
    // search by throwing.
    Budget(std::optional<std::uint64_t> nodes, std::optional<double> seconds, const Stop *stop, std::function<void()> poll)
        : most_nodes(nodes.value_or(~std::uint64_t{0})), stop(stop), poll(std::move(poll)) {
        // Clock::duration overflows after a few centuries.
        if (seconds && *seconds < 1e9)
            end = begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
        ended = !most_nodes || (seconds && *seconds <= 0);
        next_look = ended ? 0 : std::min(most_nodes, interval);
    }

    bool over() const { return ended; }
    bool counts() const { return most_nodes != ~std::uint64_t{0}; }  // whether there is a node limit
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }

    // Whether a search that has visited this many nodes must end. Reads the clock, so it should not be called at every node.
    bool spent(std::uint64_t visited) {
        const auto now = Clock::now();
        ended = ended || visited >= most_nodes || now >= end || (stop && stop->flag.load(std::memory_order_relaxed));
        if (poll && now - polled > std::chrono::milliseconds(50)) {
            polled = now;
            poll();
        }
        return ended;
    }

    // Counts a node. Throws OutOfBudget when a limit is reached.
    void spend() {
        if (++nodes < next_look) return;
        if (spent(nodes)) throw OutOfBudget{};
        next_look = std::min(most_nodes, nodes + interval);
    }

  private:
    static constexpr std::uint64_t interval = 4096;

    Clock::time_point begun = Clock::now(), end = Clock::time_point::max(), polled = begun;
    const Stop *stop = nullptr;
    std::function<void()> poll;
    bool ended = false;
    std::uint64_t next_look = interval;
};

}  // namespace dreierlei
