// Threads that stay, for work that comes often and in small portions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <unistd.h>

namespace dreierlei {

class Pool {
  public:
    explicit Pool(int threads) : home(getpid()) {
        for (int i = 1; i < threads; ++i) helpers.emplace_back([this, i] { serve(std::size_t(i)); });
    }
    Pool(const Pool &) = delete;
    Pool &operator=(const Pool &) = delete;
    ~Pool() {
        closing = true;
        if (!at_home()) {  // a forked process has no threads to wait for
            for (auto &helper : helpers) helper.detach();
            return;
        }
        call();
        for (auto &helper : helpers) helper.join();
    }

    // Calls work(begin, end) for parts that make up 0 … rows, in several threads where there is enough to do. The parts
    // do not depend on when which thread is ready. What work throws is thrown here.
    template <class Work> void each(std::size_t rows, Work work) {
        const std::size_t parts = at_home() ? std::min(helpers.size() + 1, rows / least + 1) : 1;
        if (parts == 1) return work(std::size_t{0}, rows);
        task = [&, parts](std::size_t part) {
            if (part >= parts) return;
            try {
                work(rows * part / parts, rows * (part + 1) / parts);
            } catch (...) {
                const std::lock_guard lock(guard);
                failure = std::current_exception();
            }
        };
        busy = helpers.size();
        call();
        task(0);
        for (std::size_t left = busy; left; left = busy) busy.wait(left);
        if (std::exception_ptr thrown = std::exchange(failure, nullptr)) std::rethrow_exception(thrown);
    }

  private:
    static constexpr std::size_t least = 256;  // rows that are worth waking a thread

    bool at_home() const { return getpid() == home; }

    void call() {
        ++calls;
        calls.notify_all();
    }
    void serve(std::size_t part) {
        for (std::uint32_t served = 0;; ++served) {
            calls.wait(served);
            if (closing) return;
            task(part);
            if (--busy == 0) busy.notify_one();
        }
    }

    pid_t home;
    std::atomic<bool> closing{false};
    std::atomic<std::uint32_t> calls{0};
    std::atomic<std::size_t> busy{0};
    std::function<void(std::size_t)> task;
    std::mutex guard;
    std::exception_ptr failure;
    std::vector<std::thread> helpers;  // last: they use the rest
};

}  // namespace dreierlei
