/**
 * Finished reviews, stored in this browser, so that a game that is opened again has the same verdicts: the search has a time
 * limit, so another run might judge a move differently.
 */

/** @typedef {(JudgementView | VerdictView | MomentView)[]} Review */

const KEY = "dreierlei reviews";
const MOST = 20;

/** @returns {[string, Review][]} the latest first */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} game
 * @returns {Review | undefined}
 */
export function keptReview(game) {
  return all().find(([name]) => name === game)?.[1];
}

/**
 * @param {string} game
 * @param {Review} review
 */
export function keepReview(game, review) {
  const others = all().filter(([name]) => name !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([[game, review], ...others].slice(0, MOST)));
  } catch {
    // Without storage, the next visit repeats the review.
  }
}
