/** Cards of matches for lists: the board, the players, the state of the match. */

import { h } from "../dom.js";
import { t, speak, ago, message } from "../i18n.js";
import { variant } from "../api.js";
import { picture } from "../board/picture.js";
import { seatName, other } from "./names.js";
import { scoreText } from "./players.js";

/** @typedef {"won" | "lost" | "drawn"} Result */

/**
 * A small board, which appears once its variant is loaded.
 *
 * @param {string} id of the variant
 * @param {string} stones
 */
export function thumb(id, stones) {
  const element = h("div", { class: "thumb" });
  void variant(id)
    .then((view) => element.append(picture(view, stones, "")))
    .catch(() => undefined);
  return element;
}

/** The id of a card's game. @param {MatchCard} card */
export function gameOf(card) {
  return card.variant.split(":")[0] ?? "";
}

/**
 * How a match ended for the viewer; null for two players on one screen, and for spectators.
 *
 * @param {MatchCard} card
 * @returns {Result | null}
 */
export function resultOf({ yours: [mine, both], score }) {
  if (mine === undefined || both !== undefined) return null;
  const [own, theirs] = [score[mine], score[other(mine)]];
  return own > theirs ? "won" : own < theirs ? "lost" : "drawn";
}

/**
 * @param {MatchCard} card
 * @param {GameView[]} known
 */
export function matchCard(card, known) {
  const game = known.find(({ id }) => id === gameOf(card));
  const names = card.seats.map((seat) => seatName(seat));
  const together = card.yours.length === 2 && card.seats.every((seat) => !seat.name);
  const mine = card.turn !== null && card.yours.includes(card.turn);
  return h(
    "a",
    { class: "match-card", href: `/match/${card.id}` },
    thumb(card.variant, card.stones),
    h(
      "span",
      {},
      h("strong", {}, game ? speak(game.names) : card.variant),
      h("span", {}, together ? t("web.opponent-here") : names.join(" – ")),
      h("span", { class: mine ? "now" : "quiet-text" }, `${stateOf(card, mine)} · ${ago(card.changed)}`),
    ),
  );
}

/**
 * @param {MatchCard} card
 * @param {boolean} mine whether it is the viewer's turn
 */
function stateOf(card, mine) {
  if (card.seats.some((seat) => seat.name === null && seat.computer === null)) return t("web.waiting");
  if (mine) return t("web.your-turn");
  return ended(card) || t("web.their-turn", { name: seatName(card.seats[card.turn ?? 0]) });
}

/** How a match, or its current game, ended; empty while it is in progress. @param {MatchCard} card */
function ended(card) {
  const { result, winner, yours, seats, score, over } = card;
  if (!result) return "";
  const [a, b] = score.map(scoreText);
  const several = over && score[0] + score[1] > 1;
  const [first, second] = seats.map((seat) => seatName(seat));
  if (several) return t("result.match-score", { first: first ?? "", a: a ?? "", b: b ?? "", second: second ?? "" });
  if (winner !== null && yours.length === 1 && yours.includes(winner)) return t("web.you-won");
  return message({ key: result.key, values: { ...result.values, ...(winner !== null && { name: seatName(seats[winner]) }) } });
}
