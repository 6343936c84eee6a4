/**
 * Where a match comes from: a server, or this browser. Pages ask here and need not know.
 *
 *     const source = await openMatch(id)
 *     source.match                           // as it stands
 *     const link = source.connect({ onMatch, onSaid, onRefused, onLink })
 *     link.send({ v: 1, type: "move", … }); link.close()
 */

import { get, post } from "./api.js";
import { connect } from "./live.js";
import { gameLine, isLocal, viewOf } from "./local/kept.js";
import { openKept, openLocal } from "./local/match.js";
import { all } from "./local/store.js";

/**
 * @typedef {object} Source
 * @property {MatchView} match
 * @property {(listeners: import("./live.js").Listeners) => { send: (sent: Sent) => boolean, close: () => void }} connect
 * @property {() => Promise<MoveView>} hint asked where the core in this page has none
 * @property {(() => Promise<string>) | null} send gives a match of this browser to the server, where it has another id
 * @property {(() => Promise<string>) | null} record the games of a match of this browser as text
 * @property {string | null} files where the server has its record and pictures
 */

/** Where the server has the record and the pictures of a match; null if it does not know it. @param {string} id */
export function filesOf(id) {
  return isLocal(id) ? null : `/api/matches/${encodeURIComponent(id)}`;
}

/** @param {string} id @returns {Promise<Source>} */
export async function openMatch(id) {
  const files = filesOf(id);
  if (!files) return openLocal(id);
  return {
    match: await get(files),
    files,
    send: null,
    record: null,
    connect: (listeners) => connect(id, listeners),
    hint: () => post(`${files}/hint`),
  };
}

/**
 * One game of a match, counted from 1 (0: the current one), and the match.
 *
 * @param {string} id
 * @param {number} round
 * @returns {Promise<{ line: GameLine, match: MatchView }>}
 */
export async function openGame(id, round) {
  const path = filesOf(id);
  if (!path) {
    const { kept, variant, state } = await openKept(id);
    return { line: await gameLine(kept, variant, round), match: viewOf(kept, state) };
  }
  const [line, match] = await Promise.all([get(`${path}/games/${round}`), get(path)]);
  return { line, match };
}

/** The matches that are kept in this browser, the latest first. @returns {Promise<MatchCard[]>} */
export async function keptCards() {
  const found = await all().catch(() => []);
  return found.flatMap(({ card }) => card ?? []).sort((a, b) => b.changed - a.changed);
}
