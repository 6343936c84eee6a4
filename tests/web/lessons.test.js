/** What a move is in a lesson, and what stays in the browser, without a browser. */

import assert from "node:assert/strict";
import test from "node:test";

const stored = new Map();
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
const { complete, completed, fits, mistakeOf, written } = await import("../../src/dreierlei/web/parts/lessons.js");

test("patterns mean what the package means by them", () => {
  assert.ok(fits("NEo", ["NE*"]));
  assert.ok(!fits("NWo", ["NE*"]));
  assert.ok(fits("f4-f6xd7", ["f4-f6x*"]));
  assert.ok(fits("NWm", ["NW[om]"]) && !fits("NWi", ["NW[om]"]));
  assert.ok(fits("c4", ["[b-e][2-5]"]) && !fits("a4", ["[b-e][2-5]"]));
  assert.ok(fits("c3", ["c?"]) && !fits("c", ["c?"]));
  assert.ok(!fits("d6", ["d.", "d"]) && !fits("NEo", ["NE"]));
});

test("a mistake is found by any way to write it, the first one first", () => {
  const near = { moves: ["g1xb6"], says: "protected", reply: null };
  const other = { moves: ["*"], says: "other", reply: null };
  const turn = { mistakes: [near, other] };
  assert.equal(mistakeOf(turn, ["g1b6", "g1xb6"]), near);
  assert.equal(mistakeOf(turn, ["a1"]), other);
  assert.equal(mistakeOf({ mistakes: [near] }, ["a1"]), undefined);
});

test("what was pointed at is written like a move", () => {
  const variant = {
    layout: { places: [{ name: "a1" }, { name: "b6" }] },
    targets: [
      { text: "a1", place: 0 },
      { text: "b6", place: 1 },
      { text: "xb6", place: 1 },
      { text: "NE", place: null },
    ],
  };
  assert.deepEqual(written(variant, ["a1"], "b6"), ["a1b6", "a1-b6", "a1xb6", "a1-xb6"]);
  assert.deepEqual(written(variant, [], "NE"), ["NE", "NE"]);
});

test("what was completed is kept by game, and forgotten with the lesson", () => {
  const game = { id: "g", lessons: ["one", "two"] };
  assert.deepEqual(completed(game), []);
  complete("g", "two");
  complete("g", "gone");
  assert.deepEqual(completed(game), ["two"]);
  stored.set("dreierlei lessons", "not json");
  assert.deepEqual(completed(game), []);
});
