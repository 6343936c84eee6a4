/** The computer as a player in this page: its moves, and its answers to an offer of a draw. */

import { ask, choose, think } from "../core/local.js";
import { levelOf } from "./kept.js";

/** @typedef {import("../core/core.js").Reached} Reached */
/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("../core/core.js").MatchState} MatchState */

/** Of its time for a game, the computer takes this part for a move. */
const SHARE = 30;
/** The estimate, in hundredths, from which a side is ahead, and the plies after which an even game is long. */
const [AHEAD, LONG] = [30, 40];

function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/**
 * The computer's move; null if it gives up the round.
 *
 * @param {Kept} kept
 * @param {VariantView} variant
 * @param {GameView} game
 * @param {MatchState} state
 * @param {AbortSignal} signal
 * @param {number} most seconds; 0: as the level has it
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
  const { move } = await choose(variant, reached, level, seed(), { seconds, match, signal });
  return move;
}

/**
 * What the computer says to an offer of a draw, as `dreierlei.levels.answer_draw` does: "drawn", "worse" and "even" accept.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {Side} side the computer's
 * @param {Side} turn who is to move
 */
export async function answerDraw(variant, reached, side, turn) {
  /** @type {import("../core/core.js").Verdict | null} */
  const exact = await ask(variant, "solve", reached, { seconds: 0.5 });
  if (exact?.known) return exact.winner === null ? "drawn" : exact.winner === side ? "better" : "worse";
  /** @type {AnalysisView | null} */
  const found = await new Promise((resolve) => {
    /** @type {AnalysisView | null} */
    let last = null;
    think(variant, reached, { seconds: 0.5 }, (news) => (last = news), () => resolve(last));
  });
  const score = found?.lines[0]?.score;
  if (!score || score.result === "draw") return score ? "drawn" : "early";
  const value = score.result ? (score.result === "win" ? Infinity : -Infinity) : (score.estimate ?? 0);
  if (Math.abs(value) > AHEAD) return value > 0 === (turn === side) ? "better" : "worse";
  return (reached.moves?.length ?? 0) >= LONG ? "even" : "early";
}

/** The answers that accept. */
export const AGREED = ["drawn", "worse", "even"];
