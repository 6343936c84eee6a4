/** Words by name, and the server's sentences in the language of the page. */

import assert from "node:assert/strict";
import test from "node:test";

globalThis.navigator ??= { languages: [] };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: {} };
globalThis.fetch = async () => ({
  ok: true,
  json: async () => ({
    "web round": "Runde {n}",
    "The time is up: expected a move before that.": "Die Zeit ist abgelaufen.",
    'There is no match "{match}": expected the id of one.': "Ein Match „{match}“ gibt es nicht.",
  }),
});
const { loadWords, t, translated } = await import("../../src/dreierlei/web/i18n.js");
await loadWords("de");

test("a message with its values, and one that is missing", () => {
  assert.equal(t("web round", { n: 2 }), "Runde 2");
  assert.equal(t("web nothing"), "web nothing");
});

test("a sentence of the server is translated, with its values", () => {
  assert.equal(translated("The time is up: expected a move before that."), "Die Zeit ist abgelaufen.");
  assert.equal(translated('There is no match "a.b(c": expected the id of one.'), "Ein Match „a.b(c“ gibt es nicht.");
});

test("a sentence that nobody has translated stays", () => {
  assert.equal(translated("Nobody knows this."), "Nobody knows this.");
  assert.equal(translated("The time is up! expected a move before that."), "The time is up! expected a move before that.");
});
