/**
 * Sets up a position: stones by clicks on the board, the side to move, and the other fields of the position's line.
 *
 *     const editor = createSetup(variant, shown, { onStones, onAnalyse, onPlay })
 *     editor.place("c3"); editor.stones(); editor.element
 *
 * The core decides whether the position is valid; if not, the server's message has every reason.
 */

import { h } from "../dom.js";
import { STATIC } from "../address.js";
import { get } from "../api.js";
import { ask, load } from "../core/local.js";
import { speak, t } from "../i18n.js";
import { button, sentence } from "./buttons.js";
import { segments } from "./fields.js";

/** @type {[string, string][]} */
const TOOLS = [
  ["w", "study.tool-white"],
  ["b", "study.tool-black"],
  ["n", "study.tool-neutral"],
  [".", "study.tool-remove"],
];

/**
 * @param {VariantView} variant
 * @param {PositionView} shown
 * @param {object} listeners
 * @param {() => void} listeners.onStones
 * @param {(position: PositionView) => void} listeners.onAnalyse
 * @param {(position: PositionView) => void} listeners.onPlay
 */
export function createSetup(variant, shown, listeners) {
  const { places } = variant.layout;
  const written = shown.line.split(" ").slice(3);
  let stones = shown.stones;
  let requests = 0;
  /** @type {PositionView | null} */
  let valid = shown;
  const tools = TOOLS.filter(([letter]) => letter !== "n" || shown.stones.includes("n"));
  const tool = segments(
    "tool",
    t("study.tool"),
    tools.map(([letter, name]) => [letter, t(name)]),
    "w",
  );
  const turn = segments(
    "turn",
    t("study.turn"),
    [
      ["white", t("white")],
      ["black", t("black")],
    ],
    shown.turn,
    () => void check(),
  );
  const fields = variant.fields.map((declared, index) => fieldOf(declared, written[index] ?? ""));
  const problem = h("p", { class: "fault", role: "alert", hidden: true });
  const analyse = button(t("study.analyse-this"), () => valid && listeners.onAnalyse(valid), "");
  const play = button(t("study.play-here"), () => valid && listeners.onPlay(valid), "quiet");
  const clear = button(t("study.clear"), () => change(stones.replace(/[wb]/g, ".")));

  /**
   * @param {Field} declared
   * @param {string} value
   */
  function fieldOf({ kind, title }, value) {
    const id = `setup-${kind}`;
    const input =
      kind === "place"
        ? h(
            "select",
            { id, onchange: () => void check() },
            ["-", ...places.map((place) => place.name)].map((name) =>
              h("option", { value: name, selected: name === value }, name === "-" ? t("study.field-none") : name),
            ),
          )
        : h("input", { id, type: "number", min: 0, inputmode: "numeric", value, oninput: () => void check() });
    return {
      kind,
      input,
      element: h("div", { class: "field" }, h("label", { for: id }, speak(title)), input),
    };
  }

  /** @param {string} changed */
  function change(changed) {
    stones = changed;
    listeners.onStones();
    void check();
  }

  /**
   * Checks a position in this page; the server says what is wrong with an invalid one.
   *
   * @param {string} stones
   * @param {Side} turn
   * @param {string} rest
   * @returns {Promise<PositionView>}
   */
  async function setUp(stones, turn, rest) {
    const board = variant.layout.rows.map((row) => row.map((place) => stones[place]).join("")).join("/");
    const line = [variant.id, board, turn[0], rest].join(" ").trim();
    const view = (await load(variant)) && (await ask(variant, "view", { from: line }));
    return view ?? get(`/api/setup?${new URLSearchParams({ variant: variant.id, stones, turn, rest })}`).catch((error) => {
      throw STATIC ? new Error(t("study.impossible")) : error;
    });
  }

  async function check() {
    const number = ++requests;
    const rest = fields.map(({ input }) => input.value || "0").join(" ");
    try {
      const answer = await setUp(stones, /** @type {Side} */ (turn.value()), rest);
      if (number !== requests) return;
      valid = answer;
      problem.textContent = "";
    } catch (error) {
      if (number !== requests) return;
      valid = null;
      problem.textContent = sentence(error);
    }
    problem.hidden = valid !== null;
    analyse.disabled = valid === null;
    play.disabled = valid === null || valid.outcome !== null;
  }

  /** Handles a click on a place; clicking with the same kind of stone again removes it. @param {string} name */
  function place(name) {
    const index = places.findIndex((candidate) => candidate.name === name);
    if (index < 0) return;
    const letter = stones[index] === tool.value() ? "." : tool.value();
    // There is only one neutral stone, so it moves.
    const others = letter === "n" ? stones.replace("n", ".") : stones;
    // The side not to move made the last move, most likely this one.
    const last = fields.find(({ kind }) => kind === "place");
    if (last && letter === (turn.value() === "white" ? "b" : "w")) last.input.value = name;
    // A stone that is placed comes from the hand as long as there are any; a removed stone is out of the game.
    const hand = fields.find(({ kind }) => kind === (letter === "w" ? "white_hand" : "black_hand"));
    if (hand && /[wb]/.test(letter) && Number(hand.input.value) > 0)
      hand.input.value = String(Number(hand.input.value) - 1);
    change(others.slice(0, index) + letter + others.slice(index + 1));
  }

  return {
    element: h(
      "div",
      { class: "setup" },
      tool.element,
      turn.element,
      h(
        "div",
        { class: "setup-fields" },
        fields.map(({ element }) => element),
      ),
      problem,
      h("div", { class: "actions" }, analyse, play, clear),
    ),
    place,
    stones: () => stones,
  };
}
