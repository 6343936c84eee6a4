// Many games at once over arrays that Python owns.
#include <nanobind/ndarray.h>

#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

template <class T> using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// Calls from several threads are serialised.
struct PyBatch {
    nb::object owner;                // keeps the rules alive
    std::vector<nb::object> arrays;  // those that are written to, kept alive
    const PyRules *rules;
    std::size_t games;
    std::unique_ptr<AnyBatch> batch;
    std::mutex stepping;
    int home = process_id();

    // A forked process has the batch but not its threads, so the batch cannot be destroyed there: it is leaked.
    ~PyBatch() {
        if (process_id() != home) batch.release();
    }

    template <class Work> auto locked(Work work) {
        nb::gil_scoped_release release;
        const std::lock_guard lock(stepping);
        return work(*batch);
    }
};

// The data of an array of this size, which the batch keeps alive.
template <class T> T *data_of(PyBatch &batch, nb::handle given, std::size_t size) {
    const auto array = nb::cast<Array<T>>(given, false);
    if (array.size() != size) throw nb::value_error("an array of the batch has the wrong size");
    batch.arrays.push_back(nb::borrow(given));
    return array.data();
}

std::span<std::int64_t> one_each(const PyBatch &batch, const Array<std::int64_t> &array) {
    if (array.size() != batch.games) throw nb::value_error("there must be one action for each game");
    return {array.data(), array.size()};
}

}  // namespace

void dreierlei::bind_batch(nb::module_ &m) {
    nb::class_<PyBatch>(m, "Batch", "Many games of one variant that are stepped together. They begin with `reset`.")
        .def(
            "__init__",
            [](PyBatch *self, nb::handle_t<PyRules> rules, std::size_t games, int threads, int most_plies,
               nb::handle observations, nb::handle mask, nb::handle rewards, nb::handle terminated, nb::handle truncated,
               nb::handle player) {
                const PyRules &core = *nb::inst_ptr<PyRules>(rules);
                const std::size_t actions = std::size_t(core->actions().size());
                const std::size_t row = core->planes().size() * std::size_t(core.place_count());
                auto &batch = *new (self) PyBatch{nb::borrow(rules), {}, &core, games, nullptr, {}};
                const Arrays out{data_of<std::uint8_t>(batch, observations, games * row),
                                 data_of<bool>(batch, mask, games * actions),
                                 data_of<float>(batch, rewards, games * 2),
                                 data_of<bool>(batch, terminated, games),
                                 data_of<bool>(batch, truncated, games),
                                 data_of<std::uint8_t>(batch, player, games)};
                batch.batch = core->batch(games, threads, most_plies, out);
            },
            "rules"_a, "games"_a, "threads"_a, "most_plies"_a, "observations"_a, "mask"_a, "rewards"_a, "terminated"_a,
            "truncated"_a, "player"_a,
            nb::sig("def __init__(self, rules: Rules, games: int, threads: int, most_plies: int, observations: typing.Any, "
                    "mask: typing.Any, rewards: typing.Any, terminated: typing.Any, truncated: typing.Any, "
                    "player: typing.Any) -> None"),
            "The arrays are written at every step.")
        .def(
            "reset", [](PyBatch &self, std::uint64_t seed) { self.locked([&](AnyBatch &b) { b.reset(seed); }); }, "seed"_a,
            "Restarts all games.")
        .def(
            "step",
            [](PyBatch &self, const Array<std::int64_t> &actions) {
                const auto chosen = one_each(self, actions);
                return self.locked([&](AnyBatch &b) { return b.step(chosen); });
            },
            "actions"_a.noconvert(), nb::sig("def step(self, actions: typing.Any) -> int"),
            "Plays an action in each game and returns -1. If an action is illegal, plays none and returns its game.")
        .def(
            "sample",
            [](PyBatch &self, const Array<std::int64_t> &actions) {
                const auto chosen = one_each(self, actions);
                self.locked([&](AnyBatch &b) { b.sample(chosen); });
            },
            "actions"_a.noconvert(), nb::sig("def sample(self, actions: typing.Any) -> None"),
            "Writes a random legal action for each game.")
        .def(
            "setup",
            [](PyBatch &self, std::size_t game) {
                if (game >= self.games) throw nb::index_error("the game is out of range");
                int occurrences = 1;
                const Setup setup = self.locked([&](AnyBatch &b) { return b.describe(game, occurrences); });
                return nb::make_tuple(nb::cast(std::vector<int>(setup.places.begin(), setup.places.end())),
                                      int(setup.turn), nb::cast(setup.fields), occurrences);
            },
            "game"_a, nb::sig("def setup(self, game: int) -> tuple[list[int], int, list[int], int]"),
            "The state of a game: stones, side to move, fields, occurrences.");
}
