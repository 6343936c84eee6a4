// Rules, positions and moves as Python objects. Only the files in this folder use nanobind.
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

nb::tuple moves_of(const PyPosition &p) {
    MoveList moves;
    (*p.rules)->moves(*p.line, moves);
    const nb::tuple result = nb::steal<nb::tuple>(PyTuple_New(moves.size()));
    if (!result.is_valid()) throw nb::python_error();
    for (int i = 0; i < moves.size(); ++i)
        NB_TUPLE_SET_ITEM(result.ptr(), i, p.rules->intern(moves[i]).inc_ref().ptr());
    return result;
}

// The legal move that is given as a Move or as text. If the text is not the exact notation, the Python class parses it and
// raises the error.
Move legal_move(nb::handle_t<PyPosition> self, nb::handle given) {
    const PyPosition &p = *nb::inst_ptr<PyPosition>(self);
    const PyMove *move = nullptr;
    nb::object parsed;
    MoveList moves;
    (*p.rules)->moves(*p.line, moves);
    if (std::string text; nb::try_cast(given, text)) {
        for (const Move &legal : moves)
            if (nb::inst_ptr<PyMove>(p.rules->intern(legal))->text == text) return legal;
    }
    if (!nb::try_cast(given, move) || !move) {  // None is a null pointer
        parsed = self.attr("parse")(given);
        move = nb::cast<const PyMove *>(parsed);
    }
    for (const Move &legal : moves) {
        if (legal != move->move) continue;
        // A move of another board may have the same code, but not the same text.
        if (nb::inst_ptr<PyMove>(p.rules->intern(legal))->text == move->text) return legal;
        break;
    }
    self.attr("_refuse")(move->text);  // raises
    throw std::logic_error("a refused move was not refused");
}

nb::object play(nb::handle_t<PyPosition> self, nb::handle given) {
    const PyPosition &p = *nb::inst_ptr<PyPosition>(self);
    return sibling(self, (*p.rules)->play(p.line, legal_move(self, given)));
}

nb::list motion(nb::handle_t<PyPosition> self, nb::handle given) {
    const PyPosition &p = *nb::inst_ptr<PyPosition>(self);
    const auto name = [&](int target) { return target < 0 ? nb::none() : nb::cast(p.rules->shown.target(target)); };
    nb::list steps;
    for (const Step &step : (*p.rules)->motion(*p.line, legal_move(self, given)))
        steps.append(nb::make_tuple(view::kind(step.kind), int(step.stone), name(step.start), name(step.end), name(step.ring)));
    return steps;
}

// Targets by their names; all of them must be declared.
std::vector<int> targets_of(const PyRules &rules, const std::vector<std::string> &names) {
    std::vector<int> targets;
    for (const std::string &name : names) targets.push_back(rules.find(name));
    return targets;
}

nb::object why_not(const PyPosition &p, const std::vector<std::string> &chosen) {
    const auto refusal = (*p.rules)->why_not(*p.line, targets_of(*p.rules, chosen));
    if (!refusal) return nb::none();
    std::map<std::string, std::string> targets;
    for (const auto &[name, target] : refusal->targets) targets[name] = p.rules->shown.target(target);
    return nb::make_tuple(refusal->key, targets, refusal->numbers);
}

Move begun_by(const PyRules &rules, const std::vector<std::string> &chosen) {
    if (chosen.size() > 3) throw nb::value_error("a move has at most three targets");
    Move begun;
    for (int target : targets_of(rules, chosen)) begun = begun.with(target);
    return begun;
}

nb::object reach(const PyPosition &p, const std::vector<std::string> &chosen) {
    const auto range = (*p.rules)->range(*p.line, begun_by(*p.rules, chosen));
    if (!range) return nb::none();
    nb::list places;
    for (Bits left = range->places; left;) places.append(p.rules->shown.target(pop(left)));
    return nb::make_tuple(p.rules->shown.target(range->from), nb::tuple(places));
}

nb::list prompts(const PyPosition &p) {
    nb::list all;
    for (const auto &[begun, step, range] : prompts_of(**p.rules, p.rules->shown, *p.line))
        all.append(nb::make_tuple(p.rules->names(begun), step,
                                  range ? nb::cast(p.rules->shown.target(range->from)) : nb::none()));
    return all;
}

// A declaration may refer back to one of its positions, for example through a module's cache. The garbage collector sees such
// a cycle only if it is shown the reference. No tp_clear: the cycle always contains a dict or a list that can be cleared.
int traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<PyPosition>(self)->variant.ptr());
    return 0;
}
PyType_Slot collected[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse)}, {0, nullptr}};

// Rules that are written in Python refer back to their declaration.
int traverse_rules(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<PyRules>(self)->bridge().ptr());
    return 0;
}
PyType_Slot collected_rules[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse_rules)}, {0, nullptr}};

// Nothing if it was stopped.
std::optional<std::uint64_t> perft(const PyPosition &p, int depth, const Stop *stop) {
    if (depth < 0 || depth > most_perft_plies)
        throw nb::value_error(("depth must be 0 to " + std::to_string(most_perft_plies)).c_str());
    const Line line = p.line;
    Budget budget = budget_of({}, {}, stop);
    nb::gil_scoped_release release;
    try {
        return (*p.rules)->perft(line, depth, budget);
    } catch (OutOfBudget) {
        return {};
    }
}

Setup setup_of(std::vector<int> places, int turn, std::vector<int> fields) {
    Setup setup;
    for (int stone : places) setup.places.push_back(Stone(stone));
    setup.turn = turn ? Black : White;
    setup.fields = std::move(fields);
    return setup;
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled core: rules, searches and solvers. Use the package dreierlei, which builds on it.";

    nb::class_<PyMove>(m, "Move", nb::is_final(),
                       "A legal move of some position. `str(move)` is its notation.\n\n"
                       "A move is equal to every move with the same notation, and to that notation itself as text.")
        .def_ro("text", &PyMove::text, "The move in notation.")
        .def_prop_ro(
            "targets", [](const PyMove &self) { return self.targets; }, nb::sig("def targets(self) -> tuple[str, ...]"),
            "The names of the targets, in order: places, stones to take, corners, rings, `pass`.")
        .def_prop_ro(
            "code", [](const PyMove &self) { return self.move.code(); },
            "The move as a number, stable for a game.")
        .def("__str__", [](const PyMove &self) { return self.text; })
        .def("__repr__", [](const PyMove &self) { return "<Move " + self.text + ">"; })
        .def("__hash__", [](const PyMove &self) { return nb::hash(nb::cast(self.text)); })
        .def(
            "__eq__",
            [](const PyMove &self, nb::handle other) {
                const PyMove *move = nullptr;
                if (nb::try_cast(other, move)) return move->text == self.text;
                std::string_view text;
                return nb::isinstance<nb::str>(other) && nb::try_cast(other, text) && text == self.text;
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"));

    nb::class_<PyRules>(m, "Rules", nb::type_slots(collected_rules), "The rules of one variant of a game, built from its declaration's tables.")
        .def(
            "__init__",
            [](PyRules *self, const std::string &family, std::map<std::string, long> numbers,
               std::map<std::string, std::vector<std::vector<int>>> tables,
               std::map<std::string, std::vector<std::string>> words, Lists shown, nb::object bridge) {
                const Spec spec{std::move(numbers), std::move(tables), std::move(words), script_of(bridge)};
                new (self) PyRules(family, spec, std::move(shown), bridge);
            },
            "family"_a, "numbers"_a, "tables"_a, "words"_a, "shown"_a, "bridge"_a.none() = nb::none(),
            "Raises ValueError with a sentence if the tables do not fit. `shown` names what people see of the variant. "
            "`bridge` is for rules that are written in Python.")
        .def(
            "problems",
            [](const PyRules &self, std::vector<int> places, int turn, std::vector<int> fields, int occurrences) {
                Problems problems;
                self->set_up(setup_of(std::move(places), turn, std::move(fields)), occurrences, problems);
                std::vector<std::tuple<std::string, std::map<std::string, long>, std::map<std::string, int>>> reasons;
                for (const Problem &problem : problems)
                    reasons.emplace_back(problem.key, problem.numbers,
                                         std::map<std::string, int>(problem.sides.begin(), problem.sides.end()));
                return reasons;
            },
            "places"_a, "turn"_a, "fields"_a, "occurrences"_a = 1,
            "Every reason why the position is invalid: the key of a message, its numbers and its sides. Empty if it is valid.")
        .def(
            "move", [](const PyRules &self, std::uint32_t code) { return nb::borrow(self.intern(Move::from_code(code))); },
            "code"_a, nb::sig("def move(self, code: int) -> Move"), "The move with this code.")
        .def_prop_ro(
            "actions", [](const PyRules &self) { return self->actions().size(); },
            "The number of moves that this variant can ever allow. Each has a number from 0 on.")
        .def(
            "action",
            [](const PyRules &self, const PyMove &move) {
                if (!self->actions().has(move.move)) throw nb::value_error((move.text + " is not a move of this game").c_str());
                return self->actions().number(move.move);
            },
            "move"_a, "The number of a move, the same in every position.")
        .def(
            "action_move",
            [](const PyRules &self, int action) {
                if (action < 0 || action >= self->actions().size()) throw nb::index_error("the action is out of range");
                return nb::borrow(self.intern(self->actions().move(action)));
            },
            "action"_a, nb::sig("def action_move(self, action: int) -> Move"), "The move with this number.")
        .def_prop_ro(
            "planes",
            [](const PyRules &self) {
                std::vector<std::pair<std::string, int>> planes;
                for (const Plane &plane : self->planes()) planes.emplace_back(plane.name, plane.most);
                return planes;
            },
            "The planes of an observation: their names and the largest number that each can hold.");

    nb::class_<PyPosition>(m, "Position", nb::type_slots(collected), "The state of a game and the line that led to it.")
        .def(
            "__init__",
            [](PyPosition *self, nb::object variant, nb::handle_t<PyRules> rules) {
                const PyRules &core = *nb::inst_ptr<PyRules>(rules);
                new (self) PyPosition{std::move(variant), nb::borrow(rules), &core, core->start()};
            },
            "variant"_a, "rules"_a, "The start of the game.")
        .def(
            "__init__",
            [](PyPosition *self, nb::object variant, nb::handle_t<PyRules> rules, std::vector<int> places, int turn,
               std::vector<int> fields, int occurrences) {
                Problems problems;
                const PyRules &core = *nb::inst_ptr<PyRules>(rules);
                Line line = core->set_up(setup_of(std::move(places), turn, std::move(fields)), occurrences, problems);
                if (!line) throw nb::value_error(problems.front().key.c_str());
                new (self) PyPosition{std::move(variant), nb::borrow(rules), &core, std::move(line)};
            },
            "variant"_a, "rules"_a, "places"_a, "turn"_a, "fields"_a, "occurrences"_a = 1, "A position set up by hand.")
        .def("moves", &moves_of, nb::sig("def moves(self) -> tuple[Move, ...]"),
             "The legal moves; none when the game is over.")
        .def("play", &play, "move"_a.none(), nb::sig("def play(self, move: Move | str) -> typing.Self"),
             "The position after a legal move, given as a Move or in notation. This one stays as it is.\n\n"
             "Raises `IllegalMove`, `UnreadableMove` or `AmbiguousMove`, all of them `ValueError`s.")
        .def("_motion", &motion, "move"_a.none(),
             nb::sig("def _motion(self, move: Move | str) -> list[tuple[str, int, str | None, str | None, str | None]]"),
             "The steps of a legal move: kind, stone, start, end, ring.")
        .def("_why_not", &why_not, "chosen"_a,
             nb::sig("def _why_not(self, chosen: collections.abc.Sequence[str]) -> "
                     "tuple[str, dict[str, str], dict[str, int]] | None"),
             "Why no legal move begins with these targets: the key of a message, its targets and its numbers.")
        .def("_reach", &reach, "chosen"_a,
             nb::sig("def _reach(self, chosen: collections.abc.Sequence[str]) -> tuple[str, tuple[str, ...]] | None"),
             "The piece within whose reach a move that begins with these targets must end, and the places there.")
        .def("_prompts", &prompts, nb::sig("def _prompts(self) -> list[tuple[tuple[str, ...], typing.Any, str | None]]"),
             "For every beginning of a legal move what comes next, and the piece within whose reach it must be.")
        .def(
            "_preview",
            [](const PyPosition &self, const std::vector<std::string> &chosen) {
                return preview(**self.rules, self.rules->shown, *self.line, begun_by(*self.rules, chosen));
            },
            "chosen"_a, nb::sig("def _preview(self, chosen: collections.abc.Sequence[str]) -> str"),
            "The stones when these first targets of a legal move are done.")
        .def(
            "view", [](const PyPosition &self) { return position_view(**self.rules, self.rules->shown, self.line); },
            "The position with all that a page needs to show it and to let somebody move, as JSON.")
        .def("__str__", [](const PyPosition &self) { return self.rules->shown.line(**self.rules, *self.line); })
        .def_prop_ro(
            "_hands",
            [](const PyPosition &self) {
                const auto [white, black] = (*self.rules)->hands(*self.line);
                return nb::make_tuple(white, black);
            },
            nb::sig("def _hands(self) -> tuple[int, int]"), "The stones that White and Black can still place.")
        .def_prop_ro(
            "symmetries",
            [](const PyPosition &self) {
                const Symmetries &symmetries = (*self.rules)->symmetries();
                nb::list images;
                for (int i = 0; i < symmetries.size(); ++i) {
                    nb::list image;
                    for (int place = 0; place < self.rules->shown.place_count(); ++place) image.append(symmetries.place(place, i));
                    images.append(nb::tuple(image));
                }
                return nb::tuple(images);
            },
            nb::sig("def symmetries(self) -> tuple[tuple[int, ...], ...]"),
            "The permutations of the places that preserve the rules, the identity first: for each place its image.")
        .def(
            "images",
            [](nb::handle_t<PyPosition> self) {
                const PyPosition &p = *nb::inst_ptr<PyPosition>(self);
                nb::list images;
                for (int i = 0; i < (*p.rules)->symmetries().size(); ++i)
                    images.append(sibling(self, (*p.rules)->turned(*p.line, i)));
                return nb::tuple(images);
            },
            nb::sig("def images(self) -> tuple[typing.Self, ...]"),
            "The images of this position under the symmetries, one for each, without its history.")
        .def_prop_ro(
            "_variant", [](const PyPosition &self) { return self.variant; },
            nb::sig("def _variant(self) -> typing.Any"))
        .def_prop_ro("_turn", [](const PyPosition &self) { return int((*self.rules)->turn(*self.line)); })
        .def_prop_ro(
            "_setup",
            [](const PyPosition &self) {
                const Setup setup = (*self.rules)->describe(*self.line);
                return nb::make_tuple(nb::cast(std::vector<int>(setup.places.begin(), setup.places.end())),
                                      int(setup.turn), nb::cast(setup.fields));
            },
            nb::sig("def _setup(self) -> tuple[list[int], int, list[int]]"),
            "The stones on the places, the side to move, the fields.")
        .def(
            "_outcome",
            [](const PyPosition &self) -> nb::object {
                const Outcome outcome = (*self.rules)->outcome(*self.line);
                if (!outcome.over) return nb::none();
                return nb::make_tuple(int(outcome.winner), (*self.rules)->reason(outcome), int(outcome.points));
            },
            nb::sig("def _outcome(self) -> tuple[int, str, int] | None"),
            "None, or (winner or -1, reason, points or -1).")
        .def_prop_ro(
            "_pattern",
            [](const PyPosition &self) {
                nb::list places;
                for (Bits left = (*self.rules)->pattern(*self.line); left;) places.append(pop(left));
                return places;
            },
            nb::sig("def _pattern(self) -> list[int]"), "The places that decided the game.")
        .def_prop_ro(
            "key", [](const PyPosition &self) { return self.line->key; },
            "64 bits that are equal for positions that repeat each other.")
        .def_prop_ro(
            "occurrences", [](const PyPosition &self) { return self.line->occurrences; },
            "How often this position has occurred in the game, where repetition counts.")
        .def_prop_ro(
            "last_move",
            [](const PyPosition &self) -> nb::object {
                if (!self.line->move.size) return nb::none();
                return nb::borrow(self.rules->intern(self.line->move));
            },
            nb::sig("def last_move(self) -> Move | None"), "The move that led here, if the line is known.")
        .def_prop_ro(
            "previous",
            [](nb::handle_t<PyPosition> self) -> nb::object {
                const Line &line = nb::inst_ptr<PyPosition>(self)->line;
                return line->before ? sibling(self, line->before) : nb::none();
            },
            nb::sig("def previous(self) -> typing.Self | None"), "The position before the last move, or None.")
        .def(
            "perft",
            [](const PyPosition &self, int depth) { return *perft(self, depth, nullptr); }, "depth"_a,
            "The number of lines of exactly `depth` plies. A finished game has no children.")
        .def(
            "perft", [](const PyPosition &self, int depth, const Stop &stop) { return perft(self, depth, &stop); },
            "depth"_a, "stop"_a, "The same, or None if `stop` was set before all lines were counted.")
        .def(
            "_playouts",
            [](const PyPosition &self, std::uint64_t games, std::uint64_t seed, bool plain) {
                const Line line = self.line;
                Playouts total;
                {
                    nb::gil_scoped_release release;
                    total = (*self.rules)->playouts(line, games, seed, plain);
                }
                return nb::make_tuple(total.white, total.draws, total.black, total.plies);
            },
            "games"_a, "seed"_a, "plain"_a = false,
            nb::sig("def _playouts(self, games: int, seed: int, plain: bool = False) -> tuple[int, int, int, int]"),
            "Random games: (white wins, draws, black wins, plies). With `plain` by listing moves, for comparison.")
        .def(
            "_observe",
            [](const PyPosition &self, int side) {
                std::vector<std::uint8_t> planes((*self.rules)->planes().size() * std::size_t(self.rules->shown.place_count()));
                (*self.rules)->observe(*self.line, side ? Black : White, planes.data());
                return nb::bytes(planes.data(), planes.size());
            },
            "side"_a, "What a learner sees: the planes, one after the other, a byte for each place.")
        .def("__hash__", [](const PyPosition &self) { return std::int64_t(self.line->key >> 1); })
        .def(
            "_same_state",
            [](const PyPosition &self, const PyPosition &other) {
                return (*self.rules)->equal(*self.line, *other.line);
            },
            "other"_a, "Whether state and occurrences are equal; only for positions of equal variants.");

    m.attr("MOST_PERFT_PLIES") = most_perft_plies;
    bind_engine(m);
    bind_levels(m);
    bind_batch(m);
    bind_match(m);
    bind_review(m);
    bind_scripted(m);
    bind_solve(m);
    bind_solve_muehle(m);
    bind_solve_katarenga(m);
}
