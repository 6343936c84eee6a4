// The module's allocator. It replaces the library's, which is not thread-safe and rounds a table up to as much as twice its size.
//
// Small blocks have sizes that are powers of two and are cut from pages; freed ones are kept by size. Large blocks are whole
// pages; a freed one is reused for a request that needs at least half of it. The header before a block holds its size and where
// its memory begins.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "../threads.hpp"

namespace {

using namespace dreierlei;

constexpr std::size_t page = 1 << 16, least = 32, small = page / 2, classes = 11;
static_assert(least << (classes - 1) == small);

struct Block {
    Block *next;
    std::size_t size;
};
struct alignas(16) Header {
    std::size_t size;  // with this header
    void *begin;
};

constinit Mutex guard;
Block *freed[classes], *large;     // free blocks, by size class; free blocks of whole pages
char *pool, *pool_end;             // pages that have never been used
char *rest[classes], *rest_end[classes];  // what is left of the last page of each class

// Zeroed pages; null if there are no more. Small requests are served from a pool that grows by many pages at once, so that the
// memory hardly ever grows while threads search: nothing then depends on how soon a browser tells the other threads of it.
char *fresh(std::size_t pages) {
    constexpr std::size_t many = 64;
    const auto grown = [](std::size_t count) {
        const std::size_t before = __builtin_wasm_memory_grow(0, count);
        return before == ~std::size_t{0} ? nullptr : reinterpret_cast<char *>(before * page);
    };
    if (pages > many / 4) return grown(pages);
    if (std::size_t(pool_end - pool) < pages * page) {
        pool = grown(many);
        pool_end = pool ? pool + many * page : nullptr;
        if (!pool) return grown(pages);
    }
    return std::exchange(pool, pool + pages * page);
}

char *small_block(std::size_t size) {
    const int kind = std::bit_width(size - 1) - std::bit_width(least - 1);
    if (Block *block = freed[kind]) {
        freed[kind] = block->next;
        return reinterpret_cast<char *>(block);
    }
    if (rest[kind] == rest_end[kind]) {
        rest[kind] = fresh(1);
        if (!rest[kind]) return rest_end[kind] = nullptr;
        rest_end[kind] = rest[kind] + page;
    }
    return std::exchange(rest[kind], rest[kind] + size);
}

// Sets `clean` if the block is zeroed.
char *large_block(std::size_t &size, bool &clean) {
    for (Block **at = &large; *at; at = &(*at)->next) {
        Block *block = *at;
        if (block->size < size || block->size / 2 > size) continue;
        *at = block->next;
        size = block->size;
        return reinterpret_cast<char *>(block);
    }
    clean = true;
    return fresh(size / page);
}

// Memory for `wanted` bytes after a header, at a multiple of `alignment`.
void *allocate(std::size_t wanted, std::size_t alignment, bool zero) {
    constexpr std::size_t most = std::size_t{1} << 30;
    const std::size_t space = wanted + (alignment > alignof(Header) ? alignment : 0) + sizeof(Header);
    if (wanted > most || alignment > most) return nullptr;
    std::size_t size = space <= small ? std::bit_ceil(std::max(space, least)) : (space + page - 1) & ~(page - 1);
    bool clean = false;
    char *begin;
    {
        const Lock lock(guard);
        begin = size <= small ? small_block(size) : large_block(size, clean);
    }
    if (!begin) return nullptr;
    const auto first = reinterpret_cast<std::uintptr_t>(begin) + sizeof(Header);
    char *memory = reinterpret_cast<char *>((first + alignment - 1) & ~(alignment - 1));
    reinterpret_cast<Header *>(memory)[-1] = {size, begin};
    if (zero && !clean) std::memset(memory, 0, wanted);
    return memory;
}

}  // namespace

extern "C" {

void *malloc(std::size_t size) { return allocate(size, alignof(Header), false); }
void *aligned_alloc(std::size_t alignment, std::size_t size) { return allocate(size, std::max(alignment, alignof(Header)), false); }
int posix_memalign(void **memory, std::size_t alignment, std::size_t size) {
    constexpr int no_memory = 12;
    *memory = aligned_alloc(alignment, size);
    return *memory ? 0 : no_memory;
}
void *calloc(std::size_t count, std::size_t size) {
    std::size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? nullptr : allocate(bytes, alignof(Header), true);
}

void free(void *memory) {
    if (!memory) return;
    const auto [size, begin] = static_cast<Header *>(memory)[-1];
    const Lock lock(guard);
    Block *&list = size <= small ? freed[std::bit_width(size - 1) - std::bit_width(least - 1)] : large;
    list = new (begin) Block{list, size};
}

void *realloc(void *memory, std::size_t size) {
    void *other = malloc(size);
    if (!memory || !other) return other;
    const auto [before, begin] = static_cast<Header *>(memory)[-1];
    const std::size_t kept = std::size_t(static_cast<char *>(begin) + before - static_cast<char *>(memory));
    std::memcpy(other, memory, std::min(kept, size));
    free(memory);
    return other;
}
}
