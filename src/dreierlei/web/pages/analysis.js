/** A board to try things on: any position, the engine's lines, exact values, and a set-up editor. */

import { h, replace } from "../dom.js";
import { games, get, position, post, variant } from "../api.js";
import { number, speak, t } from "../i18n.js";
import { settings } from "../settings.js";
import { createBoard } from "../board/board.js";
import { createState, spotOf } from "../board/state.js";
import { stream } from "../parts/stream.js";
import { scoreText, valueMarks, valueText } from "../parts/values.js";
import { copy } from "./review.js";

/** @typedef {import("../wire.js").PositionView} PositionView */
/** @typedef {import("../study.js").AnalysisView} AnalysisView */
/** @typedef {import("../study.js").ValuesView} ValuesView */

/** What a click on the board does. @typedef {"play" | "w" | "b" | "n" | "."} Tool */

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const all = await games();
  const from = params.from ?? all[0]?.id ?? "";
  let moves = (params.moves ?? "").split(/[,\s]+/).filter(Boolean);
  let ply = moves.length;
  let shown = await position(from, moves);
  const shownVariant = await variant(shown.variant);
  const state = createState(shownVariant);
  app.title(t("web way analysis"));

  const frame = h("div", { class: "study-board" });
  const list = h("ol", { class: "moves" });
  const lines = h("ol", { class: "lines", "aria-live": "off" });
  const depth = h("p", { class: "note" });
  const value = h("p", { class: "review-value", role: "status" });
  const lineField = h("input", { class: "mono", name: "line", value: shown.line, spellcheck: "false", "aria-label": t("study position line") });
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {Tool} */
  let tool = "play";
  let stones = shown.stones;
  let close = () => {};
  /** @type {ValuesView | null} */
  let values = null;
  const engine = checkbox("study engine", true);
  const exact = checkbox("study values", params.values === "1");
  const board = createBoard(frame, {
    variant: shownVariant,
    label: t("web way analysis"),
    announce: app.announce,
    onMove: (text) => void play(text),
    onPlace: (name) => place(name),
  });

  /** @param {string} name @param {boolean} checked */
  function checkbox(name, checked) {
    const input = h("input", { type: "checkbox", checked, onchange: () => think() });
    return { input, label: h("label", { class: "check" }, input, h("span", {}, t(name))) };
  }

  /** @param {string} text */
  async function play(text) {
    moves = [...moves.slice(0, ply), text];
    await go(moves.length, true);
  }

  /**
   * @param {number} wanted
   * @param {boolean} [animate]
   */
  async function go(wanted, animate = wanted === ply + 1) {
    ply = Math.max(0, Math.min(moves.length, wanted));
    shown = await position(from, moves.slice(0, ply));
    stones = shown.stones;
    lineField.value = shown.line;
    problem.textContent = "";
    draw(animate);
    listMoves();
    const address = new URLSearchParams({ from, ...(ply ? { moves: moves.slice(0, ply).join(",") } : {}) });
    history.replaceState(null, "", `/analysis?${address}`);
    think();
  }

  function draw(animate = false) {
    const marks = values ? valueMarks(values.moves, shown.moves, shown.turn, (text) => spotOf(state, text)) : [];
    if (tool === "play") board.set(shown, { canMove: true, animate, marks });
    else board.set({ ...shown, stones, moves: [], last: null, winning: [] }, { free: true });
  }

  function listMoves() {
    replace(
      list,
      moves.map((move, index) =>
        h("li", {}, h("button", { type: "button", class: "move", "aria-current": String(index === ply - 1), onclick: () => void go(index + 1) }, move)),
      ),
    );
  }

  function think() {
    close();
    values = null;
    replace(lines);
    depth.textContent = "";
    value.textContent = "";
    if (tool !== "play") return;
    draw();
    if (shown.outcome) {
      value.textContent = shown.outcome.winner ? t("study has won", { name: t(shown.outcome.winner) }) : t("study draw");
      return;
    }
    const asked = shown.line;
    const query = new URLSearchParams({ from, moves: moves.slice(0, ply).join(",") });
    if (exact.input.checked) {
      get(`/api/values?${query}`).then((/** @type {ValuesView} */ found) => {
        if (shown.line !== asked) return;
        values = found;
        value.textContent = valueText(found.value);
        draw();
      }, (error) => app.alert(error.message));
    }
    if (engine.input.checked) {
      close = stream(`/api/analysis?${query}&lines=3&seconds=15`, (/** @type {AnalysisView} */ found) => showLines(found), (error) => error && app.alert(error));
    }
  }

  /** @param {AnalysisView} found */
  function showLines(found) {
    replace(
      lines,
      found.lines.map((line) =>
        h(
          "li",
          {},
          h("span", { class: "score" }, scoreText(line.score)),
          h("span", { class: "line-moves" }, line.moves.slice(0, 10).map((move, index) =>
            h("button", { type: "button", class: "move", onclick: () => void follow(line.moves.slice(0, index + 1)) }, move),
          )),
        ),
      ),
    );
    depth.textContent = t(found.exact ? "study depth exact" : "study depth", { depth: found.depth, nodes: number(found.nodes) });
  }

  /** @param {string[]} line */
  async function follow(line) {
    moves = [...moves.slice(0, ply), ...line];
    await go(moves.length);
  }

  // --- setting up ---

  /** @param {string} name */
  function place(name) {
    const index = shownVariant.layout.places.findIndex((known) => known.name === name);
    if (index < 0 || tool === "play") return;
    stones = stones.slice(0, index) + tool + stones.slice(index + 1);
    draw();
    void setUp();
  }

  const turn = h("select", { name: "turn", onchange: () => void setUp() }, ["white", "black"].map((side) =>
    h("option", { value: side, selected: shown.turn === side }, t(side))));
  const rest = h("input", { class: "mono", name: "rest", value: shown.line.split(" ").slice(3).join(" "), onchange: () => void setUp() });

  async function setUp() {
    try {
      const query = new URLSearchParams({ variant: shown.variant, stones, turn: turn.value, rest: rest.value });
      const found = await get(`/api/setup?${query}`);
      problem.textContent = "";
      lineField.value = found.line;
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Tool} wanted */
  function take(wanted) {
    tool = wanted;
    editor.classList.toggle("editing", tool !== "play");
    think();
    draw();
  }

  const tools = /** @type {[Tool, string][]} */ ([["play", "study tool play"], ["w", "study tool white"], ["b", "study tool black"], ["n", "study tool neutral"], [".", "study tool remove"]]);
  const editor = h(
    "details",
    { class: "editor" },
    h("summary", {}, t("study set up")),
    h(
      "fieldset",
      { class: "segments" },
      h("legend", {}, t("study tool")),
      tools.filter(([letter]) => letter !== "n" || shown.stones.includes("n")).map(([letter, name]) =>
        h("label", {}, h("input", { type: "radio", name: "tool", value: letter, checked: letter === tool, onchange: () => take(letter) }), h("span", {}, t(name)))),
    ),
    h("div", { class: "field" }, h("label", {}, t("study turn"), turn), h("label", {}, t("study rest"), rest)),
  );
  const lineForm = h(
    "form",
    { class: "line-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void load(lineField.value); } },
    h("label", { class: "field" }, t("study position line"), lineField),
    h("button", { class: "button quiet small", type: "submit" }, t("study load")),
  );

  /** @param {string} text */
  async function load(text) {
    try {
      await position(text.trim());
      app.go(`/analysis?${new URLSearchParams({ from: text.trim() })}`);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async function playFromHere() {
    const match = await post("/api/matches", {
      variant: shown.variant,
      opponent: { kind: "computer", level: settings.level },
      colour: shown.turn,
      start: shown.line,
    });
    app.go(`/match/${match.id}`);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.target instanceof Element && event.target.closest("input, select, textarea, .board")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: moves.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    void go(step);
  }
  addEventListener("keydown", onKey);

  replace(
    root,
    h(
      "nav",
      { class: "tabs", "aria-label": t("web games") },
      all.map((known) => h("a", { href: `/analysis?from=${known.id}`, "aria-current": shownVariant.game === known.id ? "page" : null }, speak(known.names))),
    ),
    h("h1", { class: "visually-hidden" }, t("web way analysis")),
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card" },
        h("div", { class: "switches" }, engine.label, exact.label),
        value,
        lines,
        depth,
        h(
          "div",
          { class: "actions steps" },
          button("«", "study to start", () => void go(0)),
          button("‹", "study step back", () => void go(ply - 1)),
          button("›", "study step on", () => void go(ply + 1)),
          button("»", "study to end", () => void go(moves.length)),
        ),
        list,
        editor,
        lineForm,
        problem,
        h(
          "div",
          { class: "actions" },
          h("button", { class: "button quiet small", type: "button", onclick: () => playFromHere().catch((error) => app.alert(error.message)) }, t("study play here")),
          h("button", { class: "button quiet small", type: "button", onclick: () => void copy(location.href, app) }, t("study copy link")),
        ),
      ),
    ),
  );
  listMoves();
  draw();
  think();
  return () => {
    close();
    removeEventListener("keydown", onKey);
    board.destroy();
  };
}

/**
 * @param {string} sign
 * @param {string} name
 * @param {() => void} onclick
 */
function button(sign, name, onclick) {
  return h("button", { class: "button quiet small", type: "button", "aria-label": t(name), onclick }, sign);
}
