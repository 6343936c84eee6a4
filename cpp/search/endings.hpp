// Known values of positions near the end of a game, for a search to probe.
#pragma once

#include <optional>

#include "../model.hpp"

namespace dreierlei {

// Who wins, and the distance to the next irreversible step.
struct Known {
    int result;  // for the player to move: 1, 0 or -1
    int plies;
};

class AnyEndings {
  public:
    virtual ~AnyEndings() = default;
};

// Values of positions that are not over. They hold only if no position that can still recur has occurred twice.
template <Rules R> class Endings : public AnyEndings {
  public:
    virtual std::optional<Known> find(const typename R::State &s) const = 0;
};

}  // namespace dreierlei
