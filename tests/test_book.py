"""Opening books: made in parts, interrupted, on a cluster that loses a worker, and the one that the package carries."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from distributed import LocalCluster

import dreierlei
from dreierlei import levels
from dreierlei.book import Book, backed_up, canonical, carried, dump, load, make, read, value_of
from dreierlei.work import workers

from .waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from pathlib import Path

SLACK = 6
"""Hundredths by which a move of the book may be worse than the best one."""
GAMES = [game.id for game in dreierlei.games()]
CARRIED = [game for game in GAMES if carried(dreierlei.variant(game))]


def small(game: str, path: Path | None = None, positions: int = 40, nodes: int = 200) -> Book:
    with ThreadPoolExecutor(2) as executor:
        return make(dreierlei.variant(game), positions, nodes, executor, path)


@pytest.mark.parametrize("game", GAMES)
def test_a_book_of_any_game(game: str) -> None:
    made = small(game)
    start = dreierlei.start(game)
    assert len(made.searched) >= 40 or not any(text not in made.children for text in made.searched)
    assert canonical(start) in made.searched
    moves = made.moves(start)
    assert moves is not None
    assert set(moves) == set(start.moves())
    for text, value in random.Random(game).sample(sorted(made.searched.items()), 10):
        assert value_of(start.variant.id, text, made.nodes) == value
    again = load(start.variant, dump(made))
    assert again.searched == made.searched
    assert again.moves(start) == moves


def test_values_go_back_by_minimax() -> None:
    searched = {"a": 7, "b": 1, "c": -20, "d": 31990, "e": 40, "f": -5}
    children: dict[str, tuple[str, ...]] = {"a": ("b", "c"), "b": ("d", "e"), "c": ("f", "a")}
    # Coming back to a, on the way from a, counts as a was searched.
    assert backed_up(searched, children) == {"a": 40, "b": -40, "c": 5, "d": 31990, "e": 40, "f": -5}
    assert backed_up({"a": 0, "b": -31999}, {"a": ("b",)})["a"] == 31998


def test_an_interrupted_book_goes_on(tmp_path: Path) -> None:
    whole = small("tres")
    path = tmp_path / "book.part"
    small("tres", path, positions=20)
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(lines) + '\n["tres', "utf-8")
    searched: list[str] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, *arguments: Any, **more: Any) -> Any:
            searched.append(arguments[2])
            return super().submit(*arguments, **more)

    with Counting(2) as executor:
        assert make(dreierlei.variant("tres"), 40, 200, executor, path).searched == whole.searched
    assert len(searched) == len(whole.searched) - len(lines[1:])
    with pytest.raises(dreierlei.DreierleiError, match="different job"):
        small("tres", path, nodes=300)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_makes_the_same_book(tmp_path: Path) -> None:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        workers(cluster.scheduler_address) as executor,
    ):
        victim = executor.submit(os.getpid).result(timeout=PATIENCE)
        path = tmp_path / "book.part"

        def kill() -> None:
            wait_until(path.exists)
            os.kill(victim, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        made = make(dreierlei.variant("tres"), 40, 20_000, executor, path)
        killer.join()
    assert made.searched == small("tres", nodes=20_000).searched


def test_senseless_books_are_refused() -> None:
    with pytest.raises(dreierlei.DreierleiError, match="positions must be 1 or more"):
        small("tres", positions=0)


# --- the book of the package ------------------------------------------------------------------------------------------


def test_the_package_carries_a_book() -> None:
    assert CARRIED
    assert carried(dreierlei.variant("tictactoe")) is None
    for game in CARRIED:
        about = carried(dreierlei.variant(game)).about  # type: ignore[union-attr]
        assert about["command"].startswith(f"dreierlei book {game} --positions")


@pytest.mark.parametrize("game", CARRIED)
def test_its_positions_are_reached_and_searched(game: str) -> None:
    """Every position comes from the start by moves of the book, and a short search judges a sample much alike."""
    variant = dreierlei.variant(game)
    found = carried(variant)
    assert found
    reached = {canonical(dreierlei.start(game))}
    reached.update(*found.children.values())
    assert reached == set(found.searched)
    for text, value in random.Random(1).sample(sorted(found.searched.items()), 12):
        if abs(value) < 1000:
            assert abs(value_of(variant.id, text, 50_000) - value) < 150, text


@pytest.mark.parametrize("game", CARRIED)
def test_full_strength_plays_various_good_moves_of_the_book(game: str) -> None:
    found = carried(dreierlei.variant(game))
    assert found
    lines = set()
    for seed in range(12):
        position = dreierlei.start(game)
        while moves := found.moves(position):
            move = levels.choose(position, seed=seed)
            assert moves[move] >= max(moves.values()) - SLACK
            position = position.play(move)
        lines.add(position.line)
        assert len(position.line) >= 2
    assert len(lines) > 6


def test_other_variants_have_no_book_of_it() -> None:
    other = dreierlei.start("tres", directions="---")
    assert carried(other.variant) is None
    assert read(other.variant, canonical(other)) == other
    assert json.loads(dump(Book(other.variant, 1, {"a": 1})))["positions"] == {"a": 1}
