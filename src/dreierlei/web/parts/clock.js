/** Clocks: how a time is formatted, and how it runs between two updates from the server. */

import { t } from "../i18n.js";

/**
 * The seconds that a player has left, `since` milliseconds after the clock was last updated.
 *
 * @param {ClockView} clock
 * @param {Player} player
 * @param {number} since
 * @returns {number | null}
 */
export function left(clock, player, since) {
  const seconds = clock.left?.[player];
  if (seconds === undefined) return null;
  return Math.max(0, clock.running === player ? seconds - since / 1000 : seconds);
}

/** @param {number} seconds */
export function written(seconds) {
  if (seconds >= 2 * 86_400) return t("web.days-left", { n: Math.floor(seconds / 86_400) });
  const whole = Math.ceil(seconds - 0.05);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (seconds < 10) return `0:0${Math.max(0, seconds).toFixed(1)}`;
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
