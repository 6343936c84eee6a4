"""Puzzles in a browser: solved, refuted, in series, and found in a game of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dreierlei
from dreierlei import messages, puzzles

from .test_study import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreierlei import Position

    from .people import Person

    Meet = Callable[..., Person]

SMALL = "tictactoe"
GERMAN = messages.catalogue("de")
SAID = messages.catalogue("en")


class Solver:
    """Somebody who clicks on the board of a puzzle, and knows its solution."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.last = ""

    def next(self) -> puzzles.Puzzle:
        """The puzzle that comes after the last one, once it is on the board."""
        self.page.wait_for_selector(f'.study-board[data-puzzle]:not([data-puzzle="{self.last}"])')
        self.last = self.page.get_attribute(".study-board", "data-puzzle") or ""
        return puzzles.puzzle(self.last)

    def wait(self, position: Position) -> None:
        """Waits until the moves of a position can be made."""
        self.page.wait_for_function(
            """([count, stones]) => document.querySelectorAll('.board .spot.offered').length === count
               && document.querySelectorAll('.board .stones .stone').length === stones""",
            arg=[len(position.moves()), sum(stone != "." for stone in position.stones)],
        )

    def tap(self, spot: str) -> None:
        self.page.locator(f'.board.live [data-spot="{spot}"]').first.click()

    def solve(self, given: puzzles.Puzzle, before: Callable[[], None] = lambda: None) -> None:
        """Makes the right moves, and does something before each."""
        own: list[str] = []
        while (so_far := puzzles.attempt(given, own)).state == "open":
            self.wait(so_far.position)
            before()
            move = puzzles.solution(given, own)
            self.tap(move.targets[0])
            own.append(move.text)

    def mistake(self, given: puzzles.Puzzle) -> puzzles.Refutation:
        """Makes a wrong move that the opponent refutes by a win."""
        start = dreierlei.position(given.line)
        self.wait(start)
        tried = [puzzles.attempt(given, [move.text]) for move in start.moves() if move != puzzles.solution(given)]
        chosen = next((each for each in tried if each.refutation and each.refutation.kind == "loses"), tried[0])
        assert chosen.refutation is not None
        self.tap(chosen.played[0])
        return chosen.refutation


def test_a_puzzle_is_refuted_hinted_at_and_solved(meet: Meet) -> None:
    person = meet(language="de")
    page, solver = person.page, Solver(person)
    given = next(
        each
        for each in puzzles.puzzles_of(SMALL)
        if any(
            (tried := puzzles.attempt(each, [move.text])).refutation and tried.refutation.kind == "loses"
            for move in dreierlei.position(each.line).moves()
        )
    )
    person.open(f"/puzzles/{SMALL}?id={given.id}")
    refutation = solver.mistake(given)
    page.wait_for_selector(f".puzzle-message >> text={GERMAN['study.refuted'].format(why='')}")
    assert refutation.moves[0] in page.inner_text(".puzzle-message")
    page.wait_for_selector(".study-side .button:focus")  # to try again, once the refutation was shown
    stones = sum(stone != "." for stone in dreierlei.position(given.line).stones)
    assert page.locator(".board .stones .stone").count() == stones + 1 + len(refutation.moves)
    assert "In Folge: 0" in page.inner_text(".study-side")
    page.keyboard.press("Enter")

    def ask() -> None:
        page.click(f"button >> text={GERMAN['study.hint']}")
        page.wait_for_selector(".board .mark.hint")

    solver.solve(given, before=ask)
    page.wait_for_selector(f".puzzle-message >> text={GERMAN['study.solved-with-a-hint']}")
    assert page.locator(".puzzle-list .done").count() == 0
    page.click(f"button >> text={GERMAN['study.again']}")
    solver.solve(given)
    page.wait_for_selector(f".puzzle-message >> text={GERMAN['study.solved']}")
    assert page.locator(".puzzle-list .done").count() == 1
    assert person.faults() == []
    person.check()


def test_a_rush_ends_with_three_mistakes_or_its_time_and_keeps_the_best(meet: Meet) -> None:
    person = meet(phone=True)
    page, solver = person.page, Solver(person)
    page.clock.install()
    person.open(f"/puzzles/{SMALL}?series=rush")
    page.keyboard.press("Enter")  # the button to start has the focus
    solver.solve(solver.next())
    for mistake in range(1, 4):
        solver.mistake(solver.next())
        page.wait_for_selector(f".series-score >> text={SAID['study.series-mistakes'].format(count=mistake, of=3)}")
    page.wait_for_selector(f".puzzle-message >> text={SAID['study.series-new-best'].format(solved=1)}")
    assert page.locator(".puzzle-list a").count() == 3
    page.click(f"button >> text={SAID['study.again']}")
    page.wait_for_selector(".board .spot.offered")
    page.clock.fast_forward("03:01")
    page.wait_for_selector(f".puzzle-message >> text={SAID['study.series-end'].format(solved=0, best=1)}")
    person.open(f"/puzzles/{SMALL}?series=rush")
    assert SAID["study.series-best"].format(best=1) in page.inner_text(".study-side")
    person.open(f"/puzzles/{SMALL}?series=streak")
    solver.last = ""
    page.keyboard.press("Enter")
    solver.mistake(solver.next())
    page.wait_for_selector(f".puzzle-message >> text={SAID['study.series-end'].format(solved=0, best=0)}")
    assert person.faults() == []
    person.check()


def test_a_win_that_was_missed_is_a_puzzle(meet: Meet) -> None:
    person = meet()
    page, solver = person.page, Solver(person)
    # White could have won with the fifth move.
    match = play(person, SMALL, ("a3", "b3", "a2", "a1", "c3", "b2", "b1", "c1", "c2"))
    person.open(f"/match/{match}/review")
    page.click(f".missed-wins a >> text={SAID['study.find-the-win']}")
    page.wait_for_selector(f"h1 >> text={SAID['study.own-puzzle']}")
    before = dreierlei.start(SMALL)
    for move in ("a3", "b3", "a2", "a1"):
        before = before.play(move)
    solver.solve(puzzles.own_puzzle(before))
    page.wait_for_selector(f".puzzle-message >> text={SAID['study.solved']}")
    person.check()
