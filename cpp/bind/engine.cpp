// Searching positions from Python.
#include "../engine.hpp"
#include "../results.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

constexpr std::size_t most_megabytes = 64;  // of a table for samples

nb::tuple as_tuple(const PyPosition &p, const Answer &answer) {
    nb::list lines;
    for (const Variation &line : answer.lines) {
        lines.append(nb::make_tuple(as_tuple(*p.rules, line.moves), int(line.score.value), line.score.at_least, line.score.at_most,
                                    line.depth));
    }
    return nb::make_tuple(lines, answer.depth, answer.nodes, answer.seconds, answer.exact);
}

// The GIL is released while the search runs and acquired for `callback`, whose exceptions end the search and reach the
// caller.
nb::tuple search(const PyPosition &p, HashTable *table, double seconds, int depth, std::uint64_t nodes, int lines,
                 int threads, const std::vector<const PyMove *> &candidates, std::size_t megabytes,
                 nb::object callback, const Stop *stop, const std::vector<std::string> &without,
                 const AnyEndings *endings, const PyValued &known) {
    std::optional<HashTable> own;
    if (!table) {
        own.emplace(nodes ? HashTable::for_nodes(nodes, megabytes) : HashTable(megabytes));
        table = &*own;
    }
    Question question{depth, lines, threads, {}};
    for (const PyMove *move : candidates) question.candidates.push_back(move->move);
    Budget budget = budget_of(seconds > 0 ? std::optional(seconds) : std::nullopt,
                              nodes ? std::optional(nodes) : std::nullopt, stop);
    Shared shared(*table, budget);
    shared.endings = endings;
    const Valued valued = valued_of(known);
    for (const std::string &part : without) {
        if (part == "evaluation")
            shared.parts.evaluation = false;
        else if (part == "quiescence")
            shared.parts.quiescence = false;
        else if (part == "symmetry")
            shared.parts.symmetry = false;
        else if (part == "pruning")
            shared.parts.pruning = false;
        else
            throw nb::value_error("the parts of a search are evaluation, quiescence, symmetry and pruning");
    }
    std::function<void(const Answer &)> tell;
    if (!callback.is_none())
        tell = [&](const Answer &answer) {
            nb::gil_scoped_acquire acquire;
            callback(as_tuple(p, answer));
        };
    const Line line = p.line;
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = analyse(**p.rules, line, question, shared, valued, tell);
    }
    return as_tuple(p, answer);
}

// A search by one thread, with what it found about positions inside it.
nb::tuple sample(nb::handle_t<PyPosition> self, std::uint64_t nodes, std::size_t count, int depth, std::uint64_t seed) {
    const PyPosition &p = *nb::inst_ptr<PyPosition>(self);
    HashTable table = HashTable::for_nodes(nodes, most_megabytes);
    Budget budget = budget_of({}, nodes, nullptr);
    Shared shared(table, budget);
    const Line line = p.line;
    Answer answer;
    std::vector<AnySample> samples;
    {
        nb::gil_scoped_release release;
        answer = (*p.rules)->sample(line, shared, {count, depth, seed}, samples);
    }
    nb::list inside;
    for (const AnySample &each : samples)
        inside.append(nb::make_tuple(sibling(self, each.position), each.value, each.bound != HashEntry::AtMost,
                                     each.bound != HashEntry::AtLeast));
    return nb::make_tuple(as_tuple(p, answer), inside);
}

std::vector<int> near_ends(const PyPosition &p, int plies, std::uint64_t nodes) {
    Budget budget = budget_of({}, nodes, nullptr);
    const Line line = p.line;
    nb::gil_scoped_release release;
    return (*p.rules)->near(line, plies, budget);
}

}  // namespace

void dreierlei::bind_engine(nb::module_ &m) {
    nb::class_<Stop>(m, "Stop", "A flag that ends searches from another thread.")
        .def(nb::init<>())
        .def("set", [](Stop &self) { self.flag = true; }, "Ends every search that was given this flag.")
        .def("clear", [](Stop &self) { self.flag = false; }, "Makes the flag ready for another search.")
        .def("is_set", [](const Stop &self) { return self.flag.load(); }, "Whether the flag is set.");

    nb::class_<HashTable>(m, "HashTable", "The transposition table. One search at a time may use it, with all its threads.")
        .def(
            "__init__",
            [](HashTable *self, std::size_t megabytes) {
                if (megabytes < 1) throw nb::value_error("a table needs at least 1 megabyte");
                new (self) HashTable(megabytes);
            },
            "megabytes"_a)
        .def("clear", &HashTable::clear, "Forgets everything.");

    nb::class_<AnyEndings>(m, "Endings", "Known values of positions near the end, for a search to probe.");

    m.def(
        "score",
        [](int value, bool at_least, bool at_most) {
            const Result result = result_of({std::int16_t(value), at_least, at_most});
            const bool estimated = !*result.result;
            return nb::make_tuple(estimated ? nb::none() : nb::cast(result.result),
                                  result.plies < 0 ? nb::none() : nb::cast(result.plies),
                                  estimated ? nb::cast(result.estimate) : nb::none(), result.exact);
        },
        "value"_a, "at_least"_a, "at_most"_a,
        nb::sig("def score(value: int, at_least: bool, at_most: bool) -> "
                "tuple[typing.Literal['win', 'draw', 'loss'] | None, int | None, int | None, bool]"),
        "What a value means whose lower and upper bound may be proved: result, plies, estimate, whether it is exact.");
    m.def(
        "score_message",
        [](const std::optional<std::string> &result, std::optional<int> plies, bool exact) {
            return message_key({result ? result->c_str() : "", plies.value_or(-1), 0, exact});
        },
        "result"_a.none(), "plies"_a.none(), "exact"_a, "The key of the message that says what a score means.");
    m.def(
        "solution_message",
        [](bool known, bool won, std::optional<int> plies) { return solution_key(known, won, plies.value_or(-1)); },
        "known"_a, "won"_a, "plies"_a.none(), "The key of the message that says who wins a position.");
    m.def("estimate_text", &estimate_text, "hundredths"_a, "An estimate in whole units.");

    m.def("analyse", &search, "position"_a, nb::kw_only(), "table"_a.none(), "seconds"_a, "depth"_a, "nodes"_a,
          "lines"_a, "threads"_a, "candidates"_a, "megabytes"_a, "callback"_a.none(), "stop"_a.none(),
          "without"_a = std::vector<std::string>{}, "endings"_a.none() = nb::none(), "known"_a = PyValued{},
          nb::sig("def analyse(position: Position, *, table: HashTable | None, seconds: float, depth: int, nodes: int, "
                  "lines: int, threads: int, candidates: list[Move], megabytes: int, "
                  "callback: typing.Callable[[tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, "
                  "float, bool]], None] | None, stop: Stop | None, without: list[str] = ..., "
                  "endings: Endings | None = None, known: list[tuple[Move, int, int, tuple[Move, ...]]] = ...) -> "
                  "tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, float, bool]"),
          "Searches a position. Zero means no limit. Returns (lines, depth, nodes, seconds, exact), and calls back with "
          "the same after each iteration; a line is (moves, value, value is proved from below, from above, depth). "
          "`without` leaves parts of the search out, for comparison: evaluation, quiescence, symmetry. `endings` are "
          "asked about positions that the search meets. `known` are the moves to choose from, best first, where their values "
          "are known: (move, winner or -1, plies after it or -1, line after it).");
    m.def("sample", &sample, "position"_a, nb::kw_only(), "nodes"_a, "count"_a, "depth"_a, "seed"_a,
          nb::sig("def sample(position: Position, *, nodes: int, count: int, depth: int, seed: int) -> "
                  "tuple[tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, float, bool], "
                  "list[tuple[typing.Any, int, bool, bool]]]"),
          "Searches a position as `analyse` does, and draws up to `count` positions at random from inside the search, with "
          "at least `depth` plies searched below each: (position, value for the player to move, whether it is worth at "
          "least that much, whether at most). The search takes these bounds for granted; few of them are proved.");
    m.def("near", &near_ends, "position"_a, "plies"_a, "nodes"_a,
          "For each legal move n if it wins by force in n plies, -n if it loses, 0 if neither is seen within the limits.");
    m.def("weights", [](const PyPosition &p) { return (*p.rules)->weights(); }, "position"_a,
          "The weights of the game's evaluation: those of a sum, in thousandths of a unit, or those of a network.");
    nb::class_<NetworkShape>(m, "NetworkShape", "The parts of a network that evaluates positions.")
        .def_ro("inputs", &NetworkShape::inputs, "The numbers of its inputs end before this one; the phases follow.")
        .def_ro("units", &NetworkShape::units, "Units of the hidden layer.")
        .def_ro("phases", &NetworkShape::phases, "Phases of the game, each with weights of its own after the hidden layer.")
        .def_ro("images", &NetworkShape::images,
                "For each image of the board that a unit looks at, the image of each input.");
    m.def("network", [](const PyPosition &p) { return (*p.rules)->network(); }, "position"_a,
          "The shape of the network that evaluates positions of the game, if there is one.");
    m.def("terms", [](const PyPosition &p) { return (*p.rules)->terms(*p.line); }, "position"_a,
          "What the evaluation depends on: numbers of weights or inputs, and how often each counts.");
}
