/** Puzzles from the lists of the games, so that they need no server: the puzzle of the day, a series, one with its position. */

import { games, get, position } from "../api.js";

/** Milliseconds in a day, and the number of 1 January 1970, counting from 1 January of the year 1 as day 1. */
const DAY = 86_400_000;
const EPOCH = 719_163;

/**
 * Which of `count` items has its turn on a day, and how many turns it has had before.
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
 * The puzzle of the day, by the local date: the games take turns, and so do the puzzles of each game. Null if there are no
 * puzzles, or if they cannot be fetched.
 *
 * @returns {Promise<PuzzleView | null>}
 */
export async function puzzleOfToday() {
  try {
    const offering = (await games()).filter((game) => game.puzzles > 0);
    const [place, turn] = turnOf(new Date(), offering.length);
    const game = offering[place];
    if (!game) return null;
    // Sorting by id mixes the difficulties, as the two are unrelated.
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
  const rest = (await puzzlesOf(game)).map((card, index) => ({ card, index, key: Math.random() }));
  const drawn = rest.sort((a, b) => a.key - b.key).slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ card }) => card);
}
