// Mühle's databases for Python: indices, solvers, probes.
#include "../erased/muehle_values.hpp"
#include "../solvers/muehle_endings.hpp"
#include "../solvers/placing.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

#define CODES "collections.abc.Callable[[tuple[int, ...], int], int | None]"

constexpr const char *wrong_size = "the number of values does not match the size of the subspace";

// A view of a Python object's bytes, which cannot be resized while the view exists.
class Bytes {
  public:
    Bytes(nb::handle object, bool writable) {
        if (PyObject_GetBuffer(object.ptr(), &view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE)) throw nb::python_error();
    }
    ~Bytes() { PyBuffer_Release(&view); }
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;

    std::span<std::uint8_t> span() const { return {static_cast<std::uint8_t *>(view.buf), std::size_t(view.len)}; }

  private:
    Py_buffer view{};
};

struct MuehleTables {
    explicit MuehleTables(const Spec &spec) : rules(spec), index(rules, rules.stone_count()), limit(rules.quiet_plies()) {}
    Muehle rules;
    MuehleIndex index;
    int limit;

    void check(int own, int their) const {
        const auto fits = [&](int n) { return n >= MuehleIndex::fewest && n <= index.stones(); };
        if (!fits(own) || !fits(their))
            throw nb::value_error("a subspace has at least three stones of each side and at most those of the game");
    }

    // In the placing phase White's stones form the rows. White moves at even plies.
    static int placed(Side side, int ply) { return side == White ? (ply + 1) / 2 : ply / 2; }
    void check_placing(int ply, int white, int black) const {
        if (ply < 0 || ply >= 2 * index.stones() || white < 0 || white > placed(White, ply) || black < 0 ||
            black > placed(Black, ply))
            throw nb::value_error("the placing phase has no such subspace");
    }
    // Whether losing one more stone leaves a player with too few on the board and in hand.
    bool taking_wins(int ply, int white, int black) const {
        const Side them = ply % 2 ? White : Black;
        const int left = index.stones() - placed(them, ply) + (them == White ? white : black);
        return left <= MuehleIndex::fewest;
    }
    Muehle::State placing_state(int ply, MuehleIndex::Set white, MuehleIndex::Set black) const {
        Muehle::State s;
        s.stones = {white, black};
        for (Side side : {White, Black}) s.hand[side] = std::uint8_t(index.stones() - placed(side, ply));
        s.turn = ply % 2 ? Black : White;
        return s;
    }
};

// The same with the Python objects that own the values.
class OwnedEndings : public MuehleEndings {
  public:
    explicit OwnedEndings(const MuehleTables &tables) : MuehleEndings(tables.index, tables.limit), tables(tables) {}
    OwnedEndings(const OwnedEndings &) = delete;

    void add(int own, int their, nb::handle values) {
        tables.check(own, their);
        auto bytes = std::make_unique<Bytes>(values, false);
        if (bytes->span().size() != tables.index.size(own, their)) throw nb::value_error(wrong_size);
        MuehleEndings::add(own, their, bytes->span());
        kept.push_back(std::move(bytes));
    }

  private:
    const MuehleTables &tables;
    std::vector<std::unique_ptr<Bytes>> kept;
};

// The values of positions, given a function that reads them: codes((own, their), index) without stones in hand, and
// codes((ply, white, black), index) while stones are in hand. It returns None if a subspace has not been solved.
auto values_of(const MuehleTables &self, const PyPosition &position, nb::callable codes) {
    const auto read = [codes](const MuehleSubspace &part, auto index) -> std::optional<std::uint8_t> {
        const nb::tuple name = part.ply < 0 ? nb::make_tuple(part.first, part.second) : nb::make_tuple(part.ply, part.first, part.second);
        const nb::object code = codes(name, index());
        return code.is_none() ? std::nullopt : std::optional(nb::cast<std::uint8_t>(code));
    };
    return MuehleValues(of_family<Muehle>(*position.rules), self.index, read);
}

nb::object as_pair(const std::optional<MuehleValue> &value) {
    return value ? nb::object(nb::make_tuple(value->winner, value->plies)) : nb::none();
}

// Runs work(workers) without the GIL. `tick` is called with the GIL; an exception in it ends the work and is rethrown.
template <class Work> bool with_workers(int threads, const nb::callable &tick, Work work) {
    std::exception_ptr raised;
    bool finished = false;
    {
        nb::gil_scoped_release release;
        Workers workers(threads, [&](double part) {
            nb::gil_scoped_acquire acquire;
            try {
                return nb::cast<bool>(tick(part));
            } catch (...) {
                raised = std::current_exception();
                return false;
            }
        });
        finished = work(workers);
    }
    if (raised) std::rethrow_exception(raised);
    return finished;
}

bool solve(const MuehleTables &self, int own, int their, nb::handle values, nb::handle mirrored, nb::handle known,
           nb::handle known_mirrored, int threads, nb::callable tick) {
    self.check(own, their);
    const Bytes first(values, true), second(mirrored, true), after_first(known, false), after_second(known_mirrored, false);
    return with_workers(threads, tick, [&](Workers &workers) {
        PairOfSubspaces<MuehleIndex> pair(self.index, own, their, {first.span(), second.span()},
                                          {after_first.span(), after_second.span()}, self.limit);
        return pair.solve(workers);
    });
}

bool solve_placing(const MuehleTables &self, int ply, int white, int black, nb::handle values, nb::handle quiet,
                   nb::handle taken, int threads, nb::callable tick) {
    self.check_placing(ply, white, black);
    const Bytes here(values, true), after_quiet(quiet, false), after_taken(taken, false);
    return with_workers(threads, tick, [&](Workers &workers) {
        PlacingSubspace<MuehleIndex> subspace(
            self.index, {white, black, here.span(), after_quiet.span(), after_taken.span(),
                         self.taking_wins(ply, white, black)});
        return ply % 2 ? subspace.solve_others(workers) : subspace.solve_rows(workers);
    });
}

std::vector<std::uint64_t> census(const MuehleTables &self, int own, int their, nb::handle values) {
    if (std::min(own, their) < 0 || std::max(own, their) > self.index.stones()) throw nb::value_error("no such subspace");
    const Bytes bytes(values, false);
    if (bytes.span().size() != self.index.size(own, their)) throw nb::value_error(wrong_size);
    std::vector<std::uint64_t> total(256);
    nb::gil_scoped_release release;
    const std::uint64_t columns = self.index.columns(own, their);
    for (std::uint64_t row = 0; row < self.index.rows(own); ++row) {
        std::array<std::uint32_t, 256> counts{};
        for (std::uint8_t code : bytes.span().subspan(row * columns, columns)) ++counts[code];
        const int weight = self.index.row_weight(own, row);
        for (int code = 0; code < 256; ++code) total[code] += std::uint64_t(counts[code]) * std::uint64_t(weight);
    }
    return total;
}

// The first of `samples` random indices below `size`, or of all if `samples` is 0, for which `wrong` holds; -1 if none.
template <class Wrong>
std::int64_t first_index(std::uint64_t size, std::uint64_t samples, std::uint64_t seed, Wrong wrong) {
    nb::gil_scoped_release release;
    Random random(seed);
    for (std::uint64_t i = 0; i < (samples ? samples : size); ++i)
        if (const std::uint64_t at = samples ? random.next() % size : i; wrong(at)) return std::int64_t(at);
    return -1;
}

std::int64_t first_wrong(const MuehleTables &self, int own, int their, nb::handle values, nb::handle mirrored,
                         nb::handle known, std::uint64_t samples, std::uint64_t seed) {
    self.check(own, their);
    const Bytes here(values, false), quiet(mirrored, false), taken(known, false);
    const std::uint64_t size = self.index.size(own, their);
    if (here.span().size() != size || quiet.span().size() != self.index.size(their, own) ||
        taken.span().size() != (their > MuehleIndex::fewest ? self.index.size(their - 1, own) : 0))
        throw nb::value_error(wrong_size);
    return first_index(size, samples, seed, [&](std::uint64_t at) {
        const auto [mine, others] = self.index.unindex(own, their, at);
        return here.span()[at] !=
               value_by_rules(self.rules, self.index, mine, others, quiet.span(), taken.span(), self.limit);
    });
}

std::int64_t first_wrong_placing(const MuehleTables &self, int ply, int white, int black, nb::handle values,
                                 nb::handle quiet, nb::handle taken, std::uint64_t samples, std::uint64_t seed) {
    self.check_placing(ply, white, black);
    const Bytes here(values, false), after_quiet(quiet, false), after_taken(taken, false);
    const std::uint64_t size = self.index.size(white, black);
    if (here.span().size() != size) throw nb::value_error(wrong_size);
    return first_index(size, samples, seed, [&](std::uint64_t at) {
        const auto [whites, blacks] = self.index.unindex(white, black, at);
        const Muehle::State state = self.placing_state(ply, whites, blacks);
        MoveList moves;
        self.rules.moves(state, moves);
        bool won = false, drawn = false;
        for (const Move &move : moves) {
            const Muehle::State next = self.rules.play(state, move);
            const bool takes = move.size > 1;
            const Outcome end = self.rules.outcome(next);
            const auto known = (takes ? after_taken : after_quiet).span();
            const std::uint64_t where = self.index.index(next.stones[White], next.stones[Black]);
            if (!end.over && where >= known.size()) return true;
            const std::uint8_t code = end.over ? 2 : known[where];
            won |= Coding::is_loss(code);
            drawn |= code == Coding::draw;
        }
        return here.span()[at] != (won ? 1 : drawn ? 0 : 2);
    });
}

}  // namespace

void dreierlei::bind_solve_muehle(nb::module_ &m) {
    nb::class_<MuehleTables>(m, "MuehleTables", "Indices of Mühle's positions, and solvers for whole subspaces.")
        .def(
            "__init__",
            [](MuehleTables *self, std::map<std::string, long> numbers,
               std::map<std::string, std::vector<std::vector<int>>> tables) {
                new (self) MuehleTables(Spec{std::move(numbers), std::move(tables), {}});
            },
            "numbers"_a, "tables"_a)
        .def_prop_ro("stones", [](const MuehleTables &self) { return self.index.stones(); }, "The number of each player's stones.")
        .def(
            "size",
            [](const MuehleTables &self, int own, int their) {
                self.check(own, their);
                return self.index.size(own, their);
            },
            "own"_a, "their"_a, "The number of indices of a subspace.")
        .def(
            "probe",
            [](const MuehleTables &self, const PyPosition &position, nb::callable codes) {
                return as_pair(values_of(self, position, codes).value(position.line));
            },
            "position"_a, "codes"_a, nb::sig("def probe(self, position: Position, codes: " CODES ") -> tuple[int, int] | None"),
            "The value of a position, where the values that `codes` reads tell it: who wins or -1, and the plies to the next "
            "capture or -1.")
        .def(
            "best_moves",
            [](const MuehleTables &self, const PyPosition &position, nb::callable codes) {
                return as_tuple(*position.rules, values_of(self, position, codes).best(position.line));
            },
            "position"_a, "codes"_a, nb::sig("def best_moves(self, position: Position, codes: " CODES ") -> tuple[Move, ...]"),
            "The moves that keep the value; none where it is not known.")
        .def(
            "move_values",
            [](const MuehleTables &self, const PyPosition &position, nb::callable codes) {
                nb::list found;
                for (const auto &[move, value] : values_of(self, position, codes).moves(position.line))
                    found.append(nb::make_tuple(position.rules->intern(move), value.winner, value.plies));
                return found;
            },
            "position"_a, "codes"_a,
            nb::sig("def move_values(self, position: Position, codes: " CODES ") -> list[tuple[Move, int, int]]"),
            "The value of each move, its ply counted, best first; nothing where one is not known.")
        .def(
            "best_play",
            [](const MuehleTables &self, const PyPosition &position, nb::callable codes, std::optional<std::size_t> most) {
                std::uint64_t probed = 0;
                const auto played = values_of(self, position, codes).best_play(position.line, most.value_or(~std::size_t{0}), probed);
                return nb::make_tuple(as_tuple(*position.rules, played), probed);
            },
            "position"_a, "codes"_a, "most"_a.none(),
            nb::sig("def best_play(self, position: Position, codes: " CODES ", most: int | None) -> tuple[tuple[Move, ...], int]"),
            "Best moves of both to the end of the game, or so many, and how many positions were probed.")
        .def(
            "place",
            [](const MuehleTables &self, int own, int their, std::uint64_t index) {
                self.check(own, their);
                if (index >= self.index.size(own, their)) throw nb::index_error("the index is out of range");
                const auto [mine, others] = self.index.unindex(own, their, index);
                const auto places = places_of({mine, others}, self.index.places());
                return std::vector<int>(places.begin(), places.end());
            },
            "own"_a, "their"_a, "index"_a, nb::sig("def place(self, own: int, their: int, index: int) -> list[int]"),
            "The stones of an index, 1 for the player to move and 2 for the other.")
        .def("solve", &solve, "own"_a, "their"_a, "values"_a, "mirrored"_a, "known"_a, "known_mirrored"_a, "threads"_a,
             "tick"_a,
             nb::sig("def solve(self, own: int, their: int, values: bytearray, mirrored: bytearray, "
                     "known: bytes | bytearray, known_mirrored: bytes | bytearray, threads: int, "
                     "tick: collections.abc.Callable[[float], bool]) -> bool"),
             "Fills the values of (own, their) and, mirrored, of (their, own), which must be zero. `known` are the values "
             "of (their - 1, own), `known_mirrored` those of (own - 1, their). False if `tick` returned False.")
        .def(
            "placing_size",
            [](const MuehleTables &self, int ply, int white, int black) {
                self.check_placing(ply, white, black);
                return self.index.size(white, black);
            },
            "ply"_a, "white"_a, "black"_a, "The number of indices after `ply` placements, with these stones left on the board.")
        .def(
            "taking_wins",
            [](const MuehleTables &self, int ply, int white, int black) {
                self.check_placing(ply, white, black);
                return self.taking_wins(ply, white, black);
            },
            "ply"_a, "white"_a, "black"_a, "Whether taking a stone wins at once.")
        .def("solve_placing", &solve_placing, "ply"_a, "white"_a, "black"_a, "values"_a, "quiet"_a, "taken"_a, "threads"_a,
             "tick"_a,
             nb::sig("def solve_placing(self, ply: int, white: int, black: int, values: bytearray, "
                     "quiet: bytes | bytearray, taken: bytes | bytearray, threads: int, "
                     "tick: collections.abc.Callable[[float], bool]) -> bool"),
             "Fills the values from those of the next ply without and with a stone taken. False if `tick` returned False.")
        .def("first_wrong_placing", &first_wrong_placing, "ply"_a, "white"_a, "black"_a, "values"_a, "quiet"_a, "taken"_a,
             "samples"_a, "seed"_a,
             nb::sig("def first_wrong_placing(self, ply: int, white: int, black: int, values: bytes | bytearray, "
                     "quiet: bytes | bytearray, taken: bytes | bytearray, samples: int, seed: int) -> int"),
             "Like `first_wrong`.")
        .def("census", &census, "own"_a, "their"_a, "values"_a,
             nb::sig("def census(self, own: int, their: int, values: bytes | bytearray) -> list[int]"),
             "How many placements of the stones have each value, counting all symmetric images.")
        .def("first_wrong", &first_wrong, "own"_a, "their"_a, "values"_a, "mirrored"_a, "known"_a, "samples"_a, "seed"_a,
             nb::sig("def first_wrong(self, own: int, their: int, values: bytes | bytearray, "
                     "mirrored: bytes | bytearray, known: bytes | bytearray, samples: int, seed: int) -> int"),
             "An index whose value does not follow by the rules from those of its successors, or -1. Checks `samples` random "
             "indices, or all of them for 0.");

    nb::class_<OwnedEndings, AnyEndings>(m, "MuehleEndings", "Subspaces of Mühle's database in memory, for a search to probe.")
        .def(nb::init<const MuehleTables &>(), "tables"_a, nb::keep_alive<1, 2>())
        .def("add", &OwnedEndings::add, "own"_a, "their"_a, "values"_a,
             nb::sig("def add(self, own: int, their: int, values: bytes | bytearray) -> None"),
             "The values of a subspace.");
}
