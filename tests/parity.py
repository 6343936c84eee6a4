"""Questions for the core in a page, with what the native core answers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import dreierlei
from dreierlei import BLACK, WHITE
from dreierlei.levels import answer_draw, choose, choose_in_match
from dreierlei.match import Match
from dreierlei.review import review
from dreierlei.rules import rules_of
from dreierlei.search import search
from dreierlei.server.study import review_views
from dreierlei.server.wire.base import message_view
from dreierlei.server.wire.study import AnalysisView, ValuesView, ValueView
from dreierlei.solvers import Limits, solver
from tests.contract.variants import DEEP, VARIANTS

if TYPE_CHECKING:
    import random

    from dreierlei.model import Variant
    from dreierlei.positions import Position

NODES = 3000
"""For each search."""
PROOF_NODES = 2000
REVIEW_NODES = 300
COUNTED = 3000
"""The most leaves that perft counts here."""

Question = list[Any]


def reached(position: Position) -> dict[str, Any]:
    return {"from": str(position.origin), "moves": [move.text for move in position.line]}


def random_line(start: Position, lot: random.Random) -> list[Position]:
    line = [start]
    while line[-1].outcome() is None and len(line) < 80:
        line.append(line[-1].play(lot.choice(line[-1].moves())))
    return line


def about(position: Position, lot: random.Random) -> list[tuple[Question, Any]]:
    """What a page asks about a position, with what the native core says."""
    here = reached(position)
    rules = rules_of(position.variant)
    targets = [lot.choice(list(position.variant.targets)) for _ in range(lot.randint(1, 3))]
    refusal = position.why_not(targets)
    legal = [rules.action(move) for move in position.moves()]
    return [
        (["view", here], json.loads(position.view())),
        (["whyNot", here, targets], message_view(refusal).model_dump(mode="json") if refusal else None),
        (["actions", here], {"size": rules.actions, "legal": legal}),
    ]


def thought(position: Position, **how: Any) -> tuple[Question, Any]:
    """A search with fixed nodes or depth: its lines, its depth, and how many nodes it took."""
    analysis = search(position, **how)
    view = AnalysisView.model_validate(analysis).model_dump(mode="json")
    return ["analyse", reached(position), how], view


def proved(position: Position) -> tuple[Question, Any]:
    solution = solver(position).solve(position, Limits(nodes=PROOF_NODES))
    value = {
        "known": solution.known,
        "winner": solution.winner and solution.winner.value,
        "plies": solution.plies,
        "line": [move.text for move in solution.line],
    }
    return ["solve", reached(position), {"nodes": PROOF_NODES}], value


def valued(position: Position) -> tuple[Question, Any]:
    """What the server answers about a position and its moves."""
    limits = Limits(nodes=PROOF_NODES)
    after = solver(position).solve_moves(position, limits)
    view = ValuesView(
        value=ValueView.model_validate(solver(position).solve(position, limits)),
        moves={move.text: ValueView.model_validate(value) for move, value in after if value.known},
    )
    return ["values", reached(position), {"moveNodes": PROOF_NODES}], view.model_dump(mode="json")


def reviewed(end: Position, **limits: float) -> tuple[Question, Any]:
    """What the server tells of a game that is looked back at."""
    limits = limits or {"nodes": REVIEW_NODES}
    views = review_views(review(end, **{"seconds": None, **limits}))  # type: ignore[arg-type]
    return ["review", reached(end), limits], [view.model_dump(mode="json") for view in views]


def chosen(position: Position, lot: random.Random) -> list[tuple[Question, Any]]:
    """The moves of some levels below full strength, which count positions."""
    asked: list[tuple[Question, Any]] = []
    for level in lot.sample(position.variant.game.levels[:-1], 2 + DEEP):
        seed = lot.randrange(1000) if lot.random() < 0.5 else f"seed {lot.random()}"
        asked.append((["choose", reached(position), level, seed], choose(position, level, seed).text))
    return asked


def offered_a_draw(position: Position) -> list[tuple[Question, Any]]:
    """What the computer answers near the end, where it need not search."""
    if position.is_over():
        return []
    answer = {side: answer_draw(position, side) for side in (WHITE, BLACK)}
    return [(["answerDraw", reached(position), side.value], said) for side, said in answer.items()]


def chosen_in_matches(variant: Variant, lot: random.Random) -> list[tuple[Question, Any]]:
    """The same where a round can be given up, and at full strength, which needs no clock there."""
    asked: list[tuple[Question, Any]] = []
    match = replace(Match.start(variant.game.id), position=dreierlei.start(variant.id))
    while match.rule.give_up and not match.over:
        if match.game_over:
            match = match.next()
        white, black = (int(match.score[player]) for player in (match.white, match.black))
        how = {"match": {"white": white, "black": black, "goal": match.length}}
        for level in variant.game.levels[-2:]:
            move = choose_in_match(match, level, 5)
            asked.append((["choose", reached(match.position), level, 5, how], move and str(move)))
        match = match.play(lot.choice(match.position.moves()))
    return asked


def counted(start: Position) -> tuple[Question, Any]:
    depth = 1
    while depth < 6 and start.perft(depth) * len(start.moves()) < COUNTED * (1 + DEEP):
        depth += 1
    return ["perft", reached(start), depth], start.perft(depth)


def questions_about(number: int, lot: random.Random) -> list[tuple[Question, Any]]:
    variant = VARIANTS[number]
    start = dreierlei.start(variant.id)
    line = random_line(start, lot)
    asked = [counted(start), (["playouts", reached(start), 20, 7], list(start._playouts(20, 7)))]
    for position in (line[0], line[-1], *lot.sample(line, min(len(line), 3 + DEEP))):
        asked += about(position, lot)
    searched = line[lot.randrange(len(line) - 1)]
    asked += [thought(start, nodes=NODES), thought(searched, nodes=NODES, lines=3), thought(searched, depth=3)]
    asked += chosen(searched, lot) + chosen_in_matches(variant, lot) + [reviewed(line[-1])]
    if solver(start).complete:
        asked += [question(position) for position in line[-5::2] for question in (proved, valued)]
        asked += [answer for position in line[-5::2] for answer in offered_a_draw(position)]
    return [([number, *question], answer) for question, answer in asked]


def compare(asked: list[tuple[Question, Any]], answers: list[Any]) -> None:
    assert len(answers) == len(asked)
    for (question, expected), answer in zip(asked, answers, strict=True):
        found = {name: answer[name] for name in expected} if question[1] == "solve" else answer
        assert found == expected, f"{VARIANTS[question[0]].id}: {question}"
