// What the C++ library needs from a C library and an operating system, as far as the core uses it. The module contains no C
// library: compiling one would take longer than compiling the core, and only these few functions would be left of it.
//
// Allocation is in allocation.cpp; the compiler's own library has the rest: exponentials, logarithms, wide multiplication.
#include <__verbose_abort>
#include <chrono>
#include <cmath>
#include <cstddef>

// The WebAssembly tag of C++ exceptions; its value is the address of the thrown object.
__asm__(".tagtype __cpp_exception i32\n"
        ".globl __cpp_exception\n"
        "__cpp_exception:\n");

// The library's own abort message would pull in all of formatted output, which is larger than a family of games. A page learns
// of a trap in any case.
void std::__libcpp_verbose_abort(const char *, ...) noexcept { __builtin_trap(); }
extern "C" [[noreturn]] void __abort_message(const char *, ...) { __builtin_trap(); }

// Milliseconds since some fixed moment.
extern "C" __attribute__((import_module("page"), import_name("now"))) double now();

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
    return time_point(duration(static_cast<duration::rep>(1e6 * ::now())));
}

extern "C" {

void __wasm_call_ctors();
__attribute__((export_name("_initialize"))) void initialize() { __wasm_call_ctors(); }

// The module never ends, so nothing is destroyed.
int __cxa_atexit(void (*)(void *), void *, void *) { return 0; }
void abort() { __builtin_trap(); }

std::size_t strlen(const char *text) {
    const char *end = text;
    while (*end) ++end;
    return std::size_t(end - text);
}
int strcmp(const char *one, const char *two) {
    while (*one && *one == *two) ++one, ++two;
    return static_cast<unsigned char>(*one) - static_cast<unsigned char>(*two);
}
int memcmp(const void *one, const void *two, std::size_t size) {
    const auto *left = static_cast<const unsigned char *>(one), *right = static_cast<const unsigned char *>(two);
    for (; size; ++left, ++right, --size)
        if (*left != *right) return *left - *right;
    return 0;
}
void *memchr(const void *memory, int wanted, std::size_t size) {
    for (auto *at = static_cast<const unsigned char *>(memory); size; ++at, --size)
        if (*at == static_cast<unsigned char>(wanted)) return const_cast<unsigned char *>(at);
    return nullptr;
}

// Rounds to the nearest whole number, halves away from zero. The fraction is exact.
long long llround(double number) {
    const double whole = __builtin_trunc(number);
    return static_cast<long long>(__builtin_fabs(number - whole) < 0.5 ? whole : whole + __builtin_copysign(1, number));
}
long lround(double number) { return static_cast<long>(llround(number)); }
}
