"""The engine against plain minimax, and what it promises about limits and lines."""

from __future__ import annotations

import doctest
import itertools
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import dreierlei
from dreierlei import Move, Position, Stop, _core, bench, engine
from dreierlei.engine import Engine, analyse
from dreierlei.search import Analysis, Score

from .waiting import PATIENCE

DOCS = Path(__file__).parents[1] / "docs"
GAMES = [game.id for game in dreierlei.games()]
WIN = 1000
BETWEEN_LOOKS = 1024  # positions that a search sees between two looks at its limits
Raw = tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, float, bool]


class TooMuch(Exception):
    """Plain minimax would take too long."""


def minimax(here: Position, depth: int, budget: list[int]) -> int:
    """WIN - n for a win in n plies, n - WIN for a loss, 0 for a draw or for what lies beyond the depth."""
    end = here.outcome()
    if end is not None:
        return 0 if end.winner is None else WIN if end.winner is here.turn else -WIN
    if depth == 0:
        return 0
    best = -WIN
    for move in here.moves():
        budget[0] -= 1
        if budget[0] < 0:
            raise TooMuch
        value = -minimax(here.play(move), depth - 1, budget)
        best = max(best, value - (value > 0) + (value < 0))
    return best


def value_of(analysis: Analysis) -> int:
    """The score on the scale of `minimax`."""
    score = analysis.score
    if score.result == "win":
        return WIN - (score.plies or 0)
    if score.result == "loss":
        return (score.plies or 0) - WIN
    return 0


def random_line(game: str, lot: random.Random, most: int = 150) -> list[Position]:
    line = [dreierlei.start(game)]
    while line[-1].outcome() is None and len(line) < most:
        line.append(line[-1].play(lot.choice(line[-1].moves())))
    return line


def middle(game: str, plies: int = 6) -> Position:
    """A position some plies into a game that is not over and where nobody wins at once."""
    for seed in range(100):
        line = random_line(game, random.Random(seed), plies + 1)
        if line[-1].outcome() is None and analyse(line[-1], depth=1).score.result is None:
            return line[-1]
    raise AssertionError("no such position")


@pytest.mark.parametrize("game", GAMES)
def test_late_positions_have_their_exact_value(game: str) -> None:
    """Where minimax reaches the end of every line, the engine agrees on the result and on the plies."""
    lot = random.Random(game)
    checked = 0
    for _ in range(12):
        for here in reversed(random_line(game, lot)[:-1]):
            try:
                expected = minimax(here, 30, [1500])
            except TooMuch:
                break
            found = analyse(here, depth=40, nodes=500_000)
            assert found.exact, str(here)
            assert value_of(found) == expected, str(here)
            assert (found.score.result == "draw") == (expected == 0)
            checked += 1
    assert checked or game in {g for g in GAMES if len(dreierlei.start(g).moves()) < 20}  # wide boards end far away


@pytest.mark.parametrize("game", GAMES)
def test_short_wins_are_found_and_are_shortest(game: str) -> None:
    """Within a depth that minimax can reach, both find the same wins and losses, in the same number of plies."""
    lot = random.Random(game)
    checked = decided = 0
    for _ in range(10):
        line = random_line(game, lot)
        for here in line[-4:-1]:
            depth, expected = 0, 0
            try:
                for further in range(1, 5):
                    expected = minimax(here, further, [800])
                    depth = further
            except TooMuch:
                pass
            if not depth:
                continue
            found = analyse(here, depth=depth)
            checked += 1
            if abs(expected) > WIN // 2:
                decided += 1
                assert value_of(found) == expected, str(here)
            elif abs(value_of(found)) > WIN // 2:
                assert WIN - abs(value_of(found)) > depth, str(here)
    assert checked
    assert decided


def test_a_game_solved() -> None:
    found = analyse(dreierlei.start("tictactoe"), depth=9)
    assert found.exact
    assert str(found.score) == "draw"


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_playable_and_end_as_promised(game: str) -> None:
    lot = random.Random(game)
    for _ in range(8):
        line = random_line(game, lot)
        here = line[max(0, len(line) - 6)]
        if here.outcome() is not None:
            continue
        found = analyse(here, depth=5)
        assert found.best == found.lines[0].move
        after = here
        for move in found.lines[0].moves:
            after = after.play(move)
        if found.exact and found.score.result in ("win", "loss"):
            end = after.outcome()
            assert end is not None
            assert end.winner is (here.turn if found.score.result == "win" else here.turn.other)
            assert len(found.lines[0].moves) == found.score.plies


@pytest.mark.parametrize("game", GAMES)
def test_several_lines_are_distinct_and_ordered(game: str) -> None:
    here = middle(game)
    found = analyse(here, depth=4, lines=4)
    assert len(found.lines) == min(4, len(here.moves()))
    assert len({line.move for line in found.lines}) == len(found.lines)
    values = [line.score.value for line in found.lines]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_one_thread_is_deterministic(game: str) -> None:
    here = middle(game)
    for depth, nodes in ((5, None), (None, 20_000)):
        first, second = (analyse(here, depth=depth, nodes=nodes, lines=2) for _ in range(2))
        assert first.lines == second.lines
        assert (first.nodes, first.depth) == (second.nodes, second.depth)


def variants() -> list[Position]:
    """The start of every variant of every game that its options list."""
    found = []
    for game in dreierlei.games():
        choices = [[(option.name, value) for value in option.choices] for option in game.options if option.choices]
        found += [dreierlei.start(game.id, **dict(chosen)) for chosen in itertools.product(*choices)]
    return found


def raw(here: Position, without: list[str], *, depth: int, candidates: tuple[Move, ...] = ()) -> Raw:
    return _core.analyse(
        here,
        table=None,
        seconds=0.0,
        depth=depth,
        nodes=0,
        lines=1,
        threads=1,
        candidates=list(candidates),
        megabytes=8,
        callback=None,
        stop=None,
        without=without,
    )


@pytest.mark.parametrize("start", variants(), ids=str)
def test_no_part_of_the_search_changes_a_result(start: Position) -> None:
    """What is proved is the same with and without symmetric keys, quiescence and evaluation, from the first plies on,
    where positions have most images, to the last.
    """
    lot = random.Random(str(start))
    for _ in range(6):
        line = [start]
        while line[-1].outcome() is None and len(line) < 60:
            line.append(line[-1].play(lot.choice(line[-1].moves())))
        early = [line[min(ply, len(line) - 2)] for ply in (0, 1, 2, 4)]
        for here in (*early, *line[-5:-1]):
            found = [raw(here, without, depth=4) for without in ([], ["symmetry"], ["quiescence"], ["evaluation"])]
            proved = {answer[0][0][1] for answer in found if answer[4]}
            assert len(proved) <= 1, str(here)
            for answer in found:
                lines, _, _, _, _ = answer
                moves, value, at_least, at_most, _ = lines[0]
                for exact in proved:
                    assert not (at_least and value > exact), str(here)
                    assert not (at_most and value < exact), str(here)
                after = here
                for move in moves:
                    after = after.play(move)


def test_symmetric_keys_save_work() -> None:
    """From the start of a game on a symmetric board the search meets each image of a position again and again."""
    for game in ("tictactoe", "muehle", "tres"):
        here = dreierlei.start(game)
        assert raw(here, [], depth=7)[2] < raw(here, ["symmetry"], depth=7)[2]


def test_images_differ_where_the_past_bites() -> None:
    """A symmetric position stood there twice: what leads to it again is a draw, what leads to an image of it is not."""
    here = dreierlei.position("muehle:quiet_plies=0 w.w/b.b/.../....../.../b.b/w.w w 0 0 0")
    for text in ("a7-a4", "b6-b4", "a4-a7", "b4-b6", "a7-a4", "b6-b4"):
        here = here.play(text)
    back = here.play("a4-a7")
    for position in (here, back):
        for move in position.moves():
            found, expected = (raw(position, without, depth=3, candidates=(move,)) for without in ([], ["symmetry"]))
            assert found[0][0][1:4] == expected[0][0][1:4], str(move)
    drawn = [move for move in back.moves() if raw(back, [], depth=3, candidates=(move,))[4]]
    assert [str(move) for move in drawn] == ["b4-b6"]


def test_unknown_parts_are_refused() -> None:
    with pytest.raises(ValueError, match="parts of a search"):
        raw(dreierlei.start("tictactoe"), ["sense"], depth=1)


@pytest.mark.parametrize("game", GAMES)
def test_threads_agree_on_what_is_exact(game: str) -> None:
    lot = random.Random(game)
    for _ in range(4):
        here = random_line(game, lot)[-4:][0]
        if here.outcome() is not None:
            continue
        alone, together = (analyse(here, depth=8, nodes=300_000, threads=threads) for threads in (1, 3))
        if alone.exact and together.exact:
            assert alone.score == together.score, str(here)


def test_the_signature_is_the_stated_one() -> None:
    """docs/engine.md states it for each game; a commit that changes it says why."""
    stated = re.findall(r"^\| `([^`]+)` \| ([\d,]+) \|$", (DOCS / "engine.md").read_text("utf-8"), re.MULTILINE)
    assert {game: int(nodes.replace(",", "")) for game, nodes in stated} == {
        game: bench.signature(game) for game in GAMES
    }


def test_the_signature_is_the_same_in_every_process() -> None:
    code = "from dreierlei import bench, games; print([bench.signature(game.id, 4) for game in games()])"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0].count(b",") == len(GAMES) - 1


@pytest.mark.parametrize("game", GAMES)
def test_threads_answer_with_legal_moves(game: str) -> None:
    here = middle(game)
    found = analyse(here, depth=5, threads=3)
    assert found.best in here.moves()


def test_limits_are_kept() -> None:
    here = dreierlei.start("muehle")
    found = analyse(here, nodes=5000)
    assert found.nodes <= 5000
    assert analyse(here, depth=3).depth == 3
    assert analyse(here, seconds=0.1).lines  # comes back, although nothing else would end it


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lines", [1, 3])
def test_an_interrupted_search_avoids_the_moves_that_it_has_refuted(game: str, lines: int) -> None:
    """It answers with a lost move only when it has proved that all are lost, and then they are."""
    lot = random.Random(f"{game}/{lines}")
    for _ in range(12):
        for here in random_line(game, lot)[-7:-1]:
            for nodes in (5, 12, 25, 50, 100, 200):
                score = analyse(here, nodes=nodes, lines=lines).score
                if score.result == "loss":
                    assert analyse(here, nodes=100_000).score.result == "loss", f"{here} with {nodes} nodes"
                    break


def test_a_refuted_move_is_not_the_answer() -> None:
    """b1 loses in 4, which 50 nodes prove; a2 wins in 5."""
    here = dreierlei.position("bedraengnis ..w./.bw./..../.... b c3")
    assert analyse(here, nodes=50).score.result is None
    assert str(analyse(here, nodes=50).best) != "b1"


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_a_search_at_once(threads: int) -> None:
    """Nothing else would end it, and the next depth is not begun."""
    here = dreierlei.start("muehle")
    stop = Stop()
    heard: list[Analysis] = []

    def hear(analysis: Analysis) -> None:
        heard.append(analysis)
        if analysis.depth == 6:
            stop.set()

    found = analyse(here, stop=stop, threads=threads, callback=hear)
    assert found.best in here.moves()
    assert found.depth == heard[-1].depth == 6
    assert found.nodes == heard[-1].nodes


def test_a_flag_that_is_set_already_still_gets_an_answer() -> None:
    here = dreierlei.start("muehle")
    stop = Stop()
    stop.set()
    found = analyse(here, stop=stop)
    assert found.best in here.moves()
    assert found.nodes <= 2 * BETWEEN_LOOKS


def test_another_thread_can_stop_a_search() -> None:
    here = dreierlei.start("muehle")
    stop, begun = Stop(), threading.Event()

    def end() -> None:
        begun.wait(PATIENCE)
        stop.set()

    ender = threading.Thread(target=end)
    ender.start()
    assert analyse(here, stop=stop, callback=lambda _: begun.set()).best in here.moves()
    ender.join()


def test_callback_hears_of_every_depth() -> None:
    heard: list[Analysis] = []
    found = analyse(dreierlei.start("qango6"), depth=4, callback=heard.append)
    assert [analysis.depth for analysis in heard] == [1, 2, 3, 4]
    assert heard[-1].lines == found.lines


def test_an_error_in_the_callback_ends_the_search() -> None:
    def fail(_: Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        analyse(dreierlei.start("qango6"), seconds=PATIENCE, threads=2, callback=fail)


def test_candidates_restrict_the_choice() -> None:
    here = dreierlei.position("tictactoe ww./bb./... w")
    chosen = [here.parse("a1"), here.parse("b1")]
    assert analyse(here, candidates=chosen, depth=5).best in chosen
    with pytest.raises(dreierlei.IllegalMove):
        analyse(here, candidates=[dreierlei.start("tictactoe").parse("a3")])


@pytest.mark.parametrize(
    "limits", [{"depth": 0}, {"nodes": 0}, {"lines": 0}, {"threads": 0}, {"seconds": 0}, {"seconds": float("nan")}]
)
def test_senseless_limits_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(dreierlei.DreierleiError):
        analyse(dreierlei.start("tictactoe"), **limits)  # type: ignore[arg-type]


def test_a_finished_game_is_refused() -> None:
    over = dreierlei.position("tictactoe www/bb./... b")
    with pytest.raises(dreierlei.DreierleiError, match="over"):
        analyse(over)


def test_an_engine_remembers() -> None:
    here = middle("muehle")
    memory = Engine(megabytes=8)
    first = memory.analyse(here, depth=7)
    assert memory.analyse(here, depth=7).nodes < first.nodes
    memory.clear()
    assert memory.analyse(here, depth=7).nodes == first.nodes


def test_going_in_circles_proves_nothing() -> None:
    """Nobody can close a mill soon and there is no limit of quiet plies: the search sees repetitions, and no proof."""
    here = dreierlei.position("muehle:quiet_plies=0 w.w/b.b/.../....../.../b.b/w.w w 0 0 0")
    for depth in (2, 6, 9):
        found = analyse(here, depth=depth)
        assert not found.exact
        assert found.score.result is None


def test_a_third_occurrence_is_a_proved_draw() -> None:
    """With the past of the game, every move that leads to a position for the third time is worth exactly a draw."""
    here = dreierlei.position("muehle:quiet_plies=0 w.w/b.b/.../....../.../b.b/w.w w 0 0 0")
    for move in ("a7-a4", "b6-b4", "a4-a7", "b4-b6") * 2:
        last, here = here, here.play(move)
    end = here.outcome()
    assert end is not None
    assert end.reason == "repetition"
    only = analyse(last, depth=4, candidates=[last.parse("b4-b6")])
    assert only.exact
    assert only.score.result == "draw"


def test_the_examples_in_the_documentation_hold() -> None:
    assert doctest.testmod(engine).failed == 0


# --- scores -----------------------------------------------------------------------------------------------------------


def test_scores_read_well() -> None:
    assert str(Score("win", 7, exact=True)) == "wins in 7"
    assert str(Score("loss", 4, exact=True)) == "loses in 4"
    assert str(Score("win", 9)) == "wins within 9"
    assert str(Score("draw", exact=True)) == "draw"
    assert str(Score(estimate=35)) == "+0.35"
    assert Score(estimate=-5).message.say("de") == "-0,05"
    assert str(Score(estimate=-120)) == "-1.20"
    ordered = [Score("win", 1), Score("win", 3), Score(estimate=50), Score("draw"), Score("loss", 6), Score("loss", 2)]
    assert [score.value for score in ordered] == sorted((score.value for score in ordered), reverse=True)
