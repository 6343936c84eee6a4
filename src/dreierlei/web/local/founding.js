/** Starts a match, in this page or on the server. */

import { post, variant as variantOf } from "../api.js";
import { found, playable } from "./kept.js";

/** @typedef {import("./kept.js").Wanted} Wanted */

/**
 * Starts a match in this page if possible. The server takes matches with friends, public matches, those of browsers without
 * storage, and invalid requests, which it explains.
 *
 * @param {Wanted} wanted
 * @param {GameView} game
 * @returns {Promise<{ id: string }>}
 */
export async function beginMatch(wanted, game) {
  const local = wanted.opponent.kind === "friend" ? null : await beginHere(wanted, game);
  return local ?? post("/api/matches", wanted);
}

/** @param {Wanted} wanted @param {GameView} game */
async function beginHere(wanted, game) {
  const variant = await variantOf(wanted.variant);
  return (await playable(wanted, variant, game)) ? found(wanted, variant, game).catch(() => null) : null;
}
