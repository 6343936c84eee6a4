// Known values of positions near the end of a game, for a search to probe.
#pragma once

#include <optional>

#include "../model.hpp"

namespace dreierlei {

// Who wins, and how far it is to the next step that cannot be undone.
struct Known {
    int result;  // for the player to move: 1, 0 or -1
    int plies;
};

class AnyEndings {
  public:
    virtual ~AnyEndings() = default;
};

// For a position that is not over, in a game in which no position has occurred twice that could come again.
template <Rules R> class Endings : public AnyEndings {
  public:
    virtual std::optional<Known> find(const typename R::State &s) const = 0;
};

}  // namespace dreierlei
