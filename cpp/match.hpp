// The rules of a match: a series of games between two players, as the game's declaration describes it.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "erased.hpp"

namespace dreierlei {

struct MatchRule {
    bool points = false;  // a game is worth the points of its outcome; otherwise a win is one and a draw half for each
    bool loser = false;   // the loser is White next, or after a draw the player who did not begin; otherwise players alternate
    bool give_up = false;
};

struct Played {
    int winner = -1;  // a side; -1 after a draw
    int points = 0;
    bool swapped = false;  // whether the players have exchanged their sides
};

struct Standing {
    std::vector<int> whites{0};   // which player was White in each finished game, and who begins the next one as White
    std::array<int, 2> halves{};  // each player's score, doubled
    bool over = false;            // enough points, no games left, or no way to catch up with the leader
    int winner = -1;              // of the match, once it is over; -1 after a tie
};

// `length` is the maximum number of games, or the points needed to win.
inline Standing standing(MatchRule rule, int length, const std::vector<Played> &games) {
    Standing now;
    for (const Played &game : games) {
        const int began = now.whites.back(), white = began ^ int(game.swapped);
        const int winner = game.winner < 0 ? -1 : game.winner ^ white;
        if (winner >= 0)
            now.halves[std::size_t(winner)] += rule.points ? 2 * game.points : 2;
        else if (!rule.points)
            for (int &score : now.halves) ++score;
        now.whites.back() = white;
        now.whites.push_back(rule.loser && winner >= 0 ? 1 - winner : 1 - began);
    }
    const auto [first, second] = now.halves;
    const int left = length - int(games.size());
    now.over = rule.points ? std::max(first, second) >= 2 * length : left <= 0 || std::abs(first - second) > 2 * left;
    if (now.over && first != second) now.winner = first > second ? 0 : 1;
    return now;
}

// The swap rule, which players can agree on: the beginner makes the first moves of a game for both sides, an odd number of them.
// The other player, whose turn it is then, may take over the beginner's side instead of moving, and the beginner moves next. With
// one move this is the pie rule; more moves are for games in which all first moves are equally good.
enum class Swap { Begins, Open, Past };  // the beginner moves for both; the other player may swap; neither

inline Swap swap_stage(const AnyRules &rules, const Node &node, int moves) {
    const Node *first = &node;
    for (; first->before && moves > 0; first = first->before.get()) --moves;
    if (moves > 0) return Swap::Begins;
    return first->before || rules.turn(node) == rules.turn(*first) || rules.outcome(node).over ? Swap::Past : Swap::Open;
}

// What the opponent scores when a player gives up a round or loses it on time: the stones of both sides on the board.
inline int worth(const AnyRules &rules, const Node &node) {
    int count = 0;
    for (Stone stone : rules.describe(node).places) count += stone == WhiteStone || stone == BlackStone;
    return count;
}

}  // namespace dreierlei
