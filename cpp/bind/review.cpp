// Looking back at games for Python.
#include "../review.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

// A judgement as Python has it: position, ply, known, winner or -1, plies or -1, chance, best line.
using Given = std::tuple<const PyPosition *, int, bool, int, int, double, std::vector<const PyMove *>>;

Judgement judgement(const Given &given) {
    const auto &[position, ply, known, winner, plies, chance, line] = given;
    std::vector<Move> best;
    for (const PyMove *move : line) best.push_back(move->move);
    return {position->line, ply, known, winner, plies, int(std::lround(1000 * chance)), std::move(best)};
}

const AnyRules &rules_of(const Given &given) { return **std::get<0>(given)->rules; }

}  // namespace

#define GIVEN "tuple[Position, int, bool, int, int, float, collections.abc.Sequence[Move]]"

void dreierlei::bind_review(nb::module_ &m) {
    m.attr("LONGEST_PUZZLE") = longest_puzzle;
    m.attr("BEST_MOVES") = best_moves;
    m.attr("MOST_MOMENTS") = most_moments;
    m.def("estimated_chance", [](int estimate) { return estimated_chance(estimate) / 1000.0; }, "estimate"_a,
          "From -1 to 1: what an estimate in hundredths suggests to the player whose it is.");
    m.def("chance_text", [](double chance) { return chance_text(int(std::lround(1000 * chance))); }, "chance"_a,
          "A chance with a sign and two decimals.");
    m.def(
        "verdict", [](const Given &before, const Given &after) { return verdict(rules_of(before), judgement(before), judgement(after)); },
        "before"_a, "after"_a, nb::sig("def verdict(before: " GIVEN ", after: " GIVEN ") -> str"),
        "The verdict on the move between two judged positions; empty if it was good enough.");
    m.def(
        "missed_win",
        [](const Given &before, const Given &after, bool puzzle) {
            const Judgement first = judgement(before), second = judgement(after);
            return puzzle ? missed_puzzle(rules_of(before), first, second) : missed_win(rules_of(before), first, second);
        },
        "before"_a, "after"_a, "puzzle"_a, nb::sig("def missed_win(before: " GIVEN ", after: " GIVEN ", puzzle: bool) -> bool"),
        "Whether a proved win was given away, with `puzzle` one that is near enough for a puzzle.");
    m.def(
        "moments",
        [](const std::vector<Given> &given, int most) {
            std::vector<Judgement> course;
            for (const Given &each : given) course.push_back(judgement(each));
            nb::list found;
            if (!given.empty())
                for (const Moment &moment : moments(rules_of(given.front()), course, most))
                    found.append(nb::make_tuple(moment.index, moment.reason));
            return nb::tuple(found);
        },
        "course"_a, "most"_a,
        nb::sig("def moments(course: collections.abc.Sequence[" GIVEN "], most: int) -> tuple[tuple[int, str], ...]"),
        "The moves of a course that lost the most: the index of the position before each, and why it was wrong.");
}
