// The memory that several cores of a page have in common, beside the memory of each. A core reaches it by functions of a small
// module of its own (shared/common.c), which `web/core/common.js` gives to it: those are called directly, with no script between.
#pragma once

#include "../search/common.hpp"

#define COMMON(name) extern "C" __attribute__((import_module("common"), import_name(#name)))
COMMON(get) std::uint64_t common_get(std::size_t word);
COMMON(set) void common_set(std::size_t word, std::uint64_t value);
#undef COMMON

namespace dreierlei {

struct PageMemory final : Common {
    std::uint64_t get(std::size_t word) const override { return common_get(word); }
    void set(std::size_t word, std::uint64_t value) const override { common_set(word, value); }
};

}  // namespace dreierlei
