/** A match stored in this browser, as pages show it. The core derives its state from its log. */

import { ask, load } from "../core/local.js";
import { write } from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("../core/core.js").MatchState} MatchState */

const PREFIX = "local-";

/** Whether the match with this id is stored in this browser. @param {string} id */
export function isLocal(id) {
  return id.startsWith(PREFIX);
}

/** @typedef {Pick<NewMatch, "variant" | "opponent" | "colour"> & Partial<NewMatch>} Wanted omitted fields have their defaults */

/**
 * Whether such a match can be played in this page.
 *
 * @param {Wanted} wanted
 * @param {VariantView} variant
 * @param {GameView} game
 */
export async function playable(wanted, variant, game) {
  if (wanted.opponent.kind === "friend" || wanted.public || !sensible(wanted, game)) return false;
  return "indexedDB" in globalThis && (await load(variant)) !== null;
}

/**
 * Whether the server would accept the numbers; if not, it says what is wrong.
 *
 * @param {Wanted} wanted
 * @param {GameView} game
 */
function sensible({ length, clock }, { terms }) {
  const within = (/** @type {number} */ value, /** @type {[number, number]} */ [least, most]) =>
    Number.isInteger(value) && value >= least && value <= most;
  if (length !== null && length !== undefined && !within(length, terms.length)) return false;
  if (clock?.kind === "fischer") {
    return within(clock.initial, terms.initial) && within(clock.increment ?? 0, terms.increment);
  }
  return clock?.kind !== "days" || within(clock.days, terms.days);
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return PREFIX + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Creates and stores a new match.
 *
 * @param {Wanted} wanted
 * @param {VariantView} variant
 * @param {GameView} game
 * @returns {Promise<Kept>}
 */
export async function found(wanted, variant, game) {
  const white = wanted.colour === "random" ? Math.random() < 0.5 : wanted.colour === "white";
  const own = wanted.name ?? "";
  const other = wanted.opponent.kind === "here" ? (wanted.opponent.name ?? "") : "";
  const usual = game.scoring === "games" ? 1 : game.length;
  return begin(
    {
      variant: variant.id,
      opponent: wanted.opponent,
      guest: white ? 1 : 0,
      names: white ? [own, other] : [other, own],
      scoring: game.scoring,
      length: wanted.start ? 1 : (wanted.length ?? usual),
      start: wanted.start ?? "",
      clock: wanted.clock ?? { kind: "none" },
      swap: wanted.swap ?? 0,
    },
    variant,
  );
}

/**
 * The rematch of a match. The match rule for one more game decides who begins.
 *
 * @param {Kept} before
 * @param {VariantView} variant
 * @param {Player} white who is White in it
 */
export async function again(before, variant, white) {
  if (white === 0) return begin(before, variant);
  const [first, second] = before.names;
  return begin({ ...before, guest: before.guest === 1 ? 0 : 1, names: [second, first] }, variant);
}

/**
 * @param {Omit<Kept, "id" | "at" | "log" | "rematch" | "card">} agreed
 * @param {VariantView} variant
 * @returns {Promise<Kept>}
 */
async function begin(agreed, variant) {
  /** @type {Kept} */
  const kept = { ...agreed, id: newId(), at: Date.now(), log: [], rematch: null, card: null };
  await keep(kept, await stateOf(kept, variant));
  return kept;
}

/** The seat of the computer; -1 if there is none. @param {Kept} kept */
export function computerOf(kept) {
  return kept.opponent.kind === "computer" ? kept.guest : -1;
}

/** The computer's level; null if there is no computer. @param {Kept} kept */
export function levelOf({ opponent }) {
  return opponent.kind === "computer" ? opponent.level : null;
}

/** The computer's style, which decides among equal moves; null if there is no computer. @param {Kept} kept */
export function styleOf({ opponent }) {
  return opponent.kind === "computer" ? (opponent.style ?? "plain") : null;
}

/** @param {Kept} kept */
function terms(kept) {
  const { clock } = kept;
  const computer = computerOf(kept);
  const numbers =
    clock.kind === "fischer"
      ? [1000 * clock.initial, 1000 * (clock.increment ?? 0)]
      : clock.kind === "days"
        ? [86_400_000 * clock.days, 0]
        : [0, 0];
  const reader = computer < 0 ? -1 : 1 - computer;
  return [kept.length, kept.start ? 1 : 0, computer, reader, clock.kind, ...numbers, kept.at, kept.swap ?? 0].join(" ");
}

/**
 * The state that follows from the log of a match and any further entries; throws if they are not valid.
 *
 * @param {Kept} kept
 * @param {VariantView} variant
 * @param {string[]} more
 * @returns {Promise<MatchState>}
 */
export async function stateOf(kept, variant, more = []) {
  await load(variant);
  /** @type {MatchState | null} */
  const state = await ask(variant, "match", kept.start, [terms(kept), ...kept.log, ...more], Date.now());
  if (!state) throw new Error("the core does not follow this match");
  return state;
}

/**
 * The games of a match as text, or as SGF.
 *
 * @param {Kept} kept
 * @param {VariantView} variant
 * @param {boolean} sgf
 * @returns {Promise<string>}
 */
export function recordOf(kept, variant, sgf) {
  return ask(variant, "record", kept.start, [terms(kept), ...kept.log], kept.names, sgf);
}

/** @param {Kept} kept @returns {[SeatView, SeatView]} */
function seats(kept) {
  const level = levelOf(kept);
  const seat = (/** @type {Player} */ player) => ({
    name: kept.names[player],
    computer: player === computerOf(kept) ? level : null,
    style: player === computerOf(kept) ? styleOf(kept) : null,
    here: true,
  });
  return [seat(0), seat(1)];
}

/** @param {Kept} kept @returns {Player[]} */
function yours(kept) {
  return kept.opponent.kind === "here" ? [0, 1] : [kept.guest === 1 ? 0 : 1];
}

/** @param {Kept} kept @param {MatchState} state @returns {MatchView} */
export function viewOf(kept, { back, next_white, ...state }) {
  return {
    v: 1,
    id: kept.id,
    variant: kept.variant,
    scoring: kept.scoring,
    length: kept.length,
    seats: seats(kept),
    yours: yours(kept),
    claim_from: null,
    invite: null,
    public: false,
    swap_after: kept.swap ?? 0,
    rematch: kept.rematch,
    ...state,
    clock: { ...state.clock, setting: kept.clock },
  };
}

/** Stores a match, with its card for lists. @param {Kept} kept @param {MatchState} state */
export async function keep(kept, state) {
  const won = state.outcome?.winner;
  kept.card = {
    id: kept.id,
    variant: kept.variant,
    seats: seats(kept),
    turn: state.turn,
    yours: yours(kept),
    stones: state.position.stones,
    score: state.score,
    over: state.over,
    result: state.result,
    winner: won ? ((won === "white") === (state.white === 0) ? 0 : 1) : null,
    changed: Date.now() / 1000,
  };
  await write(kept);
}

/** The request with which the server takes over a match. @param {Kept} kept @returns {KeptMatch} */
export function sentOf(kept) {
  const { opponent, guest, names, start, length, clock, swap, variant } = kept;
  const [own, other] = guest === 1 ? names : [names[1], names[0]];
  return {
    settings: {
      variant,
      opponent: opponent.kind === "here" ? { kind: "here", name: other || null } : opponent,
      colour: guest === 1 ? "white" : "black",
      length: start ? null : length,
      clock,
      claim_days: 7,
      name: own || null,
      public: false,
      swap: swap ?? 0,
      start: start || null,
    },
    at: kept.at / 1000,
    log: kept.log,
  };
}

/**
 * The moves of one game of a match, counted from 1; 0 is the current one.
 *
 * @param {Kept} kept
 * @param {VariantView} variant
 * @param {number} round
 * @returns {Promise<GameLine>}
 */
export async function gameLine(kept, variant, round) {
  // The match at the end of that game.
  const ends = kept.log.flatMap((entry, index) => (entry.split(" ")[1] === "next" ? [index] : []));
  const then = await stateOf({ ...kept, log: kept.log.slice(0, ends[round - 1]) }, variant);
  const result = then.games.find((game) => game.round === then.round)?.result ?? "*";
  return { variant: kept.variant, start: kept.start || kept.variant, moves: then.line, result };
}
