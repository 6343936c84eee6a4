// Lets the core call rules written in Python; and the exact values of small games.
#include "../families/scripted.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

nb::tuple as_tuple(const Setup &setup) {
    return nb::make_tuple(nb::cast(std::vector<int>(setup.places.begin(), setup.places.end())), int(setup.turn),
                          nb::cast(setup.fields));
}

Setup setup_of(nb::handle given) {
    const auto [places, turn, fields] = nb::cast<std::tuple<std::vector<int>, int, std::vector<int>>>(given);
    Setup setup;
    for (int stone : places) setup.places.push_back(Stone(stone));
    setup.turn = turn ? Black : White;
    setup.fields = fields;
    return setup;
}

nb::tuple targets_of(Move move) {
    nb::list targets;
    for (int i = 0; i < move.size; ++i) targets.append(int(move.target[std::size_t(i)]));
    return nb::tuple(targets);
}

// Calls dreierlei.rules.Bridge, which checks everything that it returns.
class PythonScript final : public Script {
  public:
    explicit PythonScript(nb::object bridge) : bridge(std::move(bridge)) {}
    ~PythonScript() override {
        nb::gil_scoped_acquire acquire;
        bridge.reset();
    }

    Setup start() const override {
        nb::gil_scoped_acquire acquire;
        return setup_of(bridge.attr("start")());
    }
    Glance look(const Setup &setup) const override {
        nb::gil_scoped_acquire acquire;
        Glance glance;
        const auto [moves, end, pattern] =
            nb::cast<std::tuple<std::vector<std::vector<int>>, nb::object, std::vector<int>>>(bridge.attr("look")(as_tuple(setup)));
        if (!end.is_none()) {
            const auto [winner, reason, points] = nb::cast<std::tuple<int, int, int>>(end);
            glance.outcome = {true, std::int8_t(winner), std::uint8_t(reason), std::int8_t(points)};
        }
        for (const auto &targets : moves) {
            Move move;
            for (int target : targets) move = move.with(target);
            glance.moves.push_back(move);
        }
        glance.pattern = Spec::mask(pattern);
        return glance;
    }
    Setup play(const Setup &setup, Move move) const override {
        nb::gil_scoped_acquire acquire;
        return setup_of(bridge.attr("play")(as_tuple(setup), targets_of(move)));
    }
    Motion motion(const Setup &setup, Move move) const override {
        nb::gil_scoped_acquire acquire;
        Motion steps;
        for (const auto &[kind, stone, start, end, ring] : nb::cast<std::vector<std::tuple<int, int, int, int, int>>>(
                 bridge.attr("motion")(as_tuple(setup), targets_of(move))))
            steps.push_back({Step::Kind(kind), Stone(stone), start, end, ring});
        return steps;
    }
    int evaluate(const Setup &setup) const override {
        nb::gil_scoped_acquire acquire;
        return nb::cast<int>(bridge.attr("evaluate")(as_tuple(setup)));
    }

  private:
    nb::object bridge;
};

}  // namespace

std::shared_ptr<const Script> dreierlei::script_of(nb::object bridge) {
    if (bridge.is_none()) return nullptr;
    return std::make_shared<PythonScript>(std::move(bridge));
}

void dreierlei::bind_scripted(nb::module_ &m) {
    nb::class_<PyGraph>(m, "Graph", "The exact values of all positions that one position leads to.")
        .def("__len__", [](const PyGraph &self) { return self.graph->size(); })
        .def(
            "probe",
            [](const PyGraph &self, const PyPosition &position) -> nb::object {
                if (position.rules != self.rules) throw nb::value_error("the position is of another variant");
                const GraphValue *value = (*self.rules)->probe(*self.graph, *position.line);
                if (!value) return nb::none();
                return nb::make_tuple(int(value->winner), int(value->plies));
            },
            "position"_a, nb::sig("def probe(self, position: Position) -> tuple[int, int] | None"),
            "(winner or -1, plies or -1 for a draw by repetition), or None for a position that is not among them.");

    m.def(
        "graph",
        [](const PyPosition &position, std::uint64_t most, std::optional<double> seconds, const Stop *stop) -> nb::object {
            Budget budget = budget_of(seconds, most, stop);
            const Line line = position.line;
            PyGraph made{position.owner, position.rules, nullptr};
            try {
                nb::gil_scoped_release release;
                made.graph = (*position.rules)->graph(line, budget);
            } catch (OutOfBudget) {
                return nb::none();
            }
            return nb::cast(std::move(made));
        },
        "position"_a, "most"_a, "seconds"_a.none(), "stop"_a.none(),
        nb::sig("def graph(position: Position, most: int, seconds: float | None, stop: Stop | None) -> Graph | None"),
        "The values of all positions that this one leads to, or None if there are more than `most` or a limit came first.");
}
