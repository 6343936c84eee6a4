/** Beginning a match: in this page, or on the server. */

import { post, variant as variantOf } from "../api.js";
import { found, playable } from "./kept.js";

/** @typedef {import("./kept.js").Wanted} Wanted */

/**
 * In this page where that is possible. The server has matches with friends and public ones, those of a browser that keeps
 * nothing for us, and whatever it must say something about.
 *
 * @param {Wanted} wanted
 * @param {GameView} game
 * @returns {Promise<{ id: string }>}
 */
export async function beginMatch(wanted, game) {
  const here = wanted.opponent.kind === "friend" ? null : await beginHere(wanted, game);
  return here ?? post("/api/matches", wanted);
}

/** @param {Wanted} wanted @param {GameView} game */
async function beginHere(wanted, game) {
  const variant = await variantOf(wanted.variant);
  return (await playable(wanted, variant, game)) ? found(wanted, variant, game).catch(() => null) : null;
}
