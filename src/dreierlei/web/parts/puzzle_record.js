/** The solver's record with puzzles, stored in this browser. */

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

/** @param {PuzzleRecord} record */
export function keepPuzzleRecord(record) {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // Without storage, the record is lost when the page is closed.
  }
}

/**
 * Records the result of a series.
 *
 * @param {"rush" | "streak"} kind
 * @param {string} game
 * @param {number} result
 * @returns {{ best: number, better: boolean }} the best result so far, and whether this is a new best
 */
export function noteSeries(kind, game, result) {
  const record = puzzleRecord();
  const before = record.series[`${kind} ${game}`] ?? 0;
  if (result > before) keepPuzzleRecord({ ...record, series: { ...record.series, [`${kind} ${game}`]: result } });
  return { best: Math.max(result, before), better: result > before };
}
