/** The bar of a player: stone, name, score, clock, and the last phrase. */

import { h, svg, replace } from "../dom.js";
import { t } from "../i18n.js";
import { stone } from "../board/draw.js";
import { left, written } from "./clock.js";
import { playerName, sideOf } from "./names.js";

/** @param {number} score */
export function scoreText(score) {
  const half = score % 1 ? "½" : "";
  return half && score < 1 ? half : `${Math.floor(score)}${half}`;
}

export function playerBar() {
  const token = h("span", { class: "token" });
  const name = h("strong", { class: "name" });
  const state = h("span", { class: "presence" });
  const bubble = h("span", { class: "bubble", hidden: true });
  const score = h("span", { class: "points" });
  const time = h("span", { class: "time", role: "timer", hidden: true });
  const element = h("div", { class: "player" }, token, h("span", { class: "who" }, name, state), bubble, score, time);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  let letter = "";

  /**
   * @param {MatchView} match
   * @param {Player} player
   */
  function update(match, player) {
    const seat = match.seats[player];
    const side = sideOf(match, player);
    const shown = side === "white" ? "w" : "b";
    if (shown !== letter) {
      letter = shown;
      replace(token, svg("svg", { viewBox: "-50 -50 100 100", role: "img", "aria-label": t(side) }, stone(shown, 42)));
    }
    const mine = match.yours.length === 1 && match.yours[0] === player;
    const otherName = playerName(match, player);
    name.textContent = !mine ? otherName : seat.name ? t("web.name-you", { name: seat.name }) : t("you");
    const human = seat.computer === null && seat.name !== null && !match.yours.includes(player);
    state.textContent = human ? (seat.here ? t("web.here") : t("web.away")) : "";
    state.classList.toggle("away", !seat.here);
    element.classList.toggle("turn", match.turn === player);
    score.textContent = scoreText(match.score[player]);
    score.setAttribute("aria-label", `${t("web.score")}: ${scoreText(match.score[player])}`);
    score.hidden = match.length === 1 && match.games.length === 0;
    time.hidden = match.clock.left === null;
    tick(match, player, 0);
  }

  /**
   * @param {MatchView} match
   * @param {Player} player
   * @param {number} since
   */
  function tick(match, player, since) {
    const seconds = left(match.clock, player, since);
    if (seconds === null) return;
    time.textContent = written(seconds);
    time.classList.toggle("short", match.clock.running === player && seconds < 30);
    time.classList.toggle("running", match.clock.running === player);
  }

  /** @param {string} phrase */
  function say(phrase) {
    bubble.textContent = phrase;
    bubble.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => (bubble.hidden = true), 6000);
  }

  return { element, update, tick, say };
}
