/**
 * Where a match comes from: a server, or this browser. Pages use one interface for both.
 *
 *     const source = await openMatch(id)
 *     source.match                           // its current state
 *     const link = source.connect({ onMatch, onSaid, onRefused, onLink })
 *     link.send({ v: 1, type: "move", … }); link.close()
 */

import { get, post } from "./api.js";
import { gameLine, isLocal, recordOf as keptRecord, viewOf } from "./local/kept.js";
import { openKept, openLocal } from "./local/match.js";
import { all } from "./local/store.js";

/**
 * @typedef {object} Source
 * @property {MatchView} match
 * @property {(listeners: import("./live.js").Listeners) => { send: (sent: Sent) => boolean, close: () => void }} connect
 * @property {() => Promise<MoveView>} hint requested where the core in this page has none
 * @property {(() => Promise<string>) | null} send moves a match of this browser to the server and returns its new id
 * @property {(sgf: boolean) => Promise<string>} record its games as text, or as SGF
 * @property {boolean} local whether the match is stored only in this browser
 */

/** @param {string} id */
function pathOf(id) {
  return `/api/matches/${encodeURIComponent(id)}`;
}

/** The games of a match as text, or as SGF. @param {string} id @param {boolean} sgf @returns {Promise<string>} */
export async function recordOf(id, sgf) {
  if (!isLocal(id)) return get(`${pathOf(id)}/${sgf ? "sgf" : "record"}`);
  const { kept, variant } = await openKept(id);
  return keptRecord(kept, variant, sgf);
}

/** @param {string} id @returns {Promise<Source>} */
export async function openMatch(id) {
  if (isLocal(id)) return openLocal(id);
  const { connect } = await import("./live.js"); // most matches need no connection
  return {
    match: await get(pathOf(id)),
    local: false,
    send: null,
    record: (sgf) => recordOf(id, sgf),
    connect: (listeners) => connect(id, listeners),
    hint: () => post(`${pathOf(id)}/hint`),
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
  if (isLocal(id)) {
    const { kept, variant, state } = await openKept(id);
    return { line: await gameLine(kept, variant, round), match: viewOf(kept, state) };
  }
  const [line, match] = await Promise.all([get(`${pathOf(id)}/games/${round}`), get(pathOf(id))]);
  return { line, match };
}

/** The matches stored in this browser, the latest first. @returns {Promise<MatchCard[]>} */
export async function keptCards() {
  const matches = await all().catch(() => []);
  return matches.flatMap(({ card }) => card ?? []).sort((a, b) => b.changed - a.changed);
}
