// Exact values of the games on Katarenga tableaus that a three wins.
#pragma once

#include <cstdlib>

#include "forced.hpp"
#include "threes.hpp"
#include "verdict.hpp"

namespace dreierlei {

// The value of a position that is not over. In variants that go on after the placing phase, positions that this phase does not
// decide are searched for forced wins of up to `horizon` plies. `history` holds the line up to and including `s`. Throws
// OutOfBudget.
inline Verdict solve_threes(const Katarenga &rules, const Katarenga::State &s, const History<Katarenga> &history,
                            ThreesTable &table, Budget &budget, int horizon) {
    const int left = rules.total() - rules.progress(s);
    const auto won_in = [&](int plies) { return int(plies % 2 ? s.turn : other(s.turn)); };
    if (left) {
        Threes search(rules, table, budget);
        const int score = search.score(s);
        const int plies = score ? left + 1 - std::abs(score) : left;
        if (score || !rules.goes_on()) return {true, score ? won_in(plies) : -1, plies, search.line(s)};
    }
    Forced<Katarenga> search(rules, budget, history);
    const int plies = search.search(s, left + 1, horizon);
    if (!plies) return {};
    return {true, won_in(plies), plies, search.line(s, plies)};
}

}  // namespace dreierlei
