// The exact value of a position, as solvers give it.
#pragma once

#include "../model.hpp"

namespace dreierlei {

// `plies` is the distance to the end of the game if the winner hurries and the loser delays, or -1 if the budget did not
// suffice to find it. The line follows the same play; it is shorter where the budget ran out.
struct Verdict {
    bool known = false;
    int winner = -1;  // as in Outcome
    int plies = -1;
    std::vector<Move> line = {};
};

}  // namespace dreierlei
