// The rules of a match for Python.
#include "../match.hpp"
#include "objects.hpp"

using namespace nb::literals;
using namespace dreierlei;

void dreierlei::bind_match(nb::module_ &m) {
    m.def(
        "standing",
        [](bool points, bool loser, int length, const std::vector<std::tuple<int, int, bool>> &games) {
            std::vector<Played> played;
            for (const auto &[winner, worth, swapped] : games) played.push_back({winner, worth, swapped});
            const Standing now = standing({points, loser, false}, length, played);
            return nb::make_tuple(nb::tuple(nb::cast(now.whites)), now.halves[0], now.halves[1], now.over, now.winner);
        },
        "points"_a, "loser"_a, "length"_a, "games"_a,
        nb::sig("def standing(points: bool, loser: bool, length: int, games: collections.abc.Sequence[tuple[int, int, bool]]) -> "
                "tuple[tuple[int, ...], int, int, bool, int]"),
        "Where a match stands after games, each (winning side or -1, points, whether the players swapped sides): who was White "
        "in each and begins as White in the next one, both scores doubled, whether it is over, and the winner or -1.");
    m.def(
        "swap_stage",
        [](const PyPosition &position, int moves) { return int(swap_stage(**position.rules, *position.line, moves)); },
        "position"_a, "moves"_a,
        "How the swap rule with that many moves stands: 0 while the beginner moves for both sides, 1 if the other player may "
        "swap, 2 after that.");
    m.def(
        "worth", [](const PyPosition &position) { return worth(**position.rules, *position.line); }, "position"_a,
        "What a round that is given up here leaves to the opponent.");
}
