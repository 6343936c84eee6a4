"""Searches with threads in WebAssembly: workers of Node on one memory, as in a page."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import puzzles
from dreierlei.bench import positions
from dreierlei.levels import choose, declared
from tests.parity import reached
from tests.test_wasm import MODULES, NODE, ROOT
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dreierlei.positions import Position

GAMES = [game.id for game in dreierlei.games() if "\nthreads\t" in (declared(dreierlei.variant(game.id)) or "")]
LONG = 10 * PATIENCE
"""Seconds of searches that something else ends."""
BRIEF = 0.01
"""Seconds of a search that often ends before all helpers have come."""


def asked(questions: Sequence[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """The answers, each of workers of its own. A search that does not end fails here."""
    file = folder / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, questions)), "utf-8")
    script = ROOT / "tests" / "web" / "threads.mjs"
    done = subprocess.run([NODE, script, file], capture_output=True, text=True, check=False, timeout=PATIENCE + LONG)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def about(position: Position, threads: int, name: str, *values: Any, **until: Any) -> dict[str, Any]:
    declaration = declared(position.variant)
    return {
        "declaration": declaration,
        "threads": threads,
        "name": name,
        "values": [reached(position), *values],
        **until,
    }


def test_every_family_without_a_solver_has_a_module_with_threads() -> None:
    families = {dreierlei.variant(game).tables.family for game in GAMES}
    assert families
    assert {f"{family}-threads.wasm" for family in families} == {file.name for file in MODULES.glob("*-threads.wasm")}


@pytest.mark.parametrize("game", GAMES)
def test_helpers_search_and_the_answer_is_sound(game: str, tmp_path: Path) -> None:
    """From several positions, until all threads have been at work; the best line can be played."""
    places = [position for position in positions(game) if position.outcome() is None]
    found = asked(
        [about(each, 3, "analyse", {"seconds": LONG, "lines": 2}, until="helped") for each in places], tmp_path
    )
    assert any(each["helped"] > 0 for each in found)
    assert max(news["threads"] for each in found for news in each["news"]) == 3
    for position, each in zip(places, found, strict=True):
        answer = each["answer"]
        assert answer["exact"] or each["helped"] > 0
        for line in answer["lines"]:
            after = position
            for move in line["moves"]:
                after = after.play(move)


@pytest.mark.parametrize("game", GAMES)
def test_threads_find_the_wins_that_are_known(game: str, tmp_path: Path) -> None:
    tasks = puzzles.puzzles_of(game)[:: max(1, len(puzzles.puzzles_of(game)) // 6)]
    lines = [dreierlei.position(task.line) for task in tasks]
    found = asked([about(line, 4, "analyse", {"seconds": LONG}) for line in lines], tmp_path)
    for task, each in zip(tasks, found, strict=True):
        score = each["answer"]["lines"][0]["score"]
        assert score["result"] == "win", task
        assert score["plies"] in (task.plies, None), task


def test_no_search_hangs_however_soon_it_ends(tmp_path: Path) -> None:
    """Thirty searches of each game, some over before a helper has come, some in the midst of its work."""
    questions = [
        about(dreierlei.start(game), 4, "analyse", {"seconds": BRIEF * (1 + number % 6)})
        for game in GAMES
        for number in range(30)
    ]
    found = asked(questions, tmp_path)
    assert all(each["answer"]["lines"] for each in found)
    assert any(each["helped"] > 0 for each in found)


@pytest.mark.parametrize("game", GAMES)
def test_a_core_with_threads_plays_lower_levels_as_the_native_core_and_full_strength_by_the_rules(
    game: str, tmp_path: Path
) -> None:
    position = positions(game)[1]
    questions = [about(position, 3, "choose", level, "seed", {"seconds": 0.5}) for level in (4, 10)]
    weak, strong = asked(questions, tmp_path)
    assert weak["answer"] == choose(position, 4, "seed").text
    assert strong["answer"] in [move.text for move in position.moves()]
