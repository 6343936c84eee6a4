// Memory that several cores have in common, for a search on several processors where threads cannot share all of their memory.
//
// In a page each core is an instance of its own, with a memory of its own, in a worker of its own. They search the same position,
// and all that they share is the table, who works on what (marks.hpp), and how far the first one is. Nobody waits for anybody: the
// first core answers as it would alone, and the others only make its table richer. So they can be ended at any moment.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dreierlei {

#ifdef DREIERLEI_ONE_THREAD
inline constexpr bool cores_share = true;
#else
inline constexpr bool cores_share = false;  // threads do
#endif

// It consists of words, which are 0 at first: marks, some single numbers, and a table. Two cores may write at once, and what
// one reads of several words may have been written by two.
class Common {
  public:
    virtual ~Common() = default;
    virtual std::uint64_t get(std::size_t word) const = 0;
    virtual void set(std::size_t word, std::uint64_t value) const = 0;

    static constexpr std::size_t marks = 1 << 14;
    static constexpr std::size_t completed = marks;  // the deepest iteration that the first core has completed
    static constexpr std::size_t table = marks + 8;

    std::size_t clusters = 0;  // of the table, a power of 2
};

}  // namespace dreierlei
