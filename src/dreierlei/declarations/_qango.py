"""What Qango 6 and Qango 7 share: groups of three, squares of four and rows of five."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..boards import Ground, grid, lines, place_targets, squares
from ..model import MatchRule, Tables
from ..options import Option, choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..messages import Words

KINDS = ["group", "square", "five"]
# Orange is A, for amber: an O would look like a stone.
LETTERS = {"red": "R", "yellow": "Y", "orange": "A", "green": "G", "blue": "B"}

MATCH = MatchRule(begins="loser")
REASONS: dict[str, Words] = {
    "group": {"de": "eine ganze Farbgruppe", "en": "a whole colour group", "lb": "e ganze Faarfgrupp"},
    "square": {"de": "ein Quadrat aus vier Steinen", "en": "a square of four", "lb": "e Quadrat aus véier Steng"},
    "five": {"de": "fünf in einer Reihe", "en": "five in a row", "lb": "fënnef an enger Rei"},
}
GROUNDS: dict[str, Words] = {
    "red": {"de": "rotes Feld", "en": "red cell", "lb": "rout Feld"},
    "yellow": {"de": "gelbes Feld", "en": "yellow cell", "lb": "gielt Feld"},
    "orange": {"de": "oranges Feld", "en": "orange cell", "lb": "oranget Feld"},
    "green": {"de": "grünes Feld", "en": "green cell", "lb": "gréngt Feld"},
    "blue": {"de": "blaues Feld", "en": "blue cell", "lb": "bloot Feld"},
}
REFUSALS: dict[str, Words] = {
    "first-burg": {
        "de": "{place} gehört zur Burg: Der erste weiße Stein muss außerhalb der Burg liegen.",
        "en": "{place} belongs to the castle: White's first stone must stand outside it.",
        "lb": "{place} gehéiert zur Buerg: Den éischte wäisse Stee muss dobausse leien.",
    },
    "first-rand": {
        "de": "{place} liegt nicht am Rand: Der erste weiße Stein muss auf einem Randfeld liegen.",
        "en": "{place} is not on the edge: White's first stone must stand on an edge cell.",
        "lb": "{place} läit net um Rand: Den éischte wäisse Stee muss um Rand leien.",
    },
    "first-profi": {
        "de": "{place} liegt weder am Rand noch in der Mitte: Nur dort darf der erste weiße Stein liegen.",
        "en": "{place} is neither on the edge nor the centre: White's first stone may stand only there.",
        "lb": "{place} läit weder um Rand nach an der Mëtt: Nëmmen do däerf den éischte wäisse Stee leien.",
    },
}
_OPENINGS: dict[str, Words] = {
    "free": {"de": "frei (überall)", "en": "free (any cell)", "lb": "fräi (iwwerall)"},
    "burg": {"de": "Burg (außerhalb)", "en": "castle (outside it)", "lb": "Buerg (dobaussen)"},
    "rand": {"de": "Rand (nur dort)", "en": "edge (nowhere else)", "lb": "Rand (nëmmen do)"},
    "profi": {"de": "Profi (Rand oder Mitte)", "en": "expert (edge or centre)", "lb": "Profi (Rand oder Mëtt)"},
}


def build(
    opening: str,
    width: int,
    stones: int,
    groups: Sequence[tuple[str, tuple[int, ...]]],
    first: Sequence[int],
    centre: int | None,
) -> Tables:
    """A Qango board. `groups` are the coloured threes, `first` the cells where the opening lets White begin."""
    ground: dict[int, Ground] = {}
    for number, (tint, cells) in enumerate(groups):
        ground.update({cell: Ground(tint, LETTERS[tint], number) for cell in cells})
    if centre is not None:
        ground[centre] = Ground("orange", LETTERS["orange"], len(groups))
    layout = grid(width, ground.__getitem__)
    patterns = [
        *((0, list(cells)) for _, cells in groups),
        *((1, cells) for cells in squares(width)),
        *((2, cells) for cells in lines(width, 5)),
    ]
    return Tables(
        layout=layout,
        targets=place_targets(layout),
        family="placement",
        numbers={"places": width * width, "stones": stones},
        tables={
            "patterns": [cells for _, cells in patterns],
            "kinds": [[kind for kind, _ in patterns]],
            "first": [list(first)],
        },
        words={"kinds": KINDS, "first": [f"refusal.first-{opening}"]},
        grounds=GROUNDS,
    )


def opening(*values: str) -> Option:
    """The rule for White's first stone."""
    return choice(
        "opening",
        {value: _OPENINGS[value] for value in values},
        title={"de": "Eröffnung", "en": "Opening", "lb": "Eröffnung"},
        about={
            "de": "wo der erste weiße Stein liegen darf",
            "en": "where White's first stone may go",
            "lb": "wou den éischte wäisse Steen däerf leien",
        },
    )


def edge(width: int) -> list[int]:
    """The cells along the border."""
    return [c for c in range(width * width) if {c // width, c % width} & {0, width - 1}]


def first_cells(options: Mapping[str, str], width: int, castle: set[int], **only: list[int]) -> list[int]:
    """Where White may begin under the chosen opening; `only` gives the openings that list their cells."""
    everywhere = range(width * width)
    choices = {"free": list(everywhere), "burg": [c for c in everywhere if c not in castle], **only}
    return choices[options["opening"]]
