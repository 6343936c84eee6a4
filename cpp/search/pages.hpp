// Large pages for memory that is accessed at random.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dreierlei {

// Each access to a distant address costs a page-table walk, unless the pages are so large that the processor caches all
// of them. Only a hint: nothing depends on it.
inline void prefer_large_pages([[maybe_unused]] void *memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr std::uintptr_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const auto begin = (address + page - 1) / page * page, end = (address + bytes) / page * page;
    if (begin < end) madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace dreierlei
