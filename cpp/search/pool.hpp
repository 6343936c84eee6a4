// A thread pool for frequent work in small portions.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "../platform.hpp"

namespace dreierlei {

// Whichever thread is ready takes the next portion, so on a busy machine the calling thread never waits for a sleeping one.
// A forked process does not have the threads: there the calling thread works alone, and the pool must not be destroyed.
class Pool {
  public:
    explicit Pool(int threads) : home(process_id()) {
        for (int i = 1; i < threads; ++i) helpers.emplace_back([this] { serve(); });
    }
    Pool(const Pool &) = delete;
    Pool &operator=(const Pool &) = delete;
    ~Pool() {
        {
            const std::lock_guard lock(guard);
            closing = true;
        }
        wake.notify_all();
        for (auto &helper : helpers) helper.join();
    }

    // Calls work(begin, end) for portions that cover 0 … rows, in several threads if there is enough to do. An exception
    // in `work` is rethrown when everything is done.
    template <class Work> void each(std::size_t rows, Work work) {
        if (helpers.empty() || rows < 2 * portion || !at_home()) return work(std::size_t{0}, rows);
        const auto made = std::make_shared<Job>(rows, work);
        {
            const std::lock_guard lock(guard);
            job = made;
            ++calls;
        }
        wake.notify_all();
        made->help();
        for (std::size_t done = made->done; done != rows; done = made->done) made->done.wait(done);
        if (made->failure) std::rethrow_exception(made->failure);
    }

  private:
    static constexpr std::size_t portion = 256;  // rows that justify waking a thread

    bool at_home() const { return process_id() == home; }

    // A helper that arrives late finds no portion left and does not touch `work`, which may no longer exist.
    struct Job {
        Job(std::size_t rows, std::function<void(std::size_t, std::size_t)> work) : rows(rows), work(std::move(work)) {}

        void help() {
            for (std::size_t begin; (begin = next.fetch_add(portion)) < rows;) {
                const std::size_t end = std::min(begin + portion, rows);
                try {
                    work(begin, end);
                } catch (...) {
                    const std::lock_guard lock(guard);
                    failure = std::current_exception();
                }
                if (done.fetch_add(end - begin) + (end - begin) == rows) done.notify_all();
            }
        }

        std::size_t rows;
        std::function<void(std::size_t, std::size_t)> work;
        std::atomic<std::size_t> next{0}, done{0};
        std::mutex guard;
        std::exception_ptr failure;
    };

    void serve() {
        std::uint64_t served = 0;
        std::unique_lock lock(guard);
        for (;;) {
            wake.wait(lock, [&] { return closing || calls != served; });
            if (closing) return;
            served = calls;
            const std::shared_ptr<Job> current = job;
            lock.unlock();
            current->help();
            lock.lock();
        }
    }

    int home;
    std::mutex guard;  // protects what follows
    std::condition_variable wake;
    bool closing = false;
    std::uint64_t calls = 0;
    std::shared_ptr<Job> job;
    std::vector<std::thread> helpers;  // last, because they use the other members
};

}  // namespace dreierlei
