/** How the study pages mark values and moves on a board, without a browser. */

import assert from "node:assert/strict";
import test from "node:test";

const { moveMarks, valueMarks } = await import("../../src/dreierlei/web/parts/values.js");

const won = (winner, plies) => ({ known: true, winner, plies });
const place = (text) => ({ text, targets: [text] });

test("a move is marked by what it is worth to its player, and its own ply counts", () => {
  const values = { a1: won("white", 4), b1: won("black", 5), c1: won(null, 8), d1: won("white", null) };
  const marks = valueMarks(values, ["a1", "b1", "c1", "d1", "e1"].map(place), "white");
  assert.deepEqual(marks, [
    { target: "a1", kind: "good", text: "+5" },
    { target: "b1", kind: "bad", text: "−6" },
    { target: "c1", kind: "even", text: "=" },
    { target: "d1", kind: "good", text: "+" },
  ]);
  const [forBlack] = valueMarks(values, [place("a1")], "black");
  assert.equal(forBlack.kind, "bad");
});

test("of moves that begin at the same spot the best counts: a quick win, a draw, a late loss", () => {
  const moves = ["1", "2", "3", "4"].map((text) => ({ text, targets: ["NE", text] }));
  const best = (values) => valueMarks(values, moves, "white").map((mark) => mark.text);
  assert.deepEqual(best({ 1: won("black", 2), 2: won("white", 8), 3: won("white", 4), 4: won(null, 0) }), ["+5"]);
  assert.deepEqual(best({ 1: won("black", 2), 2: won(null, 8) }), ["="]);
  assert.deepEqual(best({ 1: won("black", 2), 2: won("black", 6) }), ["−7"]);
});

test("the steps of a move are numbered, a single one is not", () => {
  assert.deepEqual(moveMarks(place("c3")), [{ target: "c3", kind: "hint" }]);
  const marks = moveMarks({ text: "a1-a4xd6", targets: ["a1", "a4", "xd6"] });
  assert.deepEqual(marks.map(({ target, text }) => [target, text]), [["a1", "1"], ["a4", "2"], ["xd6", "3"]]);
});
