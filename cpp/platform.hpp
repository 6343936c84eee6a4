// Wrappers for what differs between compilers and operating systems.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif
#ifdef _WIN32
#include <process.h>
#elif !defined(__wasi__)
#include <unistd.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dreierlei {

#if defined(_MSC_VER) && !defined(__clang__)
#ifdef _M_X64
inline void prefetch(const void *memory) { _mm_prefetch(static_cast<const char *>(memory), _MM_HINT_T0); }
#else
inline void prefetch(const void *memory) { __prefetch(memory); }
#endif
#else
// Starts loading memory that will be needed soon.
inline void prefetch(const void *memory) { __builtin_prefetch(memory); }
#endif

// The full 128-bit product.
struct Product {
    std::uint64_t high, low;
};
inline Product multiply(std::uint64_t a, std::uint64_t b) {
#if defined(_MSC_VER) && !defined(__clang__)
    return {__umulh(a, b), a * b};
#elif defined(__wasm__)  // has no such instruction: compilers would call a library function
    const std::uint64_t low = std::uint32_t(a), high = a >> 32, its_low = std::uint32_t(b), its_high = b >> 32;
    std::uint64_t middle = high * its_low + (low * its_low >> 32);
    __asm__("" : "+r"(middle));  // keeps the compiler from recognising the pattern and calling that function
    const std::uint64_t sum = low * its_high + std::uint32_t(middle);
    return {high * its_high + (middle >> 32) + (sum >> 32), a * b};
#else
    __extension__ using Twice64 = unsigned __int128;
    const Twice64 product = Twice64(a) * b;
    return {std::uint64_t(product >> 64), std::uint64_t(product)};
#endif
}

// Large pages for memory that is accessed at random: each access to a distant address costs a page-table walk, unless the
// pages are so large that the processor caches all of them. Only a hint: nothing depends on it.
inline void prefer_large_pages([[maybe_unused]] void *memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr std::uintptr_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const auto begin = (address + page - 1) / page * page, end = (address + bytes) / page * page;
    if (begin < end) madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

#ifndef __wasi__  // WASI has no processes
inline int process_id() {
#ifdef _WIN32
    return _getpid();
#else
    return getpid();
#endif
}
#endif

}  // namespace dreierlei
