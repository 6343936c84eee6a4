/** Puzzles from the lists of the games, so that they need no server: the one of the day, a series, one with its position. */

import { games, get, position } from "../api.js";

/** Milliseconds of a day, and the days before 1970, counted from 1 January of the year 1, which is day 1. */
const DAY = 86_400_000;
const EPOCH = 719_163;

/**
 * Which of so many has its turn on a day, and how many turns it has had before.
 *
 * @param {Date} now
 * @param {number} count
 */
export function turnOf(now, count) {
  const day = EPOCH + Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
  return /** @type {const} */ ([day % count, Math.floor(day / count)]);
}

/** @param {string} game @returns {Promise<PuzzleCard[]>} easier ones first */
export function puzzlesOf(game) {
  return get(`/api/puzzles?${new URLSearchParams({ game })}`);
}

/** @param {PuzzleCard} card @returns {Promise<PuzzleView>} */
export async function fullPuzzle(card) {
  return { ...card, position: await position(card.line) };
}

/**
 * The puzzle of the day that it is here: the games in turn, and of each game one after the other. Null if there are no
 * puzzles, or if they cannot be reached.
 *
 * @returns {Promise<PuzzleView | null>}
 */
export async function puzzleOfToday() {
  try {
    const offering = (await games()).filter((game) => game.puzzles > 0);
    const [place, turn] = turnOf(new Date(), offering.length);
    const game = offering[place];
    if (!game) return null;
    // Their ids have nothing to do with their difficulty.
    const mixed = (await puzzlesOf(game.id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const card = mixed[turn % mixed.length];
    return card ? await fullPuzzle(card) : null;
  } catch {
    return null;
  }
}

/**
 * Some puzzles of a game at random, easier ones first.
 *
 * @param {string} game
 * @param {number} count
 */
export async function someOf(game, count) {
  const rest = (await puzzlesOf(game)).map((card, index) => ({ card, index, lot: Math.random() }));
  const drawn = rest.sort((a, b) => a.lot - b.lot).slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ card }) => card);
}
