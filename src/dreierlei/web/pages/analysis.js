/** The analysis board: any position, the engine's lines, exact values, and a set-up editor. */

import { h, replace } from "../dom.js";
import { game as findGame, get, position, variant } from "../api.js";
import { message, speak, t } from "../i18n.js";
import { settings } from "../settings.js";
import { createBoard } from "../board/board.js";
import { beginMatch } from "../local/founding.js";
import { load as loadCore, values as valuesHere } from "../core/local.js";
import { button, sentence, serverButton } from "../parts/buttons.js";
import { createEngine } from "../parts/engine.js";
import { createExplorer } from "../parts/explorer.js";
import { createSetup } from "../parts/setup.js";
import { field } from "../parts/fields.js";
import { beginner, moveList } from "../parts/moves.js";
import { optionFields } from "../parts/options.js";
import { openShare } from "../parts/sharing.js";
import { gameTabs, lastGame } from "../parts/tabs.js";
import { moveMarks, valueMarks } from "../parts/values.js";
import { rename } from "../router.js";

/** Time limits for exact values in this page: for all moves together, and for each. */
const LIMITS = { seconds: 4, moveSeconds: 0.4 };

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const from = params.from ?? (await lastGame());
  let moves = (params.moves ?? "").split(/[,\s]+/).filter(Boolean);
  await position(from, moves); // reports invalid moves before anything is shown
  let ply = params.ply === undefined ? moves.length : Math.max(0, Math.min(moves.length, Number(params.ply) || 0));
  let shown = await position(from, moves.slice(0, ply));
  const shownVariant = await variant(shown.variant);
  const game = await findGame(shownVariant.game);
  const { tabs } = await gameTabs("analysis", game.id);
  app.title(`${t("web.way-analysis")}: ${speak(game.names)}`);

  const frame = h("div", { class: "study-board" });
  const value = h("p", { class: "verdict", role: "status", hidden: true });
  const more = serverButton(() => void askValues());
  let setting = false;
  let requests = 0;
  /** @type {ValuesView | null} */
  let values = null;
  let valuing = new AbortController();
  /** @type {string | null} */
  let best = null;
  const board = createBoard(frame, {
    variant: shownVariant,
    label: `${t("web.way-analysis")}: ${speak(game.names)}`,
    announce: app.announce,
    onMove: (text) => void go([...moves.slice(0, ply), text]),
    onPlace: (name) => setup.place(name),
    onRefused: app.toast,
  });
  const engine = createEngine(shownVariant, {
    onLine: (line) => void go([...moves.slice(0, ply), ...line], ply + line.length),
    onBest: (move) => {
      if (best === move) return;
      best = move;
      draw();
    },
    onFault: app.alert,
  });
  const explorer = createExplorer(shownVariant, {
    onMove: (text) => void go([...moves.slice(0, ply), text]),
    onFault: app.alert,
  });
  const thinks = checkbox("study.engine", params.engine !== "0");
  const exact = checkbox("study.values", params.values === "1");
  const explores = checkbox("study.openings", params.openings === "1");
  const list = moveList(shownVariant, (wanted) => void go(moves, wanted));
  const setup = createSetup(shownVariant, shown, {
    onStones: draw,
    onAnalyse: (valid) => analyse(valid.line),
    onPlay: (valid) => void play(valid),
  });

  /** @param {string} name @param {boolean} checked */
  function checkbox(name, checked) {
    const input = h("input", {
      type: "checkbox",
      checked,
      onchange: () => {
        keepAddress();
        think();
      },
    });
    return { input, label: h("label", { class: "check" }, input, h("span", {}, t(name))) };
  }

  /**
   * @param {string[]} path
   * @param {number} [wanted]
   */
  async function go(path, wanted = path.length) {
    const number = ++requests;
    try {
      const reached = await position(from, path.slice(0, wanted));
      if (number !== requests) return;
      const animate = wanted === ply + 1;
      [moves, ply, shown] = [path, wanted, reached];
      [values, best] = [null, null];
      line.value = shown.line;
      draw(animate);
      keepAddress();
      think();
    } catch (error) {
      app.alert(sentence(error));
      draw();
    }
  }

  function keepAddress() {
    const address = new URLSearchParams({ from });
    if (moves.length > 0) address.set("moves", moves.join(","));
    if (ply < moves.length) address.set("ply", String(ply));
    if (exact.input.checked) address.set("values", "1");
    if (explores.input.checked) address.set("openings", "1");
    if (!thinks.input.checked) address.set("engine", "0");
    rename(`/analysis?${address}`);
  }

  function draw(animate = false) {
    list.update(moves, ply, beginner(ply, shown.turn));
    if (setting) {
      board.set(
        { ...shown, stones: setup.stones(), hands: null, moves: [], last: null, outcome: null, winning: [] },
        { free: true },
      );
      return;
    }
    board.set(shown, { canMove: true, animate, marks: marks() });
  }

  function marks() {
    if (values) return valueMarks(values.moves, shown.moves, shown.turn);
    const move = shown.moves.find((legal) => legal.text === best);
    return move ? moveMarks(move) : [];
  }

  function think() {
    engine.rest();
    if (setting || shown.outcome || !explores.input.checked) explorer.rest();
    valuing.abort();
    valuing = new AbortController();
    [values, best] = [null, null];
    value.hidden = more.hidden = true;
    draw();
    if (setting) return;
    if (shown.outcome)
      return tell(shown.outcome.winner ? t("result.has-won", { name: t(shown.outcome.winner) }) : t("result.drawn"));
    const played = moves.slice(0, ply);
    if (thinks.input.checked) engine.look(from, played);
    if (explores.input.checked) explorer.look(reachedHere());
    if (exact.input.checked) void findValues(played);
  }

  /**
   * Computes exact values in this page. If some stay open, the server can be asked, which has stored results and databases.
   *
   * @param {string[]} played
   */
  async function findValues(played) {
    tell(t("study.computing"));
    const { signal } = valuing;
    const reached = { from: from.includes(" ") ? from : "", moves: played };
    if (!(await loadCore(shownVariant))) return signal.aborted ? undefined : askValues();
    const computed = await valuesHere(shownVariant, reached, { ...LIMITS, signal }).catch(() => null);
    if (signal.aborted) return;
    if (computed) tellValues(computed);
    else tell(t("result.unknown"));
    more.hidden = computed !== null && computed.value.known && shown.moves.every(({ text }) => computed.moves[text]);
  }

  async function askValues() {
    const { signal } = valuing;
    more.hidden = true;
    try {
      /** @type {ValuesView} */
      const answer = await get(`/api/values?${reachedHere()}`);
      if (!signal.aborted) tellValues(answer);
    } catch (error) {
      if (!signal.aborted) app.alert(sentence(error));
    }
  }

  function reachedHere() {
    return new URLSearchParams({ from, moves: moves.slice(0, ply).join(",") });
  }

  /** @param {ValuesView} computed */
  function tellValues(computed) {
    values = computed;
    tell(message(computed.value.message));
    draw();
  }

  /** @param {string} text */
  function tell(text) {
    value.hidden = false;
    value.textContent = text;
  }

  /** @param {string} line */
  function analyse(line) {
    app.go(`/analysis?${new URLSearchParams({ from: line })}`);
  }

  /** @param {PositionView} wanted */
  async function play(wanted) {
    try {
      /** @type {import("../local/kept.js").Wanted} */
      const agreed = {
        variant: wanted.variant,
        opponent: { kind: "computer", level: settings.level, style: "plain" },
        colour: wanted.turn,
        start: wanted.line,
      };
      const match = await beginMatch(agreed, game);
      app.go(`/match/${match.id}`);
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  function share() {
    openShare({ name: game.id, link: location.href, from, moves: moves.slice(0, ply), variant: shownVariant }, app);
  }

  const line = h("input", {
    type: "text",
    class: "mono",
    id: "line",
    value: shown.line,
    spellcheck: "false",
    autocomplete: "off",
  });
  const lineField = field(
    h(
      "div",
      {},
      h("label", { for: "line" }, t("study.position-line")),
      h("div", { class: "beside" }, line, h("button", { class: "button quiet", type: "submit" }, t("study.load"))),
    ),
    line,
  );
  /** @param {Event} event */
  async function load(event) {
    event.preventDefault();
    try {
      await position(line.value.trim());
      analyse(line.value.trim());
    } catch (error) {
      lineField.fault(sentence(error));
    }
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.target instanceof Element && event.target.closest("input, select, textarea, .board, .moves, .tabs"))
      return;
    if (list.stepKey(event)) event.preventDefault();
  }
  addEventListener("keydown", onKey);

  const options = optionFields(game, (chosen) => analyse(chosen.id), shownVariant);
  replace(
    root,
    tabs,
    h("h1", { class: "visually-hidden" }, `${t("web.way-analysis")}: ${speak(game.names)}`),
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card", "aria-label": t("web.way-analysis") },
        h("div", { class: "switches" }, thinks.label, exact.label, explores.label),
        value,
        more,
        engine.element,
        explorer.element,
        list.element,
        h(
          "div",
          { class: "actions" },
          button(t("study.play-here"), () => void play(shown)),
          button(t("web.share"), share),
        ),
        h(
          "details",
          {
            class: "fold",
            ontoggle: (/** @type {Event} */ event) => {
              setting = /** @type {HTMLDetailsElement} */ (event.target).open;
              think();
            },
          },
          h("summary", {}, t("study.set-up")),
          setup.element,
        ),
        game.options.length > 0 &&
          h("details", { class: "fold" }, h("summary", {}, t("study.variant")), options.element),
        h(
          "details",
          { class: "fold" },
          h("summary", {}, t("study.as-text")),
          h("form", { onsubmit: load }, lineField.element),
        ),
      ),
    ),
  );
  if (params.from === undefined) keepAddress();
  think();
  return () => {
    engine.rest();
    valuing.abort();
    removeEventListener("keydown", onKey);
    board.destroy();
  };
}
