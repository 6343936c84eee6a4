/** Exact values and scores in words and as marks on a board. */

import { t } from "../i18n.js";

/** @typedef {import("../wire.js").ValueView} ValueView */
/** @typedef {import("../wire.js").Score} Score */
/** @typedef {import("../wire.js").Side} Side */
/** @typedef {import("../board/board.js").Mark} Mark */

/** @param {ValueView} value */
export function valueText(value) {
  if (!value.known) return t("study not known");
  if (value.winner === null) return t("study draw");
  const name = t(value.winner);
  if (value.plies === 0) return t("study has won", { name });
  return value.plies === null ? t("study wins", { name }) : t("study wins in", { name, plies: value.plies });
}

/**
 * What a line is worth, in a few letters: for the player who begins it.
 *
 * @param {Score} score
 */
export function scoreText(score) {
  if (score.result === "draw") return t("study draw");
  if (score.result === null) return signed((score.estimate ?? 0) / 100);
  const won = score.result === "win";
  if (score.plies === null) return t(won ? "study win" : "study loss");
  return t(won ? "study win short" : "study loss short", { plies: score.plies });
}

/** @param {number} value */
export function signed(value) {
  return `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`;
}

/**
 * Marks for what each move is worth to the player to move. Of several moves that begin at the same spot the best
 * counts.
 *
 * @param {Record<string, ValueView>} values by the moves' texts
 * @param {import("../wire.js").MoveView[]} moves
 * @param {Side} turn
 * @returns {Mark[]}
 */
export function valueMarks(values, moves, turn) {
  /** @type {Map<string, ValueView>} */
  const best = new Map();
  for (const move of moves) {
    const value = values[move.text];
    const first = move.targets[0];
    if (!value?.known || first === undefined) continue;
    const before = best.get(first);
    if (!before || rank(value, turn) > rank(before, turn)) best.set(first, value);
  }
  return [...best].map(([target, value]) => ({ target, kind: kind(value, turn), text: mark(value, turn) }));
}

/**
 * Marks for a move: what to point at, numbered where it is more than one thing.
 *
 * @param {import("../wire.js").MoveView} move
 * @returns {Mark[]}
 */
export function moveMarks(move) {
  const { targets } = move;
  return targets.map((target, index) => ({
    target,
    kind: "hint",
    ...(targets.length > 1 ? { text: String(index + 1) } : {}),
  }));
}

/** @param {ValueView} value @param {Side} turn */
function rank(value, turn) {
  const plies = value.plies ?? 0;
  if (value.winner === null) return 0;
  return value.winner === turn ? 1000 - plies : plies - 1000;
}

/** @param {ValueView} value @param {Side} turn @returns {"good" | "bad" | "even"} */
function kind(value, turn) {
  if (value.winner === null) return "even";
  return value.winner === turn ? "good" : "bad";
}

/** @param {ValueView} value @param {Side} turn */
function mark(value, turn) {
  if (value.winner === null) return "=";
  return `${value.winner === turn ? "+" : "−"}${value.plies === null ? "" : value.plies + 1}`;
}
