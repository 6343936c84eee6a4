// Exact solutions of the placement family for Python.
#include <nanobind/stl/optional.h>

#include "../search/proof.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

const Erased<Placement> &placement(const PyRules &rules) {
    const auto *native = dynamic_cast<const Erased<Placement> *>(&*rules);
    if (!native) throw nb::value_error("only games of the family placement are solved here");
    return *native;
}

nb::tuple solve(const PyPosition &p, std::optional<double> seconds, std::optional<std::uint64_t> nodes, nb::object stop,
                bool shortest) {
    const auto &rules = placement(*p.rules);
    const Placement::State state = rules.state(*p.line);
    ProofLimits limits;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes;
    limits.interrupted = [&stop] {
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals()) throw nb::python_error();
        return !stop.is_none() && nb::cast<bool>(stop.attr("is_set")());
    };
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        PlacementSolver solver(rules.native());
        verdict = solver.solve(state, limits, shortest);
    }
    nb::list line;
    for (Move move : verdict.line) line.append(p.rules->intern(move));
    return nb::make_tuple(verdict.known, int(verdict.winner), verdict.plies, nb::tuple(line), verdict.nodes,
                          verdict.seconds);
}

}  // namespace

void dreierlei::bind_solve_placement(nb::module_ &m) {
    m.def("solve_placement", &solve, "position"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(),
          "stop"_a = nb::none(), "shortest"_a = true,
          nb::sig("def solve_placement(position: Position, seconds: float | None = None, nodes: int | None = None, "
                  "stop: object = None, shortest: bool = True) -> tuple[bool, int, int, tuple[Move, ...], int, float]"),
          "(known, winner or -1, plies or -1, line, nodes, seconds). `stop.is_set()` is asked now and then.");
}
