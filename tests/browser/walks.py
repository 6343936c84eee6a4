"""A walk through everything that needs no server: with one, without one, without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dreierlei
from dreierlei import messages, puzzles

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreierlei.messages import Language

    from .people import Person

GAME, PUZZLED, KNOWN = "tictactoe", "qango6", "qango6"


def wait_until_kept(person: Person) -> None:
    """Waits until the browser has kept the whole app."""
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def walk(person: Person, go: Callable[[str], None], language: Language) -> None:
    """Plays a game to the end and looks back at it, solves a puzzle, does a lesson, reads rules and what is known."""
    page, words = person.page, messages.catalogue(language)
    play(person, go, GAME)
    page.click(f".result a:has-text('{words['web.review']}')")
    page.wait_for_selector(".study-board .board")
    page.wait_for_selector(f".note:has-text('{words['study.verdicts']}')")

    puzzle = puzzles.puzzles_of(PUZZLED)[0]
    go(f"/puzzles/{PUZZLED}?id={puzzle.id}")
    page.wait_for_selector(f'[data-puzzle="{puzzle.id}"] .board.live .spot.offered')
    tried: list[str] = []
    while puzzles.attempt(puzzle, tried).state == "open":
        move = puzzles.solution(puzzle, tried)
        page.locator(f'.board.live [data-spot="{move.text}"].offered').first.click()
        tried.append(move.text)
    page.wait_for_selector(f'.puzzle-message:has-text("{words["study.solved"]}")')

    lesson = dreierlei.lessons(GAME)[0]
    go(f"/learn/{GAME}?lesson={lesson.name}")
    page.wait_for_selector(f'h1:has-text("{lesson.title[language]}")')
    assert [turn.right for turn in lesson.turns] == [("*",)]  # it is completed by any move
    page.locator(f'.board.live [data-spot="{lesson.start.moves()[0].text}"]').first.click()
    page.wait_for_selector(f'.lesson-feedback .right:has-text("{words["learn.right"]}")')
    page.wait_for_selector(f'.lesson-feedback:has-text("{lesson.done[language]}")')

    go(f"/rules/{KNOWN}")
    page.wait_for_selector(f'h1:has-text("{dreierlei.start(KNOWN).variant.game.names[language]}")')
    page.wait_for_selector("main .board")
    go(f"/truth/{KNOWN}")
    page.wait_for_selector(f'nav a[aria-current]:has-text("{words["web.way-truth"]}")')
    page.wait_for_selector("main:not([aria-busy]) .board")


def play(person: Person, go: Callable[[str], None], game: str) -> None:
    """A game against the computer at its lowest level, to the end."""
    page = person.page
    go(f"/new/{game}")
    page.wait_for_selector("main:not([aria-busy]) .start")
    page.fill("#level", "0")
    page.click(".start")
    page.wait_for_selector(".board.live")
    person.play_to_the_end()


def change_language(person: Person, language: Language) -> None:
    page = person.page
    page.click(".settings summary")
    page.click(f'.settings label:has(input[value="{language}"])')
    page.wait_for_selector(f'.settings summary:has-text("{messages.catalogue(language)["web.settings"]}")')
    page.click(".settings summary")
