/** A series of puzzles of rising difficulty: as many as possible within a time, or until the first mistake. */

import { h, replace } from "../dom.js";
import { get, variant as variantOf } from "../api.js";
import { fullPuzzle, someOf } from "./puzzle_list.js";
import { picture } from "../board/picture.js";
import { t } from "../i18n.js";
import { button, sentence } from "./buttons.js";
import { written } from "./clock.js";
import { createPuzzle } from "./puzzle_board.js";
import { noteSeries, puzzleRecord } from "./puzzle_record.js";

const PAUSE = 700;

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").App} app
 * @param {HTMLElement} tabs
 * @param {GameView} game
 * @param {"rush" | "streak"} kind
 */
export async function showSeries(root, app, tabs, game, kind) {
  /** @type {SeriesView} */
  const series = await get(`/api/puzzles/series?${new URLSearchParams({ game: game.id, kind })}`);
  /** @type {PuzzleCard[]} Drawn again each time, even if the server's answer is a static file. */
  let drawn = [];
  /** @type {Awaited<ReturnType<typeof createPuzzle>> | undefined} */
  let solving;
  /** @type {PuzzleCard[]} */
  let missed = [];
  let [number, solved, end] = [0, 0, 0];
  let running = false;
  let [ticking, waiting] = [0, 0];
  const name = t(`study.series-${kind}`);
  const about = t(`study.${kind}-about`, { minutes: (series.seconds ?? 0) / 60, mistakes: series.mistakes });
  const frame = h("div", { class: "study-board" });
  const message = h("p", { class: "puzzle-message", role: "status" });
  const time = h("p", { class: "series-time", role: "timer", "aria-live": "off", hidden: series.seconds === null });
  const score = h("p", { class: "series-score" });
  const record = h("p", { class: "note" });
  const list = h("ul", { class: "puzzle-list" });
  const again = h("div", { hidden: true }, h("h2", {}, t("study.missed-puzzles")), list);
  const start = button(t("study.series-start"), () => void begin(), "primary");

  function showScore() {
    const mistakes = t("study.series-mistakes", { count: missed.length, of: series.mistakes });
    score.textContent = `${t("study.series-score", { solved })} · ${mistakes}`;
    record.textContent = t("study.series-best", { best: puzzleRecord().series[`${kind} ${game.id}`] ?? 0 });
  }

  function showTime() {
    const left = Math.max(0, end - Date.now()) / 1000;
    time.textContent = written(running ? left : (series.seconds ?? 0));
    if (running && left <= 0) finish();
  }

  async function begin() {
    start.disabled = true;
    try {
      drawn = await someOf(game.id, series.puzzles.length);
      [number, solved, missed, running] = [0, 0, [], true];
      end = Date.now() + 1000 * (series.seconds ?? 0);
      again.hidden = start.hidden = true;
      if (series.seconds !== null) ticking = setInterval(showTime, 200);
      showScore();
      await next();
    } catch (error) {
      finish();
      app.alert(sentence(error));
    }
  }

  async function next() {
    const card = drawn[number];
    if (!card) return finish();
    number += 1;
    /** @type {PuzzleView} */
    const puzzle = await fullPuzzle(card);
    if (!running) return undefined;
    solving?.destroy();
    replace(frame);
    solving = await createPuzzle(frame, puzzle, app, {
      say: (text) => (message.textContent = running ? text : message.textContent),
      solved: () => {
        if (!running) return;
        solved += 1;
        showScore();
        later(next);
      },
      wrong: () => {
        if (!running) return;
        missed.push(card);
        showScore();
      },
      refuted: () => {
        if (!running) return;
        if (missed.length >= series.mistakes) finish();
        else later(next);
      },
    });
    return undefined;
  }

  /** @param {() => Promise<unknown>} step */
  function later(step) {
    waiting = setTimeout(() => {
      step().catch((error) => {
        finish();
        app.alert(sentence(error));
      });
    }, PAUSE);
  }

  /** Ends the series; the last board stays, with the explanation of a mistake. */
  function finish() {
    if (!running) return;
    running = false;
    clearInterval(ticking);
    clearTimeout(waiting);
    const { best, better } = noteSeries(kind, game.id, solved);
    const explanation = missed.length >= series.mistakes ? `${message.textContent} ` : "";
    message.textContent = explanation + t(better ? "study.series-new-best" : "study.series-end", { solved, best });
    showScore();
    again.hidden = missed.length === 0;
    replace(
      list,
      missed.map((card, index) => h("li", {}, h("a", { href: `/puzzles/${game.id}?id=${card.id}` }, index + 1))),
    );
    start.textContent = t("study.again");
    start.hidden = start.disabled = false;
    start.focus();
  }

  message.textContent = about;
  showScore();
  showTime();
  replace(frame, picture(await variantOf(game.id), null, name));
  replace(
    root,
    tabs,
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card series", "aria-label": name },
        h("h1", { class: "study-title" }, name),
        time,
        score,
        message,
        h("div", { class: "actions" }, start),
        again,
        record,
        h("p", {}, h("a", { href: `/puzzles/${game.id}` }, t("study.all-puzzles"))),
      ),
    ),
  );
  start.focus();
  return () => {
    running = false;
    clearInterval(ticking);
    clearTimeout(waiting);
    solving?.destroy();
  };
}
