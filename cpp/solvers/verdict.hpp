// The exact value of a position, as solvers give it.
#pragma once

#include "../model.hpp"

namespace dreierlei {

// `plies` counts to the end of the game when the winner hurries and the loser resists; it is -1 where the budget did not
// suffice to find it. The line is played by the same rule, and is then cut short.
struct Verdict {
    bool known = false;
    int winner = -1;  // as in Outcome
    int plies = -1;
    std::vector<Move> line = {};
};

}  // namespace dreierlei
