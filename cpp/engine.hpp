// The engine: a search, together with moves whose values are known without one.
#pragma once

#include "exact.hpp"

namespace dreierlei {

// The score of a move that leads to a known value.
inline Score score_of(const Verdict &after, int turn) {
    if (after.winner < 0) return Score::exact(0);
    const bool won = after.winner == turn;
    if (after.plies >= 0) return Score::exact(won ? win - after.plies - 1 : after.plies + 1 - win);
    return won ? Score{known_win, true, false} : Score{-known_win, false, true};
}

// Analyses a position. `valued` holds the moves to choose from, best first, each with its known value; it may be empty. If it is
// not, the search only has to find the draw that is hardest for the opponent.
inline Answer analyse(const AnyRules &rules, const Line &line, Question question, Shared &shared, const Valued &valued,
                      const std::function<void(const Answer &)> &tell) {
    if (valued.empty()) return rules.analyse(line, question, shared, tell);
    const std::size_t most = std::size_t(question.lines);
    std::vector<Variation> known;
    std::vector<Move> draws;
    for (const auto &[move, after] : valued) {
        known.push_back({{move}, score_of(after, rules.turn(*line))});
        known.back().moves.insert(known.back().moves.end(), after.line.begin(), after.line.end());
        if (after.winner < 0) draws.push_back(move);
    }
    if (draws.size() == 1 || known.front().score.value) {
        Answer answer{std::move(known), 0, valued.size(), shared.budget.elapsed(), true};
        answer.lines.resize(std::min(most, answer.lines.size()));
        if (tell) tell(answer);
        return answer;
    }
    const auto proved = [&](Answer answer) {
        for (Variation &drawn : answer.lines) drawn.score = Score::exact(0);
        for (const Variation &each : known) {
            const auto same = [&](const Variation &shown) { return shown.moves.front() == each.moves.front(); };
            if (answer.lines.size() < most && std::none_of(answer.lines.begin(), answer.lines.end(), same)) answer.lines.push_back(each);
        }
        answer.exact = true;
        return answer;
    };
    question.lines = int(std::min(most, draws.size()));
    question.candidates = draws;
    return proved(rules.analyse(line, question, shared, [&](const Answer &so_far) {
        if (tell) tell(proved(so_far));
    }));
}

}  // namespace dreierlei
