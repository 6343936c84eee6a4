/** Exact values as marks on a board. */

/** @typedef {import("../board/board.js").Mark} Mark */

/**
 * Marks for the value of each move to the player to move. If several moves begin at the same target, the best one counts.
 *
 * @param {Record<string, ValueView>} values by the moves' texts
 * @param {MoveView[]} moves
 * @param {Side} turn
 * @returns {Mark[]}
 */
export function valueMarks(values, moves, turn) {
  /** @type {Map<string, ValueView>} */
  const best = new Map();
  for (const move of moves) {
    const value = values[move.text];
    const first = move.targets[0];
    if (!value?.known || first === undefined) continue;
    const before = best.get(first);
    if (!before || rank(value, turn) > rank(before, turn)) best.set(first, value);
  }
  return [...best].map(([target, value]) => ({ target, kind: kind(value, turn), text: mark(value, turn) }));
}

/**
 * Marks for the targets of a move, numbered if there is more than one.
 *
 * @param {MoveView} move
 * @returns {Mark[]}
 */
export function moveMarks(move) {
  const { targets } = move;
  return targets.map((target, index) => ({
    target,
    kind: "hint",
    ...(targets.length > 1 ? { text: String(index + 1) } : {}),
  }));
}

/** @param {ValueView} value @param {Side} turn */
function rank(value, turn) {
  const plies = value.plies ?? 0;
  if (value.winner === null) return 0;
  return value.winner === turn ? 1000 - plies : plies - 1000;
}

/** @param {ValueView} value @param {Side} turn @returns {"good" | "bad" | "even"} */
function kind(value, turn) {
  if (value.winner === null) return "even";
  return value.winner === turn ? "good" : "bad";
}

/** @param {ValueView} value @param {Side} turn */
function mark(value, turn) {
  if (value.winner === null) return "=";
  return `${value.winner === turn ? "+" : "−"}${value.plies === null ? "" : value.plies + 1}`;
}
