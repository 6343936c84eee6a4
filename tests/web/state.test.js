/** The board's headless state, over every game: `POSITIONS` is a file of variants with positions, made by the pytest beside. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import * as board from "../../src/dreierlei/web/board/state.js";
import { spots, towards } from "../../src/dreierlei/web/board/spots.js";
import { compare, createPast } from "../../src/dreierlei/web/parts/news.js";
import { match } from "../../src/dreierlei/web/router.js";

const games = JSON.parse(readFileSync(process.env.POSITIONS, "utf-8"));

function opened(variant, position, canMove = true) {
  const state = board.createState(variant);
  board.setPosition(state, position, canMove);
  return state;
}

function everywhere(check) {
  for (const { variant, positions } of games) for (const position of positions) check(variant, position);
}

test("pointing at a move's targets one after the other makes exactly that move", () => {
  everywhere((variant, position) => {
    for (const move of position.moves) {
      const state = opened(variant, position);
      const answers = move.targets.map((target) => board.point(state, board.spotOf(state, target)));
      assert.deepEqual(answers.at(-1), { kind: "move", move });
      assert.ok(
        answers.slice(0, -1).every((answer) => answer.kind === "step"),
        move.text,
      );
      assert.equal(state.canMove, false);
    }
  });
});

test("what may come next is what the legal moves say", () => {
  everywhere((variant, position) => {
    const state = opened(variant, position);
    assert.deepEqual(board.nextTargets(state), new Set(position.moves.map((move) => move.targets[0])));
  });
});

test("every step of a move has a prompt, and a finished move has none", () => {
  everywhere((variant, position) => {
    for (const move of position.moves) {
      const state = opened(variant, position);
      for (const target of move.targets) {
        assert.match(board.prompt(state)?.key ?? "", /prompt\./);
        board.point(state, board.spotOf(state, target), true);
      }
      assert.equal(board.prompt(state), null);
    }
  });
});

test("who may not move points in vain", () => {
  everywhere((variant, position) => {
    const state = opened(variant, position, false);
    for (const spot of spots(variant)) assert.equal(board.point(state, spot.name).kind, "none");
  });
});

test("a spot that is no target changes nothing", () => {
  everywhere((variant, position) => {
    const state = opened(variant, position);
    const offered = new Set([...board.nextTargets(state)].map((target) => board.spotOf(state, target)));
    for (const spot of spots(variant)) {
      if (offered.has(spot.name) || offered.has(board.ringOf(variant, spot.name))) continue;
      assert.equal(board.point(state, spot.name).kind, "none");
      assert.deepEqual(state.chosen, []);
    }
  });
});

test("the last step pointed at again is taken back, unless it is a target anew", () => {
  everywhere((variant, position) => {
    for (const move of position.moves.filter((candidate) => candidate.targets.length > 1)) {
      const state = opened(variant, position);
      const spot = board.spotOf(state, move.targets[0]);
      board.point(state, spot);
      if (board.targetAt(state, spot) !== null) continue;
      assert.equal(board.point(state, spot).kind, "back");
      assert.deepEqual(state.chosen, []);
    }
  });
});

/** Whether a stone stands on another place, or was taken. A corner is only picked: another push can be tried. */
function hasMoved(state, position) {
  const targets = state.chosen.map((text) => state.targets.get(text));
  return targets.some(({ kind, place }) => kind === "take" || position.stones[place] === ".");
}

test("another beginning may be chosen as long as no stone has moved", () => {
  everywhere((variant, position) => {
    const longer = position.moves.filter((move) => move.targets.length > 1);
    for (const move of longer.slice(0, 8)) {
      for (const other of longer.slice(-8)) {
        const state = opened(variant, position);
        board.point(state, board.spotOf(state, move.targets[0]));
        const next = board.targetAt(state, board.spotOf(state, other.targets[0]));
        if (next !== null || other.targets[0] === move.targets[0]) continue;
        const moved = hasMoved(state, position);
        const answer = board.point(state, board.spotOf(state, other.targets[0]));
        assert.equal(answer.kind, moved ? "none" : "step");
        assert.deepEqual(state.chosen, [(moved ? move : other).targets[0]]);
      }
    }
  });
});

test("no click but a step back loses a stone that has moved", () => {
  everywhere((variant, position) => {
    const longer = position.moves.filter((move) => move.targets.length > 1);
    for (const move of longer.slice(0, 8)) {
      const state = opened(variant, position);
      for (const target of move.targets) board.point(state, board.spotOf(state, target), true);
      board.back(state);
      const chosen = [...state.chosen];
      if (!hasMoved(state, position)) continue;
      const last = board.spotOf(state, chosen.at(-1));
      for (const spot of spots(variant).filter(({ name }) => name !== last)) {
        board.point(state, spot.name, true);
        assert.deepEqual(state.chosen.slice(0, chosen.length), chosen, `${move.text}, then ${spot.name}`);
      }
    }
  });
});

test("a move that waits is made by its confirmation only", () => {
  everywhere((variant, position) => {
    const move = position.moves[0];
    if (!move) return;
    const state = opened(variant, position);
    const answers = move.targets.map((target) => board.point(state, board.spotOf(state, target), true));
    assert.equal(answers.at(-1).kind, "confirm");
    assert.deepEqual(board.accept(state), { kind: "move", move });
    assert.equal(board.accept(state).kind, "none");
  });
});

test("the preview shows the mover's stone where the move puts it", () => {
  everywhere((variant, position) => {
    const own = position.turn === "white" ? "w" : "b";
    for (const move of position.moves) {
      const state = opened(variant, position);
      for (const target of move.targets) board.point(state, board.spotOf(state, target));
      const shown = board.preview(state);
      const places = move.targets.map((text) => state.targets.get(text)).filter((target) => target.place !== null);
      const stands = places.filter((target) => target.kind === "place").at(-1);
      if (stands) assert.equal(shown[stands.place], own);
      for (const taken of places.filter((target) => target.kind === "take")) assert.equal(shown[taken.place], ".");
    }
  });
});

test("a push is shown when its corner is chosen, and the turn of a ring before it is made", () => {
  let shown = 0;
  everywhere((variant, position) => {
    for (const move of position.moves.filter(({ targets }) => targets.length > 1)) {
      const state = opened(variant, position);
      const [first, second] = move.targets;
      if (state.targets.get(second).kind !== "ring") continue;
      assert.deepEqual(board.foresee(state, first)?.join(""), position.previews[first]);
      board.point(state, first);
      assert.deepEqual(board.preview(state)?.join(""), position.previews[first]);
      assert.notDeepEqual(board.foresee(state, second), board.preview(state));
      board.point(state, second, true);
      assert.deepEqual(board.foresee(state, null)?.join(""), position.previews[move.targets.join(" ")]);
      assert.deepEqual(board.preview(state)?.join(""), position.previews[first], "the ring has not turned yet");
      shown++;
    }
  });
  assert.ok(shown > 0);
});

test("a place on a ring means the ring where a ring is asked for", () => {
  everywhere((variant, position) => {
    const state = opened(variant, position);
    for (const spot of spots(variant)) assert.equal(board.meant(state, spot.name), spot.name);
    const move = position.moves.find(({ targets }) => state.targets.get(targets[1])?.kind === "ring");
    if (!move) return;
    board.point(state, move.targets[0]);
    for (const ring of variant.layout.rings)
      assert.equal(board.meant(state, variant.layout.places[ring.places[0]].name), ring.name);
  });
});

test("news of the same position keep the steps, others drop them", () => {
  everywhere((variant, position) => {
    const move = position.moves.find((candidate) => candidate.targets.length > 1);
    if (!move) return;
    const state = opened(variant, position);
    board.point(state, board.spotOf(state, move.targets[0]));
    board.setPosition(state, { ...position }, true);
    assert.equal(state.chosen.length, 1);
    board.setPosition(state, { ...position, line: `${position.line}!` }, true);
    assert.equal(state.chosen.length, 0);
  });
});

test("a move that was made is shown until something else comes", () => {
  everywhere((variant, position) => {
    const move = position.moves[0];
    if (!move) return;
    const state = opened(variant, position);
    for (const target of move.targets) board.point(state, board.spotOf(state, target));
    board.setPosition(state, { ...position }, false);
    assert.deepEqual(state.sent, move);
    board.setPosition(state, { ...position }, true);
    assert.equal(state.sent, null);
    assert.equal(board.nextTargets(state).has(move.targets[0]), true);
  });
});

test("only own stones that can move are carried", () => {
  everywhere((variant, position) => {
    const state = opened(variant, position);
    const own = position.turn === "white" ? "w" : "b";
    variant.layout.places.forEach((place, index) => {
      if (board.canCarry(state, place.name)) assert.equal(position.stones[index], own);
    });
  });
});

test("arrow keys reach every spot from every other", () => {
  for (const { variant } of games) {
    const all = spots(variant).filter((spot) => spot.kind !== "button");
    const reached = new Set([all[0].name]);
    const waiting = [all[0]];
    for (let from = waiting.pop(); from; from = waiting.pop()) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const to = towards(all, from, key);
        if (to && !reached.has(to.name)) {
          reached.add(to.name);
          waiting.push(to);
        }
      }
    }
    const missed = all.filter((spot) => !reached.has(spot.name)).map((spot) => spot.name);
    assert.deepEqual(missed, [], variant.id);
  }
});

test("an address finds its page and its parts", () => {
  const routes = [
    ["/", "home"],
    ["/match/:id", "match"],
    ["/match/:id/review", "review"],
  ];
  assert.deepEqual(match(routes, "/match/a%20b", "?x=1"), { page: "match", params: { id: "a b", x: "1" } });
  assert.equal(match(routes, "/match/a/review/", "")?.page, "review");
  assert.equal(match(routes, "/nowhere", ""), null);
});

test("news tell a move forward from a takeback, another game and nothing at all", () => {
  const before = { round: 1, start: "s", line: ["a", "b"] };
  const kinds = (news) => compare(before, { ...before, ...news });
  assert.deepEqual(kinds({}), { changed: false, forward: false, sameGame: true });
  assert.deepEqual(kinds({ line: ["a", "b", "c"] }), { changed: true, forward: true, sameGame: true });
  assert.deepEqual(kinds({ line: ["a"] }), { changed: true, forward: false, sameGame: true });
  assert.deepEqual(kinds({ line: ["a", "x", "c"] }), { changed: true, forward: false, sameGame: true });
  assert.deepEqual(kinds({ round: 2, line: [] }), { changed: true, forward: false, sameGame: false });
});

test("a past position is asked for once, and again after a takeback", async () => {
  const now = { round: 1, start: "s", line: ["a", "b"], position: "ab" };
  const asked = [];
  const past = createPast(now, async (start, moves) => {
    asked.push([start, ...moves]);
    return moves.join("");
  });
  assert.equal(await past.at(now, 2), "ab");
  assert.equal(await past.at(now, 1), "a");
  assert.equal(await past.at(now, 1), "a");
  assert.deepEqual(asked, [["s", "a"]]);
  const shorter = { ...now, line: ["x"], position: "x" };
  past.take(shorter, compare(now, shorter));
  assert.equal(past.seen(2), undefined);
  assert.equal(await past.at(shorter, 1), "x");
});
