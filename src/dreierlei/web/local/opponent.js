/** The computer as a player in this page. */

import { book as openingBook } from "../api.js";
import { choose } from "../core/local.js";
import { levelOf, styleOf } from "./kept.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("../core/core.js").MatchState} MatchState */

/** The computer spends one part in this many of its remaining time on a move. */
const SHARE = 30;

function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/**
 * The computer's move; null if it gives up the round, "swap" if it swaps sides.
 *
 * @param {Kept} kept
 * @param {VariantView} variant
 * @param {GameView} game
 * @param {MatchState} state
 * @param {AbortSignal} signal
 * @param {number} most seconds; 0: the level decides
 * @returns {Promise<string | null>}
 */
export async function reply(kept, variant, game, state, signal, most) {
  const level = levelOf(kept) ?? 1;
  const left = state.clock.left?.[state.turn ?? 0];
  const seconds = most || (left === undefined ? 0 : Math.max(0.02, left / SHARE));
  const { white, score } = state;
  const match =
    game.give_up && !kept.start ? { white: score[white], black: score[white ? 0 : 1], goal: kept.length } : null;
  const reached = { from: kept.start, moves: state.line };
  const book = level === game.levels.at(-1) ? await openingBook(variant) : "";
  const swap = state.swap === "taken" ? 0 : (kept.swap ?? 0);
  const style = styleOf(kept) ?? "plain";
  const { move } = await choose(variant, reached, level, seed(), { seconds, match, swap, style, book, signal });
  return move;
}
