/** The review of a game of a match: its course as a graph, the moves that changed the result, the best moves. */

import { h, replace } from "../dom.js";
import { game as findGame, position, variant } from "../api.js";
import { knows, load, review as lookBack } from "../core/local.js";
import { message, speak, t } from "../i18n.js";
import { shared } from "../address.js";
import { isLocal } from "../local/kept.js";
import { rename } from "../router.js";
import { openGame, recordOf } from "../source.js";
import { createBoard } from "../board/board.js";
import { moveWords } from "../board/speech.js";
import { button, sentence } from "../parts/buttons.js";
import { createGraph } from "../parts/graph.js";
import { keepReview, keptReview } from "../parts/kept_reviews.js";
import { beginner, moveList } from "../parts/moves.js";
import { other, playerName } from "../parts/names.js";
import { openShare } from "../parts/sharing.js";
import { stream } from "../parts/stream.js";
import { moveMarks } from "../parts/values.js";

/** @typedef {import("../parts/kept_reviews.js").Review} Review */

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const id = params.id ?? "";
  const round = Number(params.round ?? 0);
  const { line, match } = await openGame(id, round);
  const white = match.games.find((played) => played.round === round)?.white ?? match.white;
  const game = await findGame(line.variant.split(":")[0] ?? "");
  const shownVariant = await variant(line.variant);
  const name = t("study.review-title", { game: speak(game.names) });
  app.title(name);
  let ply =
    params.ply === undefined ? line.moves.length : Math.max(0, Math.min(line.moves.length, Number(params.ply) || 0));
  /** How many moves of the best line from `ply` are on the board. */
  let ahead = 0;
  let requests = 0;
  let judged = 0;
  let turned = 0;
  /** @type {MomentView[]} */
  const moments = [];
  const frame = h("div", { class: "study-board" });
  const board = createBoard(frame, { variant: shownVariant, label: name });
  const verdict = h("p", { class: "verdict", role: "status" });
  const best = h("div", { class: "best-line" });
  const progress = h("p", { class: "note" });
  const teacher = h("section", { class: "teacher", "aria-label": t("teacher.title"), hidden: true });
  /** The moves that gave a win away, by ply. @type {Set<number>} */
  const missed = new Set();
  const puzzles = h("div", { class: "missed-wins", hidden: true });
  const graph = createGraph(line.moves.length, (chosen) => void go(chosen));
  const list = moveList(shownVariant, (wanted) => void go(wanted));

  /**
   * @param {number} wanted
   * @param {number} [further] moves of the best line from there
   */
  async function go(wanted, further = 0) {
    const number = ++requests;
    const animate = further > 0 ? wanted === ply && further === ahead + 1 : ahead === 0 && wanted === ply + 1;
    const side = graph.known(wanted)?.best.slice(0, further) ?? [];
    try {
      const shown = await position(line.start, [...line.moves.slice(0, wanted), ...side]);
      if (number !== requests) return;
      [ply, ahead] = [wanted, further];
      graph.at(ply);
      list.update(line.moves, ply, beginner(ply + ahead, shown.turn));
      drawSigns();
      const next = shown.moves.find((legal) => legal.text === graph.known(ply)?.best[ahead]);
      board.set(shown, { animate, marks: next ? moveMarks(next) : [] });
      tell();
      const address = new URLSearchParams({ ...(round ? { round: String(round) } : {}), ply: String(ply) });
      rename(`/match/${id}/review?${address}`);
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  function tell() {
    const kind = graph.said(ply);
    verdict.textContent = [kind && t(`study.${kind}`), graph.text(ply)].filter(Boolean).join(" · ");
    const judgement = graph.known(ply);
    replace(
      best,
      judgement &&
        judgement.best.length > 0 && [
          h("span", { class: "note" }, `${t("study.best-line")}:`),
          ...judgement.best.map((move, index) =>
            h(
              "button",
              {
                type: "button",
                class: "move",
                "aria-current": String(index === ahead - 1),
                onclick: () => void go(ply, index + 1),
              },
              move,
            ),
          ),
          ahead > 0 &&
            h(
              "button",
              { type: "button", class: "button quiet small", onclick: () => void go(ply) },
              t("study.back-to-game"),
            ),
        ],
    );
  }

  function drawSigns() {
    list.element.querySelectorAll("li button").forEach((button, index) => {
      const kind = graph.said(index + 1);
      if (!kind || button.classList.contains(kind)) return;
      button.classList.add(kind);
      button.append(h("span", { class: "visually-hidden" }, ` (${t(`study.${kind}`)})`));
    });
  }

  /** Every missed win becomes a puzzle: the position before the move. */
  function showMissed() {
    puzzles.hidden = missed.size === 0;
    const plies = [...missed].sort((a, b) => a - b);
    replace(
      puzzles,
      h("h2", {}, t("study.missed-wins")),
      h(
        "ul",
        {},
        plies.map((at) => {
          const before = new URLSearchParams({ from: line.start, moves: line.moves.slice(0, at - 1).join(",") });
          const who = graph.known(at - 1)?.winner === "white" ? white : other(white);
          const you = match.yours.length === 1 && match.yours.includes(who);
          const text = t(you ? "study.you-missed-win" : "study.missed-win", {
            number: Math.ceil(at / 2),
            move: moveWords(shownVariant, line.moves[at - 1] ?? ""),
            name: playerName(match, who),
          });
          const link = h("a", { href: `/puzzles/${game.id}?${before}` }, t("study.find-the-win"));
          return h("li", {}, `${text} `, link);
        }),
      ),
    );
  }

  function showProgress() {
    const of = line.moves.length + 1;
    progress.textContent =
      judged < of
        ? t("study.judged", { done: judged, of })
        : `${t("study.turns", { count: turned })}. ${t("study.verdicts")}.`;
    showMissed();
  }

  /** What to learn from the game: each moment in words, and the better move, which can be shown on the board. */
  function teach() {
    teacher.hidden = judged <= line.moves.length;
    replace(
      teacher,
      h("h2", {}, t("teacher.title")),
      moments.length === 0 && h("p", { class: "note" }, t("teacher.none")),
      moments.length > 0 &&
        h(
          "ol",
          {},
          ...moments.map(({ ply: after, better, sentences }) =>
            h(
              "li",
              {},
              h("p", {}, sentences.map(message).join(" ")),
              button(t("teacher.show", { move: better }), () => void go(after - 1).then(() => go(after - 1, 1))),
            ),
          ),
        ),
    );
  }

  /** @param {Review[number]} item */
  function take(item) {
    if ("better" in item) {
      moments.push(item);
    } else if ("verdict" in item) {
      graph.verdict(item);
      if (item.missed_win) missed.add(item.ply);
      turned += item.verdict === "turned" ? 1 : 0;
    } else {
      graph.judge(item);
      judged += 1;
    }
  }

  /**
   * Runs the review, and stores it when complete. The core in this page does it; the server only where there is no core.
   */
  function ask() {
    /** @type {Review} */
    const review = [];
    /** @param {Review[number]} item */
    function hear(item) {
      review.push(item);
      take(item);
      if ("verdict" in item) drawSigns();
      showProgress();
      if ("better" in item || item.ply !== ply || ahead > 0) return;
      if ("verdict" in item) tell();
      else void go(ply);
    }
    /** @param {string | null} error */
    function end(error) {
      if (error) app.alert(error);
      else if (judged > line.moves.length) keepReview(played, review);
      teach();
    }
    if (!knows(shownVariant)) return stream(`/api/review?${played}`, hear, end);
    const from = line.start === shownVariant.id ? "" : line.start;
    return lookBack(shownVariant, { from, moves: line.moves }, hear, () => end(null));
  }

  const played = new URLSearchParams({ from: line.start, moves: line.moves.join(",") }).toString();
  const kept = keptReview(played);
  kept?.forEach(take);
  await load(shownVariant);
  const close = kept ? () => undefined : ask();

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.target instanceof Element && event.target.closest("input, select, textarea, .moves")) return;
    if (list.stepKey(event)) event.preventDefault();
  }
  addEventListener("keydown", onKey);

  function share() {
    const link = isLocal(id) ? shared(`/analysis?${played}`) : location.href;
    const { start: from, moves, result } = line;
    const record = (/** @type {boolean} */ sgf) => recordOf(id, sgf);
    openShare({ name: `${game.id}-${id}`, link, from, moves, variant: shownVariant, result, record, sgf: game.sgf }, app);
  }

  const here = () => new URLSearchParams({ from: line.start, moves: line.moves.slice(0, ply).join(",") });
  replace(
    root,
    h("h1", { class: "study-title" }, name),
    h("p", { class: "lead" }, `${playerName(match, white)} – ${playerName(match, other(white))}: ${line.result}`),
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card", "aria-label": name },
        graph.element,
        verdict,
        best,
        progress,
        teacher,
        puzzles,
        list.element,
        h(
          "div",
          { class: "actions" },
          button(t("study.analyse-here"), () => app.go(`/analysis?${here()}`)),
          button(t("web.share"), share),
          h("a", { class: "button quiet small", href: `/match/${id}` }, t("study.to-match")),
        ),
      ),
    ),
  );
  showProgress();
  if (kept) teach();
  await go(ply);
  return () => {
    close();
    removeEventListener("keydown", onKey);
    board.destroy();
  };
}
