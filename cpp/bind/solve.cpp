// Exact values of positions for Python, by the solver of their family.
#include "../exact.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

nb::tuple solve(const PyPosition &p, std::optional<double> seconds, std::optional<std::uint64_t> nodes, const Stop *stop,
                bool shortest, int horizon, Proved *proved) {
    const Exact *exact = p.rules->exact();
    if (!exact) throw nb::value_error("nothing decides every position of this game");
    const Line line = p.line;
    Budget budget = budget_of(seconds, nodes, stop);
    Proved own;
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = exact->solve(**p.rules, line, budget, proved ? *proved : own, {shortest, horizon});
    }
    return as_tuple(*p.rules, verdict, budget);
}

}  // namespace

const Exact *PyRules::exact() const {
    if (!decider) decider.emplace(exact_of(*rules));
    return *decider && (*decider)->complete() ? decider->get() : nullptr;
}

void dreierlei::bind_solve(nb::module_ &m) {
    nb::class_<Proved>(m, "Proved", "What is proved about positions of one game. One solution at a time may use it.").def(nb::init<>());

    m.def("solve", &solve, "position"_a, "seconds"_a.none(), "nodes"_a.none(), "stop"_a.none(), nb::kw_only(),
          "shortest"_a = Wanted().shortest, "horizon"_a = Wanted().horizon, "proved"_a.none() = nb::none(),
          nb::sig("def solve(position: Position, seconds: float | None, nodes: int | None, stop: Stop | None, *, "
                  "shortest: bool = True, horizon: int = 99, proved: Proved | None = None) -> "
                  "tuple[bool, int, int, tuple[Move, ...], int, float]"),
          "(known, winner or -1, plies or -1, line, nodes, seconds). Without `shortest`, plies and line may be missing. "
          "`horizon` is how many plies ahead a forced win is looked for where a game can go on for ever.");
}
