// Many games at once over arrays that Python owns.
#include <nanobind/ndarray.h>

#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

template <class T> using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// One step at a time: a thread that calls while another steps the same games waits for it.
struct PyBatch {
    nb::object owner;                // keeps the rules alive
    std::vector<nb::object> arrays;  // and what is written into
    const PyRules *rules;
    std::size_t games;
    std::unique_ptr<AnyBatch> batch;
    std::mutex stepping;
    pid_t home = getpid();

    // A forked process has the batch but not its threads, and what they wait for cannot be taken down: it is left alone.
    ~PyBatch() {
        if (getpid() != home) batch.release();
    }

    template <class Work> auto alone(Work work) {
        nb::gil_scoped_release release;
        const std::lock_guard lock(stepping);
        return work(*batch);
    }
};

// The first element of an array of so many, which stays alive with the batch.
template <class T> T *taken(PyBatch &batch, nb::handle given, std::size_t size) {
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
                const Arrays out{taken<std::uint8_t>(batch, observations, games * row),
                                 taken<bool>(batch, mask, games * actions),
                                 taken<float>(batch, rewards, games * 2),
                                 taken<bool>(batch, terminated, games),
                                 taken<bool>(batch, truncated, games),
                                 taken<std::uint8_t>(batch, player, games)};
                batch.batch = core->batch(games, threads, most_plies, out);
            },
            "rules"_a, "games"_a, "threads"_a, "most_plies"_a, "observations"_a, "mask"_a, "rewards"_a, "terminated"_a,
            "truncated"_a, "player"_a,
            nb::sig("def __init__(self, rules: Rules, games: int, threads: int, most_plies: int, observations: typing.Any, "
                    "mask: typing.Any, rewards: typing.Any, terminated: typing.Any, truncated: typing.Any, "
                    "player: typing.Any) -> None"),
            "The arrays are written into at every step.")
        .def(
            "reset", [](PyBatch &self, std::uint64_t seed) { self.alone([&](AnyBatch &b) { b.reset(seed); }); }, "seed"_a,
            "All games begin anew.")
        .def(
            "step",
            [](PyBatch &self, const Array<std::int64_t> &actions) {
                const auto chosen = one_each(self, actions);
                return self.alone([&](AnyBatch &b) { return b.step(chosen); });
            },
            "actions"_a.noconvert(), nb::sig("def step(self, actions: typing.Any) -> int"),
            "Plays an action in each game and returns -1, or returns the first game whose action is not legal and plays "
            "none.")
        .def(
            "sample",
            [](PyBatch &self, const Array<std::int64_t> &actions) {
                const auto chosen = one_each(self, actions);
                self.alone([&](AnyBatch &b) { b.sample(chosen); });
            },
            "actions"_a.noconvert(), nb::sig("def sample(self, actions: typing.Any) -> None"),
            "Writes a random legal action for each game.")
        .def(
            "setup",
            [](PyBatch &self, std::size_t game) {
                if (game >= self.games) throw nb::index_error("there is no such game");
                int occurrences = 1;
                const Setup setup = self.alone([&](AnyBatch &b) { return b.describe(game, occurrences); });
                return nb::make_tuple(nb::cast(std::vector<int>(setup.places.begin(), setup.places.end())),
                                      int(setup.turn), nb::cast(setup.fields), occurrences);
            },
            "game"_a, nb::sig("def setup(self, game: int) -> tuple[list[int], int, list[int], int]"),
            "How a game stands: stones, side to move, fields, occurrences.");
}
