"""What a game needs besides its declaration: what exists, what can be generated, and what a person has to write."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .. import bench, data, puzzle_making, puzzles, rulebook
from ..declarations import games, variant
from ..env.spaces import Spaces
from ..errors import DreierleiError
from ..files import writing
from ..messages import LANGUAGES, Language, Message, catalogue
from ..model import Game, Variant
from ..positions import Position
from ..solvers import Solver, solver
from ..work import workers
from .skeleton import checkout

LEAVES = 10_000_000
"""Perft counts go up to about this many lines."""
SCRIPTED_LEAVES = 20_000
"""The same for rules in Python."""
DEEPEST = 12
"""The maximum depth of perft counts, for small games."""
PUZZLES = 16
GAMES = 20
"""Random games that are played to see how they end."""
SAMPLE = 4
"""The number of stored values and puzzles that are checked again."""
PLIES = 2_000
"""A game that is not over after this many plies may never end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a game needs."""

    what: Message
    state: Literal["there", "written", "renewed", "wrong", "missing"]
    """`renewed`: it no longer matched the rules; `wrong`: it does not match them, and a person has to correct it."""
    where: Path | None = None


def findings(game: Game) -> Iterator[Finding]:
    """Looks for everything that the tests require of a game, and writes what can be generated into the project.

    What it generated for earlier rules of the game is generated again.

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
    docs = folder / "docs"
    yield _table(docs / "perft.md", Message("check.perft"), game, lambda: _perft(variants), _true_count)
    rows = {chosen.id: _env(chosen) for chosen in variants}
    yield _table(docs / "env.md", Message("check.env"), game, rows.values, lambda row: _true_row(row, rows))
    yield _table(
        docs / "engine.md",
        Message("check.signature"),
        game,
        lambda: _signature(game),
        lambda row: row in _signature(game),
    )
    yield _first_moves(game, folder / "src" / "dreierlei" / "data")
    yield _puzzles(game, folder / "src" / "dreierlei" / "data" / puzzles.FILE)


def _variants(game: Game) -> Iterator[Variant]:
    """Every listed variant of a game, the first of each option's values first."""
    names = [option.name for option in game.options]
    for values in itertools.product(*(option.choices or (option.default,) for option in game.options)):
        yield variant(game.id, dict(zip(names, values, strict=True)))


def _words(game: Game, variants: list[Variant]) -> Iterator[Finding]:
    """Whether games end, and the reasons have words."""
    rng = random.Random(game.id)
    unsaid = set()
    for chosen in variants:
        for _ in range(GAMES):
            position = Position(chosen)
            for _ in range(PLIES):
                if not (moves := position.moves()):
                    break
                position = position.play(rng.choice(moves))
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
        yield Finding(what, _page_state(game, language, kind) if file.is_file() else "missing", file)


def _page_state(game: Game, language: Language, kind: str) -> Literal["there", "wrong"]:
    """Whether the diagrams of a page show positions of the game."""
    try:
        rulebook.page(game.id, language) if kind == "rules" else None
    except DreierleiError:
        return "wrong"
    return "there"


# --- tables of the documentation --------------------------------------------------------------------------------------


def _table(
    file: Path, what: Message, game: Game, rows: Callable[[], Iterable[str]], is_true: Callable[[str], bool]
) -> Finding:
    """Rows about a game in a table of the documentation, which are written if there are none, or some are wrong."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    own = [index for index, line in enumerate(lines) if re.match(rf"\| `{re.escape(game.id)}[`:]", line)]
    if own and all(is_true(lines[index].rstrip("\n")) for index in own):
        return Finding(what, "there", file)
    others = "|".join(re.escape(other.id) for other in games())
    last = max(index for index, line in enumerate(lines) if re.match(rf"\| `(?:{others})[`:]", line))
    place = own[0] if own else last + 1
    kept = [line for index, line in enumerate(lines) if index not in own]
    with writing(file):
        file.write_text("".join((*kept[:place], *(f"{row}\n" for row in rows()), *kept[place:])), "utf-8")
    return Finding(what, "renewed" if own else "written", file)


def _true_count(row: str) -> bool:
    """Whether a row of perft counts is right, as far as that can be counted quickly."""
    _, name, depth, leaves, _ = (cell.strip(" `").replace(",", "") for cell in row.split("|"))
    try:
        return int(leaves) > LEAVES or Position(variant(name)).perft(int(depth)) == int(leaves)
    except DreierleiError:
        return False


def _true_row(row: str, rows: Mapping[str, str]) -> bool:
    """Whether a row about an environment is right; there may also be rows about drawn boards, which are not listed."""
    name = row.split("`")[1]
    try:
        return row == (rows.get(name) or _env(variant(name)))
    except DreierleiError:
        return False


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
    what, exact = Message("check.first-moves"), solver(variant(game.id))
    if not exact.stores_first_moves or (exact.stores and _true_values(exact)):
        return Finding(what, "there")
    state: Literal["renewed", "written"] = "renewed" if exact.stores else "written"
    with workers() as executor, writing(folder):
        [file] = exact.store(folder, executor)
    return Finding(what, state, file)


def _true_values(exact: Solver) -> bool:
    try:
        return exact.check(sample=SAMPLE) > 0
    except (DreierleiError, KeyError):  # a move that is not stored
        return False


def _puzzles(game: Game, file: Path) -> Finding:
    what, own = Message("check.puzzles"), puzzles.puzzles_of(game.id)
    if own and all(map(puzzle_making.is_sound, own[:: max(1, len(own) // SAMPLE)])):
        return Finding(what, "there", file)
    new = puzzle_making.make(game.id, PUZZLES)
    if not new:
        return Finding(what, "missing", file)
    stale = {puzzle.written for puzzle in own}
    lines = [line for line in data.text(puzzles.FILE).splitlines() if line not in stale]
    with writing(file):
        file.write_text("".join(f"{line}\n" for line in (*lines, *(puzzle.written for puzzle in new))), "utf-8")
    return Finding(what, "renewed" if own else "written", file)
