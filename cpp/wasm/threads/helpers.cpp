// Helpers in a page: further workers that run the same module on the same memory.
//
// A helper has its own stack and thread-local variables, in a part of the memory that is reserved for it. It calls `help` with
// its number, from 0, and nothing else; it must not run constructors, because the first worker does.
#include "../../helpers.hpp"

using namespace dreierlei;

constinit Offers dreierlei::offers;

void dreierlei::wait_while(Word &word, std::int32_t value) {
    __builtin_wasm_memory_atomic_wait32(reinterpret_cast<std::int32_t *>(&word), value, -1);
}
void dreierlei::wake(Word &word) { __builtin_wasm_memory_atomic_notify(reinterpret_cast<std::int32_t *>(&word), ~0U); }

// Thread-local variables are at the bottom of each part, and the stack grows down from its top.
constexpr int part_size = 1 << 20;
extern "C" {
alignas(64) char helper_parts[Offers::most][part_size];
[[noreturn]] void help_forever() { offers.help(); }
}

static_assert(part_size == 1048576, "as in the code below");
__asm__(".globaltype __stack_pointer, i32\n"
        ".functype __wasm_init_tls (i32) -> ()\n"
        ".functype help_forever () -> ()\n"
        ".section .text.help,\"\",@\n"
        ".globl help\n"
        ".type help,@function\n"
        ".export_name help, help\n"
        "help:\n"
        ".functype help (i32) -> ()\n"
        "    i32.const helper_parts\n"
        "    local.get 0\n"
        "    i32.const 1048576\n"
        "    i32.mul\n"
        "    i32.add\n"
        "    local.tee 0\n"
        "    i32.const 1048576\n"
        "    i32.add\n"
        "    global.set __stack_pointer\n"
        "    local.get 0\n"
        "    call __wasm_init_tls\n"
        "    call help_forever\n"
        "    end_function\n");
