// How hard a position is: the chance that a hasty player gives away its exact value.
#pragma once

#include <cmath>

#include "exact.hpp"
#include "results.hpp"

namespace dreierlei {

// The probability that a hasty player chooses each legal move, in the order of generation. Hasty players mostly play what looks
// best to them: some only glance at a move, which shows no results, and others search a few positions.
inline std::vector<double> hasty_choice(const AnyRules &rules, const Line &line) {
    constexpr std::array<std::uint64_t, 3> searched{1, 100, 2000};
    constexpr double temperature = 25;  // in hundredths of a unit
    constexpr int most = 300;           // the value of a win that is seen, and the limit of estimates
    MoveList moves;
    rules.moves(*line, moves);
    std::vector<double> chances(std::size_t(moves.size()));
    for (const std::uint64_t nodes : searched) {
        HashTable table = HashTable::for_nodes(nodes, 1);
        Budget budget(nodes, {}, nullptr, {});
        Shared shared(table, budget);
        const Answer answer = rules.analyse(line, Question{nodes == 1 ? 1 : 0, moves.size(), 1, {}}, shared, {});
        std::vector<double> weights;
        double sum = 0;
        for (const Variation &each : answer.lines) {
            const int value = nodes == 1 ? result_of(each.score).estimate : std::clamp<int>(each.score.value, -most, most);
            weights.push_back(std::exp((value - most) / temperature));
            sum += weights.back();
        }
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const auto place = std::find(moves.begin(), moves.end(), answer.lines[i].moves[0]) - moves.begin();
            chances[std::size_t(place)] += weights[i] / sum / double(searched.size());
        }
    }
    return chances;
}

// The chance that a hasty player chooses one of these moves.
inline double error_chance(const AnyRules &rules, const Line &line, const std::vector<Move> &errors) {
    if (errors.empty()) return 0;
    MoveList moves;
    rules.moves(*line, moves);
    const std::vector<double> chances = hasty_choice(rules, line);
    double sum = 0;
    for (const Move &move : errors) sum += chances[std::size_t(std::find(moves.begin(), moves.end(), move) - moves.begin())];
    return sum;
}

// The same for the losing moves of a drawn position. Nothing if a move was not decided in time; `budget` returns a budget for
// each, or nothing when time is up.
template <class Budgets>
std::optional<double> losing_chance(const AnyRules &rules, const Exact &exact, const Line &line, Proved &proved, Budgets budget) {
    if (rules.outcome(*line).over) return 0.0;
    std::vector<Move> errors;
    MoveList moves;
    rules.moves(*line, moves);
    const int opponent = 1 - rules.turn(*line);
    for (const Move &move : moves) {
        std::optional<Budget> limit = budget();
        const Verdict after = limit ? exact.solve(rules, rules.play(line, move), *limit, proved, {false}) : Verdict{};
        if (!after.known) return {};
        if (after.winner == opponent) errors.push_back(move);
    }
    return error_chance(rules, line, errors);
}

struct Draw {
    Move move;
    double chance = 0;  // that a hasty opponent loses after it
};

// The moves that keep a draw, among those decided in time.
template <class Budgets>
std::vector<Draw> draws(const AnyRules &rules, const Exact &exact, const Line &line, const std::vector<Move> &moves, Proved &proved,
                        Budgets budget) {
    std::vector<Draw> found;
    for (const Move &move : moves) {
        std::optional<Budget> limit = budget();
        if (!limit) break;
        const Line after = rules.play(line, move);
        const Verdict verdict = exact.solve(rules, after, *limit, proved, {false});
        if (!verdict.known || verdict.winner >= 0) continue;
        if (const auto chance = losing_chance(rules, exact, after, proved, budget)) found.push_back({move, *chance});
    }
    return found;
}

// The least chance from which a draw is called hard for the opponent.
constexpr double hard = 0.2;

}  // namespace dreierlei
