// Observations for learners: a plane for each kind of content, with a byte for each place.
#pragma once

#include <cstring>

#include "model.hpp"

namespace dreierlei {

namespace planes {
// For each set of eight places, a byte per place that is 1 if the set contains it.
inline constexpr auto eight = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t set = 0; set < table.size(); ++set)
        for (int i = 0; i < 8; ++i) table[set] |= std::uint64_t(set >> i & 1) << 8 * i;
    return table;
}();
}  // namespace planes

// Writes a byte for each of `count` places: 1 if the set contains it.
template <class Byte> void spread(Bits set, int count, Byte *out) {
    static_assert(sizeof(Byte) == 1);
    if (count < 8) {
        for (int i = 0; i < count; ++i) out[i] = Byte(set >> i & 1);
        return;
    }
    for (int i = 0; i + 8 <= count; i += 8) std::memcpy(out + i, &planes::eight[set >> i & 255], 8);
    // The last eight places, which may overlap those before: the rest is complete, and nothing beyond it is touched.
    std::memcpy(out + count - 8, &planes::eight[set >> (count - 8) & 255], 8);
}

// Writes the planes of a view, and one for the earlier occurrences of the position where positions can repeat.
template <Rules R>
void observe(const R &rules, const typename R::State &s, Side seen_by, int earlier, int places, std::uint8_t *out) {
    const auto view = rules.view(s, seen_by);
    const auto size = std::size_t(places);
    for (Bits set : view.sets) {
        spread(set, places, out);
        out += size;
    }
    for (std::uint8_t number : view.numbers) {
        std::memset(out, number, size);
        out += size;
    }
    if (rules.can_repeat()) std::memset(out, earlier, size);
}

// The planes that `observe` writes.
template <Rules R> std::vector<Plane> planes_of(const R &rules) {
    std::vector<Plane> planes = rules.planes();
    if (rules.can_repeat()) planes.push_back({"earlier", last_occurrence - 1});
    return planes;
}

}  // namespace dreierlei
