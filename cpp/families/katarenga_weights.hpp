// The weights of an evaluation, in thousandths of a unit. Set by hand.
#pragma once

#include <cstdint>

namespace dreierlei {

inline constexpr std::int16_t katarenga_weights[] = {100, 120, -120, 50};

}  // namespace dreierlei
