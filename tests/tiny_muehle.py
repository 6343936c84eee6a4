"""Mühle on nine points, small enough to be solved by plain iteration."""

from __future__ import annotations

from itertools import combinations

from dreierlei import BLACK, Position, Variant, variant
from dreierlei.model import Layout, Place, Tables, Target


class Tiny:
    """Placing, sliding, jumping and taking on a 3×3 board, read literally, solved by repeating what the rules say."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.mills = [{3 * line, 3 * line + 1, 3 * line + 2} for line in range(3)]
        self.mills += [{line, line + 3, line + 6} for line in range(3)]
        self.next = [[b for b in range(9) if abs(a % 3 - b % 3) + abs(a // 3 - b // 3) == 1] for a in range(9)]
        names = [file + rank for rank in "321" for file in "abc"]
        tables = Tables(
            layout=Layout(tuple(Place(name, 0, 0) for name in names), ((0, 1, 2), (3, 4, 5), (6, 7, 8)), (0, 0, 2, 2)),
            targets=tuple(
                Target(x + name, "take" if x else "place", at) for x in ("", "x") for at, name in enumerate(names)
            ),
            family="muehle",
            numbers={"places": 9, "stones": 4, "quiet_plies": limit},
            tables={"mills": [sorted(mill) for mill in self.mills], "neighbours": self.next},
            fields=variant("muehle").tables.fields,
        )
        self.variant = Variant(variant("muehle").game, {"quiet_plies": str(limit)}, tables)
        self.placings: dict[tuple[frozenset[int], frozenset[int], int, int], int] = {}
        self.known: dict[tuple[frozenset[int], frozenset[int], int], int] = {}
        for total in range(6, 9):
            boards = [
                (frozenset(own), frozenset(their))
                for size in range(3, 5)
                for own in combinations(range(9), size)
                for their in combinations(set(range(9)) - set(own), total - size)
                if 3 <= total - size <= 4
            ]
            if limit:
                for quiet in range(limit, -1, -1):
                    for own, their in boards:
                        self.known[own, their, quiet] = self.judge(own, their, quiet)
                continue
            changed = True
            while changed:
                found = {(own, their, 0): self.judge(own, their, 0) for own, their in boards}
                changed = any(self.known.get(key, 0) != value for key, value in found.items())
                self.known.update(found)

    def placing(self, current: Position) -> int:
        """What a position of the Setzphase, or just after it, is worth to the player to move."""
        stones = [frozenset(at for at, stone in enumerate(current.stones) if stone == side) for side in "wb"]
        hands = list(current.fields[:2])
        if current.turn is BLACK:
            stones.reverse()
            hands.reverse()
        return self.place(stones[0], stones[1], hands[0], hands[1])

    def place(self, own: frozenset[int], their: frozenset[int], hand: int, their_hand: int) -> int:
        if len(own) + hand < 3:
            return -1
        if not hand:
            return self.value(own, their, 0)
        key = own, their, hand, their_hand
        if key not in self.placings:
            worth = []
            for target in set(range(9)) - own - their:
                stones = own | {target}
                taken = self.prey(their) if self.closes(stones, target) else []
                for rest in [their - {stone} for stone in taken] or [their]:
                    worth.append(-self.place(rest, stones, their_hand, hand - 1))
            self.placings[key] = max(worth)
        return self.placings[key]

    def closes(self, stones: frozenset[int], target: int) -> bool:
        return any(target in mill and mill <= stones for mill in self.mills)

    def prey(self, their: frozenset[int]) -> list[int]:
        return [at for at in their if not self.closes(their, at)] or list(their)

    def value(self, own: frozenset[int], their: frozenset[int], quiet: int) -> int:
        """1 if the player to move wins, -1 if he loses."""
        return -1 if len(own) < 3 else self.known.get((own, their, quiet), 0)

    def judge(self, own: frozenset[int], their: frozenset[int], quiet: int) -> int:
        worth = []
        for start in own:
            for target in set(range(9)) - own - their if len(own) == 3 else set(self.next[start]) - own - their:
                stones = own - {start} | {target}
                if self.closes(stones, target):
                    worth += [-self.value(their - {taken}, stones, 0) for taken in self.prey(their)]
                else:
                    worth.append(-self.value(their, stones, quiet + 1 if self.limit else 0))
        if not worth:
            return -1
        return 0 if self.limit and quiet >= self.limit else max(worth)
