// A position as a page sees it. Server and page both use this code, so that they agree.
#pragma once

#include <unordered_map>

#include "json.hpp"
#include "shown.hpp"

namespace dreierlei {

// What the player to move has to do next, after the first targets of a legal move: a PromptKind of the declarations.
struct Prompt {
    Move begun;
    std::string step;
    std::optional<Range> range;  // of the piece that limits where the next one may go; the step is then "reach"
};

inline Move beginning(Move move, int size) {
    Move begun;
    for (int i = 0; i < size; ++i) begun = begun.with(move.target[std::size_t(i)]);
    return begun;
}

// The prompts for every beginning of a legal move; "any" where different kinds of steps can follow.
inline std::vector<Prompt> prompts_of(const AnyRules &rules, const Shown &shown, const Node &node) {
    std::vector<Prompt> prompts;
    std::unordered_map<std::uint32_t, std::size_t> known;
    const std::vector<Stone> stones = rules.describe(node).places;
    MoveList moves;
    rules.moves(node, moves);
    for (const Move &move : moves)
        for (int n = 0; n < move.size; ++n) {
            const int target = move.target[std::size_t(n)];
            std::string step = shown.kind(target);
            if (step == "place") step = n ? "to" : stones[std::size_t(target)] ? "from" : "place";
            const Move begun = beginning(move, n);
            const auto [found, fresh] = known.try_emplace(begun.code(), prompts.size());
            if (fresh)
                prompts.push_back({begun, step, {}});
            else if (prompts[found->second].step != step)
                prompts[found->second].step = "any";
        }
    for (Prompt &prompt : prompts)
        if (prompt.step == "place" || prompt.step == "to")
            if ((prompt.range = rules.range(node, prompt.begun))) prompt.step = "reach";
    return prompts;
}

// The stones on the board after the first targets of a legal move.
inline std::string preview(const AnyRules &rules, const Shown &shown, const Node &node, Move begun) {
    std::vector<Stone> stones = rules.describe(node).places;
    MoveList moves;
    rules.moves(node, moves);
    const auto move = std::find_if(moves.begin(), moves.end(), [&](const Move &legal) {
        return legal.size >= begun.size && beginning(legal, begun.size) == begun;
    });
    if (move == moves.end()) return Shown::stones(stones);
    const auto chosen = begun.target.begin();
    const auto count = [&](std::string_view kind) {
        return std::count_if(chosen, chosen + begun.size, [&](int target) { return shown.kind(target) == kind; });
    };
    const auto done = [&](const Step &step) {
        switch (step.kind) {
        case Step::Placed:
        case Step::Pushed: return begun.size > 0;
        case Step::Moved: return count("place") == 2;
        case Step::Taken: return count("take") > 0;
        default: return false;
        }
    };
    const auto turned = [&](const Step &step) {
        return step.ring >= 0 && std::find(chosen, chosen + begun.size, step.ring) != chosen + begun.size;
    };
    const Motion motion = rules.motion(node, *move);
    const auto apply = [&](const auto &now) {
        for (const Step &step : motion)
            if (now(step) && step.start >= 0) stones[std::size_t(step.start)] = Free;
        for (const Step &step : motion)
            if (now(step) && step.end >= 0) stones[std::size_t(step.end)] = step.stone;
    };
    apply(done);
    apply(turned);
    return Shown::stones(stones);
}

namespace view {

inline const char *side(int side) { return side ? "black" : "white"; }
inline const char *kind(Step::Kind kind) {
    static constexpr const char *names[] = {"place", "move", "push", "take", "turn"};
    return names[kind];
}

// The texts of targets, separated by spaces.
inline std::string chosen(const Shown &shown, Move begun) {
    std::string names;
    for (int i = 0; i < begun.size; ++i) names += (i ? " " : "") + shown.target(begun.target[std::size_t(i)]);
    return names;
}

inline void add_move(Json &json, const Shown &shown, Move move) {
    json.name("text").value(shown.text(move)).name("targets").open('[');
    for (int i = 0; i < move.size; ++i) json.value(shown.target(move.target[std::size_t(i)]));
    json.close(']');
}

inline void add_prompts(Json &json, const AnyRules &rules, const Shown &shown, const Node &node) {
    json.name("prompts").open('{');
    for (const auto &[begun, step, range] : prompts_of(rules, shown, node)) {
        json.name(chosen(shown, begun)).open('{').name("key").value(shown.key("prompts", "prompt." + step, step));
        json.name("values").open('{');
        if (range) json.name("place").raw(shown.named(range->from)).name("ground").raw(shown.ground(range->from));
        json.close('}').close('}');
    }
    json.close('}');
}

// The stones after the targets chosen so far, for beginnings whose last target is not on a place.
inline void add_previews(Json &json, const AnyRules &rules, const Shown &shown, const Line &line) {
    std::vector<Move> seen;
    MoveList moves;
    rules.moves(*line, moves);
    json.name("previews").open('{');
    for (const Move &move : moves)
        for (int n = 1; n <= move.size; ++n) {
            const Move begun = beginning(move, n);
            if (!shown.place(move.target[std::size_t(n) - 1]).empty()) continue;
            if (n < move.size && std::find(seen.begin(), seen.end(), begun) != seen.end()) continue;
            seen.push_back(begun);
            json.name(chosen(shown, begun));
            json.value(n < move.size ? preview(rules, shown, *line, begun)
                                     : Shown::stones(rules.describe(*rules.play(line, move)).places));
        }
    json.close('}');
}

inline void add_reach(Json &json, const AnyRules &rules, const Shown &shown, const Node &node) {
    json.name("reach");
    const auto range = rules.range(node, Move{});
    if (!range) {
        json.null();
        return;
    }
    json.open('{').name("start").value(shown.target(range->from)).name("places").open('[');
    for (Bits left = range->places; left;) json.value(shown.target(pop(left)));
    json.close(']').close('}');
}

inline void add_last(Json &json, const AnyRules &rules, const Shown &shown, const Node &node) {
    json.name("last");
    if (!node.before) {
        json.null();
        return;
    }
    json.open('{');
    add_move(json, shown, node.move);
    json.name("motion").open('[');
    const auto add = [&](const char *name, int target) {
        json.name(name);
        target < 0 ? json.null() : json.value(shown.target(target));
    };
    for (const Step &step : rules.motion(*node.before, node.move)) {
        json.open('{').name("kind").value(kind(step.kind)).name("stone").value(Shown::stones({step.stone}));
        add("start", step.start);
        add("end", step.end);
        add("ring", step.ring);
        json.close('}');
    }
    json.close(']').close('}');
}

inline void add_outcome(Json &json, const AnyRules &rules, const Outcome &end) {
    json.name("outcome");
    if (!end.over) {
        json.null();
        return;
    }
    json.open('{').name("winner");
    end.winner < 0 ? json.null() : json.value(side(end.winner));
    json.name("reason").value(rules.reason(end)).name("points");
    end.points < 0 ? json.null() : json.value(int(end.points));
    json.close('}');
}

}  // namespace view

// The PositionView of the wire format.
inline std::string position_view(const AnyRules &rules, const Shown &shown, const Line &line) {
    const Node &node = *line;
    const Setup setup = rules.describe(node);
    Json json;
    json.open('{').name("line").value(shown.line(rules, node)).name("variant").value(shown.id());
    json.name("turn").value(view::side(rules.turn(node))).name("stones").value(Shown::stones(setup.places)).name("hands");
    if (const auto [white, black] = rules.hands(node); shown.hands())
        json.open('[').value(white).value(black).close(']');
    else
        json.null();
    json.name("fields").open('[');
    for (int field : setup.fields) json.value(field);
    json.close(']').name("occurrences").value(node.occurrences).name("moves").open('[');
    MoveList moves;
    rules.moves(node, moves);
    for (const Move &move : moves) {
        json.open('{');
        view::add_move(json, shown, move);
        json.close('}');
    }
    json.close(']');
    view::add_prompts(json, rules, shown, node);
    view::add_previews(json, rules, shown, line);
    view::add_reach(json, rules, shown, node);
    view::add_last(json, rules, shown, node);
    view::add_outcome(json, rules, rules.outcome(node));
    json.name("winning").open('[');
    for (Bits left = rules.pattern(node); left;) json.value(shown.place(pop(left)));
    json.close(']').close('}');
    return std::move(json.text);
}

// Why no legal move begins with these targets, as the MessageView of the wire format; "null" if one does.
inline std::string refusal_view(const AnyRules &rules, const Shown &shown, const Node &node, const std::vector<int> &targets) {
    const auto refusal = rules.why_not(node, targets);
    if (!refusal) return "null";
    const std::string name = refusal->key.substr(refusal->key.find('.') + 1);
    Json json;
    json.open('{').name("key").value(shown.key("refusals", refusal->key, name)).name("values").open('{');
    for (const auto &[name, target] : refusal->targets) json.name(name).raw(shown.named(target));
    if (const Outcome end = rules.outcome(node); end.over) {
        const std::string &reason = rules.reason(end);
        std::string key = "reason." + (reason.empty() ? "unstated" : reason);
        std::replace(key.begin(), key.end(), ' ', '-');
        json.name("reason").open('{').name("key").value(shown.key("reasons", key, reason));
        json.name("values").open('{').close('}').close('}');
    }
    for (const auto &[name, number] : refusal->numbers) json.name(name).value(number);
    json.close('}').close('}');
    return std::move(json.text);
}

}  // namespace dreierlei
