"""The database of Mühle's positions without stones in hand: values, files, and what it says about games."""

from __future__ import annotations

import json
import random
import shutil
import threading
from typing import TYPE_CHECKING
from unittest.mock import ANY, Mock

import pytest

from dreierlei import BLACK, WHITE, Position, position, variant
from dreierlei.solvers.muehle.blocks import DatabaseError
from dreierlei.solvers.muehle.builder import BuildProgress, build
from dreierlei.solvers.muehle.database import Database, Value
from dreierlei.solvers.muehle.subspaces import Moving, every_subspace, tables_of
from dreierlei.solvers.muehle.verifier import verify

from .tiny_muehle import Tiny

if TYPE_CHECKING:
    from pathlib import Path

SMALL = [(3, 3), (3, 4), (4, 3)]
LIMITS = [20, 0]


@pytest.fixture(scope="module", params=LIMITS, ids=["twenty", "classic"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    folder = tmp_path_factory.mktemp("muehle")
    assert build(folder, variant=variant("muehle", {"quiet_plies": request.param}), threads=2, subspaces=[(4, 3)])
    return folder, request.param


def test_subspaces_come_after_what_they_need() -> None:
    rules = variant("muehle")
    order = every_subspace(rules, placing=True)
    assert len(order) == len(set(order))
    assert len(every_subspace(rules)) == 49
    for at, subspace in enumerate(order):
        taken, quiet = subspace.taken(tables_of(rules)), subspace.quiet(tables_of(rules))
        assert taken is None or order.index(taken) < at
        assert quiet in order
        assert isinstance(subspace, Moving) or order.index(quiet) < at


def test_sizes() -> None:
    tables = tables_of(variant("muehle"))
    sizes = {each.name: each.size(tables) for each in every_subspace(variant("muehle"), placing=True)}
    assert sum(size for name, size in sizes.items() if name.count("-") == 1) == 9_193_626_407
    assert max(sizes.values()) == sizes["8-8"] == 603_332_730
    assert sizes["0-0-0"] == 1
    assert sizes["1-1-0"] == 4  # corner or middle of a side, outer or middle ring


@pytest.mark.parametrize("subspace", [(3, 3), (4, 3), (3, 4), (9, 9), (8, 7)])
def test_index_and_back(subspace: tuple[int, int]) -> None:
    tables = tables_of(variant("muehle"))
    rng = random.Random(1)
    for _ in range(200):
        index = rng.randrange(tables.size(*subspace))
        current = _at(tables.place(*subspace, index), 0)
        if current.outcome() is not None:
            continue
        codes = Mock(return_value=None)
        assert tables.probe(current, codes) is None
        codes.assert_called_once_with(subspace, ANY)
        found = codes.call_args.args[1]
        assert sorted(_signature(tables.place(*subspace, found))) == sorted(_signature(_stones(current)))


def test_symmetric_positions_share_a_value(built: tuple[Path, int]) -> None:
    folder, limit = built
    rules = variant("muehle", {"quiet_plies": limit})
    database = Database.open(folder, rules)
    rng = random.Random(2)
    for _ in range(100):
        subspace = rng.choice(SMALL)
        places = tables_of(rules).place(*subspace, rng.randrange(tables_of(rules).size(*subspace)))
        turned = _quarter_turn(places)
        one, other = database.probe(_at(places, limit)), database.probe(_at(turned, limit))
        assert one == other
        swapped = database.probe(_at([(0, 2, 1)[stone] for stone in places], limit, turn=1))
        assert one is not None
        assert swapped is not None
        assert swapped.plies == one.plies


def test_every_value_follows_from_its_successors(built: tuple[Path, int]) -> None:
    folder, limit = built
    looked_at = verify(folder, variant=variant("muehle", {"quiet_plies": limit}), sample=None)
    assert looked_at == 210_140 + 862_980 + 945_630


def test_counts(built: tuple[Path, int]) -> None:
    """Wins, draws and losses over all placements: 24! / (own! their! rest!) in all."""
    folder, limit = built
    entries = json.loads((folder / "manifest.json").read_text())["subspaces"]
    found = {name: tuple(entry[key] for key in ("wins", "draws", "losses", "plies")) for name, entry in entries.items()}
    assert sum(found["3-3"][:3]) == 2_691_920
    assert sum(found["4-3"][:3]) == sum(found["3-4"][:3]) == 12_113_640
    assert (
        found
        == {
            20: {
                "3-3": (2_208_664, 47_336, 435_920, 20),
                "4-3": (1_201_560, 10_910_576, 1_504, 4),
                "3-4": (377_804, 11_735_836, 0, 3),
            },
            0: {
                "3-3": (2_232_160, 4_112, 455_648, 26),
                "4-3": (1_201_560, 10_863_360, 48_720, 10),
                "3-4": (1_629_336, 10_484_304, 0, 11),
            },
        }[limit]
    )


@pytest.mark.parametrize("limit", [1, 2, 5, 20])
def test_against_looking_ahead(limit: int, tmp_path: Path) -> None:
    """Near the end of the quiet plies a short search with the rules themselves is exact."""
    rules = variant("muehle", {"quiet_plies": limit})
    database = Database.open(tmp_path, rules)
    rng = random.Random(limit)
    for _ in range(40):
        places = tables_of(rules).place(3, 3, rng.randrange(tables_of(rules).size(3, 3)))
        left = rng.randrange(min(2, limit) + 1)
        current = _at(places, limit, quiet=limit - left)
        value = database.probe(current)
        assert value is not None
        assert _search(current, left) in (value.winner, "open")


@pytest.mark.parametrize("limit", [1, 2, 6, 20, 0])
def test_a_tiny_board_against_plain_iteration(limit: int, tmp_path: Path) -> None:
    """Four stones each on 3×3 points, with the count of quiet plies as part of each position, for every count."""
    tiny = Tiny(limit)
    assert build(tmp_path, variant=tiny.variant, placing=True)
    assert verify(tmp_path, variant=tiny.variant, sample=None)
    database = Database.open(tmp_path, tiny.variant)
    decided = 0
    for (own, their, quiet), value in tiny.known.items():
        places = [1 if place in own else 2 if place in their else 0 for place in range(9)]
        if quiet % 2 and len(own) == len(their) == 4:
            continue  # the whole game cannot lead there with White to move
        current = Position(tiny.variant, places, 0, [0, 0, quiet])
        found = database.probe(current)
        assert found is not None
        assert found.winner == {1: WHITE, 0: None, -1: BLACK}[value], current
        decided += value != 0
    assert decided

    start = Position(tiny.variant)
    seen = {start}
    waiting = [start]
    while waiting:
        current = waiting.pop()
        found = database.probe(current)
        assert found is not None
        assert found.winner == {1: current.turn, 0: None, -1: current.turn.other}[tiny.placing(current)], current
        if any(current.fields[:2]) and current.outcome() is None:
            best = database.best_moves(current)
            assert best
            assert all(tiny.placing(current.play(move)) == -tiny.placing(current) for move in best)
            after = {current.play(move) for move in current.moves()} - seen if len(seen) < 3000 else set()
            seen |= after
            waiting += after


def test_best_play_keeps_its_promise(built: tuple[Path, int]) -> None:
    """Each ply brings the next capture one nearer, and in the end the promised winner has won."""
    folder, limit = built
    rules = variant("muehle", {"quiet_plies": limit})
    database = Database.open(folder, rules)
    rng = random.Random(3)
    won = 0
    for _ in range(60):
        subspace = rng.choice(SMALL)
        current = _at(tables_of(rules).place(*subspace, rng.randrange(tables_of(rules).size(*subspace))), limit)
        solution = database.solve(current)
        assert solution.known
        if solution.winner is None:
            assert len(solution.line) == 1
            continue
        won += 1
        for move in solution.line:
            value, after = database.probe(current), database.probe(current.play(move))
            assert value is not None
            assert after is not None
            assert value.winner == after.winner == solution.winner
            assert value.plies is not None
            assert after.plies is not None
            takes = move.targets[-1].startswith("x")
            by_loser = 1 if limit else 2
            assert value.plies == (after.plies + 1 if not takes else 1 if current.turn is value.winner else by_loser)
            current = current.play(move)
        end = current.outcome()
        assert end is not None
        assert end.winner == solution.winner
    assert won > 10


def test_the_limit_counts() -> None:
    """The 20th quiet ply may still close a mill; there is no 21st."""
    database = Database.open("/nonexistent")
    board = "ww./.../.../..b.../b../b../.w. w"  # a mill at g7 in one
    for quiet, winner in ((0, WHITE), (19, WHITE)):
        assert database.probe(position(f"muehle {board} 0 0 {quiet}")) == Value(winner, 1)
    over = position(f"muehle {board} 0 0 20")
    assert over.outcome() is not None
    assert database.probe(over) == Value(None, None)


def test_a_position_that_occurred_twice_can_spoil_a_win() -> None:
    """Both play to and fro until the way to the win would pass through a position for the third time."""
    database = Database.open("/nonexistent", variant("muehle", {"quiet_plies": 0}))
    tables = tables_of(database.variant)
    spoilt = 0
    for index in range(0, tables.size(3, 3), 997):
        start = _at(tables.place(3, 3, index), 0, turn=1)
        value = database.probe(start)
        if value is None or value.winner is not WHITE or not value.plies or (cycle := _to_and_fro(start)) is None:
            continue
        first = start.play(cycle[0]).play(cycle[1]).play(cycle[2])
        before = database.probe(first)
        if before != Value(WHITE, value.plies + 1):
            continue
        # Black has come back to `start` a second time: it is still won, for the way on never returns to it …
        again = first.play(cycle[3])
        assert again.occurrences == 2
        assert database.probe(again) == value
        assert all(database.probe(again.play(move)) is not None for move in database.best_moves(again))
        # … but before a third time the stored value is no longer proved.
        second = again.play(cycle[0]).play(cycle[1]).play(cycle[2])
        assert database.probe(second) is None
        assert database.best_moves(second) == ()
        assert second.play(cycle[3]).outcome() is not None
        spoilt += 1
    assert spoilt


def test_unknown_is_none(tmp_path: Path) -> None:
    database = Database.open(tmp_path)
    assert database.subspaces == ((3, 3), (4, 3), (3, 4))
    nine = position("muehle wbw/bwb/wbw/bwb.../wbw/.../bwb w 0 0 0")
    assert database.probe(nine) is None
    assert database.best_moves(nine) == ()
    assert not database.solve(nine).known
    assert database.probe(Position(variant("muehle"))) is None


def test_finished_games(tmp_path: Path) -> None:
    database = Database.open(tmp_path)
    two = position("muehle ww./.../.../..b.../b../b../... w 0 0 0")
    assert database.probe(two) == Value(BLACK, 0)
    assert database.best_moves(two) == ()
    assert database.solve(two).line == ()


def test_threads_may_share_it(built: tuple[Path, int]) -> None:
    folder, limit = built
    rules = variant("muehle", {"quiet_plies": limit})
    database = Database.open(folder, rules)
    rng = random.Random(4)
    size = tables_of(rules).size(3, 4)
    positions = [_at(tables_of(rules).place(3, 4, rng.randrange(size)), limit) for _ in range(300)]
    expected = [Database.open(folder, rules).probe(each) for each in positions]
    found: list[list[Value | None]] = []
    threads = [threading.Thread(target=lambda: found.append([database.probe(p) for p in positions])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(built: tuple[Path, int], tmp_path: Path) -> tuple[Path, int]:
    shutil.copytree(built[0], tmp_path / "copy")
    return tmp_path / "copy", built[1]


def test_damage_is_named(copy: tuple[Path, int]) -> None:
    folder, limit = copy
    rules = variant("muehle", {"quiet_plies": limit})
    target = folder / "3-3.values"
    whole = target.read_bytes()
    current = _at(tables_of(rules).place(3, 3, 5), limit)
    for at in (0, 17, 20, 24, 40, 70, 85, 110, len(whole) // 2, len(whole) - 1):
        target.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(DatabaseError, match=r"3-3\.values.* it again"):
            verify(folder, variant=rules, sample=10)
    for damaged in (b"", whole[:50], whole[:-1], whole + b"x"):
        target.write_bytes(damaged)
        with pytest.raises(DatabaseError, match=r"3-3\.values"):
            Database.open(folder, rules).probe(current)
    target.unlink()
    with pytest.raises(DatabaseError, match=r"3-3\.values cannot be read"):
        Database.open(folder, rules).probe(current)


def test_one_file_cannot_pass_for_another(copy: tuple[Path, int]) -> None:
    folder, limit = copy
    shutil.copy(folder / "3-4.values", folder / "4-3.values")
    rules = variant("muehle", {"quiet_plies": limit})
    with pytest.raises(DatabaseError, match="not the file"):
        Database.open(folder, rules).probe(_at(tables_of(rules).place(4, 3, 5), limit))


def test_other_rules_are_refused(copy: tuple[Path, int]) -> None:
    folder, limit = copy
    other = variant("muehle", {"quiet_plies": 30})
    with pytest.raises(DatabaseError, match="was built for muehle"):
        Database.open(folder, other)
    with pytest.raises(DatabaseError, match="was built for muehle"):
        build(folder, variant=other)
    database = Database.open(folder, variant("muehle", {"quiet_plies": limit}))
    with pytest.raises(DatabaseError, match="This database is for"):
        database.probe(Position(other))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', '{"version": 1, "fingerprint": "", "subspaces": 3}'])
def test_a_damaged_manifest_is_named(copy: tuple[Path, int], text: str) -> None:
    folder, limit = copy
    (folder / "manifest.json").write_text(text)
    with pytest.raises(DatabaseError, match=r"manifest\.json is damaged"):
        Database.open(folder, variant("muehle", {"quiet_plies": limit}))


def test_a_build_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    seen: list[BuildProgress] = []
    stop = lambda: seen[-1].done >= 210_140  # noqa: E731
    assert not build(tmp_path, subspaces=[(4, 3)], progress=seen.append, stop=stop)
    assert json.loads((tmp_path / "manifest.json").read_text())["subspaces"].keys() == {"3-3"}
    assert build(tmp_path, subspaces=[(4, 3)], progress=seen.append)
    assert seen[-1].done == seen[-1].total == 210_140 + 862_980 + 945_630
    assert build(tmp_path, subspaces=[(4, 3)])
    assert verify(tmp_path, sample=1000) == 3000


def test_a_progress_that_raises_ends_the_build(tmp_path: Path) -> None:
    def fail(_: BuildProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path, subspaces=[(4, 3)], progress=fail)


def test_a_full_disk_is_named_before_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(DatabaseError, match="needs about"):
        build(tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(DatabaseError, match=r"link cannot be written: File exists\."):
        build(tmp_path / "link", subspaces=[(3, 3)])

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dreierlei.solvers.muehle.storage.write", full)
    with pytest.raises(DatabaseError, match=r"cannot be written: No space left on device\."):
        build(tmp_path / "folder", subspaces=[(3, 3)])
    assert not (tmp_path / "folder" / "manifest.json").exists()


def test_no_such_subspace(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match='no part "2-9"'):
        build(tmp_path, subspaces=[(2, 9)])


# --- helpers ----------------------------------------------------------------------------------------------------------


def _at(places: list[int], limit: int, turn: int = 0, quiet: int = 0) -> Position:
    return Position(variant("muehle", {"quiet_plies": limit}), places, turn, [0, 0, quiet])


def _stones(current: Position) -> list[int]:
    return [".wb".index(stone) for stone in current.stones]


def _quarter_turn(places: list[int]) -> list[int]:
    layout = variant("muehle").layout.places
    where = {(place.x, place.y): number for number, place in enumerate(layout)}
    return [places[where[place.y, 6 - place.x]] for place in layout]


def _signature(places: list[int]) -> list[tuple[int, ...]]:
    """For each stone, itself and what stands next to it: equal for images of each other."""
    neighbours = variant("muehle").tables.tables["neighbours"]
    return [(stone, *sorted(places[next_to] for next_to in neighbours[at])) for at, stone in enumerate(places)]


def _search(current: Position, depth: int) -> object:
    """The winner by looking `depth` plies ahead, None for a draw, or "open"."""
    end = current.outcome()
    if end is not None:
        return end.winner
    if depth == 0:
        return "open"
    values = {_search(current.play(move), depth - 1) for move in current.moves()}
    for value in (current.turn, "open", None):
        if value in values:
            return value
    return current.turn.other


def _to_and_fro(start: Position) -> list[str] | None:
    """Four plies that lead back."""
    for first in start.moves():
        second = start.play(first)
        for answer in second.moves():
            third = second.play(answer)
            if len(first.targets) == 2 and len(answer.targets) == 2 and third.outcome() is None:
                back = ["-".join(reversed(move.targets)) for move in (first, answer)]
                texts = {move.text for move in third.moves()}
                if back[0] in texts and back[1] in {move.text for move in third.play(back[0]).moves()}:
                    return [first.text, answer.text, *back]
    return None
