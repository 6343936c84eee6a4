// The puzzle of the day: each game has its turn.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => undefined };
globalThis.navigator ??= { languages: [] };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };
const { turnOf } = await import("../../src/dreierlei/web/parts/puzzle_list.js");

test("the games take turns, day after day, whatever the hour", () => {
  const days = Array.from({ length: 21 }, (_, number) => turnOf(new Date(2026, 9, 20 + number, (7 * number) % 24), 7));
  assert.deepEqual(new Set(days.slice(0, 7).map(([place]) => place)), new Set([0, 1, 2, 3, 4, 5, 6]));
  days.slice(7).forEach(([place, turn], number) => assert.deepEqual([place, turn - 1], days[number]));
});
