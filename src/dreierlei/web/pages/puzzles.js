/** Puzzles: one move wins. What was solved and the streak stay in this browser. */

import { h, replace } from "../dom.js";
import { get, post, variant } from "../api.js";
import { speak, t } from "../i18n.js";
import { createBoard } from "../board/board.js";
import { moveWords } from "../board/speech.js";
import { button, sentence } from "../parts/buttons.js";
import { gameTabs } from "../parts/tabs.js";
import { moveMarks } from "../parts/values.js";

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
  if (params.id !== undefined && !all.some((card) => card.id === params.id))
    await get(`/api/puzzles/${encodeURIComponent(params.id)}`);
  const first =
    all.find((card) => card.id === params.id) ?? all.find((card) => !made.solved.includes(card.id)) ?? all[0];
  /** @type {PuzzleView} */
  const puzzle = await get(`/api/puzzles/${first?.id}`);
  history.replaceState(null, "", `/puzzles/${game.id}?id=${puzzle.id}`);
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
  const bottom = puzzle.position.turn;
  const task = t("study puzzle task", { name: t(bottom), plies: puzzle.plies });
  const shownVariant = await variant(puzzle.position.variant);
  /** The solver's own moves that were right, and what stands on the board after their answers. @type {string[]} */
  let own = [];
  let here = puzzle.position;
  let missed = false;
  let hints = 0;
  /** Whether this attempt had a hint: then it is not the solver's own. */
  let helped = false;
  let busy = false;
  let timer = 0;
  const frame = h("div", { class: "study-board" });
  const message = h("p", { class: "puzzle-message", role: "status" }, task);
  const streak = h("p", { class: "note" });
  const overview = h("ol", { class: "puzzle-list" });
  const hint = button(t("study hint"), () => void help(), "quiet");
  const again = button(t("study again"), restart, "quiet");
  const next = h("a", { class: "button quiet", href: address((number + 1) % all.length) }, t("study next puzzle"));
  const board = createBoard(frame, {
    variant: shownVariant,
    label: task,
    announce: app.announce,
    onMove: (text) => void attempt(text),
    onRefused: (sentence) => (message.textContent = sentence),
  });

  /** @param {number} index */
  function address(index) {
    return `/puzzles/${puzzle.game}?id=${all[index]?.id}`;
  }

  /**
   * @param {PositionView} position
   * @param {import("../board/board.js").Showing} [showing]
   */
  function draw(position, showing = {}) {
    board.set(position, { bottom, ...showing });
  }

  function restart() {
    clearTimeout(timer);
    [own, here, hints, helped, busy] = [[], puzzle.position, 0, false, false];
    message.textContent = task;
    hint.disabled = false;
    draw(here, { canMove: true, last: false });
  }

  function showProgress() {
    const solved = all.filter((card) => made.solved.includes(card.id)).length;
    streak.textContent = t("study streak", { streak: made.streak, best: made.best, solved: `${solved}/${all.length}` });
    replace(
      overview,
      all.map((card, index) => {
        const done = made.solved.includes(card.id);
        const name = done
          ? t("study puzzle done", { number: index + 1 })
          : t("study puzzle link", { number: index + 1, plies: card.plies });
        const current = card.id === puzzle.id ? "page" : null;
        return h(
          "li",
          {},
          h(
            "a",
            {
              href: address(index),
              class: done ? "done" : null,
              "aria-current": current,
              "aria-label": name,
              title: name,
            },
            index + 1,
          ),
        );
      }),
    );
  }

  function miss() {
    if (!missed) made.streak = 0;
    missed = true;
    keep(made);
    showProgress();
  }

  function solve() {
    if (!missed && !made.solved.includes(puzzle.id)) made.streak += 1;
    made.best = Math.max(made.best, made.streak);
    if (!helped && !made.solved.includes(puzzle.id)) made.solved.push(puzzle.id);
    keep(made);
    showProgress();
    hint.disabled = true;
    next.classList.remove("quiet");
    next.focus();
  }

  /** @param {string} text */
  async function attempt(text) {
    busy = true;
    /** @type {AttemptView} */
    let found;
    try {
      found = await post(`/api/puzzles/${puzzle.id}/attempts`, { moves: [...own, text] });
    } catch (error) {
      busy = false;
      app.alert(sentence(error));
      draw(here, { canMove: true });
      return;
    }
    const [mine, answer] = found.steps.slice(found.state === "open" ? -2 : -1);
    if (mine) draw(mine, { animate: true });
    if (found.state === "solved") {
      message.textContent = t(helped ? "study solved with a hint" : "study solved");
      solve();
    } else if (found.state === "open" && answer) {
      [own, here, hints] = [[...own, text], answer, 0];
      message.textContent = t("study right", { plies: found.plies });
      timer = setTimeout(() => {
        busy = false;
        draw(here, { canMove: true, animate: true });
      }, PAUSE);
    } else {
      message.textContent = t("study wrong");
      miss();
      timer = setTimeout(() => {
        busy = false;
        draw(here, { canMove: true, last: own.length > 0 });
      }, 2 * PAUSE);
    }
  }

  /** First where to begin, then the whole move. */
  async function help() {
    if (busy) return;
    miss();
    try {
      const move = await post(`/api/puzzles/${puzzle.id}/hint`, { moves: own });
      if (busy) return;
      hints += 1;
      helped = true;
      const whole = hints > 1 || move.targets.length === 1;
      const pointed = whole ? move : { ...move, targets: move.targets.slice(0, 1) };
      message.textContent = whole
        ? t("study hint move", { move: moveWords(shownVariant, move.text) })
        : t("study hint first", { spot: moveWords(shownVariant, move.targets[0]) });
      draw(here, { canMove: true, marks: moveMarks(pointed) });
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  restart();
  showProgress();
  replace(
    root,
    tabs,
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card", "aria-label": t("web way puzzles") },
        h("h1", { class: "study-title" }, t("study puzzle", { number: number + 1, of: all.length })),
        message,
        h("p", { class: "note" }, t("study puzzle note")),
        h("div", { class: "actions" }, hint, again, next),
        h("nav", { "aria-label": t("study all puzzles") }, overview),
        streak,
        h(
          "p",
          {},
          h("a", { href: `/analysis?${new URLSearchParams({ from: puzzle.position.line })}` }, t("study look at it")),
        ),
      ),
    ),
  );
  return () => {
    clearTimeout(timer);
    board.destroy();
  };
}
