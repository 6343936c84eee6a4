// Answers to a page about searches, exact values, puzzles and reviews: views of the wire format, as JSON.
#pragma once

#include "../order.hpp"
#include "../review.hpp"
#include "../traps.hpp"
#include "../view.hpp"

namespace dreierlei {

constexpr std::size_t review_megabytes = 64;

inline void add_moves(Json &json, const char *name, const Shown &shown, const std::vector<Move> &moves) {
    json.name(name).open('[');
    for (const Move &move : moves) json.value(shown.text(move));
    json.close(']');
}

inline void add_optional(Json &json, const char *name, int value, bool known) {
    json.name(name);
    known ? json.value(value) : json.null();
}

// Opens a message; the caller closes its two brackets.
inline Json &message(Json &json, std::string_view key) { return json.open('{').name("key").value(key).name("values").open('{'); }
inline void add_side(Json &json, const char *name, int side) { message(json.name(name), view::side(side)).close('}').close('}'); }
// A number of moves.
inline void add_count(Json &json, const char *name, int plies) {
    message(json.name(name), plies == 1 ? "result.one-move" : "result.moves");
    if (plies != 1) json.name("count").value(plies);
    json.close('}').close('}');
}

// The AnalysisView of the wire format. `hard` are the drawing moves that are hard for the opponent.
inline std::string analysis_view(const Shown &shown, const Answer &answer, const std::vector<Move> &hard = {}, int opponent = 0) {
    Json json;
    json.open('{').name("lines").open('[');
    for (const Variation &line : answer.lines) {
        const Result result = result_of(line.score);
        const bool estimated = !*result.result;
        json.open('{');
        add_moves(json, "moves", shown, line.moves);
        json.name("score").open('{').name("result");
        estimated ? json.null() : json.value(result.result);
        add_optional(json, "plies", result.plies, result.plies >= 0);
        add_optional(json, "estimate", result.estimate, estimated);
        json.name("exact").value(result.exact).name("hard_for");
        const bool traps = std::find(hard.begin(), hard.end(), line.moves[0]) != hard.end();
        traps ? json.value(view::side(opponent)) : json.null();
        json.close('}');
        message(json.name("message"), traps ? "result.draw-hard" : message_key(result));
        if (traps) add_side(json, "name", opponent);
        if (result.plies >= 0) json.name("plies").value(result.plies);
        if (estimated) json.name("value").value(estimate_text(result.estimate));
        json.close('}').close('}').close('}');
    }
    json.close(']').name("depth").value(answer.depth).name("nodes").value(answer.nodes);
    json.name("exact").value(answer.exact).close('}');
    return std::move(json.text);
}

// Sorts the lines of a drawn position, the hardest for the opponent first, and returns the moves of those that are hard.
template <class Budgets>
std::vector<Move> hardest_first(const AnyRules &rules, const Exact &exact, const Line &line, Answer &answer, Budgets budget) {
    MoveList legal;
    rules.moves(*line, legal);
    Proved proved;
    std::vector<Draw> found = draws(rules, exact, line, {legal.begin(), legal.end()}, proved, budget);
    put_in_order(found.begin(), found.end(), [](const Draw &a, const Draw &b) { return a.chance > b.chance; });
    std::vector<Move> hard_ones;
    std::vector<Variation> lines;
    for (const Draw &each : found) {
        if (lines.size() == answer.lines.size()) break;
        const auto same = std::find_if(answer.lines.begin(), answer.lines.end(), [&](const Variation &line) { return line.moves[0] == each.move; });
        lines.push_back(same == answer.lines.end() ? Variation{{each.move}, Score::exact(0), answer.depth} : *same);
        if (each.chance >= hard) hard_ones.push_back(each.move);
    }
    if (lines.size() == answer.lines.size()) answer.lines = std::move(lines);
    return hard_ones;
}

// The fields of a ValueView of the wire format.
inline void add_value(Json &json, const Verdict &verdict) {
    const bool won = verdict.known && verdict.winner >= 0;
    json.name("known").value(verdict.known).name("winner");
    won ? json.value(view::side(verdict.winner)) : json.null();
    add_optional(json, "plies", verdict.plies, verdict.known && verdict.plies >= 0);
    message(json.name("message"), solution_key(verdict.known, won, verdict.plies));
    if (won) add_side(json, "name", verdict.winner);
    if (won && verdict.plies > 0) add_count(json, "plies", verdict.plies);
    json.close('}').close('}');
}

// The PositionView after each of the moves.
inline void add_steps(Json &json, const AnyRules &rules, const Shown &shown, Line line, const std::vector<Move> &moves) {
    json.name("steps").open('[');
    for (const Move &move : moves) json.raw(position_view(rules, shown, line = rules.play(line, move)));
    json.close(']');
}

// The AttemptView of the wire format, for a puzzle that began at `start`.
inline std::string attempt_view(const AnyRules &rules, const Shown &shown, const Line &start, const Puzzle &puzzle) {
    Json json;
    json.open('{').name("state").value(puzzle.state);
    add_moves(json, "played", shown, puzzle.played);
    add_steps(json, rules, shown, start, puzzle.played);
    json.name("plies").value(puzzle.plies).name("refutation");
    if (const auto &refutation = puzzle.refutation) {
        json.open('{').name("kind").value(refutation->kind);
        add_moves(json, "moves", shown, refutation->moves);
        add_steps(json, rules, shown, puzzle.line, refutation->moves);
        add_optional(json, "plies", refutation->plies, refutation->plies >= 0);
        json.close('}');
    } else {
        json.null();
    }
    json.close('}');
    return std::move(json.text);
}

inline std::string judgement_view(const Shown &shown, const Judgement &found) {
    Json json;
    json.open('{');
    if (found.known) {
        add_value(json, {true, found.winner, found.plies});
    } else {
        json.name("known").value(false).name("winner").null().name("plies").null();
        message(json.name("message"), "result.estimated").name("value").value(chance_text(found.chance)).close('}').close('}');
    }
    const std::vector<Move> best(found.best.begin(), found.best.begin() + long(std::min(best_moves, found.best.size())));
    add_moves(json, "best", shown, best);
    // In thousandths.
    const std::string digits = std::to_string(1000 + std::abs(found.chance) % 1000).substr(1);
    const std::string number = std::to_string(std::abs(found.chance) / 1000) + "." + digits;
    json.name("ply").value(found.ply).name("chance").raw((found.chance < 0 ? "-" : "") + number).close('}');
    return std::move(json.text);
}

// Empty if there is no verdict on the move between two positions.
inline std::string verdict_view(const AnyRules &rules, const Judgement &before, const Judgement &after) {
    const char *said = verdict(rules, before, after);
    if (!*said) return {};
    Json json;
    json.open('{').name("ply").value(after.ply).name("verdict").value(said);
    json.name("missed_win").value(missed_puzzle(rules, before, after)).close('}');
    return std::move(json.text);
}

inline std::string moment_view(const AnyRules &rules, const Shown &shown, const std::vector<Judgement> &course, const Moment &moment) {
    const Judgement &before = course[moment.index], &after = course[moment.index + 1];
    const int player = rules.turn(*before.line), first = rules.turn(*course.front().line);
    const std::string better = shown.text(before.best.front());
    Json json;
    json.open('{').name("ply").value(after.ply).name("better").value(better).name("sentences").open('[');
    message(json, "teacher.move").name("number").value((before.ply + first) / 2 + 1);
    add_side(json, "name", player);
    json.name("move").value(shown.text(after.line->move)).close('}').close('}');
    message(json, shown.key("teaching", std::string("teacher.") + moment.reason, moment.reason));
    add_side(json, "name", player);
    add_side(json, "other", 1 - player);
    json.name("reply").value(after.best.empty() ? "" : shown.text(after.best.front()));
    const std::string_view why = moment.reason;
    if (why == "missed-force") add_count(json, "plies", before.plies);
    if (why == "allowed-force") add_count(json, "plies", after.plies);
    json.close('}').close('}');
    message(json, "teacher.better").name("move").value(better).close('}').close('}');
    json.close(']').close('}');
    return std::move(json.text);
}

}  // namespace dreierlei
