// Threads that share the rows of a table.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "../threads.hpp"

namespace dreierlei {

class Workers {
  public:
    using Tick = std::function<bool(double)>;  // takes the fraction that is done; false stops the work

    Workers(int threads, Tick tick) : threads(std::max(1, threads)), tick(std::move(tick)) {}

    // Calls work(row, local) for every row, with one `Local` per thread. The calling thread works too, and only it calls
    // `tick`, about ten times a second: `from` is the fraction done before this call, `share` the fraction it adds. Returns
    // false if `tick` stopped the work. Exceptions in `work` are rethrown.
    template <class Local, class Work> bool each(std::uint64_t rows, double from, double share, Work work) {
        std::atomic<std::uint64_t> next{0};
        std::atomic<bool> stopped{false};
        std::exception_ptr failure;
        Mutex guard;
        const std::uint64_t chunk = std::clamp<std::uint64_t>(rows / (8 * std::uint64_t(threads)), 1, 64);
        const auto run = [&](bool first) {
            try {
                Local local;
                while (!stopped) {
                    const std::uint64_t begin = next.fetch_add(chunk);
                    if (begin >= rows) break;
                    for (std::uint64_t row = begin; row < std::min(begin + chunk, rows); ++row) work(row, local);
                    const auto now = std::chrono::steady_clock::now();
                    if (first && now - reported > std::chrono::milliseconds(100)) {
                        reported = now;
                        if (!tick(from + share * double(begin) / double(rows))) stopped = true;
                    }
                }
            } catch (...) {
                const Lock lock(guard);
                failure = std::current_exception();
                stopped = true;
            }
        };
        std::vector<Thread> others;
        for (int i = 1; i < threads; ++i) others.emplace_back(run, false);
        run(true);
        for (auto &thread : others) thread.join();
        if (failure) std::rethrow_exception(failure);
        return !stopped;
    }

  private:
    int threads;
    Tick tick;
    std::chrono::steady_clock::time_point reported{};
};

}  // namespace dreierlei
