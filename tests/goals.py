"""What the goals of lessons mean, by the rules: each is a set of legal moves, found without the lesson's own list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreierlei import analyse, solve
from dreierlei.courses import GIVE_UP
from dreierlei.solvers import solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreierlei import Move, Position


def meeting(goal: str, position: Position) -> set[str]:
    """The answers that meet a goal: the texts of moves, or giving up."""
    name, *words = goal.split()
    if name == "give-up":
        assert gives_up_rightly(position)
        return {GIVE_UP}
    test = GOALS[name]
    return {move.text for move in position.moves() if test(position, move, words)}


def wins(position: Position, move: Move, _: list[str]) -> bool:
    """The move ends the game, and its player wins."""
    end = position.play(move).outcome()
    return end is not None and end.winner is position.turn


def draws(position: Position, move: Move, _: list[str]) -> bool:
    """The move ends the game as a draw."""
    end = position.play(move).outcome()
    return end is not None and end.winner is None


def takes(position: Position, move: Move, _: list[str]) -> bool:
    """The move takes a stone from the board for good."""
    return any(step.kind == "take" for step in position.motion(move))


def is_safe(position: Position, move: Move, _: list[str]) -> bool:
    """The move does not make the opponent win at once."""
    end = position.play(move).outcome()
    return end is None or end.winner is not position.turn.other


def defends(position: Position, move: Move, _: list[str]) -> bool:
    """After the move, the opponent cannot win at once."""
    after = position.play(move)
    return is_safe(position, move, []) and not any(wins(after, reply, []) for reply in after.moves())


def forces(position: Position, move: Move, words: list[str]) -> bool:
    """With the move, its player wins within so many plies, whatever the opponent does."""
    return loses_within(position.play(move), int(words[0]) - 1)


def loses_within(position: Position, plies: int) -> bool:
    """Whether the player to move loses within so many plies."""
    end = position.outcome()
    if end is not None:
        return end.winner is position.turn.other
    if plies < 1:
        return False
    if plies < 4:
        return all(any_win(position.play(reply), plies - 1) for reply in position.moves())
    if solver(position).complete:
        solution = solve(position)
        return solution.winner is position.turn.other and solution.plies is not None and solution.plies <= plies
    score = analyse(position, depth=plies).score
    return score.result == "loss" and score.plies is not None and score.plies <= plies


def any_win(position: Position, plies: int) -> bool:
    """Whether the player to move wins within so many plies."""
    end = position.outcome()
    if end is not None:
        return end.winner is position.turn
    return plies > 0 and any(loses_within(position.play(move), plies - 1) for move in position.moves())


def will_take(position: Position, move: Move, _: list[str]) -> bool:
    """After the move, its player can close a mill in the next turn, whatever the opponent does."""
    after = position.play(move)
    return after.outcome() is None and all(
        any(takes(later, own, []) for own in later.moves()) for reply in after.moves() for later in [after.play(reply)]
    )


def uses(_: Position, move: Move, words: list[str]) -> bool:
    """The move begins with these targets."""
    return list(move.targets[: len(words)]) == words


def has_ground(position: Position, move: Move, words: list[str]) -> bool:
    """The move ends on a ground of that tint."""
    place = position.variant.targets[move.targets[-1]].place
    return place is not None and position.variant.layout.places[place].tint == words[0]


def pushes(position: Position, move: Move, words: list[str]) -> bool:
    """The move pushes the stone on one place to another; `out` is beyond the board."""
    start, end = words[0], None if words[1] == "out" else words[1]
    return any(step.kind == "push" and (step.start, step.end) == (start, end) for step in position.motion(move))


def leaves(position: Position, move: Move, words: list[str]) -> bool:
    """After the move, stones of the player stand on all these places."""
    after, own = position.play(move), position.turn.value[0]
    names = [place.name for place in position.variant.layout.places]
    return all(after.stones[names.index(name)] == own for name in words)


def gives_up_rightly(position: Position) -> bool:
    """Whether the player to move loses, and giving up now costs less than any move would."""
    stones = sum(stone != "." for stone in position.stones)
    solution = solve(position)
    assert position.variant.game.match.give_up
    assert solution.known
    assert solution.winner is position.turn.other
    ends = [after.outcome() for move in position.moves() for after in [position.play(move)]]
    return stones > 0 and bool(ends) and all(end is None for end in ends)


GOALS: dict[str, Callable[[Position, Move, list[str]], bool]] = {
    "any": lambda *_: True,
    "win": wins,
    "draw": draws,
    "take": takes,
    "safe": is_safe,
    "defend": defends,
    "force": forces,
    "will-take": will_take,
    "use": uses,
    "ground": has_ground,
    "push": pushes,
    "stand": leaves,
}
