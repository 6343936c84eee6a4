// Threads and locks. A build with DREIERLEI_ONE_THREAD has none: its standard library lacks them, and what learners use many
// threads for is left out of it.
#pragma once

#ifdef DREIERLEI_ONE_THREAD
#include <stdexcept>
#else
#include <mutex>
#include <thread>
#endif

namespace dreierlei {

// A variable in a function of which each thread has its own.
#ifdef DREIERLEI_ONE_THREAD
#define DREIERLEI_OF_THREAD static
#else
#define DREIERLEI_OF_THREAD static thread_local
#endif

#ifdef DREIERLEI_ONE_THREAD
struct Mutex {};
struct Lock {
    explicit Lock(Mutex &) {}
};
// Nobody starts one where there is one thread; a caller that does has asked for more threads than there are.
struct Thread {
    template <class... Work> explicit Thread(Work &&...) { throw std::invalid_argument("this build has one thread"); }
    void join() {}
};
#else
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
using Thread = std::thread;
#endif

}  // namespace dreierlei
