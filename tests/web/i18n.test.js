/** Words by name, and what the server says in the language of the page. */

import assert from "node:assert/strict";
import test from "node:test";

globalThis.navigator ??= { languages: [] };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: {} };
globalThis.fetch = async () => ({
  ok: true,
  json: async () => ({
    "web.round": "Runde {n}",
    white: "Weiß",
    "position.invalid": "„{text}“ ist keine gültige Stellung: {reasons}.",
    "position.turn": "am Zug ist w oder b, nicht „{turn}“",
    "position.hand": "{side} hat {count} Steine in der Hand",
    "result.estimated": "Schätzung {value}",
    "game.unknown": "Das Spiel „{game}“ gibt es nicht: Erwartet wird eines von {expected}.",
  }),
});
const { estimate, loadWords, t, message } = await import("../../src/dreierlei/web/i18n.js");
const { settings } = await import("../../src/dreierlei/web/settings.js");
await loadWords("de");

test("a message with its values, and one that is missing", () => {
  assert.equal(t("web.round", { n: 2 }), "Runde 2");
  assert.equal(t("web.nothing"), "web.nothing");
});

test("what the server says, with texts and lists among its values", () => {
  const values = { game: "chess", expected: ["muehle", "tres"] };
  assert.equal(
    message({ key: "game.unknown", values }),
    "Das Spiel „chess“ gibt es nicht: Erwartet wird eines von muehle, tres.",
  );
  const reasons = [
    { key: "position.turn", values: { turn: "x" } },
    { key: "position.hand", values: { side: { key: "white", values: {} }, count: 9 } },
  ];
  assert.equal(
    message({ key: "position.invalid", values: { text: "a b c", reasons } }),
    "„a b c“ ist keine gültige Stellung: am Zug ist w oder b, nicht „x“; Weiß hat 9 Steine in der Hand.",
  );
});

test("an estimate is written as the language writes numbers", () => {
  settings.language = "de";
  assert.deepEqual([34, -5, 0, 1200].map(estimate), ["+0,34", "-0,05", "+0,00", "+12,00"]);
  assert.equal(message({ key: "result.estimated", values: { value: "-1.07" } }), "Schätzung -1,07");
  settings.language = "en";
  assert.equal(estimate(34), "+0.34");
});
