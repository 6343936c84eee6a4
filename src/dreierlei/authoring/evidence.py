"""What a game needs besides its declaration: what is there, what can be made, and what a person has to write."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .. import bench, data, puzzle_making, puzzles, rulebook
from ..declarations import games, variant
from ..env.spaces import Spaces
from ..errors import DreierleiError
from ..files import writing
from ..messages import LANGUAGES, Message, catalogue
from ..model import Game, Variant
from ..positions import Position
from ..solvers import solver
from ..work import workers
from .skeleton import checkout

LEAVES = 10_000_000
"""Perft counts are made up to about so many lines."""
SCRIPTED_LEAVES = 20_000
"""The same for rules in Python."""
DEEPEST = 12
"""Small games have counts for so many plies, at most."""
PUZZLES = 16
GAMES = 20
"""Random games that are played to see how they end."""
PLIES = 2_000
"""A game that is not over after so many plies may never end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a game needs."""

    what: Message
    state: Literal["there", "written", "missing"]
    where: Path | None = None


def findings(game: Game) -> Iterator[Finding]:
    """Looks for everything that the tests ask of a game, and writes into the project what a program can make.

    Raises `InvalidDeclaration` if the declaration itself cannot work, and `DreierleiError` if its rules do not.
    """
    variants = list(_variants(game))
    yield from _words(game, variants)
    yield from _pages(game)
    folder = checkout()
    if folder is None or game.pages is not None:
        return
    naive = folder / "tests" / "oracle"
    known = any(re.search(rf'"{game.id}"', file.read_text("utf-8")) for file in naive.rglob("*.py"))
    yield Finding(Message("check.oracle"), "there" if known else "missing", naive)
    yield _table(folder / "docs" / "perft.md", Message("check.perft"), game, lambda: _perft(variants))
    yield _table(folder / "docs" / "env.md", Message("check.env"), game, lambda: map(_env, variants))
    yield _table(folder / "docs" / "engine.md", Message("check.signature"), game, lambda: _signature(game))
    yield _first_moves(game, folder / "src" / "dreierlei" / "data")
    yield _puzzles(game, folder / "src" / "dreierlei" / "data" / puzzles.FILE)


def _variants(game: Game) -> Iterator[Variant]:
    """Every listed variant of a game, the first of each option's values first."""
    names = [option.name for option in game.options]
    for values in itertools.product(*(option.choices or (option.default,) for option in game.options)):
        yield variant(game.id, dict(zip(names, values, strict=True)))


def _words(game: Game, variants: list[Variant]) -> Iterator[Finding]:
    """Whether games end, and have words for how."""
    lot = random.Random(game.id)
    unsaid = set()
    for chosen in variants:
        for _ in range(GAMES):
            position = Position(chosen)
            for _ in range(PLIES):
                if not (moves := position.moves()):
                    break
                position = position.play(lot.choice(moves))
            end = position.outcome()
            if end is None:
                raise DreierleiError("check.endless", game=chosen.id, plies=PLIES)
            if game.reason(end.reason).key not in catalogue("en") and end.reason not in game.reasons:
                unsaid.add(end.reason)
    yield Finding(Message("check.games"), "there")
    for reason in sorted(unsaid):
        yield Finding(Message("check.reason", reason=reason), "missing")


def _pages(game: Game) -> Iterator[Finding]:
    kinds = ("rules",) if game.pages is not None else ("rules", "brief", "truth")
    for kind, language in itertools.product(kinds, LANGUAGES):
        file = Path(str(rulebook.page_file(game, language, kind)))
        what = Message("check.page", page=kind, language=language)
        yield Finding(what, "there" if file.is_file() else "missing", file)


# --- tables of the documentation --------------------------------------------------------------------------------------


def _table(file: Path, what: Message, game: Game, rows: Callable[[], Iterator[str]]) -> Finding:
    """Rows about a game in a table of the documentation, which are made if there are none."""
    text = file.read_text("utf-8")
    if re.search(rf"^\| `{re.escape(game.id)}[`:]", text, re.MULTILINE):
        return Finding(what, "there", file)
    others = "|".join(re.escape(each.id) for each in games())
    *_, last = re.finditer(rf"^\| `(?:{others})[`:].*\n", text, re.MULTILINE)
    with writing(file):
        file.write_text(text[: last.end()] + "".join(f"{row}\n" for row in rows()) + text[last.end() :], "utf-8")
    return Finding(what, "written", file)


def _perft(variants: list[Variant]) -> Iterator[str]:
    for chosen in variants:
        start = Position(chosen)
        most = LEAVES if chosen.tables.rules is None else SCRIPTED_LEAVES
        for depth in range(1, DEEPEST + 1):
            leaves = start.perft(depth)
            if not leaves:
                break
            yield f"| `{chosen.id}` | {depth} | {leaves:,} |"
            if leaves * len(start.moves()) > most:
                break


def _env(chosen: Variant) -> str:
    spaces = Spaces.of(chosen)
    shape = "×".join(map(str, spaces.shape))
    first, last = spaces.move(0), spaces.move(spaces.actions - 1)
    return f"| `{chosen.id}` | {shape} | {', '.join(spaces.planes)} | {spaces.actions} | {first} … {last} |"


def _signature(game: Game) -> Iterator[str]:
    yield f"| `{game.id}` | {bench.signature(game.id):,} |"


# --- stored results ---------------------------------------------------------------------------------------------------


def _first_moves(game: Game, folder: Path) -> Finding:
    """The stored values of the first moves, where the family has a solver that stores them."""
    what, own = Message("check.first-moves"), solver(variant(game.id))
    if own.stores or not own.stores_first_moves:
        return Finding(what, "there")
    with workers() as executor, writing(folder):
        [file] = own.store(folder, executor)
    return Finding(what, "written", file)


def _puzzles(game: Game, file: Path) -> Finding:
    what = Message("check.puzzles")
    if puzzles.puzzles_of(game.id):
        return Finding(what, "there", file)
    made = puzzle_making.make(game.id, PUZZLES)
    if not made:
        return Finding(what, "missing", file)
    lines = data.text(puzzles.FILE).splitlines()
    with writing(file):
        file.write_text("".join(f"{line}\n" for line in (*lines, *(each.written for each in made))), "utf-8")
    return Finding(what, "written", file)
