// The exact value of every position of a small game: retrograde analysis of the positions that can be reached.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "../search/budget.hpp"
#include "verdict.hpp"

namespace dreierlei {

// The value of one position: who wins, and in how many plies if the winner hurries and the loser delays.
struct GraphValue {
    std::int8_t winner = -1;
    std::int32_t plies = -1;  // -1 for a draw that is not the end of the game
};

// The values of all positions that can be reached from a root, for callers that choose the game at run time.
class AnyGraph {
  public:
    virtual ~AnyGraph() = default;
    virtual std::size_t size() const = 0;
};

// All positions that can be reached from a root, numbered in the order in which they are found, with their values.
//
// A position is decided as soon as one successor is lost for the opponent, or all successors are won for them; every
// other one is a draw. Positions are decided in the order of their plies, so the first reason is the shortest. Play that goes
// on for ever is a draw by repetition. In a won position the loser gains nothing by repeating, since the winner's plies only
// decrease. Of the history before the root, only positions that have occurred twice matter, because they would be draws if
// they came back: `twice` has their keys.
template <Rules R> class Graph final : public AnyGraph {
    using State = typename R::State;

  public:
    // Throws OutOfBudget, also when there are more positions than the budget has nodes.
    Graph(const R &rules, const State &root, const std::unordered_set<std::uint64_t> &twice, Budget &budget)
        : numbers(0, Hash{&rules}) {
        std::vector<State> states;
        std::vector<std::uint32_t> from, to;  // the edges
        const auto number = [&](const State &s) {
            const auto [entry, fresh] = numbers.try_emplace(s, std::uint32_t(states.size()));
            if (fresh) states.push_back(s);
            return entry->second;
        };
        number(root);
        std::vector<std::uint32_t> open;  // the successors that are not decided
        std::vector<std::uint32_t> decided;
        for (std::size_t i = 0; i < states.size(); ++i) {
            budget.spend();
            const State s = states[i];
            turns.push_back(rules.turn(s));
            Outcome end = rules.outcome(s);
            if (i > 0 && !end.over && rules.repeats(s) && twice.contains(rules.key(s))) end = Outcome::draw(0);
            values.push_back(end.over ? GraphValue{end.winner, 0} : GraphValue{});
            MoveList moves;
            if (!end.over) rules.moves(s, moves);
            for (const Move &move : moves) {
                from.push_back(std::uint32_t(i));
                to.push_back(number(rules.play(s, move)));
            }
            open.push_back(std::uint32_t(moves.size()));
            if (end.over && end.winner >= 0) decided.push_back(std::uint32_t(i));
        }
        // The edges into each position, one after the other.
        std::vector<std::uint32_t> begin(states.size() + 1), into(from.size());
        for (std::uint32_t end : to) ++begin[end + 1];
        for (std::size_t i = 0; i < states.size(); ++i) begin[i + 1] += begin[i];
        std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
        for (std::size_t e = 0; e < from.size(); ++e) into[next[to[e]]++] = from[e];
        for (std::size_t i = 0; i < decided.size(); ++i) {
            const std::uint32_t after = decided[i];
            for (std::uint32_t e = begin[after]; e < begin[after + 1]; ++e) {
                const std::uint32_t before = into[e];
                GraphValue &value = values[before];
                if (value.plies >= 0) continue;
                if (values[after].winner != turns[before] && --open[before]) continue;
                value = {values[after].winner, values[after].plies + 1};
                decided.push_back(before);
            }
        }
    }

    std::size_t size() const override { return values.size(); }

    // Null for a position that the root does not lead to.
    const GraphValue *find(const State &s) const {
        const auto entry = numbers.find(s);
        return entry == numbers.end() ? nullptr : &values[entry->second];
    }

  private:
    struct Hash {
        const R *rules;
        std::size_t operator()(const State &s) const { return std::size_t(rules->key(s)); }
    };

    std::unordered_map<State, std::uint32_t, Hash> numbers;
    std::vector<GraphValue> values;
    std::vector<Side> turns;
};

}  // namespace dreierlei
