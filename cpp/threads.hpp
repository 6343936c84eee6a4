// Threads and locks, in three ways:
//
//     (nothing)             those of the standard library
//     DREIERLEI_ONE_THREAD  none: the standard library of the build lacks them
//     DREIERLEI_WORKERS     helpers that somebody else starts, on one memory, and that wait for work (helpers.hpp)
#pragma once

#if defined(DREIERLEI_ONE_THREAD)
#include <stdexcept>
#elif defined(DREIERLEI_WORKERS)
#include "helpers.hpp"
#else
#include <mutex>
#include <thread>
#endif

namespace dreierlei {

// Whether a search may have several threads; without, what they need is left out.
#if defined(DREIERLEI_ONE_THREAD)
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

// A variable in a function of which each thread has its own. Helpers only search, and no search has one.
#if defined(DREIERLEI_ONE_THREAD) || defined(DREIERLEI_WORKERS)
#define DREIERLEI_OF_THREAD static
#else
#define DREIERLEI_OF_THREAD static thread_local
#endif

#if defined(DREIERLEI_ONE_THREAD)
struct Mutex {};
struct Lock {
    explicit Lock(Mutex &) {}
};
// Nobody starts one where there is one thread; a caller that does has asked for more threads than there are.
struct Thread {
    template <class... Work> explicit Thread(Work &&...) { throw std::invalid_argument("this build has one thread"); }
    void join() {}
};
#elif !defined(DREIERLEI_WORKERS)
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
using Thread = std::thread;
#endif

}  // namespace dreierlei
