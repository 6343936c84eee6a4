"""Plain agents to compare with: random, greedy, and Monte Carlo tree search. Each is a function of a position."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move
    from .positions import Position


class Random:
    """Chooses among all legal moves, each equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, position: Position) -> Move:
        """The chosen move."""
        return self._rng.choice(position.moves())


class Greedy:
    """Wins in one move if it can, avoids losing in one if it can, and is otherwise random."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, position: Position) -> Move:
        """The chosen move."""
        safe = []
        for move in position.moves():
            after = position.play(move)
            end = after.outcome()
            if end is not None and end.winner is position.turn:
                return move
            if end.winner is None if end else not any(_wins(after, reply) for reply in after.moves()):
                safe.append(move)
        return self._rng.choice(safe or position.moves())


def _wins(position: Position, move: Move) -> bool:
    end = position.play(move).outcome()
    return end is not None and end.winner is position.turn


@dataclass(slots=True)
class _Node:
    position: Position
    untried: list[Move]
    visits: int = 0
    worth: float = 0.0
    """The points of the player who moved here, over all visits."""
    children: dict[Move, _Node] = field(default_factory=dict)


class TreeSearch:
    """Monte Carlo tree search: UCT, with a fixed number of random playouts by the core for every move."""

    def __init__(self, playouts: int = 200, seed: int = 0, *, exploration: float = math.sqrt(2)) -> None:
        self.playouts = playouts
        self.exploration = exploration
        self._rng = random.Random(seed)

    def __call__(self, position: Position) -> Move:
        """The chosen move."""
        root = self._node(position)
        for _ in range(self.playouts):
            self._visit(root)
        return max(root.children, key=lambda move: root.children[move].visits)

    def _node(self, position: Position) -> _Node:
        moves = list(position.moves())
        self._rng.shuffle(moves)
        return _Node(position, moves)

    def _visit(self, root: _Node) -> None:
        path, node = [root], root
        while not node.untried and node.children:
            node = self._preferred(node)
            path.append(node)
        if node.untried:
            move = node.untried.pop()
            node.children[move] = child = self._node(node.position.play(move))
            path.append(child)
            node = child
        worth = self._worth(node.position)
        for visited in reversed(path):
            visited.visits += 1
            visited.worth += worth
            worth = 1 - worth

    def _preferred(self, node: _Node) -> _Node:
        total = math.log(node.visits)
        return max(
            node.children.values(),
            key=lambda child: child.worth / child.visits + self.exploration * math.sqrt(total / child.visits),
        )

    def _worth(self, position: Position) -> float:
        """The points of the player who has just moved, in a random game from here."""
        game = position.playouts(1, seed=self._rng.getrandbits(32))
        return game.losses + game.draws / 2
