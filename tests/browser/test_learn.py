"""Lessons in a browser: completed by doing what the words say, in every language, on a phone and on a desktop."""

from __future__ import annotations

import re
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.courses import GIVE_UP, Attempt, lessons
from dreierlei.messages import LANGUAGES

from ..contract.variants import DEEP
from ..lesson_words import allowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreierlei import Lesson
    from dreierlei.messages import Language

    from .people import Person

    Meet = Callable[..., Person]

GAMES = [game.id for game in dreierlei.games() if game.lessons]
WAYS = [(language, phone) for language in LANGUAGES for phone in (False, True)]
COURSES = [(game, *way) for game, turn in zip(GAMES, cycle(WAYS), strict=False) for way in (WAYS if DEEP else (turn,))]
"""Each game in another language or on another screen; in a deep run, each in all of them."""
FAMILY_GAMES = ("tres", "die-drei", "bedraengnis")
"""Those that almost nobody has heard of."""
SAID = {language: messages.catalogue(language) for language in LANGUAGES}

# Where to click for a spot: a ring has its places on top, so it is clicked between them, at its top.
_WHERE = """(name) => {
  const spot = document.querySelector(`.board.live [data-spot="${name}"]`);
  spot.scrollIntoView({ block: "center" });
  const box = (spot.querySelector(".area, .body") ?? spot).getBoundingClientRect();
  const up = spot.classList.contains("ring") ? box.height / 2 - 52 * spot.ownerSVGElement.getScreenCTM().d : 0;
  return [box.x + box.width / 2, box.y + box.height / 2 - up];
}"""

# Like a click on a link.
_GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


class Learner:
    """Somebody who knows nothing but what the page says."""

    def __init__(self, person: Person, language: Language) -> None:
        self.person = person
        self.page = person.page
        self.language: Language = language

    def button(self, key: str) -> str:
        return f'.lesson-side .button:visible:text-is("{SAID[self.language][key]}")'

    def click_spot(self, name: str) -> None:
        x, y = self.page.evaluate(_WHERE, name)
        self.page.mouse.click(x, y)

    def follow(self, lesson: Lesson) -> None:
        """Does what the lesson's words say, and nothing else, until it is completed."""
        attempt = Attempt.begin(lesson)
        while (turn := attempt.turn) is not None:
            self.page.wait_for_function(
                "(text) => document.querySelector('.lesson-task .current')?.textContent === text",
                arg=turn.task[self.language],
            )
            words = self.page.inner_text(".lesson-task .current")
            answer = allowed(attempt.position, lesson.marks, words, self.language)[-1]
            if answer == GIVE_UP:
                self.page.click(self.button("web.give-up"))
            else:
                for target in attempt.position.parse(answer).targets:
                    self.click_spot(target.lstrip("x"))
            attempt = attempt.answer(answer).attempt
        self.page.wait_for_selector(".lesson-feedback .right")
        assert lesson.done[self.language] in self.page.inner_text(".lesson-feedback")


def test_every_way_has_a_course() -> None:
    assert {(language, phone) for _, language, phone in COURSES} == set(WAYS)


@pytest.mark.parametrize(("game", "language", "phone"), COURSES)
def test_a_course_is_completed_by_doing_what_its_words_say(
    meet: Meet, game: str, language: Language, phone: bool
) -> None:
    """Every lesson; the courses begin on the start page.

    Who has done the lessons of a game that almost nobody has heard of then finishes a first game of it.
    """
    person = meet(phone=phone, language=language, dark=phone)
    page, learner, course = person.page, Learner(person, language), lessons(game)
    person.open("/")
    page.click(".learning")
    page.click(f'.course[data-game="{game}"] .button')
    for number, lesson in enumerate(course, 1):
        page.wait_for_selector(f'.lesson[data-lesson="{lesson.name}"]')
        learner.follow(lesson)
        assert page.locator(".lesson-steps .done").count() == number
        if number < len(course):
            page.click(learner.button("learn.next"))
    if game in FAMILY_GAMES:
        page.click(learner.button("learn.play"))
        page.wait_for_selector(".board.live")
        person.play_to_the_end()
    person.check()


def test_a_mistake_is_explained_shown_and_tried_again(meet: Meet) -> None:
    person = meet()
    page, learner = person.page, Learner(person, "en")
    person.open("/learn/tictactoe?lesson=block")
    learner.click_spot("b3")
    page.wait_for_selector(".lesson-feedback .wrong >> text=Black plays c3 and has three in a line.")
    page.wait_for_function("() => document.querySelectorAll('.lesson .winning').length > 0")
    assert page.locator(".lesson .spot.offered").count() == 0
    page.keyboard.press("Enter")  # the button to try again has the focus
    page.wait_for_selector(".lesson .spot.offered")
    learner.click_spot("c3")
    page.wait_for_selector(".lesson-feedback .right")
    # What the rules forbid has the lesson's own words.
    person.open("/learn/muehle?lesson=protected")
    learner.click_spot("g1")
    learner.click_spot("d6")
    page.wait_for_selector(".lesson-feedback .wrong >> text=in a closed mill")
    learner.click_spot("c4")
    page.wait_for_selector(".lesson-feedback .right")
    person.open("/learn/die-drei?lesson=forbidden")
    learner.click_spot("a1")
    page.wait_for_selector(".lesson-feedback .wrong >> text=White could not place")
    learner.click_spot("h8")
    page.wait_for_function("() => !/could not place/.test(document.querySelector('.lesson-feedback').textContent)")
    assert page.locator(".lesson-feedback .wrong").count() == 1
    person.check()


def test_show_me_names_a_right_move(meet: Meet) -> None:
    person = meet(language="de")
    page, learner = person.page, Learner(person, "de")
    for path, named in (
        ("tres?lesson=gap", "Ecke oben links, äußerer Ring"),
        ("bedraengnis?lesson=give-up", "Runde aufgeben"),
    ):
        person.open(f"/learn/{path}")
        page.click(learner.button("learn.show"))
        hint = SAID["de"]["learn.hint"].format(targets=named)
        page.wait_for_function(
            "(hint) => document.querySelector('.lesson-feedback').innerText.trim() === hint", arg=hint
        )
    person.check()


def test_progress_is_kept_and_the_course_goes_on_where_it_was_left(meet: Meet) -> None:
    person = meet(language="de")
    page, learner, course = person.page, Learner(person, "de"), lessons("muehle")
    person.open("/learn/muehle")
    for lesson in course[:2]:
        page.wait_for_selector(f'.lesson[data-lesson="{lesson.name}"]')
        learner.follow(lesson)
        page.click(learner.button("learn.next"))
    person.open("/")
    page.click(".learning")
    page.wait_for_selector(f'.lesson[data-lesson="{course[2].name}"]')
    page.click(learner.button("learn.back"))
    page.wait_for_selector(f'.lesson[data-lesson="{course[1].name}"]')
    person.open("/learn")
    text = SAID["de"]["learn.done-of"].format(done=2, of=len(course))
    assert text in page.inner_text('.course[data-game="muehle"]')
    person.check()


def test_a_lesson_is_done_by_keyboard_alone(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open("/learn/tictactoe?lesson=first")
    page.click(Learner(person, "en").button("learn.show"))
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lesson-feedback .right")
    page.keyboard.press("Enter")  # on to the next one
    page.wait_for_selector('.lesson[data-lesson="three"]')
    person.check()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_pages_can_be_used_by_everybody(meet: Meet, phone: bool) -> None:
    person = meet(phone=phone, language="de", dark=phone)
    for path in ("/learn/tres?lesson=ring",) if phone else ("/learn", "/learn/bedraengnis?lesson=give-up"):
        person.open(path)
        assert person.faults() == []
        person.check()


def test_the_ways_to_the_lessons(meet: Meet) -> None:
    person = meet()
    for path in ("/", "/new/tres", "/rules/tres"):
        person.open(path)
        person.page.click('main a[href="/learn/tres"]')
        person.page.wait_for_selector(".lesson")
    person.check()


def test_a_game_without_lessons_says_so(meet: Meet) -> None:
    person = meet()

    def none(route: object) -> None:
        route.fulfill(json={"game": "tres", "lessons": []})  # type: ignore[attr-defined]

    person.page.route(re.compile("/api/lessons/"), none)
    person.open("/learn/tres")
    assert SAID["en"]["learn.none"].format(game="TRES") in person.page.inner_text("main")
    person.check()
