// A stable insertion sort for short lists. The standard library's sort is much larger, and every visitor would have to load it.
#pragma once

#include <utility>

namespace dreierlei {

template <class Place, class Before> void put_in_order(Place begin, Place end, Before before) {
    for (Place next = begin; next != end; ++next)
        for (Place at = next; at != begin && before(*at, *(at - 1)); --at) std::swap(*at, *(at - 1));
}

}  // namespace dreierlei
