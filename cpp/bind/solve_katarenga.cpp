// Exact values of the games on Katarenga tableaus, for Python.
#include "../solvers/rounds.hpp"
#include "../solvers/threes.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

using Family = OfFamily<Katarenga>;

const Family &family(const PyRules &rules) { return of_family<Katarenga>(rules); }

// The scores of all legal placements, as threes.hpp defines them.
nb::list placements(const PyPosition &p) {
    const Katarenga &rules = family(*p.rules).native();
    const Katarenga::State s = Family::state(*p.line);
    std::vector<std::pair<int, int>> results;
    if (!s.won && rules.progress(s) < rules.total()) {
        nb::gil_scoped_release release;
        Budget budget;
        Threes search(rules, table_of_thread(), budget);
        for (Bits left = rules.candidates(s); left;) {
            const int cell = pop(left);
            const int score = search.score_of(s, cell);
            if (score != Threes::stuck) results.push_back({cell, score});
        }
    }
    nb::list scores;
    for (const auto &[cell, score] : results) scores.append(nb::make_tuple(p.rules->intern(Move::of(cell)), score));
    return scores;
}

// The same for the first placement of a game, one for each cell; `Threes::stuck` for an illegal one.
std::vector<int> first_placements(const PyRules &rules) {
    const Katarenga &native = family(rules).native();
    nb::gil_scoped_release release;
    Budget budget;
    Threes search(native, table_of_thread(), budget);
    std::vector<int> scores;
    for (int cell = 0; cell < native.size(); ++cell) scores.push_back(search.score_of(native.start(), cell));
    return scores;
}

int sign(const PyPosition &p) {
    const Katarenga &rules = family(*p.rules).native();
    const Katarenga::State s = Family::state(*p.line);
    if (s.won || rules.progress(s) == rules.total()) return s.won ? -1 : 0;
    nb::gil_scoped_release release;
    Budget budget;
    const int score = Threes(rules, table_of_thread(), budget).sign(s);
    return (score > 0) - (score < 0);
}

Katarenga::State state(const PyPosition &p) {
    family(*p.rules);
    return Family::state(*p.line);
}

}  // namespace

void dreierlei::bind_solve_katarenga(nb::module_ &m) {
    m.def("threes_placements", &placements, "position"_a,
          nb::sig("def threes_placements(position: Position) -> list[tuple[Move, int]]"),
          "(move, score) for each legal placement where a three wins. A score is 0 for a draw, and with T pieces in all "
          "T + 1 - n for a win with the n-th, n - 1 - T for a loss by the n-th.");
    m.def("threes_first_placements", &first_placements, "rules"_a,
          "The scores of the first placement on each cell; 100 where it is illegal.");
    m.def("threes_sign", &sign, "position"_a, "1, 0 or -1: whether the player to move wins, draws or loses.");

    nb::class_<Rounds>(m, "Rounds", "Complete tables of a game in which the last placement wins.")
        .def(
            "__init__", [](Rounds *self, const PyRules &rules) { new (self) Rounds(family(rules).native()); }, "rules"_a,
            nb::keep_alive<1, 2>())
        .def("__len__", &Rounds::size)
        .def(
            "win", [](const Rounds &self, const PyPosition &p) { return self.win(state(p)); }, "position"_a,
            "n > 0: the player to move wins with the n-th placement from here. Otherwise the opponent wins after -n more.")
        .def(
            "line",
            [](const Rounds &self, const PyPosition &p) {
                return as_tuple(*p.rules, self.line(state(p)));
            },
            "position"_a, nb::sig("def line(self, position: Position) -> tuple[Move, ...]"))
        .def(
            "difference",
            [](const Rounds &self, const PyPosition &p, bool give_up) { return self.difference(state(p), give_up); },
            "position"_a, "give_up"_a, "The points of the player to move less the opponent's, with best play.");

    nb::class_<MatchSolver>(m, "MatchSolver", "Who wins a match, round after round on one tableau.")
        .def(nb::init<const Rounds &, int, bool>(), "rounds"_a, "goal"_a, "give_up"_a, nb::keep_alive<1, 2>())
        .def("begins", &MatchSolver::begins, "own"_a, "their"_a, "Whether the player who begins a round with this score wins the match.")
        .def(
            "placements",
            [](const MatchSolver &self, const Rounds &rounds, const PyPosition &p, int own, int their) {
                const auto wins = self.values(own, their);
                const Katarenga::State s = state(p);
                MoveList moves;
                (*p.rules)->moves(*p.line, moves);
                nb::list winning;
                for (const Move &move : moves)
                    if (!(wins[rounds.index(family(*p.rules).native().play(s, move))] & 1))
                        winning.append(p.rules->intern(move));
                return nb::make_tuple(bool(wins[rounds.index(s)] & 1), nb::tuple(winning));
            },
            "rounds"_a, "position"_a, "own"_a, "their"_a,
            nb::sig("def placements(self, rounds: Rounds, position: Position, own: int, their: int) "
                    "-> tuple[bool, tuple[Move, ...]]"),
            "Whether the player to move wins the match, and the winning placements. `own` are the points of the player who "
            "began the round.")
        .def("paid", &MatchSolver::paid, "own"_a, "their"_a, "beginner_moves"_a, "points"_a,
             "Whether the player to move wins the match when the opponent scores these points now.");
}
