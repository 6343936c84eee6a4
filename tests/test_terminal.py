"""Drawings for the terminal: of every game there is, along games played at random."""

from __future__ import annotations

import random
import re

import pytest

import dreierlei
from dreierlei import Game, Position, terminal

GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def played(game: Game, seed: int, plies: int = 150) -> list[Position]:
    """The positions of a random game, or of its beginning."""
    lot = random.Random(f"{game.id} {seed}")
    line = [dreierlei.start(game.id)]
    while len(line) <= plies and (moves := line[-1].moves()):
        line.append(line[-1].play(lot.choice(moves)))
    return line


def board(text: str) -> str:
    """The drawing without the lines of the hands and the caption."""
    return text.partition("\n\n")[2].rpartition("\n\n")[0].rpartition("\n\n")[0]


@GAMES
@pytest.mark.parametrize("unicode", [True, False])
def test_every_stone_is_there_and_nothing_else(game: Game, unicode: bool) -> None:
    for position in played(game, 1)[::3]:
        text = terminal.draw(position, unicode=unicode, targets=position.choices())
        assert "\x1b" not in text
        assert unicode or text.isascii()
        assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines())
        for stone in "wbn":
            assert board(text).count(terminal.STONES[unicode][stone]) >= position.stones.count(stone)
            if unicode:
                assert board(text).count(terminal.STONES[unicode][stone]) == position.stones.count(stone)


@GAMES
def test_each_stone_stands_where_its_place_is(game: Game) -> None:
    """Each place alone, marked: the mark is in the middle of the text's box exactly where the layout says."""
    position = played(game, 2, 8)[-1]
    across, down = position.variant.layout.text_scale
    seen = {}
    for place in position.variant.layout.places:
        lines = terminal.draw(position, marks=[place.name], last_move=False, winning=False).splitlines()
        spots = [(row, line.index("<")) for row, line in enumerate(lines) if "<" in line and ">" in line]
        assert len(spots) == 1, place.name
        seen[place.name] = spots[0]
    first = position.variant.layout.places[0]
    row, column = seen[first.name]
    for place in position.variant.layout.places:
        expected = row + (place.y - first.y) * down, column + (place.x - first.x) * across
        assert abs(seen[place.name][0] - expected[0]) <= 1
        assert abs(seen[place.name][1] - expected[1]) <= 1
    assert len(set(seen.values())) == len(seen)


@GAMES
def test_colour_changes_no_sign_that_matters(game: Game) -> None:
    for position in played(game, 3)[::7]:
        plain = terminal.draw(position)
        coloured = terminal.draw(position, colour=True)
        bare = ESCAPE.sub("", coloured)
        assert "\x1b" in coloured
        assert "\x1b" not in bare
        assert all(len(line) <= 80 for line in bare.splitlines())
        for sign in "○●◆()[]":
            assert bare.count(sign) == plain.count(sign)
        for line in coloured.splitlines():
            assert "\x1b" not in line or line.endswith("\x1b[0m")


@GAMES
def test_highlights_are_in_brackets(game: Game) -> None:
    for seed in range(20):
        position = played(game, seed)[-1]
        if position.outcome() is None:
            continue
        text = board(terminal.draw(position))
        assert len(re.findall(r"\[.\]", text)) == len(position.winning_places())
    position = next(p for p in played(game, 1)[1:] if p.outcome() is None)
    assert re.search(r"\(\w+\)|\(.\)", board(terminal.draw(position)))
    assert not re.search(r"\(\w+\)|\(.\)", board(terminal.draw(position, last_move=False)))


@GAMES
def test_targets_are_offered(game: Game) -> None:
    for position in played(game, 4)[:-1:4]:
        choices = position.choices()
        places = {target.text for target in position.variant.tables.targets if target.place is not None}
        plain = terminal.draw(position, last_move=False)
        text = terminal.draw(position, targets=choices, last_move=False)
        wanted = [choice for choice in choices if choice in places or len(choice) > 1]
        new = text.count("*") + text.count("{") - plain.count("*") - plain.count("{")
        assert new == len(wanted)


def test_tictactoe_won() -> None:
    position = dreierlei.start("tictactoe")
    for move in ("b2", "a1", "a3", "c1", "c3", "b1"):
        position = position.play(move)
    assert terminal.draw(position) == (
        " ● Black\n"
        "\n"
        "   ┌───┬───┬───┐\n"
        " 3 │ ○ │   │ ○ │\n"
        "   ├───┼───┼───┤\n"
        " 2 │   │ ○ │   │\n"
        "   ├───┼───┼───┤\n"
        " 1 │[●]│[●]│[●]│\n"
        "   └───┴───┴───┘\n"
        "     a   b   c\n"
        "\n"
        " ○ White\n"
        "\n"
        "Black wins. Last move: b1.\n"
    )


def test_muehle_taking() -> None:
    position = dreierlei.start("muehle")
    for move in ("a1", "d1", "a4", "g7"):
        position = position.play(move)
    assert terminal.draw(position, targets=position.choices("a7"), language="de") == (
        " ● Schwarz  ●●●●●●●·· 7\n"
        "\n"
        " 7  ┌───────────┬──────────(●)\n"
        "    │           │           │\n"
        " 6  │   ┌───────┼───────┐   │\n"
        "    │   │       │       │   │\n"
        " 5  │   │   ┌───┴───┐   │   │\n"
        "    │   │   │       │   │   │\n"
        " 4  ○───┼───┤       ├───┼───┤\n"
        "    │   │   │       │   │   │\n"
        " 3  │   │   └───┬───┘   │   │\n"
        "    │   │       │       │   │\n"
        " 2  │   └───────┼───────┘   │\n"
        "    │           │           │\n"
        " 1  ○──────────{●}──────────┘\n"
        "    a   b   c   d   e   f   g\n"
        "\n"
        " ○ Weiß  ○○○○○○○·· 7\n"
        "\n"
        "Weiß ist am Zug. Letzter Zug: g7.\n"
    )


def test_tres_in_ascii() -> None:
    position = dreierlei.start("tres").play("NWo")
    assert board(terminal.draw(position, unicode=False)) == (
        "\n".join(
            (
                "  (NW)          O   >   .   >   .            NE",
                "     \\      >                       v      /",
                "       \\                                 /",
                "         .              .              .",
                "       >   \\       <         <       /   v",
                "              .                   .",
                "     .          \\               /          .",
                "           v      \\     >     /      ^",
                "    ^              .         .              v",
                "                      \\   /",
                "   .      .      ^      N      v      .      .",
                "                      /   \\",
                "    ^              .         .              v",
                "           v      /     <     \\      ^",
                "     .          /               \\          .",
                "              .                   .",
                "       ^   /       >         >       \\   <",
                "         .              .              .",
                "       /                                 \\",
                "     /      ^                       <      \\",
                "   SW           .   <   .   <   .            SE",
            )
        )
    )


def test_qango_groups_in_ascii_and_in_box_signs() -> None:
    position = dreierlei.start("qango6").play("a6")
    ascii_rows = board(terminal.draw(position, unicode=False)).splitlines()
    assert ascii_rows[:4] == [
        "   +-----------+-----+-----+-----------+",
        " 6 |r(O)  r    |y    |a    |r     r    |",
        "   |     +-----+-----+-----+-----+     |",
        " 5 |r    |y    |g    |b    |a    |r    |",
    ]
    assert board(terminal.draw(position)).splitlines()[:3] == [
        "   ┏━━━━━┯━━━━━┳━━━━━┳━━━━━┳━━━━━┯━━━━━┓",
        " 6 ┃r(○) │r    ┃y    ┃a    ┃r    │r    ┃",
        "   ┠─────╆━━━━━╋━━━━━╋━━━━━╋━━━━━╅─────┨",
    ]


def test_unknown_names_are_refused() -> None:
    position = dreierlei.start("tictactoe")
    with pytest.raises(dreierlei.DreierleiError, match='no place or target "z9"'):
        terminal.draw(position, marks=["z9"])


@GAMES
def test_corners_and_rings_are_marked_too(game: Game) -> None:
    position = dreierlei.start(game.id)
    layout = position.variant.layout
    for control in layout.controls:
        text = terminal.draw(position, marks=[control.name]) if control.shape != "button" else ""
        if control.shape == "corner":
            assert f"<{control.name}>" in text
        for ring in layout.rings:
            if ring.name == control.name:
                assert sum(text.count(f"<{arrow}>") for arrow in terminal.ARROWS[True]) == len(ring.places)
