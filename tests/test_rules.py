"""Rules in plain Python: everything works that works for the core's own games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

import dreierlei
from dreierlei import declarations, env, record, svg, terminal
from dreierlei.boards import grid, lines, place_targets
from dreierlei.errors import DreierleiError
from dreierlei.messages import LANGUAGES
from dreierlei.model import BLACK, SIDES, WHITE, Field, Game, Outcome, Tables
from dreierlei.rules import FREE, Rules, State
from dreierlei.solvers import solver
from dreierlei.solvers.small import SmallSolver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from dreierlei.messages import Words

ROOT = Path(__file__).parents[1]
LINES = list(lines(3, 3))
LETTERS = dict(zip(SIDES, "wb", strict=True))


def words(text: str) -> Words:
    return dict.fromkeys(LANGUAGES, text)


class Placing(Rules):
    """Tic-Tac-Toe once more, in Python."""

    reasons: ClassVar[tuple[str, ...]] = ("line", "board full")

    def start(self) -> State:
        return State(FREE * 9)

    def moves(self, state: State) -> Iterable[tuple[int, ...]]:
        return [(place,) for place, stone in enumerate(state.stones) if stone == FREE]

    def play(self, state: State, move: tuple[int, ...]) -> State:
        return state.with_stones({move[0]: LETTERS[state.turn]})._replace(turn=state.turn.other)

    def outcome(self, state: State) -> Outcome | None:
        if self.winning_places(state):
            return Outcome(state.turn.other, "line")
        return None if FREE in state.stones else Outcome(None, "board full")

    def winning_places(self, state: State) -> list[int]:
        own = LETTERS[state.turn.other]
        return [place for line in LINES if all(state.stones[each] == own for each in line) for place in line]


class Morris(Placing):
    """Three Men's Morris: three stones each, then a stone goes to any free place. Positions repeat."""

    reasons = ("line",)
    forms = (("place",), ("place", "place"))
    repetition = True

    def start(self) -> State:
        return State(FREE * 9, WHITE, (3, 3))

    def moves(self, state: State) -> Iterable[tuple[int, ...]]:
        free = [place for place, stone in enumerate(state.stones) if stone == FREE]
        if state.fields[SIDES.index(state.turn)]:
            return [(place,) for place in free]
        own = [place for place, stone in enumerate(state.stones) if stone == LETTERS[state.turn]]
        return [(start, end) for start in own for end in free]

    def play(self, state: State, move: tuple[int, ...]) -> State:
        hands = list(state.fields)
        hands[SIDES.index(state.turn)] -= len(move) == 1
        changed = dict.fromkeys(move[:-1], FREE) | {move[-1]: LETTERS[state.turn]}
        return state.with_stones(changed)._replace(turn=state.turn.other, fields=tuple(hands))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.turn.other, "line") if self.winning_places(state) else None


def declared(game_id: str, rules: Rules, *fields: Field) -> Game:
    def build(_: Mapping[str, str]) -> Tables:
        layout = grid(3)
        return Tables(layout=layout, targets=place_targets(layout), rules=rules, fields=fields)

    return Game(game_id, words("Trial"), words("A trial."), build, reasons={"line": words("a line")})


HANDS = (Field("white_hand", words("White's hand")), Field("black_hand", words("Black's hand")))
TRIALS = (declared("trial_placing", Placing()), declared("trial-morris", Morris(), *HANDS))


@pytest.fixture(autouse=True)
def trials(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of this file are declared, as those of an installed package are."""
    known = declarations.games()
    monkeypatch.setattr(declarations, "games", lambda: (*known, *TRIALS))
    declarations._variant.cache_clear()
    yield
    declarations._variant.cache_clear()


def test_rules_in_python_are_those_of_the_core() -> None:
    ours, core = dreierlei.start("trial_placing"), dreierlei.start("tictactoe")
    assert [ours.perft(depth) for depth in range(6)] == [core.perft(depth) for depth in range(6)]
    for text in "b2 a3 c1 a1 a2 c2 b3 b1 c3".split():
        assert [str(move) for move in ours.moves()] == [str(move) for move in core.moves()]
        assert [step.kind for step in ours.motion(text)] == ["place"]
        ours, core = ours.play(text), core.play(text)
        assert str(ours).split()[1:] == str(core).split()[1:]
        assert ours.outcome() == core.outcome()


def test_the_turn_is_not_a_stone_for_repetition() -> None:
    position = dreierlei.start("trial_placing").play("b2")
    assert position.key != position.play("a3").key, "a3 is the first place"


def test_an_id_with_an_underscore_is_found() -> None:
    for text in ("trial_placing", "trial-placing", "Trial_Placing", "trial_morris"):
        assert dreierlei.game(text) in TRIALS


def test_everything_works_with_such_a_game() -> None:
    position = dreierlei.start("trial-morris")
    assert position.playouts(20, seed=1).plies > 100
    assert dreierlei.analyse(position, depth=4).best in position.moves()
    assert dreierlei.choose(position, 3, seed=1) in position.moves()
    for text in "a1 a2 b1 b2 c3 a3".split():
        position = position.play(text)
    assert str(position) == "trial-morris b.w/bb./ww. w 0 0"
    assert position.hands is None
    [step] = position.motion("c3-c1")
    assert (step.kind, step.start, step.end) == ("move", "c3", "c1")
    won = position.play("c3-c1")
    assert won.outcome() == Outcome(WHITE, "line")
    assert won.winning_places() == ("a1", "b1", "c1")
    assert dreierlei.position(str(won)) == won
    written = str(dreierlei.Record.from_position(won))
    assert record.read(written)[0].final == won
    assert svg.draw(won).startswith("<svg")
    assert terminal.draw(won)
    assert won.variant.game.reason("line").say("en") == "a line"


def test_the_default_reason_against_a_move_is_true() -> None:
    """Rules in Python give no reasons of their own."""
    position = dreierlei.start("trial-morris").play("a1")
    assert str(position.why_not("a1")) == "a1 is not possible here."
    assert str(position.why_not(["a2", "b2"])) == "The move is already complete."
    assert position.why_not("a2") is None
    for text in "a2 b1 b2 c3 a3".split():
        position = position.play(text)
    assert str(position.why_not(["c1"])) == "c1 is not possible here."
    assert str(position.why_not(["c3", "a1"])) == "a1 is not possible here."
    over = position.play("c3-c1")
    assert str(over.why_not(["c3"])) == "The game is over: a line."


def test_environments() -> None:
    pytest.importorskip("pettingzoo")
    played = env.RawEnv("trial-morris")
    played.reset()
    assert played.observe("white_0")["observation"].shape == (5, 3, 3)
    assert played.spaces.planes == ("own", "other", "own hand", "other hand", "earlier")
    many = env.VectorEnv("trial-morris", 4, seed=1)
    for _ in range(10):
        many.step(many.sample())


def test_the_third_occurrence_is_a_draw() -> None:
    position = dreierlei.start("trial-morris")
    for text in "a1 a2 b1 b2 c3 a3".split():
        position = position.play(text)
    for text in "c3-c2 b2-c1 c2-c3 c1-b2".split() * 2:
        position = position.play(text)
    assert position.outcome() == Outcome(None, "repetition")


# --- small games are solved -------------------------------------------------------------------------------------------


def test_a_small_game_with_repetition_is_solved() -> None:
    start = dreierlei.start("trial-morris")
    own = solver(start)
    assert isinstance(own, SmallSolver)
    assert own.complete
    assert dreierlei.solve(start).winner is None
    lost = start.play("a1").play("a2")
    solution = dreierlei.solve(lost)
    assert (solution.winner, solution.plies, len(solution.line)) == (WHITE, 5, 5)
    end = lost
    for move in solution.line:
        end = end.play(move)
    assert end.winner() is WHITE
    moves = own.probe_moves(lost)
    assert moves[0][1].winner is WHITE
    assert {move for move, _ in moves} == set(lost.moves())


def test_values_agree_with_the_familys_own_solver() -> None:
    position = dreierlei.start("trial_placing")
    graph = solver(position).graph
    assert graph is not None
    assert len(graph) == 5478
    for line in ("w../.../... b", "wb./.../... w", "wb./.w./..b w", "ww./bb./... w"):
        ours = dreierlei.solve(dreierlei.position(f"trial_placing {line}"))
        core = dreierlei.solve(dreierlei.position(f"tictactoe {line}"))
        assert (ours.known, ours.winner) == (core.known, core.winner)
        if core.winner is not None:
            assert ours.plies == core.plies


def test_a_position_that_has_occurred_twice_is_not_a_way_to_win() -> None:
    """White wins from here, and loses a part of that when positions on the way would end the game."""
    fresh = dreierlei.position("trial-morris b.w/bb./ww. w 0 0")
    assert dreierlei.solve(fresh).plies == 1
    turned = fresh
    for text in "c3-c2 b2-c1 c2-c3 c1-b2".split():
        turned = turned.play(text)
    assert turned.occurrences == 2
    solution = dreierlei.solve(turned)
    assert (solution.winner, solution.plies) == (WHITE, 1)


# --- mistakes in rules are told in sentences --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"start": lambda _: State("...")}, "is not a state of this board"),
        ({"start": lambda _: State("x" * 9)}, "is not a state of this board"),
        ({"moves": lambda *_: []}, "0 moves"),
        ({"moves": lambda *_: [(99,)]}, "none of the declared forms"),
        ({"moves": lambda *_: [(0, 1)]}, "none of the declared forms"),
        ({"outcome": lambda *_: Outcome(BLACK, "magic")}, 'reason "magic"'),
        ({"forms": (("ring",),)}, 'target of the kind "ring", but no target is of that kind: expected one of place'),
        ({"play": lambda *_: State("w")}, "is not a state of this board"),
    ],
)
def test_wrong_rules_get_a_sentence(wrong: dict[str, object], sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type("Wrong", (Placing,), wrong)()
    known = declarations.games()
    monkeypatch.setattr(declarations, "games", lambda: (*known, declared("wrong", rules)))
    with pytest.raises(DreierleiError, match=sentence):
        dreierlei.start("wrong").play("a1").moves()


def test_an_exception_of_the_rules_reaches_the_caller_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> State:
        raise KeyError("broken")

    rules = type("Broken", (Placing,), {"play": broken})()
    known = declarations.games()
    monkeypatch.setattr(declarations, "games", lambda: (*known, declared("broken", rules)))
    position = dreierlei.start("broken")
    for work in (lambda: position.perft(3), lambda: position.playouts(2), lambda: dreierlei.analyse(position, depth=2)):
        with pytest.raises(KeyError, match="broken"):
            work()


# --- an installed package ---------------------------------------------------------------------------------------------


def test_a_package_with_a_game_is_installed_and_played(tmp_path: Path) -> None:
    """The example of the documentation: `new-game --package`, `pip install`, play."""

    def run(*arguments: str, given: str = "") -> str:
        code = f"import sys; sys.path[:0] = [{str(ROOT / 'src')!r}, 'there']; sys.argv[0] = 'dreierlei'"
        command = [sys.executable, "-c", f"{code}; from dreierlei.cli import main; main()", *arguments]
        done = subprocess.run(command, cwd=tmp_path, input=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = run("new-game", "my-idea", "--package", "idea", "--language", "en")
    assert "pyproject.toml" in told
    assert "`pip install ./idea`" in told  # without ./ pip would look for `idea` on the package index
    # What pip does in the end, without a network and without the package wheel.
    install = ["install_lib", "-d", "../there", "install_egg_info", "-d", "../there"]
    command = [sys.executable, "-c", "import setuptools; setuptools.setup()", "-q", *install]
    subprocess.run(command, cwd=tmp_path / "idea", check=True, capture_output=True)
    assert "my-idea" in run("games")
    assert "My Idea" in run("rules", "my-idea", "--language", "en")
    assert run("perft", "my-idea", "--depth", "3").strip() == "504"
    assert "MISSING" not in run("games", "--check", "my-idea", "--language", "en")
    played = run(
        "play", "my-idea", "--against", "friend", "--language", "en", "--save", "m.txt", given="a1\na2\nb1\nb2\nc1\n"
    )
    assert "wins: three in a line" in played
    assert '[Game "my-idea"]' in (tmp_path / "m.txt").read_text("utf-8")
