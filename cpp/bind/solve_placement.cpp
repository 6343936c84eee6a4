// Exact solutions of the placement family for Python.
#include "../solvers/placement_solver.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

nb::tuple solve(const PyPosition &p, std::optional<double> seconds, std::optional<std::uint64_t> nodes, const Stop *stop,
                bool shortest, ProofTable *table) {
    const auto &rules = of_family<Placement>(*p.rules);
    const Placement::State state = rules.state(*p.line);
    Budget budget = budget_of(seconds, nodes, stop);
    std::optional<ProofTable> own;
    if (!table) table = &own.emplace();
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = PlacementSolver(rules.native(), *table, budget).solve(state, shortest);
    }
    return as_tuple(*p.rules, verdict, budget);
}

}  // namespace

void dreierlei::bind_solve_placement(nb::module_ &m) {
    nb::class_<ProofTable>(m, "ProofTable",
                           "What is proved about positions of one game. One solution at a time may use it.")
        .def(nb::init<>());

    m.def("solve_placement", &solve, "position"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(),
          "stop"_a = nb::none(), "shortest"_a = true, "table"_a.none() = nb::none(),
          nb::sig("def solve_placement(position: Position, seconds: float | None = None, nodes: int | None = None, "
                  "stop: Stop | None = None, shortest: bool = True, table: ProofTable | None = None) -> "
                  "tuple[bool, int, int, tuple[Move, ...], int, float]"),
          "(known, winner or -1, plies or -1, line, nodes, seconds).");
}
