// The positions that the threads of a search are working on, so that they divide the work.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "../model.hpp"

namespace dreierlei {

// A position that one thread searches is marked. Another thread that reaches it by a move other than its first postpones that
// move until it has searched the rest. By then the first thread has stored its result, or both go on searching and diverge
// further down. One mark may overwrite another: then two threads do the same work, which is harmless.
class Marks {
  public:
    bool has(std::uint64_t key) const { return slot(key).load(std::memory_order_relaxed) == key; }

    // Marks a position during its lifetime; does nothing if `marks` is null.
    class Hold {
      public:
        Hold(Marks *marks, std::uint64_t key) : marks(marks), key(key) {
            if (marks) marks->slot(key).store(key, std::memory_order_relaxed);
        }
        ~Hold() {
            if (marks && marks->has(key)) marks->slot(key).store(0, std::memory_order_relaxed);
        }
        Hold(const Hold &) = delete;
        Hold &operator=(const Hold &) = delete;

      private:
        Marks *marks;
        std::uint64_t key;
    };

  private:
    static constexpr std::size_t size = 1 << 14;

    // The hash table uses the lower bits of a key.
    std::atomic<std::uint64_t> &slot(std::uint64_t key) { return slots[key >> 32 & (size - 1)]; }
    const std::atomic<std::uint64_t> &slot(std::uint64_t key) const { return slots[key >> 32 & (size - 1)]; }

    std::vector<std::atomic<std::uint64_t>> slots = std::vector<std::atomic<std::uint64_t>>(size);
};

// The order in which a number of moves are searched: each once, then those that were postponed.
class Turns {
  public:
    explicit Turns(int count) : count(count) {}

    bool more(int turn) const { return turn < count + put_off; }
    bool first(int turn) const { return turn < count; }  // not a postponed move
    int move(int turn) const { return turn < count ? turn : list[turn - count]; }
    void later(int move) { list[put_off++] = std::uint16_t(move); }

  private:
    int count, put_off = 0;
    std::uint16_t list[max_moves];
};

}  // namespace dreierlei
