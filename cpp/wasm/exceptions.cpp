// The tag by which WebAssembly knows C++ exceptions, and which a thrown object's address goes with. The library leaves it to
// the program.
__asm__(".tagtype __cpp_exception i32\n"
        ".globl __cpp_exception\n"
        "__cpp_exception:\n");
