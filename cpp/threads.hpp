// Threads and locks, in three ways:
//
//     (nothing)             those of the standard library
//     DREIERLEI_ONE_THREAD  none: the standard library of the build lacks them
//     DREIERLEI_WORKERS     helpers with shared memory that the page starts and that wait for work (helpers.hpp)
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

// Whether a search may use several threads; if not, the code for them is left out.
#if defined(DREIERLEI_ONE_THREAD)
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

// For a local static variable of which each thread has its own. Helpers only search, and searches do not use any.
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
// Constructed only if a caller asks for more threads than this build has.
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
