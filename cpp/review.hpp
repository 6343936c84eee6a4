// Reviews a game: what its positions were worth, which moves changed that, and the moments that decided it.
#pragma once

#include <cmath>

#include "puzzle.hpp"

namespace dreierlei {

constexpr std::size_t best_moves = 12;  // the moves of a best line that are shown
constexpr int most_moments = 3;        // a person learns from two or three moments, not from a list of all errors

// What a position of a game is worth.
struct Judgement {
    Line line;
    int ply = 0;             // the number of moves played before it
    bool known = false;      // proved
    int winner = -1;         // with best play, if known; -1: a draw
    int plies = -1;          // to the end of the game with best play; -1: not known
    int chance = 0;          // in thousandths, from -1000 (Black wins) to 1000 (White wins)
    std::vector<Move> best = {};  // the best line from here; empty when the game is over
};

inline int sure_chance(int winner) { return winner < 0 ? 0 : winner == White ? 1000 : -1000; }

// The chance that an estimate in hundredths gives the player it belongs to. It needs only a square root, which gives the same
// result on every processor.
inline int estimated_chance(int estimate) {
    constexpr double unit = 150;  // the estimate at which a side is clearly ahead
    return int(std::lround(1000 * estimate / std::sqrt(unit * unit + double(estimate) * estimate)));
}

// A chance as text: +0.35.
inline std::string chance_text(int chance) { return estimate_text((chance + (chance < 0 ? -5 : 5)) / 10); }

// `exact` may be null. The solver and the search each have their own budget. `threads` is for a search without a node limit.
template <class Budgets>
Judgement judge(const AnyRules &rules, const Exact *exact, const Line &line, HashTable &table, Budgets budget, int threads = 1) {
    Judgement found{line};
    for (const Node *node = line->before.get(); node; node = node->before.get()) ++found.ply;
    Verdict verdict;
    if (const Outcome end = rules.outcome(*line); end.over) {
        verdict = {true, end.winner, 0};
    } else if (exact) {
        Budget proving = budget();
        verdict = exact->solve(rules, line, proving);
    }
    const int turn = rules.turn(*line);
    if (!verdict.known) {
        Budget searching = budget();
        Shared shared(table, searching);
        shared.endings = exact ? exact->endings(*line) : nullptr;
        const Variation first = rules.analyse(line, Question{0, 1, searching.counts() ? 1 : threads, {}}, shared, {}).lines.at(0);
        verdict = verdict_of(first, turn);
        if (!verdict.known) {
            found.chance = (turn == White ? 1 : -1) * estimated_chance(result_of(first.score).estimate);
            found.best = first.moves;
            return found;
        }
    }
    found.known = true;
    found.winner = verdict.winner;
    found.plies = verdict.plies;
    found.chance = sure_chance(verdict.winner);
    found.best = std::move(verdict.line);
    return found;
}

// How much of the player's chance the move between two positions lost, in thousandths.
inline int lost(const AnyRules &rules, const Judgement &before, const Judgement &after) {
    return (rules.turn(*before.line) == White ? 1 : -1) * (before.chance - after.chance);
}

// The verdict on the move between two positions. "turned": it provably changed who wins with best play. "slip": the estimate
// fell a lot. Empty if the move was good enough.
inline const char *verdict(const AnyRules &rules, const Judgement &before, const Judgement &after) {
    constexpr int slip = 500;
    const int change = lost(rules, before, after);
    if (before.known && after.known) return change > 0 ? "turned" : "";
    return change > slip ? "slip" : "";
}

// Whether the player of the move between two positions provably had a win and gave it away.
inline bool missed_win(const AnyRules &rules, const Judgement &before, const Judgement &after) {
    return before.known && before.winner == int(rules.turn(*before.line)) && after.known && after.winner != before.winner;
}
// The same if the position before makes a puzzle.
inline bool missed_puzzle(const AnyRules &rules, const Judgement &before, const Judgement &after) {
    return before.plies >= 0 && before.plies <= longest_puzzle && missed_win(rules, before, after);
}

// What the player to move takes in the next three turns of the best line, if the first of them takes a stone. With one stone
// moving to and fro: a stone on every turn, or on every second turn; otherwise several stones, or one. Empty if none.
inline const char *taking(const AnyRules &rules, const Judgement &after) {
    constexpr std::size_t turns = 3;
    std::vector<std::pair<int, int>> ways;  // of the stone that moves
    std::vector<bool> takes;
    Line line = after.line;
    for (std::size_t i = 0; i < std::min(2 * turns - 1, after.best.size()); ++i) {
        if (i % 2 == 0) {
            takes.push_back(false);
            ways.push_back({-1, -1});
            for (const Step &step : rules.motion(*line, after.best[i])) {
                if (step.kind == Step::Taken) takes.back() = true;
                if (step.kind == Step::Moved) ways.back() = {step.start, step.end};
            }
            if (!takes.front()) return "";
        }
        line = rules.play(line, after.best[i]);
    }
    const auto count = std::count(takes.begin(), takes.end(), true);
    const auto [from, to] = ways.empty() ? std::pair(-1, -1) : ways.front();
    const bool returns = ways.size() > 1 && from >= 0 && ways[1] == std::pair(to, from);
    if (returns && takes[1]) return "takes-every-turn";
    if (returns && ways.size() == turns && ways[2] == ways[0] && takes[2]) return "takes-to-and-fro";
    return count > 1 ? "takes-again" : count ? "takes" : "";
}

// Why a move was wrong; near and obvious reasons come before distant ones: the player could have won at once; the opponent now
// can; it let one of the opponent's stones take others again and again; the opponent can now force a win, or the player could
// have; it let the opponent take stones, or one stone; the game was won, or drawn, before it; or it only seems to lose a lot.
inline const char *reason(const AnyRules &rules, const Judgement &before, const Judgement &after) {
    const int player = rules.turn(*before.line);
    const bool winning = before.known && before.winner == player;
    const bool losing = after.known && after.winner == 1 - player && !after.best.empty();
    if (winning && before.plies == 1) return "missed-win";
    if (losing && after.plies == 1) return "allowed-win";
    const std::string_view takes = taking(rules, after);
    if (takes == "takes-every-turn" || takes == "takes-to-and-fro") return takes.data();
    if (losing && after.plies >= 0) return "allowed-force";
    if (winning && before.plies >= 0) return "missed-force";
    if (!takes.empty()) return takes.data();
    if (winning) return "won";
    return before.known && after.known ? "drawn" : "slip";
}

// A move that decided a game, or helped to: the index in the course of the game of the position before it, and the reason.
struct Moment {
    std::size_t index = 0;
    int lost = 0;
    const char *reason = "";
};

// The moves that lost the most, in the order of play. `course` holds the positions of one line, from first to last.
inline std::vector<Moment> moments(const AnyRules &rules, const std::vector<Judgement> &course, int most = most_moments) {
    std::vector<Moment> found;
    for (std::size_t i = 0; i + 1 < course.size(); ++i) {
        const Judgement &before = course[i], &after = course[i + 1];
        const Move &move = after.line->move;
        if (!move.size || before.best.empty() || before.best.front() == move || !*verdict(rules, before, after)) continue;
        found.push_back({i, lost(rules, before, after), reason(rules, before, after)});
    }
    while (found.size() > std::size_t(most)) {
        auto least = found.begin();
        for (auto each = found.begin(); each != found.end(); ++each)
            if (each->lost <= least->lost) least = each;
        found.erase(least);
    }
    return found;
}

}  // namespace dreierlei
