"""Whether a reason against a target is true, read literally from the rules and from nothing else.

`true(rules, state, chosen, target, key, values)`: `chosen` are the targets before it, which begin a legal move; the
values are those that the sentence mentions. A reason that is not listed here is not true, so the general sentences that
the core falls back on are not accepted.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from . import katarenga, muehle, tres
from .katarenga import Bedraengnis, DieDrei
from .muehle import Muehle, in_mill, neighbours, takeable
from .placement import Placement
from .tres import Tres

Values = Mapping[str, object]
Reason = Callable[[], bool]


@runtime_checkable
class Reasoning(Protocol):
    """Naive rules of a single game that judge reasons themselves."""

    def is_true(self, state: Any, chosen: tuple[str, ...], target: str, name: str, values: Values) -> bool:
        """Tell whether the reason of this name holds."""
        ...


def true(rules: Any, state: Any, chosen: tuple[str, ...], target: str, key: str, values: Values) -> bool:
    """Tell whether the reason holds."""
    name = key.partition("refusal.")[2]
    if isinstance(rules, Placement):
        return _placement(rules, state, target, name, values)
    if isinstance(rules, Muehle):
        return _muehle(rules, state, chosen, target, name, values)
    if isinstance(rules, Tres):
        return _tres(state, chosen, target, name, values)
    if isinstance(rules, Bedraengnis | DieDrei):
        return _katarenga(rules, state, chosen, target, name, values)
    if isinstance(rules, Reasoning):
        return rules.is_true(state, chosen, target, name, values)
    return name == "not-possible"  # rules that give no reasons


def _placement(rules: Placement, state: Any, target: str, name: str, values: Values) -> bool:
    if values["place"] != target:
        return False
    if name == "occupied":
        return target in state.white | state.black
    # The opening is a rule for White's first stone only. A sentence of its own is that of the chosen opening.
    first = ("first", f"first-{rules.options['opening']}")
    return name in first and not state.white and target not in rules.first_cells


def _muehle(
    rules: Muehle, state: muehle.State, chosen: tuple[str, ...], target: str, name: str, values: Values
) -> bool:
    own, theirs, hand = rules._sides(state)
    place = target.removeprefix("x")
    source = chosen[0] if chosen else None
    placing = hand > 0
    moved = len(chosen) == (1 if placing else 2)
    after = own
    if moved:
        after = (own if placing else own - {source}) | {chosen[-1]}
    closed = moved and in_mill(chosen[-1], after)
    holds: dict[str, Reason] = {
        "occupied": lambda: not moved and place in own | theirs,
        "no-mill": lambda: target.startswith("x") and not closed,
        "take-own": lambda: closed and place in after,
        "take-nothing": lambda: closed and place not in after and place not in theirs,
        "take-unmarked": lambda: closed and target == place and place in takeable(theirs),
        "protected": lambda: closed and in_mill(place, theirs) and not all(in_mill(stone, theirs) for stone in theirs),
        "still-placing": lambda: placing and not chosen and place in own and values["count"] == hand,
        "choose-stone": lambda: not placing and not chosen and place not in own | theirs,
        "opponents-stone": lambda: not placing and not chosen and place in theirs,
        "shut-in": lambda: (
            not chosen and place in own and all(next_to in own | theirs for next_to in neighbours(place))
        ),
        "same-place": lambda: not placing and place == source,
        "not-next": lambda: (
            not placing
            and values["from"] == source
            and values["count"] == len(own) > 3
            and place not in own | theirs
            and place not in neighbours(str(source))
        ),
    }
    return name in holds and values["place"] == place and holds[name]()


def _tres(state: tres.State, chosen: tuple[str, ...], target: str, name: str, values: Values) -> bool:
    hand = state.white_hand if state.turn == "white" else state.black_hand
    board = tres.pushed(dict(state.board), chosen[0], state.turn)[0] if chosen else dict(state.board)
    places = {place for ring in tres.RINGS.values() for place in ring} | {"c"}
    holds: dict[str, Reason] = {
        "must-pass": lambda: not chosen and hand == 0 and target != "pass",
        "no-pass": lambda: not chosen and target == "pass" and values["count"] == hand > 0,
        "corners-only": lambda: not chosen and hand > 0 and target in places,
        "push-first": lambda: not chosen and hand > 0 and target in tres.RINGS,
        "row-made": lambda: tres.row_owner(board) is not None,
        "ring-empty": lambda: values["ring"] == target and not any(place in board for place in tres.RINGS[target]),
        "turn-now": lambda: bool(chosen) and target not in tres.RINGS and tres.row_owner(board) is None,
        "centre-fixed": lambda: bool(chosen) and target == "c",
    }
    return name in holds and holds[name]()


def _katarenga(
    rules: Bedraengnis | DieDrei,
    state: katarenga.State,
    chosen: tuple[str, ...],
    target: str,
    name: str,
    values: Values,
) -> bool:
    field, occupied = rules.field, state.white | state.black
    own = state.white if state.turn == "white" else state.black
    lifting = len(occupied) == katarenga.PIECES
    standing = occupied - set(chosen)
    last = str(state.last)
    ways = {"rook": "R", "bishop": "Y", "knight": "G", "king": "B"}
    lifted = state._replace(white=state.white - set(chosen), black=state.black - set(chosen))
    in_reach = target in field.en_prise(lifted)

    def answers() -> list[str]:
        after = katarenga.placed(lifted, target)
        if lifting and isinstance(rules, DieDrei):
            return [cell for _, cell in rules._liftings(after)]
        return field.en_prise(after)

    def destinations() -> list[str]:
        assert isinstance(rules, DieDrei)
        return [cell for piece, cell in rules._liftings(state) if piece == target]

    holds: dict[str, Reason] = {
        "occupied": lambda: target in standing,
        "same-place": lambda: lifting and chosen == (target,),
        # Reachable on the empty board, and if just that one piece were the first on the way.
        "blocked": lambda: (
            target in field.reach(last, frozenset())
            and target not in field.reach(last, standing)
            and target not in field.reach(last, frozenset({str(values["by"])}))
            and values["by"] in standing
        ),
        "no-answer": lambda: in_reach and not answers(),
        "no-legal-answer": lambda: in_reach and not lifting and bool(answers()),
        "choose-piece": lambda: lifting and not chosen and target not in occupied,
        "opponents-piece": lambda: lifting and not chosen and target in occupied - own,
        "lift-useless": lambda: lifting and not chosen and target in own and not destinations(),
        "lift-forbidden": lambda: lifting and not chosen and target in own and bool(destinations()),
    }
    if name in holds:
        return holds[name]() and values.get("place", target) == target and values.get("last", last) == last
    way, _, stops = name.partition("-")
    if ways.get(way) != field.colours[last] or values["last"] != last or target in field.reach(last, frozenset()):
        return False
    if not stops:
        return "stop" not in values
    # The line ends on the next cell of the colour, which lies between the two.
    stop = str(values["stop"])
    beyond = [
        cell
        for step in (katarenga.ROOK if way == "rook" else katarenga.BISHOP)
        if stop in (line := _line(field, last, step)) and target in line
        for cell in line[: line.index(target)]
        if field.colours[cell] == field.colours[last]
    ]
    return beyond[:1] == [stop]


def _line(field: katarenga.Field, cell: str, step: tuple[int, int]) -> list[str]:
    found = []
    beside = field.beside(cell, step)
    while beside is not None:
        found.append(beside)
        beside = field.beside(beside, step)
    return found
