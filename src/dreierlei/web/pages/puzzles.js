/** Puzzles with one winning move: one after the other, in a series, or a win that was missed in a game. */

import { h, replace } from "../dom.js";
import { ApiError, get, variant } from "../api.js";
import { judge } from "../core/local.js";
import { speak, t } from "../i18n.js";
import { button } from "../parts/buttons.js";
import { createPuzzle } from "../parts/puzzle_board.js";
import { fullPuzzle } from "../parts/puzzle_list.js";
import { keepPuzzleRecord, puzzleRecord } from "../parts/puzzle_record.js";
import { showSeries } from "../parts/puzzle_series.js";
import { gameTabs } from "../parts/tabs.js";
import { rename } from "../router.js";

const KINDS = /** @type {const} */ (["rush", "streak"]);

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const { game, tabs } = await gameTabs("puzzles", params.game);
  app.title(`${t("web.way-puzzles")}: ${speak(game.names)}`);
  if (params.from !== undefined) {
    return solveOne(root, app, tabs, [], await ownPuzzle(params.from, params.moves ?? ""));
  }
  /** @type {PuzzleCard[]} */
  const all = await get(`/api/puzzles?game=${game.id}`);
  if (all.length === 0) {
    replace(root, tabs, h("h1", {}, t("web.way-puzzles")), h("p", {}, t("study.no-puzzles")));
    return undefined;
  }
  const kind = KINDS.find((known) => known === params.series);
  if (kind) return showSeries(root, app, tabs, game, kind);
  const record = puzzleRecord();
  if (params.id !== undefined && !all.some((card) => card.id === params.id))
    await get(`/api/puzzles/${encodeURIComponent(params.id)}`);
  const first =
    all.find((card) => card.id === params.id) ?? all.find((card) => !record.solved.includes(card.id)) ?? all[0];
  const puzzle = await fullPuzzle(/** @type {PuzzleCard} */ (first));
  rename(`/puzzles/${game.id}?id=${puzzle.id}`);
  return solveOne(root, app, tabs, all, puzzle);
}

/**
 * A position from somebody's game as a puzzle: its win is proved in this page, or by the server if the core is not loaded.
 *
 * @param {string} from @param {string} moves
 * @returns {Promise<PuzzleView>}
 */
async function ownPuzzle(from, moves) {
  const reached = { from: from.includes(" ") ? from : "", moves: moves.split(",").filter(Boolean) };
  const askServer = () => get(`/api/puzzles/own?${new URLSearchParams({ from, moves })}`);
  const own = await judge(await variant(from.split(" ")[0] ?? ""), "ownPuzzle", reached).catch(askServer);
  if (own === null) throw new ApiError("bad_request", t("puzzle.no-win"));
  return own;
}

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").App} app
 * @param {HTMLElement} tabs
 * @param {PuzzleCard[]} all the puzzles of the game; empty if the puzzle is a missed win
 * @param {PuzzleView} puzzle
 */
async function solveOne(root, app, tabs, all, puzzle) {
  const record = puzzleRecord();
  const own = all.length === 0;
  const number = all.findIndex((card) => card.id === puzzle.id);
  let missed = false;
  const frame = h("div", { class: "study-board" });
  const message = h("p", { class: "puzzle-message", role: "status" });
  const streak = h("p", { class: "note" });
  const overview = h("div", { class: "puzzle-grades" });
  const retry = button(
    t("learn.try"),
    () => {
      retry.hidden = true;
      solving.retry();
    },
    "",
  );
  retry.hidden = true;
  const hint = button(
    t("study.hint"),
    () => {
      miss();
      void solving.hint();
    },
    "quiet",
  );
  const again = button(
    t("study.again"),
    () => {
      retry.hidden = true;
      hint.disabled = false;
      solving.restart();
    },
    "quiet",
  );
  const next = h("a", { class: "button quiet", href: address((number + 1) % all.length) }, t("study.next-puzzle"));

  /** @param {number} index */
  function address(index) {
    return `/puzzles/${puzzle.game}?id=${all[index]?.id}`;
  }

  function showProgress() {
    if (own) return;
    const solved = all.filter((card) => record.solved.includes(card.id)).length;
    streak.textContent = t("study.streak", { streak: record.streak, best: record.best, solved: `${solved}/${all.length}` });
    const grades = [...new Set(all.map((card) => card.grade))];
    replace(overview, grades.map(gradeList));
  }

  /** @param {number | null} grade */
  function gradeList(grade) {
    const cards = all.flatMap((card, index) => (card.grade === grade ? [{ card, index }] : []));
    const solved = cards.filter(({ card }) => record.solved.includes(card.id)).length;
    return h(
      "details",
      { class: "fold", open: grade === puzzle.grade },
      h("summary", {}, t("study.grade-of", { grade: t(`study.grade-${grade}`), done: solved, of: cards.length })),
      h(
        "ol",
        { class: "puzzle-list" },
        cards.map(({ card, index }) => h("li", {}, cardLink(card, index))),
      ),
    );
  }

  /**
   * @param {PuzzleCard} card
   * @param {number} index
   */
  function cardLink(card, index) {
    const done = record.solved.includes(card.id);
    const name = done
      ? t("study.puzzle-done", { number: index + 1 })
      : t("study.puzzle-link", { number: index + 1, plies: card.plies });
    const current = card.id === puzzle.id ? "page" : null;
    const attributes = { class: done ? "done" : null, "aria-current": current, "aria-label": name, title: name };
    return h("a", { href: address(index), ...attributes }, index + 1);
  }

  function miss() {
    if (own) return;
    if (!missed) record.streak = 0;
    missed = true;
    keepPuzzleRecord({ ...puzzleRecord(), ...record });
    showProgress();
  }

  /** @param {boolean} helped */
  function solve(helped) {
    hint.disabled = true;
    if (own) return;
    if (!missed && !record.solved.includes(puzzle.id)) record.streak += 1;
    record.best = Math.max(record.best, record.streak);
    if (!helped && !record.solved.includes(puzzle.id)) record.solved.push(puzzle.id);
    keepPuzzleRecord({ ...puzzleRecord(), ...record });
    showProgress();
    next.classList.remove("quiet");
    next.focus();
  }

  const solving = await createPuzzle(
    frame,
    puzzle,
    app,
    {
      say: (text) => (message.textContent = text),
      solved: solve,
      wrong: miss,
      refuted: () => {
        retry.hidden = false;
        retry.focus();
      },
    },
    own,
  );
  const title = own ? t("study.own-puzzle") : t("study.puzzle", { number: number + 1, of: all.length });
  const difficulty = t("study.difficulty", { grade: t(`study.grade-${puzzle.grade}`), percent: puzzle.difficulty });
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
        { class: "study-side card", "aria-label": t("web.way-puzzles") },
        h("h1", { class: "study-title" }, title),
        message,
        h("div", { class: "actions" }, retry, hint, again, !own && next),
        h("p", { class: "note" }, t(own ? "study.own-puzzle-note" : "study.puzzle-note")),
        !own && h("p", { class: "note" }, difficulty),
        !own && [
          h(
            "div",
            { class: "actions" },
            KINDS.map((kind) =>
              h("a", { class: "button quiet small", href: `/puzzles/${puzzle.game}?series=${kind}` }, t(`study.series-${kind}`)),
            ),
          ),
          h("nav", { "aria-label": t("study.all-puzzles") }, overview),
          streak,
        ],
        own && h("p", {}, h("a", { href: `/puzzles/${puzzle.game}` }, t("study.all-puzzles"))),
        h(
          "p",
          {},
          h("a", { href: `/analysis?${new URLSearchParams({ from: puzzle.position.line })}` }, t("study.look-at-it")),
        ),
      ),
    ),
  );
  return () => solving.destroy();
}
