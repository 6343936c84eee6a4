// Many games at once, on arrays that Python owns.
#include <nanobind/ndarray.h>

#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

namespace {

template <class T> using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// Calls from several threads are serialised.
struct PyBatch {
    nb::object owners;               // keep the rules alive
    std::vector<nb::object> arrays;  // written to, so kept alive
    const PyRules *rules;
    std::size_t games;
    std::unique_ptr<AnyBatch> batch;
    std::mutex stepping;
    int home = process_id();

    // A forked process has the batch but not its threads, so it cannot destroy the batch and leaks it.
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
            [](PyBatch *self, nb::handle_t<PyRules> rules, nb::typed<nb::list, PyPosition> starts, std::size_t games,
               int threads, int most_plies, nb::typed<nb::list, nb::object> arrays) {
                const PyRules &core = *nb::inst_ptr<PyRules>(rules);
                const std::size_t actions = std::size_t(core->actions().size());
                const std::size_t row = core->planes().size() * std::size_t(core.shown.place_count());
                std::vector<Beginning> beginnings;
                for (nb::handle start : starts) {
                    const auto &position = nb::cast<const PyPosition &>(start);
                    beginnings.push_back({&**position.rules, position.line});
                }
                if (beginnings.empty() || arrays.size() != 7) throw nb::value_error("a start or an array is missing");
                auto &batch = *new (self) PyBatch{nb::make_tuple(rules, starts), {}, &core, games, nullptr, {}};
                const Arrays out{data_of<std::uint8_t>(batch, arrays[0], games * row),
                                 data_of<bool>(batch, arrays[1], games * actions),
                                 data_of<float>(batch, arrays[2], games * 2),
                                 data_of<bool>(batch, arrays[3], games),
                                 data_of<bool>(batch, arrays[4], games),
                                 data_of<std::uint8_t>(batch, arrays[5], games),
                                 data_of<std::uint8_t>(batch, arrays[6], games * 2 * row)};
                batch.batch = core->batch(beginnings, games, threads, most_plies, out);
            },
            "rules"_a, "starts"_a, "games"_a, "threads"_a, "most_plies"_a, "arrays"_a,
            nb::sig("def __init__(self, rules: Rules, starts: list[Position], games: int, threads: int, most_plies: int, "
                    "arrays: list[typing.Any]) -> None"),
            "The arrays are written at every step: observations, mask, rewards, terminated, truncated, player, last "
            "observations.")
        .def(
            "reset", [](PyBatch &self, std::uint64_t seed) { self.locked([&](AnyBatch &b) { b.reset(seed); }); }, "seed"_a,
            "Restarts all games.")
        .def(
            "step",
            [](PyBatch &self, const Array<std::int64_t> &actions, const std::optional<Array<bool>> &moving) {
                const auto chosen = one_each(self, actions);
                if (moving && moving->size() != self.games) throw nb::value_error("there must be one flag for each game");
                return self.locked([&](AnyBatch &b) { return b.step(chosen, moving ? moving->data() : nullptr); });
            },
            "actions"_a.noconvert(), "moving"_a.none() = nb::none(),
            nb::sig("def step(self, actions: typing.Any, moving: typing.Any = None) -> int"),
            "Plays an action in each game, or in those for which `moving` is set, and returns -1. If an action is illegal, "
            "plays none and returns its game.")
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
            "The state of a game: stones, side to move, fields, occurrences.")
        .def(
            "start_of", [](PyBatch &self, std::size_t game) { return self.batch->start_of(game); }, "game"_a,
            "Which of the starts a game began from.")
        .def(
            "save",
            [](PyBatch &self) {
                const std::string saved = self.locked([](AnyBatch &b) { return b.save(); });
                return nb::bytes(saved.data(), saved.size());
            },
            "All games and their random sequences, for `load`.")
        .def(
            "load",
            [](PyBatch &self, const nb::bytes &saved) {
                const std::string_view bytes(saved.c_str(), saved.size());
                self.locked([&](AnyBatch &b) { b.load(bytes); });
            },
            "saved"_a, "Restores what `save` returned, in a batch that was made in the same way.");
}
