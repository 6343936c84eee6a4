// The module _cpu: which build of the core this processor can run. It is compiled for the baseline processor and consulted
// before a build of the core is loaded, because an unsupported instruction would crash the program.
#include <Python.h>

#if defined(__x86_64__) || defined(_M_X64)
#define DREIERLEI_X86_64
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace {

#ifdef DREIERLEI_X86_64

struct Registers {
    unsigned a, b, c, d;
};

// All zero if the processor does not have the leaf.
Registers cpuid(unsigned leaf) {
#ifdef _MSC_VER
    int most[4], values[4];
    __cpuid(most, int(leaf & 0x80000000));
    if (unsigned(most[0]) < leaf) return {};
    __cpuidex(values, int(leaf), 0);
    return {unsigned(values[0]), unsigned(values[1]), unsigned(values[2]), unsigned(values[3])};
#else
    Registers registers{};
    __get_cpuid_count(leaf, 0, &registers.a, &registers.b, &registers.c, &registers.d);
    return registers;
#endif
}

// Which registers the operating system saves on a context switch.
unsigned saved_registers() {
#ifdef _MSC_VER
    return unsigned(_xgetbv(0));
#else
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}

constexpr bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

// The levels of the x86-64 psABI, section 3.1.1. The bits are those of the Intel and AMD manuals.
const char *level() {
    const Registers basic = cpuid(1), further = cpuid(7), extended = cpuid(0x80000001);
    constexpr unsigned v2 = 1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23;  // SSE3 … SSE4.2, CX16, POPCNT
    if (!has(basic.c, v2) || !has(extended.c, 1u << 0)) return "x86-64";                    // LAHF
    constexpr unsigned v3 = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;           // FMA, MOVBE, OSXSAVE, AVX, F16C
    constexpr unsigned v3_further = 1u << 3 | 1u << 5 | 1u << 8;                            // BMI1, AVX2, BMI2
    if (!has(basic.c, v3) || !has(further.b, v3_further) || !has(extended.c, 1u << 5)) return "x86-64-v2";  // LZCNT
    constexpr unsigned sse_and_avx = 1u << 1 | 1u << 2;
    return has(saved_registers(), sse_and_avx) ? "x86-64-v3" : "x86-64-v2";
}

#else

const char *level() { return ""; }

#endif

PyModuleDef module = {PyModuleDef_HEAD_INIT, "_cpu", "What this processor can run.", 0, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() {
    PyObject *made = PyModule_Create(&module);
    if (made && PyModule_AddStringConstant(made, "LEVEL", level()) == 0) return made;
    Py_XDECREF(made);
    return nullptr;
}
