// A stable order for short lists. The sort of the standard library is much larger, and every visitor of the page would load it.
#pragma once

#include <utility>

namespace dreierlei {

template <class Place, class Before> void put_in_order(Place begin, Place end, Before before) {
    for (Place next = begin; next != end; ++next)
        for (Place at = next; at != begin && before(*at, *(at - 1)); --at) std::swap(*at, *(at - 1));
}

}  // namespace dreierlei
