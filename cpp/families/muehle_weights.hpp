// The weights of an evaluation, in thousandths of a unit. Written by:
// python bench/tune.py muehle --games 3000 --nodes 1000 --seed 0 --write
#pragma once

#include <cstdint>

namespace dreierlei {

inline constexpr std::int16_t muehle_weights[] = {1059, -738, 86, -38, 138, -66, 101, -64, 111, 835, -398, 200, -27,
    126, -31, 76, -100, 173, 213, 216, 30, 298, 88, 7, 11, -82, 68, -163, 298, 121, -51, 147, 54, 27, 85, 14};

}  // namespace dreierlei
