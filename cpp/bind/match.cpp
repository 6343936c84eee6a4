// The rules of a match for Python.
#include "../match.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

void dreierlei::bind_match(nb::module_ &m) {
    m.def(
        "standing",
        [](bool points, bool loser, int length, const std::vector<std::pair<int, int>> &games) {
            std::vector<Played> played;
            for (const auto &[winner, worth] : games) played.push_back({winner, worth});
            const Standing now = standing({points, loser, false}, length, played);
            return nb::make_tuple(nb::tuple(nb::cast(now.whites)), now.halves[0], now.halves[1], now.over, now.winner);
        },
        "points"_a, "loser"_a, "length"_a, "games"_a,
        nb::sig("def standing(points: bool, loser: bool, length: int, games: collections.abc.Sequence[tuple[int, int]]) -> "
                "tuple[tuple[int, ...], int, int, bool, int]"),
        "Where a match stands after games, each (winning side or -1, points): who is White in each and in the next one, "
        "both scores doubled, whether it is over, and the winner or -1.");
    m.def(
        "worth", [](const PyPosition &position) { return worth(**position.rules, *position.line); }, "position"_a,
        "What a round that is given up here leaves to the opponent.");
}
