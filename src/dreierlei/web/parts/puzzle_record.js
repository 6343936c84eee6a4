/** What somebody has reached with puzzles; it stays in this browser. */

const KEY = "dreierlei puzzles";

/**
 * @typedef {object} PuzzleRecord
 * @property {string[]} solved ids
 * @property {number} streak puzzles solved one after the other at the first try
 * @property {number} best the longest such streak
 * @property {Record<string, number>} series the best result of each kind of series, by "kind game"
 */

/** @returns {PuzzleRecord} */
export function puzzleRecord() {
  const none = { solved: [], streak: 0, best: 0, series: {} };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return none;
  }
}

/** @param {PuzzleRecord} made */
export function keepPuzzleRecord(made) {
  try {
    localStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    // Where nothing can be kept, it lasts as long as the page.
  }
}

/**
 * Notes a result of a series.
 *
 * @param {"rush" | "streak"} kind
 * @param {string} game
 * @param {number} result
 * @returns {{ best: number, better: boolean }} the best one so far, and whether it is this one
 */
export function noteSeries(kind, game, result) {
  const made = puzzleRecord();
  const before = made.series[`${kind} ${game}`] ?? 0;
  if (result > before) keepPuzzleRecord({ ...made, series: { ...made.series, [`${kind} ${game}`]: result } });
  return { best: Math.max(result, before), better: result > before };
}
