/** Puzzles: one move wins. What was solved and the streak stay in this browser. */

import { h, replace } from "../dom.js";
import { get, post, variant } from "../api.js";
import { speak, t } from "../i18n.js";
import { createBoard } from "../board/board.js";
import { gameTabs } from "../parts/tabs.js";

/** @typedef {import("../study.js").PuzzleCard} PuzzleCard */
/** @typedef {import("../study.js").PuzzleView} PuzzleView */
/** @typedef {import("../study.js").AttemptView} AttemptView */

const KEY = "dreierlei puzzles";
const PAUSE = 700;

/** @returns {{ solved: string[], streak: number, best: number }} */
function progress() {
  try {
    return { solved: [], streak: 0, best: 0, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { solved: [], streak: 0, best: 0 };
  }
}

/** @param {{ solved: string[], streak: number, best: number }} made */
function keep(made) {
  try {
    localStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    // Where nothing can be kept, the streak lasts as long as the page.
  }
}

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const { game, tabs } = await gameTabs("puzzles", params.game);
  /** @type {PuzzleCard[]} */
  const all = await get(`/api/puzzles?game=${game.id}`);
  app.title(`${t("web way puzzles")}: ${speak(game.names)}`);
  if (all.length === 0) {
    replace(root, tabs, h("h1", {}, t("web way puzzles")), h("p", {}, t("study no puzzles")));
    return undefined;
  }
  const made = progress();
  const first = all.find((card) => card.id === params.id) ?? all.find((card) => !made.solved.includes(card.id)) ?? all[0];
  /** @type {PuzzleView} */
  const puzzle = await get(`/api/puzzles/${first?.id}`);
  return solveOne(root, app, tabs, all, puzzle);
}

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").App} app
 * @param {HTMLElement} tabs
 * @param {PuzzleCard[]} all
 * @param {PuzzleView} puzzle
 */
async function solveOne(root, app, tabs, all, puzzle) {
  const made = progress();
  const number = all.findIndex((card) => card.id === puzzle.id);
  const side = t(puzzle.position.turn);
  /** @type {string[]} */
  let own = [];
  let missed = false;
  let hints = 0;
  let over = false;
  const frame = h("div", { class: "study-board" });
  const message = h("p", { class: "puzzle-message", role: "status" }, t("study puzzle task", { name: side, plies: puzzle.plies }));
  const streak = h("p", { class: "streak" });
  const hint = h("button", { class: "button quiet", type: "button", onclick: () => void help() }, t("study hint"));
  const next = h("a", { class: "button", href: address((number + 1) % all.length) }, t("study next puzzle"));
  const again = h("button", { class: "button quiet", type: "button", onclick: () => restart() }, t("study again"));
  const board = createBoard(frame, {
    variant: await variant(puzzle.position.variant),
    label: t("study puzzle task", { name: side, plies: puzzle.plies }),
    announce: app.announce,
    onMove: (text) => void attempt(text),
  });

  /** @param {number} index */
  function address(index) {
    return `/puzzles/${puzzle.game}?id=${all[index]?.id}`;
  }

  /** @param {import("../board/board.js").Mark[]} [marks] */
  function restart(marks = []) {
    own = [];
    over = false;
    message.textContent = t("study puzzle task", { name: side, plies: puzzle.plies });
    board.set(puzzle.position, { canMove: true, bottom: puzzle.position.turn, marks });
  }

  function showStreak() {
    streak.textContent = t("study streak", { streak: made.streak, best: made.best, solved: made.solved.length });
  }

  function fail() {
    if (!missed) made.streak = 0;
    missed = true;
    keep(made);
    showStreak();
  }

  /** @param {string} text */
  async function attempt(text) {
    /** @type {AttemptView} */
    let found;
    try {
      found = await post(`/api/puzzles/${puzzle.id}/attempts`, { moves: [...own, text] });
    } catch (error) {
      app.alert(String(error instanceof Error ? error.message : error));
      restart();
      return;
    }
    const shown = found.steps.slice(-2);
    const bottom = puzzle.position.turn;
    if (found.state === "open") {
      own = [...own, text];
      const [mine, answer] = shown;
      if (mine) board.set(mine, { animate: true, bottom });
      say(t("study right", { plies: found.plies }));
      setTimeout(() => answer && board.set(answer, { canMove: true, animate: true, bottom }), PAUSE);
      return;
    }
    over = true;
    const last = found.steps.at(-1);
    if (last) board.set(last, { animate: true, bottom });
    if (found.state === "solved") {
      say(t("study solved"));
      if (!missed && !made.solved.includes(puzzle.id)) made.streak += 1;
      made.best = Math.max(made.best, made.streak);
      if (!made.solved.includes(puzzle.id)) made.solved.push(puzzle.id);
      keep(made);
      showStreak();
      next.focus();
    } else {
      say(t("study wrong"));
      fail();
      setTimeout(() => over && restart(), 2 * PAUSE);
    }
  }

  async function help() {
    fail();
    try {
      const move = await post(`/api/puzzles/${puzzle.id}/hint`, { moves: own });
      hints += 1;
      const shown = hints > 1 ? move.text : move.targets[0];
      say(hints > 1 ? t("study hint move", { move: shown }) : t("study hint first", { spot: shown }));
    } catch (error) {
      app.alert(String(error instanceof Error ? error.message : error));
    }
  }

  /** @param {string} text */
  function say(text) {
    message.textContent = text;
  }

  restart();
  showStreak();
  replace(
    root,
    tabs,
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card" },
        h("h1", { class: "study-title" }, t("study puzzle", { number: number + 1, of: all.length })),
        message,
        h("div", { class: "actions" }, hint, again, next),
        streak,
        h("p", {}, h("a", { href: `/analysis?${new URLSearchParams({ from: puzzle.position.line })}` }, t("study look at it"))),
      ),
    ),
  );
  return () => board.destroy();
}
