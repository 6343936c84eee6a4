/**
 * A match that is played in this page: the source of its updates, as the live connection is for a match on the server. Every
 * event becomes an entry of its log; the core checks it and derives the new state, which is then stored and shown.
 */

import { ApiError, game as gameOf, post, variant as variantOf } from "../api.js";
import { answerDraw } from "../core/local.js";
import { t } from "../i18n.js";
import { again, computerOf, keep, recordOf, sentOf, stateOf, viewOf } from "./kept.js";
import { reply } from "./opponent.js";
import { read, remove } from "./store.js";

/** @typedef {import("../live.js").Listeners} Listeners */
/** @typedef {import("../core/core.js").MatchState} MatchState */

/** Seconds that the computer has left when it is told to stop thinking. */
const AT_ONCE = 0.02;
/** Seconds for each way of judging a draw offer (proof, search), and the answers that accept it. */
const JUDGING = 0.5;
const AGREED = ["drawn", "worse", "even"];
/** The longest delay that `setTimeout` supports. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** A stored match with the state that follows from its log; throws if there is none. @param {string} id */
export async function openKept(id) {
  const kept = await read(id);
  if (!kept) throw new ApiError("not_found", t("web.no-kept-match"));
  const variant = await variantOf(kept.variant);
  return { kept, variant, game: await gameOf(variant.game), state: await stateOf(kept, variant) };
}

/** @param {string} id @returns {Promise<import("../source.js").Source>} */
export async function openLocal(id) {
  const opened = await openKept(id);
  const { variant, game } = opened;
  let { kept, state } = opened;
  /** @type {Listeners | null} */
  let listeners = null;
  let thinking = new AbortController();
  /** Entries are handled one after the other. @type {Promise<unknown>} */
  let busy = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let flag;

  /**
   * @param {string} kind
   * @param {number} player
   * @param {string} [text]
   */
  function add(kind, player, text = "") {
    const seen = kept.log.length;
    busy = busy.then(() => follow(seen, `${Date.now()} ${kind} ${player} ${text}`.trim())).catch(refuse);
  }

  /** @param {number} seen @param {string} entry */
  async function follow(seen, entry) {
    const stored = await read(id);
    if (!stored) return; // the server has it now
    // The match may also be open in another tab, whose entries come first.
    const moved = stored.log.length !== kept.log.length;
    if (moved) [kept, state] = [stored, await stateOf(stored, variant)];
    if (kept.log.length === seen && !moved) {
      state = await stateOf(kept, variant, [entry]);
      kept = { ...kept, log: [...kept.log, entry] };
      await keep(kept, state);
    }
    tell();
  }

  function refuse() {
    listeners?.onRefused({ code: "conflict", key: "web.not-now", values: {}, message: t("web.not-now") });
  }

  function tell() {
    if (!listeners) return;
    listeners.onMatch(viewOf(kept, state));
    consider();
  }

  /** Starts what the computer has to do now, and the timer for when the running clock expires. */
  function consider() {
    thinking.abort();
    thinking = new AbortController();
    clearTimeout(flag);
    const { running, left } = state.clock;
    if (running !== null && left) {
      const wait = Math.min(LONGEST_WAIT, 1000 * left[running] + 1);
      flag = setTimeout(() => add("flag", running), wait);
    }
    const [offer] = state.offers;
    if (state.thinking) void play(0);
    else if (offer && computerOf(kept) >= 0) void answer();
  }

  /** @param {number} seconds the most that the computer has; 0: its level decides */
  async function play(seconds) {
    const { signal } = thinking;
    const computer = computerOf(kept);
    try {
      const move = await reply(kept, variant, game, state, signal, seconds);
      if (signal.aborted) return;
      if (move === null) add("give_up", computer);
      else if (move === "swap") add("swap", computer);
      else add("move", computer, move);
    } catch (error) {
      if (!signal.aborted) refuse();
    }
  }

  async function answer() {
    const { signal } = thinking;
    const computer = computerOf(kept);
    const side = computer === state.white ? "white" : "black";
    const reached = { from: kept.start, moves: state.line };
    const verdict = await answerDraw(variant, reached, side, JUDGING, signal).catch(() => null);
    if (verdict === null) return;
    if (AGREED.includes(verdict)) add("draw", computer, verdict);
    else add("decline", computer, `draw ${verdict}`);
  }

  async function rematch() {
    const next = await again(kept, variant, state.next_white);
    kept = { ...kept, rematch: next.id };
    await keep(kept, state);
    tell();
  }

  /** @param {ActionName} name @param {Player} player */
  function act(name, player) {
    const oneScreen = kept.opponent.kind === "here";
    if (name === "offer_draw") oneScreen ? add("draw", player) : add("offer", player, "draw");
    else if (name === "ask_takeback") state.back === null ? refuse() : add("takeback", player, String(state.back));
    else if (name === "resign" || name === "give_up" || name === "swap" || name === "next") add(name, player);
    else if (name === "rematch" && kept.rematch === null) busy = busy.then(rematch).catch(refuse);
    else if (name === "stop_thinking") {
      thinking.abort();
      thinking = new AbortController();
      void play(AT_ONCE);
    }
  }

  return {
    match: viewOf(kept, state),
    local: true,
    connect(heard) {
      listeners = heard;
      consider();
      return {
        send(sent) {
          const own = /** @type {Player} */ (kept.guest === 1 ? 0 : 1);
          if (sent.type === "move") add("move", state.turn ?? own, sent.move);
          else if (sent.type === "action") act(sent.action, sent.player ?? own);
          return true;
        },
        close() {
          listeners = null;
          thinking.abort();
          clearTimeout(flag);
        },
      };
    },
    /** Moves the match to the server and removes it from this browser. */
    async send() {
      await busy;
      /** @type {MatchView} */
      const onServer = await post("/api/kept-matches", sentOf(kept));
      thinking.abort();
      await remove(id);
      return onServer.id;
    },
    record: (sgf) => recordOf(kept, variant, sgf),
    // The core has already found a hint, or there is none.
    hint: () => Promise.reject(new ApiError("conflict", t("web.not-now"))),
  };
}
