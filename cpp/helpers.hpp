// Threads where the core cannot start any: the page starts workers that share its memory, and each of these helpers takes work
// that is offered.
//
// Nothing waits for a helper that may never arrive. `join` withdraws work that nobody has taken, so a search with fewer helpers
// than it asked for has fewer threads, and a late helper takes what is still on offer. Only the first thread offers work and
// joins it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>

namespace dreierlei {

using Word = std::atomic<std::int32_t>;

// `wait_while` blocks while a word has this value, but may return early; `wake` wakes all waiters.
void wait_while(Word &word, std::int32_t value);
void wake(Word &word);

// 0: free; 1: held; 2: held, and others may be waiting.
class Mutex {
  public:
    void lock() {
        std::int32_t seen = 0;
        if (word.compare_exchange_strong(seen, 1)) return;
        while (word.exchange(2)) wait_while(word, 2);
    }
    void unlock() {
        if (word.exchange(0) == 2) wake(word);
    }

  private:
    Word word{0};
};

class Lock {
  public:
    explicit Lock(Mutex &mutex) : mutex(mutex) { mutex.lock(); }
    ~Lock() { mutex.unlock(); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

  private:
    Mutex &mutex;
};

// The work on offer: a fixed number of slots, each free, offered, taken by a helper, or done. The first thread offers, withdraws
// and frees; a helper takes and completes. Constant-initialised, because helpers may look for work before the first thread has
// run any constructor.
class Offers {
  public:
    using Work = std::function<void()>;
    static constexpr int most = 3;

    // `work` must live until `settle` returns.
    int offer(const Work &work) {
        for (int i = 0; i < most; ++i) {
            if (places[i].state != Free) continue;
            places[i].work = &work;
            places[i].state = Offered;
            ++news;
            wake(news);
            return i;
        }
        throw std::invalid_argument("there are not so many helpers");
    }

    // Returns once nobody works on it and nobody can take it.
    void settle(int place) {
        Word &state = places[place].state;
        std::int32_t seen = Offered;
        if (!state.compare_exchange_strong(seen, Free))
            while (state != Done) wait_while(state, Taken);
        state = Free;
    }

    // The main loop of a helper.
    [[noreturn]] void help() {
        while (true) {
            const std::int32_t before = news;  // read first: an offer made after the scan below changes it
            for (auto &[state, work] : places) {
                std::int32_t seen = Offered;
                if (!state.compare_exchange_strong(seen, Taken)) continue;
                try {
                    (*work)();
                } catch (...) {
                    // Out of memory, for instance. The others go on without this helper.
                }
                state = Done;
                wake(state);
            }
            wait_while(news, before);
        }
    }

    // The number of helpers at work.
    int busy() const {
        return int(std::count_if(places.begin(), places.end(), [](const Place &place) { return place.state == Taken; }));
    }

  private:
    enum State : std::int32_t { Free, Offered, Taken, Done };
    struct Place {
        Word state{Free};
        const Work *work = nullptr;
    };

    std::array<Place, most> places;
    Word news{0};
};

extern Offers offers;

class Thread {
  public:
    template <class Work, class... Given> explicit Thread(Work work, Given... given)
        : work(std::make_unique<const Offers::Work>([work, given...]() mutable { work(given...); })),
          place(offers.offer(*this->work)) {}
    void join() { offers.settle(place); }

  private:
    std::unique_ptr<const Offers::Work> work;
    int place;
};

}  // namespace dreierlei
