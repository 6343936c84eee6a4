// A module whose only memory is the one that the cores of a page share. A module of C++ cannot use a second memory, and calls
// between modules cost little. Nothing here is atomic: whoever reads must expect words that do not belong together.
#include <stdint.h>

__attribute__((export_name("get"))) uint64_t get(uint32_t word) { return ((const volatile uint64_t *)0)[word]; }
__attribute__((export_name("set"))) void set(uint32_t word, uint64_t value) { ((volatile uint64_t *)0)[word] = value; }
