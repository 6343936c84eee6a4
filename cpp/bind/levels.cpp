// The computer's levels for Python.
#include "../book.hpp"
#include "../levels.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

// A small game whose reachable positions all have known values. After a repetition, a new graph is built from the position.
class ExactGraph final : public Exact {
  public:
    explicit ExactGraph(const PyGraph &known) : known(known) {}

  protected:
    Verdict value(const Line &line, Budget &budget, Proved &, const Wanted &) const override {
        const AnyRules &rules = **known.rules;
        bool twice = false;
        for (const Node *node = line.get(); node; node = node->before.get()) twice = twice || node->occurrences > 1;
        const GraphValue *value = twice ? nullptr : rules.probe(*known.graph, *line);
        std::unique_ptr<AnyGraph> own;
        if (!value) value = rules.probe(*(own = rules.graph(line, budget)), *line);
        return {true, value->winner, value->plies};
    }

  private:
    const PyGraph &known;
};

nb::tuple choose(const PyPosition &p, const Level &level, const std::string &seed, const PyValued &known,
                 std::optional<double> seconds, const Stop *stop, const PyGraph *graph, const AnyEndings *endings,
                 std::optional<std::tuple<int, int, int>> match, const Book *book, int swap) {
    std::optional<ExactGraph> small;
    if (graph) small.emplace(*graph);
    const auto budget = [stop](std::optional<std::uint64_t> nodes, std::optional<double> time) { return budget_of(time, nodes, stop); };
    Means means{**p.rules, small ? &*small : p.rules->exact(), endings, valued_of(known), budget};
    if (book) means.book = [&](const Node &node) { return book->value(**p.rules, p.rules->shown, node); };
    Choice choice(means, p.line, level, seed);
    Circumstances around{{}, swap};
    if (match) around.score = std::make_from_tuple<MatchScore>(*match);
    Turn turn;
    {
        nb::gil_scoped_release release;
        turn = choice.choose(around, seconds);
    }
    if (turn.kind == Turn::Swaps) return nb::make_tuple("swap", choice.nodes);
    return nb::make_tuple(turn.kind == Turn::Moves ? nb::object(nb::borrow(p.rules->intern(turn.move))) : nb::none(), choice.nodes);
}

}  // namespace

void dreierlei::bind_levels(nb::module_ &m) {
    nb::class_<Level>(m, "Level", "How a player of some strength thinks; `dreierlei.levels.Level` explains the numbers.")
        .def(
            "__init__",
            [](Level *self, int number, double sight, int style) { new (self) Level{number, sight, Style(style)}; },
            "number"_a, "sight"_a, "style"_a = 0)
        .def_prop_ro(
            "near", [](const Level &self) { return nb::make_tuple(self.near()[0], self.near()[1], self.near()[2], self.near()[3]); },
            nb::sig("def near(self) -> tuple[float, float, float, float]"))
        .def_prop_ro("nodes", &Level::nodes)
        .def_prop_ro("temperature", &Level::temperature)
        .def("sees", &Level::sees, "plies"_a)
        .def("share", &Level::share, "moves"_a)
        .def("notices", &Level::notices, "place"_a, "moves"_a);

    nb::class_<Book>(m, "BookValues", "The values of an opening book by the canonical texts of positions, for `choose`.")
        .def("__init__", [](Book *self, const std::map<std::string, long> &values) { new (self) Book{values}; },
             "values"_a);

    m.attr("HARD") = hard;
    m.def(
        "error_chance",
        [](const PyPosition &p, const std::vector<const PyMove *> &errors) {
            std::vector<Move> moves;
            for (const PyMove *move : errors) moves.push_back(move->move);
            const Line line = p.line;
            nb::gil_scoped_release release;
            return error_chance(**p.rules, line, moves);
        },
        "position"_a, "errors"_a, nb::sig("def error_chance(position: Position, errors: list[Move]) -> float"),
        "The chance that a hasty player to move chooses one of these moves.");

    m.def("draw_answer", &draw_answer, "proved"_a, "value"_a, "plies"_a,
          "What the computer says to an offer of a draw; `dreierlei.levels.answer_draw` explains the answers.");

    m.def("choose", &choose, "position"_a, "level"_a, "seed"_a, "known"_a, "seconds"_a.none(), "stop"_a.none(),
          "graph"_a.none() = nb::none(), "endings"_a.none() = nb::none(), "match"_a = nb::none(), "book"_a.none() = nb::none(),
          "swap"_a = 0,
          nb::sig("def choose(position: Position, level: Level, seed: str, known: list[tuple[Move, int, int, tuple[Move, ...]]], seconds: float | None, "
                  "stop: Stop | None, graph: Graph | None = None, endings: Endings | None = None, "
                  "match: tuple[int, int, int] | None = None, book: BookValues | None = None, swap: int = 0) -> "
                  "tuple[Move | typing.Literal['swap'] | None, int]"),
          "(move, positions that judgement searched) of a level for a game that is not over. `known` is as for `analyse`. `match` has the points of White "
          "and Black and the points that win the match; the move is None if the player gives up the round. `swap` is "
          "the number of moves after which players may swap sides, or 0.");
}
