// The transposition table, shared by the threads of a search.
#pragma once

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "../platform.hpp"
#include "score.hpp"

namespace dreierlei {

// What is known about one position. `move` is an index into the generated moves, so that moves of any game fit.
struct HashEntry {
    static constexpr int no_move = 0xffff;
    enum Bound : std::uint8_t { None = 0, AtLeast = 1, AtMost = 2, Exact = 3 };

    std::int16_t value = 0;
    std::uint16_t move = no_move;
    std::uint8_t depth = 0;
    Bound bound = None;
    bool at_least = false, at_most = false;  // the proved bounds of `value`, which hold at any depth
};

// A hash table of entries, four to a cache line.
//
// Threads read and write without locks. A slot is two words, the entry and the key xored with it, so a slot that two
// threads wrote at once matches no key and is not found. Entries of earlier searches stay until their space is needed:
// the shallowest entry is replaced, where each search since an entry was written counts as eight plies less.
class HashTable {
  public:
    explicit HashTable(std::size_t megabytes) {
        std::size_t count = 1;
        while (count * 2 * sizeof(Cluster) <= megabytes << 20) count *= 2;
        resize(count);
    }
    // A table for about this many positions, for short searches.
    static HashTable for_nodes(std::uint64_t nodes, std::size_t megabytes) {
        HashTable table;
        std::size_t count = 64;
        while (count * slots < nodes && count * 2 * sizeof(Cluster) <= megabytes << 20) count *= 2;
        table.resize(count);
        return table;
    }

    void new_search() { age = (age + 1) & age_mask; }
    void clear() { resize(mask + 1); }

    void prefetch(std::uint64_t key) const { dreierlei::prefetch(&clusters[key & mask]); }

    bool find(std::uint64_t key, HashEntry &entry) const {
        for (const Slot &slot : clusters[key & mask].slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data) {
                entry = unpack(data);
                return true;
            }
        }
        return false;
    }

    void store(std::uint64_t key, const HashEntry &entry) {
        Slot *oldest = nullptr;
        int least = 1 << 30;
        for (Slot &slot : clusters[key & mask].slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                // An exact value is worth more than any deeper estimate.
                const HashEntry old = unpack(data);
                if (old.at_least && old.at_most && !(entry.at_least && entry.at_most)) return;
                oldest = &slot;
                break;
            }
            const int age_of = int(data >> age_shift) & age_mask;
            const int worth = int(data >> depth_shift & 0xff) - 8 * ((age - age_of) & age_mask);
            if (worth < least) least = worth, oldest = &slot;
        }
        const std::uint64_t data = pack(entry, age);
        oldest->data.store(data, std::memory_order_relaxed);
        oldest->check.store(key ^ data, std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t large_page = 2 << 20;
    static constexpr int slots = 4, depth_shift = 32, age_shift = 48, age_mask = 63;

    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    struct alignas(64) Cluster {
        Slot slot[slots];
    };
    struct Free {
        void operator()(Cluster *memory) const { std::free(memory); }
    };

    HashTable() = default;

    // calloc gives untouched zero pages, so a large table costs nothing until it is used.
    void resize(std::size_t count) {
        clusters = nullptr;
        memory.reset();
        const std::size_t bytes = count * sizeof(Cluster);
        const std::size_t line = bytes < large_page ? sizeof(Cluster) : large_page;
        void *fresh = std::calloc(1, bytes + line);
        if (!fresh) throw std::bad_alloc();
        memory.reset(static_cast<Cluster *>(fresh));
        const auto address = reinterpret_cast<std::uintptr_t>(fresh);
        clusters = reinterpret_cast<Cluster *>((address + line - 1) & ~(line - 1));
        prefer_large_pages(clusters, bytes);
        mask = count - 1;
    }

    // Bits: value 0–15, move 16–31, depth 32–39, bound 40–41, proofs 42–43, age 48–53. Not 0: an entry has a bound.
    static std::uint64_t pack(const HashEntry &f, int age) {
        return std::uint64_t(std::uint16_t(f.value)) | std::uint64_t(f.move) << 16 |
               std::uint64_t(f.depth) << depth_shift | std::uint64_t(f.bound) << 40 | std::uint64_t(f.at_least) << 42 |
               std::uint64_t(f.at_most) << 43 | std::uint64_t(age) << age_shift;
    }
    static HashEntry unpack(std::uint64_t data) {
        return {std::int16_t(data),           std::uint16_t(data >> 16), std::uint8_t(data >> depth_shift),
                HashEntry::Bound(data >> 40 & 3), bool(data >> 42 & 1),      bool(data >> 43 & 1)};
    }

    std::unique_ptr<Cluster, Free> memory;
    Cluster *clusters = nullptr;  // in `memory`, at the beginning of a cache line or of a large page
    std::size_t mask = 0;
    int age = 0;
};

}  // namespace dreierlei
