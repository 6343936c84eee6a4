// The rules of a match: games between two players one after the other, as a game declares it.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "erased.hpp"

namespace dreierlei {

struct MatchRule {
    bool points = false;  // a game is worth the points of its outcome; otherwise a win is one and a draw half for each
    bool loser = false;   // the loser is White next, and after a draw the other player; otherwise the players alternate
    bool give_up = false;
};

struct Played {
    int winner = -1;  // a side; -1 after a draw
    int points = 0;
};

struct Standing {
    std::vector<int> whites{0};   // which player is White in each game that has begun, and in the one after
    std::array<int, 2> halves{};  // each player's score, doubled
    bool over = false;            // enough points, no games left, or no way to catch up with the leader
    int winner = -1;              // of the match, once it is over; -1 after a tie
};

// `length` is the greatest number of games, or the points that win.
inline Standing standing(MatchRule rule, int length, const std::vector<Played> &games) {
    Standing now;
    for (const Played &game : games) {
        const int white = now.whites.back(), winner = game.winner < 0 ? -1 : game.winner ^ white;
        if (winner >= 0)
            now.halves[std::size_t(winner)] += rule.points ? 2 * game.points : 2;
        else if (!rule.points)
            for (int &score : now.halves) ++score;
        now.whites.push_back(rule.loser && winner >= 0 ? 1 - winner : 1 - white);
    }
    const auto [first, second] = now.halves;
    const int left = length - int(games.size());
    now.over = rule.points ? std::max(first, second) >= 2 * length : left <= 0 || std::abs(first - second) > 2 * left;
    if (now.over && first != second) now.winner = first > second ? 0 : 1;
    return now;
}

// What a round that a player gives up, or loses on time, leaves to the opponent: the stones of both sides on the board.
inline int worth(const AnyRules &rules, const Node &node) {
    int count = 0;
    for (Stone stone : rules.describe(node).places) count += stone == WhiteStone || stone == BlackStone;
    return count;
}

}  // namespace dreierlei
