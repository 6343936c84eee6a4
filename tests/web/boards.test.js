// Boards laid from tiles in the page: as the server has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, laid } from "../../src/dreierlei/web/boards.js";

const option = {
  name: "board",
  default: "A0B0",
  drawn: ["random", "best"],
  tag: "Board",
  kit: {
    tiles: [
      { A0: "xy", a0: "yx" },
      { B0: "xx", b0: "yy" },
    ],
    names: {},
    title: { de: "", en: "", lb: "" },
    table: "colours",
    drawn: { best: ["b0A0"] },
  },
};

test("a board that is drawn has as many tiles, all different", () => {
  const seen = new Set(Array.from({ length: 200 }, () => drawn(option, "random")));
  const sides = ["A0", "a0"].flatMap((a) => ["B0", "b0"].flatMap((b) => [a + b, b + a]));
  assert.deepEqual([...seen].sort(), sides.sort());
  assert.equal(drawn(option, "best"), "b0A0");
  assert.equal(drawn(option, "A0B0"), null);
});

test("what is not the code of a board is left to the server", () => {
  const usual = { core: "", layout: { places: [] } };
  for (const code of ["A0", "A0a0", "A0B0A0", "A0C0", ""]) assert.equal(laid({ options: [] }, usual, option, code), null);
});
