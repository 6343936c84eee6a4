// What the C++ library leaves to the program.
#include <__verbose_abort>

// The tag by which WebAssembly knows C++ exceptions, and which a thrown object's address goes with.
__asm__(".tagtype __cpp_exception i32\n"
        ".globl __cpp_exception\n"
        "__cpp_exception:\n");

// The library's own last words would bring everything that writes formatted text, which is larger than a family of games. A
// page hears of a trap in any case.
void std::__libcpp_verbose_abort(const char *, ...) noexcept { __builtin_trap(); }
extern "C" [[noreturn]] void __abort_message(const char *, ...) { __builtin_trap(); }
