// Reviews of games, and puzzles, for Python.
#include "../review.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

// A judgement as Python passes it: position, ply, known, winner or -1, plies or -1, chance, best line.
using Given = std::tuple<const PyPosition *, int, bool, int, int, double, std::vector<const PyMove *>>;

Judgement judgement(const Given &given) {
    const auto &[position, ply, known, winner, plies, chance, line] = given;
    std::vector<Move> best;
    for (const PyMove *move : line) best.push_back(move->move);
    return {position->line, ply, known, winner, plies, int(std::lround(1000 * chance)), std::move(best)};
}

const AnyRules &rules_of(const Given &given) { return **std::get<0>(given)->rules; }

// Ctrl-C ends a search that runs without the GIL.
void heed_signals() {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals()) throw nb::python_error();
}

// A puzzle with the rules that it belongs to.
struct PyPuzzle {
    nb::object owner;  // keeps `rules` alive
    const PyRules *rules;
    Puzzle puzzle;

    PyPuzzle(const PyPosition &start, int plies)
        : owner(start.owner), rules(start.rules), puzzle(**rules, rules->exact(), start.line, plies, heed_signals) {}

    nb::object refutation() const {
        if (!puzzle.refutation) return nb::none();
        const auto &[kind, moves, plies] = *puzzle.refutation;
        return nb::make_tuple(kind, as_tuple(*rules, moves), plies);
    }
    std::optional<nb::handle> solution() {
        std::optional<Move> move;
        {
            nb::gil_scoped_release release;
            move = puzzle.solution();
        }
        return move ? std::optional(rules->intern(*move)) : std::nullopt;
    }
};

}  // namespace

#define GIVEN "tuple[Position, int, bool, int, int, float, collections.abc.Sequence[Move]]"

void dreierlei::bind_review(nb::module_ &m) {
    nb::class_<PyPuzzle>(m, "Puzzle", "A position that the player to move wins in so many plies, and what is tried there.")
        .def(nb::init<const PyPosition &, int>(), "position"_a, "plies"_a)
        .def("attempt", [](PyPuzzle &own, const PyMove &move) { own.puzzle.attempt(move.move); }, "move"_a,
             nb::call_guard<nb::gil_scoped_release>(), "Judges a legal move, and replies.")
        .def("solution", &PyPuzzle::solution, nb::sig("def solution(self) -> Move | None"), "The winning move, for a hint.")
        .def_prop_ro("state", [](const PyPuzzle &own) { return own.puzzle.state; })
        .def_prop_ro("plies", [](const PyPuzzle &own) { return own.puzzle.plies; })
        .def_prop_ro("played", [](const PyPuzzle &own) { return as_tuple(*own.rules, own.puzzle.played); },
                     nb::sig("def played(self) -> tuple[Move, ...]"))
        .def_prop_ro("refutation", &PyPuzzle::refutation,
                     nb::sig("def refutation(self) -> tuple[str, tuple[Move, ...], int] | None"),
                     "Why the last move is wrong: the kind, the reply and what follows, plies or -1.")
        .def_static(
            "won_in",
            [](const PyPosition &position) {
                const Exact *exact = position.rules->exact();
                nb::gil_scoped_release release;
                return Puzzle::won_in(**position.rules, exact, position.line, heed_signals);
            },
            "position"_a, "In how many plies the player to move wins, if that is soon proved and not too late.");
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
