"""Records: what is written is read back, what is wrong is refused in one sentence that says where and why."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dreierlei
from dreierlei import record
from dreierlei.record import Node, Record, RecordError, check, read, settle, write

GAMES = [game.id for game in dreierlei.games()]
COMMENTS = (
    "good",
    "a } brace",
    "; {",
    "a ) b ( c",
    "two  blanks\nand a line",
    '"quoted" \\',
    "Zwickmühle " * 12,
    "x" * 90,
    "% ( $1 1-0 [",
)
SHORT = """
[Game "qango6"]
[Opening "burg"]
[White "Ada"]
[Black "Bo"]

1. a6 d3 2. b6 c3 3. a5 1-0
"""


def variants(game: str) -> list[dreierlei.Variant]:
    """The game with its defaults, and with each other value of each option that can be guessed."""
    found = [dreierlei.variant(game)]
    for option in dreierlei.game(game).options:
        values = option.choices or ("0", "4", "random:1", "random:2")
        found += [dreierlei.variant(game, {option.name: value}) for value in values if option.read(value)]
    return list(dict.fromkeys(found))


def played(variant: dreierlei.Variant, lot: random.Random, plies: int) -> dreierlei.Position:
    """A position by lot, at most that many plies from the start."""
    position = dreierlei.Position(variant)
    while plies and (moves := position.moves()):
        position = position.play(lot.choice(moves))
        plies -= 1
    return position


def random_record(game: str, seed: int) -> Record:
    """A game by lot with comments and variations, from the start or a set-up position, finished or not."""
    lot = random.Random(seed)
    start = dreierlei.Position(lot.choice(variants(game)))
    if lot.random() < 0.3:
        start = dreierlei.position(str(played(start.variant, lot, lot.randrange(12))))
    moves = grow(start, lot, lot.choice((0, 1, 5, 30)), depth=2)
    final = Record(start, moves).final
    claims: list[tuple[str | None, str | None]] = [(None, None)]
    if final.outcome() is None:
        lost = "0-1" if final.turn is dreierlei.WHITE else "1-0"
        claims += [(lost, None), (lost, "time"), ("1/2-1/2", "agreed draw"), ("*", "cut off")]
        if not start.variant.game.match.give_up:
            claims.append((lost, "resignation"))
        elif moves:
            claims.append((lost, "gave up"))
    tags = {"Black": "Bo", "Site": 'a "b" \\c', "White": "Ada", "zzz": ""}
    chosen = {name: value for name, value in tags.items() if lot.random() < 0.5}
    return Record(start, moves, *settle(final, *lot.choice(claims)), chosen, comments(lot))


def grow(start: dreierlei.Position, lot: random.Random, plies: int, depth: int) -> tuple[Node, ...]:
    nodes: list[Node] = []
    position = start
    while len(nodes) < plies and (moves := position.moves()):
        move = lot.choice(moves)
        variations = []
        while depth and lot.random() < 0.1:
            variation = grow(position, lot, lot.randrange(1, 4), depth - 1)
            # In place of the first move of a variation there is nothing of its own: that is one variation more.
            variations.append((Node(variation[0].move), *variation[1:]))
        nags = tuple(lot.choices(range(256), k=lot.randrange(3))) if lot.random() < 0.2 else ()
        nodes.append(Node(move, comments(lot), comments(lot), nags, tuple(variations)))
        position = position.play(move)
    return tuple(nodes)


def comments(lot: random.Random) -> tuple[str, ...]:
    return tuple(lot.choices(COMMENTS, k=lot.randrange(1, 3))) if lot.random() < 0.1 else ()


def assert_one_sentence(error: dreierlei.DreierleiError) -> None:
    message = str(error)
    assert message.endswith(".")
    assert not message.endswith("..")
    assert "\n" not in message
    assert not message[0].islower()
    # Move numbers and quotations have stops of their own.
    rest = re.sub(r'"[^"]*"|[0-9]+\.(\.\.)?(?=[ ,])|\[[^\]]*\]', "", message)
    assert not re.search(r"[.!?:;,] ?[.!?;,]|\. ", rest), message


# --- writing and reading back


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(seeds=st.lists(st.integers(0, 2**32), min_size=1, max_size=3))
def test_games_by_lot_are_read_back(game: str, seeds: list[int]) -> None:
    records = tuple(random_record(game, seed) for seed in seeds)
    text = write(records)
    assert read(text) == records
    assert write(read(text)) == text
    assert [verdict.error for verdict in check(text)] == [None] * len(records)
    assert hash(read(text)) == hash(records)


@settings(max_examples=40, deadline=None)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
def test_lines_are_wrapped(game: str, seed: int) -> None:
    moves = write([random_record(game, seed)]).split("\n\n")[1]
    for line, following in itertools.pairwise(moves.split("\n")):
        assert len(line) <= record.WIDTH or ";" in line or " " not in line
        # A move stays with its number, and so the next line may begin with two words.
        assert (
            ";" in line + following or not following or len(line + " ".join(following.split()[:2])) >= record.WIDTH - 1
        )


@pytest.mark.parametrize("game", GAMES)
def test_every_tag_of_a_variant_is_read(game: str) -> None:
    for variant in variants(game):
        [found] = read(write([Record(dreierlei.Position(variant))]))
        assert found.start.variant is variant
        [all_written] = read(
            f'[Game "{game}"]\n'
            + "".join(f'[{o.tag} "{variant.options[o.name]}"]\n' for o in variant.game.options)
            + "*"
        )
        assert all_written == found


def test_a_written_record() -> None:
    [game] = read("{A short one.}" + SHORT.replace("d3", "d3 (1... {or} f1!? 2. b6) {hm}").replace("c3", "c3 $4"))
    assert str(game) == (
        '[Game "qango6"]\n[Opening "burg"]\n[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n[Termination "group"]\n\n'
        "{A short one.} 1. a6 d3 (1... {or} f1 $5 2. b6) 2. {hm} b6 c3 $4 3. a5 1-0\n"
    )
    assert game.outcome == dreierlei.Outcome(dreierlei.WHITE, "group")
    assert [str(move) for move in game.line] == ["a6", "d3", "b6", "c3", "a5"]
    assert len(game.positions()) == 6
    assert game.final == game.positions()[-1]
    assert game.tags["white"] == "Ada"
    assert game.tags.get("Event", "none") == "none"


def test_a_record_of_a_position() -> None:
    pos = dreierlei.start("tictactoe").play("b2").play("a1")
    game = Record.from_position(
        pos, {"White": "Ada", "Site": "Esch", "Event": "Cup"}, result="0-1", reason="resignation"
    )
    assert game.start == dreierlei.start("tictactoe")
    assert game.line == pos.line
    assert list(game.tags.items()) == [("Event", "Cup"), ("White", "Ada"), ("Site", "Esch")]
    assert read(str(game)) == (game,)
    assert Record.from_position(pos).result == "*"
    assert Record.from_position(pos).outcome is None


def test_black_begins_at_a_set_up_position() -> None:
    pos = dreierlei.position("tictactoe wb./.w./... b").play("c1").play("c3")
    text = str(Record.from_position(pos))
    assert '[Position "tictactoe wb./.w./... b"]\n' in text
    assert "1... c1 2. c3 *" in text
    [game] = read(text)
    assert game.final == pos


def test_repetitions_before_a_set_up_position_are_kept() -> None:
    pos = dreierlei.position("muehle ww./.../.../....../.../bbb/..w w 0 0 4 x2")
    [game] = read(str(Record.from_position(pos)))
    assert game.start.occurrences == 2


# --- what is forgiven


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + SHORT,
        SHORT.replace("\n", "\r\n"),
        SHORT.replace("\n", "\r"),
        SHORT.replace("1. ", "1.").replace("2. ", "2.").replace("3. ", "3."),
        re.sub(r"\d\. ", "", SHORT),
        SHORT.replace("d3", "1... d3").replace("c3", "2 ... c3"),
        SHORT.replace(" ", "   ").replace("a6", "\n\n a6"),
        SHORT.replace("a6", "A6").replace("qango6", "QANGO6").replace("burg", "Burg"),
        SHORT.replace("1-0", ""),
        SHORT.replace("1-0", "1–0"),
        SHORT.replace("[Game", "[ Game  ").replace("[White", "[white"),
        "% escaped\n" + SHORT,
        SHORT.replace("\n[White", '\n[Result "1-0"]\n\n[Termination "Group"]\n[White'),
    ],
)
def test_forgiving(text: str) -> None:
    [expected] = read(SHORT)
    assert read(text) == (expected,)
    assert read(text + text) == (expected, expected)


def test_no_games() -> None:
    assert read(" \n") == read("{only a comment}") == ()
    assert check("") == ()


def test_comments_stay_where_they_were() -> None:
    text = '{0} [Game "tictactoe"] {1} 1. {2} a1 {3} ; 4\n (b2 {5}) {6} b2 ({7} c3 {8}) {9} *\n{10}\n'
    [game] = read(text)
    first, second = game.moves
    assert game.comments == ("0", "1")
    assert (first.before, first.after) == (("2",), ("3", "4"))
    assert first.variations[0][0].after == ("5",)
    assert second.before == ("6",)
    assert second.variations[0][0].before == ("7",)
    assert second.variations[0][0].after == ("8",)
    assert second.after == ("9", "10")
    assert read(str(game)) == (game,)


def test_comments_between_games_belong_to_the_next() -> None:
    one, two = read('[Game "tictactoe"] * {x} [Game "tictactoe"] *')
    assert (one.comments, two.comments) == ((), ("x",))


# --- what is wrong

ERRORS = [
    ("b6", "d3", ['2. d3: "d3" is not legal here (expected b6, c6', "): d3 is occupied.", "Line 7, "]),
    ("c3", "z9", ['2... z9: "z9" is not a move: expected c6']),
    ("a6", "b5", ['1. b5: "b5" is not legal here (expected a6', "): b5 belongs to the castle: White's first stone"]),
    ("1-0", "a1 1-0", ['3... a1: "a1" cannot be played: the game is over (1-0, a whole colour group)']),
    ("1-0", "0-1", ["the result is 0-1, but the game ended 1-0 (group)"]),
    ("1-0", "*", ["the result is *, but the game ended 1-0 (group)"]),
    ("[White", '[Result "0-1"]\n[White', ["the tag Result is 0-1, but the moves end with 1-0", "Line 8"]),
    ("[White", '[Result "2-0"]\n[White', ["the tag Result is 2-0, but"]),
    ("[White", '[Termination "square"]\n[White', ['the termination is "square", but the game ended 1-0 (group)']),
    ("[White", '[Points "3"]\n[White', ["the points are 3, but the game ended 1-0 (group) with no points"]),
    ("[White", '[Points "x"]\n[White', ['the points are "x": expected a whole number']),
    ("[White", '[Opening "free"]\n[White', ["the tag Opening appears twice: expected one", "Line 4"]),
    ("burg", "castle", ['opening cannot be "castle": expected one of free, burg, rand', "Line 3"]),
    ('"qango6"', '"chess"', ['there is no game "chess": expected one of ', "Line 2"]),
    ('[Game "qango6"]', "", ['the tag Game is missing: expected [Game "…"]']),
    ('[Game "qango6"]', "[Game qango6]", ['the tag cannot be read: expected [Name "value"]', "Line 2"]),
    ("[White", "[White 1]\n[White", ['the tag cannot be read: expected [Name "value"]', "Line 4"]),
    ("[White", '[Position "qango6 w"]\n[White', ['"qango6 w" is not a valid position: expected 3 words']),
    ("[White", '[Position "tictactoe .../.../... w"]\n[White', ["the position belongs to tictactoe, but", "qango6"]),
    ("2. b6", "2. {b6", ["the comment that begins here is never closed: expected a closing brace", "Line 7"]),
    ("1. ", "1. (", ['"(" refers to a move: expected a move before it']),
    ("c3", "c3 (d4", ["the variation that begins here is never closed: expected )"]),
    ("c3", "c3 )", ["this ) does not close a variation with a move in it: expected a move or the result"]),
    ("c3", "c3 ()", ["this ) does not close a variation with a move in it: expected a move or the result"]),
    ("c3", "c3 (d4 1-0)", ["the variation that begins here is never closed"]),
    ("1. ", "1. $1 ", ['"$1" refers to a move: expected a move before it']),
    ("c3", "c3 $1234", ['"$" has no meaning here: expected a move or the result']),
    ("c3", "c3!!!", ['"!!!" is not an annotation: expected one of "!" "?"']),
    ("3. a5", "4. a5", ["the number 4. is out of order: expected 3. here"]),
    ("d3 2.", "2.", ["the number 2. is out of order: expected 1... here"]),
    ("3. a5 1-0", "3. b2 1/2-1/2 c3", ['a game begins with its tags: expected [Game "…"], not "c3"']),
    (SHORT, "a1 b2", ['Line 1: a game begins with its tags: expected [Game "…"], not "a1"']),
]


@pytest.mark.parametrize(("old", "new", "parts"), ERRORS)
def test_errors(old: str, new: str, parts: list[str]) -> None:
    text = SHORT.replace(old, new, 1)
    assert text != SHORT
    with pytest.raises(RecordError) as caught:
        read(text)
    assert_one_sentence(caught.value)
    for part in parts:
        assert part.lower() in str(caught.value).lower()
    assert caught.value.line is not None


@pytest.mark.parametrize(("old", "new", "parts"), ERRORS)
def test_one_bad_game_hides_no_other(old: str, new: str, parts: list[str]) -> None:
    text = SHORT + SHORT.replace(old, new, 1) + '\n\n[Event "Cup"]' + SHORT + SHORT
    first, *bad, last_but_one, last = check(text)
    assert [verdict.error for verdict in (first, last_but_one, last)] == [None, None, None]
    assert (last.result, last.reason, last.plies, last.points) == ("1-0", "group", 5, None)
    assert last_but_one.record is not None
    assert last_but_one.record.tags["Event"] == "Cup"
    assert [verdict.number for verdict in check(text)] == list(range(1, len(bad) + 4))
    errors = [verdict for verdict in bad if verdict.error]
    assert len(errors) == 1
    assert (errors[0].result, errors[0].reason, errors[0].points) == (None, None, None)
    assert errors[0].plies <= 5
    assert f"Game {errors[0].number}, line " in str(errors[0].error)
    assert parts[0].split(": ")[-1].lower() in str(errors[0].error).lower()


def test_verdicts_say_where_games_begin() -> None:
    assert [verdict.line for verdict in check(SHORT + SHORT)] == [2, 9]
    [broken] = check(SHORT.replace("c3", "d3"))
    assert broken.plies == 3


OPEN = '[Game "tictactoe"]\n[Result "{}"]\n[Termination "{}"]\n1. a1 b2 {}'


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("1-0", "resignation"),
        ("0-1", "resignation"),
        ("0-1", "time"),
        ("1/2-1/2", "agreed draw"),
        ("1/2-1/2", "cut off"),
        ("*", "unfinished"),
        ("*", "cut off"),
        ("1-0", ""),
        ("1/2-1/2", ""),
    ],
)
def test_results_of_unfinished_games(result: str, reason: str) -> None:
    [game] = read(OPEN.format(result, reason, result))
    assert (game.result, game.reason) == (result, reason)
    assert read(str(game)) == (game,)


@pytest.mark.parametrize(
    ("result", "reason", "expected"),
    [
        ("1-0", "line", "expected one of resignation, time"),
        ("1-0", "agreed draw", "expected one of resignation, time"),
        ("1-0", "gave up", "expected one of resignation, time"),
        ("1/2-1/2", "board full", "expected one of agreed draw, time, cut off"),
        ("*", "resignation", "expected one of unfinished, cut off"),
        ("3-0", "", "expected one of 1-0, 0-1, 1/2-1/2, *"),
    ],
)
def test_claims_that_do_not_hold(result: str, reason: str, expected: str) -> None:
    with pytest.raises(RecordError, match=re.escape(expected)) as caught:
        read(OPEN.format(result, reason, ""))
    assert_one_sentence(caught.value)


def test_a_round_that_is_given_up_is_worth_its_pieces() -> None:
    pos = dreierlei.start("bedraengnis")
    pos = pos.play(pos.moves()[0])
    game = Record.from_position(pos, result="1-0", reason="gave up")
    assert game.points == 1
    assert '[Termination "gave up"]\n[Points "1"]\n' in str(game)
    assert read(str(game)) == (game,)
    for claim in ({"points": 2}, {"result": "0-1"}, {"reason": "resignation"}):
        with pytest.raises(RecordError) as caught:
            Record.from_position(pos, **{"result": "1-0", "reason": "gave up", **claim})  # type: ignore[arg-type]
        assert_one_sentence(caught.value)
        assert "expected" in str(caught.value)
    with pytest.raises(RecordError, match="before its first move"):
        Record.from_position(pos.origin, result="0-1", reason="gave up")


def test_points_of_a_finished_round() -> None:
    lot = random.Random(1)
    final = played(dreierlei.variant("bedraengnis"), lot, 16)
    text = str(Record.from_position(final))
    [game] = read(text)
    assert game.points == len(final.line)
    with pytest.raises(RecordError, match=f"The points are 99, but .* with {game.points} points"):
        read(text.replace(f'[Points "{game.points}"]', '[Points "99"]'))


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"Result": "1-0"}, "expected other tags only"),
        ({"Opening": "burg"}, "expected other tags only"),
        ({"White": "Ada", "white": "Bo"}, "expected one"),
        ({"Two Words": ""}, "expected letters, digits and _"),
    ],
)
def test_tags_that_cannot_be(tags: dict[str, str], expected: str) -> None:
    with pytest.raises(RecordError, match=expected) as caught:
        Record.from_position(dreierlei.start("qango6"), tags)
    assert_one_sentence(caught.value)


def test_nesting_has_an_end() -> None:
    # The variations replace one and the same move: a1 (b1 (c1 (a1 (…)))).
    deep = "".join(f" ({cell}" for cell, _ in zip(itertools.cycle(("b1", "c1", "a1")), range(5000), strict=False))
    with pytest.raises(RecordError, match="expected at most 64 levels") as caught:
        read('[Game "tictactoe"] a1' + deep)
    assert_one_sentence(caught.value)


# --- any text at all

SIGNS = '[ ] ( ) { } ; $1 $ 1. 1-0 * ½-½ a1 b2 c3 a !? % " [Game [White'.split()
TAGS = ['[Game "tictactoe"]\n', '[White "x"]', '[Result "1-0"]', '[Position "tictactoe .../.../... b"]']
PIECES = st.sampled_from([*SIGNS, *TAGS, "\n", " ", "\x00"])


@settings(max_examples=300, deadline=None)
@given(
    text=st.text()
    | st.lists(PIECES).map("".join)
    | st.lists(PIECES).map(lambda p: '[Game "tictactoe"] a1' + " ".join(p))
)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        records = read(text)
    except RecordError as error:
        assert "\n" not in str(error)
        assert str(error).endswith(".")
        assert any(verdict.error for verdict in check(text))
    else:
        assert read(write(records)) == records
        assert [verdict.error for verdict in check(text)] == [None] * len(records)


def test_no_move_begins_with_a_digit() -> None:
    assert not [t.text for g in GAMES for t in dreierlei.variant(g).tables.targets if t.text[0].isdigit()]
