"""The core in WebAssembly: the kept module is what the sources give, and it answers as the native core does."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import puzzles
from dreierlei.errors import DreierleiError
from dreierlei.levels import choose, declared
from dreierlei.server.wire.study import AnalysisView
from dreierlei.solvers import muehle, solver
from tests.contract.variants import DEEP, VARIANTS
from tests.match_parity import matches_about
from tests.parity import Question, compare, proved, questions_about, reached, reviewed, valued
from tests.test_solve_muehle_endings import some

sys.path.insert(0, str(Path(__file__).parents[1] / "cpp" / "wasm"))

import build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreierlei.model import Variant
    from dreierlei.positions import Position

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "src" / "dreierlei" / "web" / "core"
NODE = shutil.which("node") or "node"
STALE = "the sources of the core have changed: renew the modules with `make wasm`"


@pytest.fixture(scope="module")
def asked() -> list[tuple[Question, Any]]:
    lot = random.Random(11)
    return [pair for number in range(len(VARIANTS)) for pair in questions_about(number, lot)]


def answers(
    questions: list[Question], folder: Path, variants: Sequence[Variant] = VARIANTS, *, kind: str = ""
) -> list[Any]:
    """What the core in Node says. The kind `-plain` is that without vectors, `-threads` that with threads."""
    file = folder / "questions.json"
    declarations = [declared(variant) for variant in variants]
    file.write_text(json.dumps({"declarations": declarations, "questions": questions}), "utf-8")
    done = subprocess.run(
        [NODE, ROOT / "tests" / "web" / "answers.mjs", file, kind],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def test_the_module_answers_as_the_native_core(asked: list[tuple[Question, Any]], tmp_path: Path) -> None:
    """In Node: views, refusals, action numbers, perft, random games, searches with fixed nodes, proofs."""
    compare(asked, answers([question for question, _ in asked], tmp_path))


@pytest.mark.parametrize("kind", ["-plain", "-threads"])
def test_modules_of_other_kinds_answer_as_the_native_core(
    asked: list[tuple[Question, Any]], tmp_path: Path, kind: str
) -> None:
    """Those without vectors, and those with threads, which limits of nodes and depth do not use."""
    families = {file.stem.removesuffix(kind) for file in MODULES.glob(f"*{kind}.wasm")}
    assert families
    numbers = [number for number, variant in enumerate(VARIANTS) if variant.tables.family in families]
    about = [(question, answer) for question, answer in asked if question[0] in numbers]
    own = [([numbers.index(question[0]), *question[1:]], answer) for question, answer in about]
    found = answers([question for question, _ in own], tmp_path, [VARIANTS[number] for number in numbers], kind=kind)
    compare(about, found)


def test_a_match_in_the_page_goes_as_one_on_the_server(tmp_path: Path) -> None:
    """Random matches of every variant: games, scores, takebacks, ends of all kinds, clocks, and what is refused."""
    lot = random.Random(2)
    asked = [
        pair
        for number, variant in enumerate(VARIANTS)
        for _ in range(2)
        for pair in matches_about(number, variant, lot)
    ]
    kinds = {entry.split()[1] for (_, _, _, entries, *_), view in asked if view for entry in entries[1:]}
    assert kinds == {"move", "swap", "takeback", "offer", "decline", "draw", "resign", "give_up", "flag", "next"}
    for (question, expected), found in zip(asked, answers([question for question, _ in asked], tmp_path), strict=True):
        if question[1] == "record":
            assert found == expected
            continue
        shown = expected and {name: expected[name] for name in found or expected}
        if shown and found and shown["clock"]["left"]:
            assert found["clock"].pop("left") == pytest.approx(shown["clock"].pop("left"), abs=1e-3)
        assert found == shown, f"{VARIANTS[question[0]].id}: {question}"


def own_plies(position: Position) -> int | None:
    try:
        return puzzles.own_puzzle(position).plies
    except DreierleiError:
        return None


def test_a_puzzle_in_the_page_is_judged_as_by_the_server(tmp_path: Path) -> None:
    """For every game a puzzle: the solution, a wrong move, a hint, and the position as one's own."""
    lot = random.Random(7)
    asked: list[tuple[Question, Any]] = []
    variants: list[Variant] = []
    for game in dreierlei.games():
        puzzle = lot.choice(puzzles.puzzles_of(game.id))
        position = dreierlei.position(puzzle.line)
        task = {"line": puzzle.line, "plies": puzzle.plies}
        best = puzzles.solution(puzzle)
        wrong = lot.choice([move for move in position.moves() if move != best])
        number = len(variants)
        variants.append(position.variant)
        asked.append(([number, "solution", task, []], best.text))
        for move in (best, wrong):
            asked.append(([number, "attempt", task, [move.text]], puzzles.attempt(puzzle, [move.text])))
        asked.append(([number, "ownPuzzle", {"from": puzzle.line}], own_plies(position)))
    found = answers([question for question, _ in asked], tmp_path, variants)
    for (question, expected), answer in zip(asked, found, strict=True):
        if question[1] == "attempt":
            assert answer["state"] == expected.state, question
            assert answer["played"] == list(expected.played), question
            assert answer["plies"] == expected.plies, question
            assert len(answer["steps"]) == len(expected.played)
            refuted = answer["refutation"]
            assert (refuted and refuted["kind"]) == (expected.refutation and expected.refutation.kind), question
            if expected.refutation and expected.refutation.plies is not None:  # a database knows the result alone
                assert refuted["plies"] == expected.refutation.plies, question
        else:
            assert (answer and answer["text" if question[1] == "solution" else "plies"]) == expected, question


@pytest.mark.usefixtures("folder")
def test_small_endings_in_the_page_have_the_values_of_the_database(tmp_path: Path) -> None:
    """Values of positions and moves, lines of best play, the engine's lines, the moves of full strength, reviews."""
    muehle.opened.cache_clear()
    lot = random.Random(3)
    variants = [dreierlei.variant("muehle"), dreierlei.variant("muehle", {"quiet_plies": 0})]
    asked: list[tuple[Question, Any]] = []
    for (number, rules), sides in itertools.product(enumerate(variants), [(3, 3), (4, 3), (3, 4)] * 4):
        position = some(rules, lot, *sides)
        for _ in range(lot.randrange(4)):
            quiet = [after for move in position.moves() if (after := position.play(move)).outcome() is None]
            position = lot.choice(quiet) if quiet else position
        questions = [proved(position), valued(position), reviewed(position, seconds=60.0)]
        known = solver(position).probe_moves(position)
        assert known
        if known[0][1].winner is not None:  # nothing is left to a search
            view = AnalysisView.model_validate(dreierlei.analyse(position, seconds=60, lines=3))
            questions.append(
                (["analyse", reached(position), {"seconds": 60, "lines": 3}], view.model_dump(mode="json"))
            )
            questions.append((["choose", reached(position), 10, "seed"], choose(position, 10, "seed").text))
        asked += [([number, *question], answer) for question, answer in questions]
        asked.append(([number, "again", *valued(position)[0]], valued(position)[1]))
    muehle.opened.cache_clear()
    found = answers([question for question, _ in asked], tmp_path, variants)
    for (question, expected), answer in zip(asked, found, strict=True):
        assert ({name: answer[name] for name in expected} if question[1] == "solve" else answer) == expected, question


def test_the_kept_modules_were_made_from_these_sources() -> None:
    """By the record of their build: no source, flag or compiler has changed since, and no module."""
    assert build.record() == json.loads(build.RECORD.read_text("utf-8")), STALE


@pytest.mark.skipif(not DEEP, reason="takes minutes: `make deep` does it, and the workflow of every push")
def test_the_kept_modules_are_what_the_sources_give(tmp_path: Path) -> None:
    """The compiler keeps what it has compiled in build/zig, so that only changed sources take time."""
    build.build(tmp_path)
    made, kept = ({file.name: file.read_bytes() for file in folder.glob("*.wasm")} for folder in (tmp_path, MODULES))
    assert made == kept, STALE


def test_the_record_of_a_build_tells_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment or an indent is none; another number, another module, and a source that is new are."""
    shutil.copytree(ROOT / "cpp", tmp_path / "cpp")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "__file__", str(tmp_path / "cpp" / "wasm" / "build.py"))
    source, before = tmp_path / "cpp" / "model.cpp", build.record(tmp_path)
    text = source.read_text("utf-8")
    source.write_text("// said anew\n\n" + text.replace("    ", "  ").replace(";\n", ";  // so\n"), "utf-8")
    assert build.record(tmp_path) == before
    source.write_text(f"{text}\nint more = 1;\n", "utf-8")
    changed = build.record(tmp_path)
    assert changed != before
    source.write_text(f"{text}\nint more = 2;\n", "utf-8")
    assert build.record(tmp_path) not in (before, changed)
    source.write_text(text, "utf-8")
    (tmp_path / "cpp" / "erased" / "chess.cpp").write_text("int chess;\n", "utf-8")
    assert build.record(tmp_path) != before
    (tmp_path / "cpp" / "erased" / "chess.cpp").rename(tmp_path / "cpp" / "bind" / "chess.cpp")
    assert build.record(tmp_path) == before
    (tmp_path / "chess.wasm").write_bytes(b"another")
    assert build.record(tmp_path) != before


def test_the_modules_import_nothing_but_what_the_page_gives() -> None:
    """Nothing of a file system or a network; and the memory that threads share."""
    script = """
        const module = (file) => new WebAssembly.Module(require("fs").readFileSync(file));
        console.log(JSON.stringify(process.argv.slice(1).map((file) => WebAssembly.Module.imports(module(file)))));
    """
    files = sorted(MODULES.glob("*.wasm"))
    for file, found in zip(files, json.loads(subprocess.check_output([NODE, "-e", script, *files])), strict=True):
        memory = {"memory"} if file.stem.endswith("-threads") else set()
        assert {each["name"] for each in found} == {"now", "tell", "stopped"} | memory
