/** The names of players. */

import { t } from "../i18n.js";

/** @param {number} level */
export function levelName(level) {
  return t(`web.level-${level}`);
}

/** @param {SeatView} seat */
export function seatName(seat) {
  if (seat.computer !== null) {
    const named = t("web.computer-named", { name: levelName(seat.computer) });
    return seat.style && seat.style !== "plain" ? `${named}, ${t(`style.${seat.style}`)}` : named;
  }
  if (seat.name === null) return t("web.free-seat");
  return seat.name || t("web.guest");
}

/**
 * @param {MatchView} match
 * @param {Player} player
 */
export function playerName(match, player) {
  if (match.seats[player].name === "" && match.yours.includes(player)) {
    if (match.yours.length === 1) return t("you");
    // Two players without names on one screen are named by colour, or by number if they change colours between games.
    const several = match.scoring === "points" || match.length > 1;
    return several ? t("web.player-number", { number: player + 1 }) : t(sideOf(match, player));
  }
  return seatName(match.seats[player]);
}

/**
 * @param {MatchView} match
 * @param {Player} player
 * @returns {Side}
 */
export function sideOf(match, player) {
  return player === match.white ? "white" : "black";
}

/**
 * @param {MatchView} match
 * @param {Side} side
 * @returns {Player}
 */
export function playerOf(match, side) {
  return side === "white" ? match.white : other(match.white);
}

/**
 * @param {Player} player
 * @returns {Player}
 */
export function other(player) {
  return player === 0 ? 1 : 0;
}
