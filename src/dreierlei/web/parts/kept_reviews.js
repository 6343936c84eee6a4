/**
 * The finished reviews of this browser: a game that is looked at again gets the verdicts that it got before. The search
 * has a time limit, so another run may judge a move differently.
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
    // Where nothing can be kept, the next visit looks back again.
  }
}
