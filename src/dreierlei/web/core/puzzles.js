/**
 * Judging what somebody tries at a puzzle, as `dreierlei.puzzles` does: with the core's proofs and searches. A worker runs it.
 *
 *     attempt(core, variant, { line, plies }, ["c3"])
 */

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./core.js").Reached} Reached */
/** @typedef {{ line: string, plies: number }} Task a position, and in how many plies the player to move wins */

/** How many positions a proof may take while somebody waits. */
const PROOF = 500_000;
/** The most plies of a puzzle from somebody's own game. */
const LONGEST = 9;
/** A refutation that is so short is shown to its end. */
const NEAR = 3;

/** @param {Side} side @returns {Side} */
function other(side) {
  return side === "white" ? "black" : "white";
}

/**
 * In how many plies the player to move loses, if it is proved that it is within `most`; else null.
 *
 * @param {Core} core @param {number} variant @param {Reached} reached @param {number} most
 */
function losesIn(core, variant, reached, most) {
  const { outcome, turn } = core.view(variant, reached);
  if (outcome) return outcome.winner === other(turn) ? 0 : null;
  const { known, winner, plies } = core.solve(variant, reached, { nodes: PROOF });
  if (known) return winner === other(turn) && plies !== null && plies <= most ? plies : null;
  if (most < 1) return null;
  const score = core.analyse(variant, reached, { depth: most, nodes: PROOF }).lines[0]?.score;
  return score?.result === "loss" && score.plies !== null && score.plies <= most ? score.plies : null;
}

/**
 * The best reply to a wrong move, and what it leads to.
 *
 * @param {Core} core @param {number} variant @param {Reached} reached
 * @returns {RefutationView}
 */
function refute(core, variant, reached) {
  const { outcome, turn } = core.view(variant, reached);
  if (outcome) return { kind: "over", moves: [], steps: [], plies: null };
  const { known, winner, plies, line } = proof(core, variant, reached, turn);
  const told = winner === turn && known && plies !== null && plies <= NEAR ? line : line.slice(0, 1);
  const kind = !known ? "holds" : winner === turn ? "loses" : winner === null ? "draws" : "slower";
  const steps = told.map((_, index) => after(core, variant, reached, told.slice(0, index + 1)));
  return { kind, moves: told, steps, plies: known ? plies : null };
}

/**
 * What a position is worth as far as it can be proved, with a good line in any case.
 *
 * @param {Core} core @param {number} variant @param {Reached} reached @param {Side} turn
 */
function proof(core, variant, reached, turn) {
  const value = core.solve(variant, reached, { nodes: PROOF });
  if (value.known && value.line.length > 0) return value;
  const best = core.analyse(variant, reached, { nodes: PROOF }).lines[0];
  const result = best?.score.result ?? null;
  const winner = result === "win" ? turn : result === "loss" ? other(turn) : null;
  const line = best?.moves ?? [];
  if (value.known) return { ...value, line };
  return { known: result !== null, winner, plies: best?.score.exact ? best.score.plies : null, line };
}

/** @param {Core} core @param {number} variant @param {Reached} reached @param {number} left */
function resistance(core, variant, reached, left) {
  const [best] = core.solve(variant, reached).line;
  return best ?? core.analyse(variant, reached, { depth: left }).lines[0]?.moves[0] ?? "";
}

/** @param {Core} core @param {number} variant @param {Reached} reached @param {string[]} more */
function after(core, variant, { from = "", moves = [] }, more) {
  return core.view(variant, { from, moves: [...moves, ...more] });
}

/**
 * The moves that were tried, with the replies between them.
 *
 * @param {Core} core @param {number} variant @param {Task} task @param {readonly string[]} moves
 * @returns {AttemptView}
 */
export function attempt(core, variant, { line, plies }, moves) {
  /** @type {string[]} */
  const played = [];
  /** @type {PositionView[]} */
  const steps = [];
  const reached = { from: line, moves: played };
  const play = (/** @type {string} */ move) => {
    played.push(move);
    const position = core.view(variant, reached);
    steps.push(position);
    return position;
  };
  let left = plies;
  for (const move of moves) {
    const { outcome } = play(move);
    left -= 1;
    const rest = losesIn(core, variant, reached, left);
    if (rest === null) return { state: "wrong", played, steps, plies: left, refutation: refute(core, variant, reached) };
    left = rest;
    if (outcome) return { state: "solved", played, steps, plies: 0, refutation: null };
    play(resistance(core, variant, reached, left));
    left -= 1;
  }
  return { state: "open", played, steps, plies: left, refutation: null };
}

/**
 * The move that wins after those, for a hint.
 *
 * @param {Core} core @param {number} variant @param {Task} task @param {readonly string[]} moves
 * @returns {MoveView}
 */
export function solution(core, variant, task, moves) {
  const { played, plies } = attempt(core, variant, task, moves);
  const reached = { from: task.line, moves: played };
  const legal = core.view(variant, reached).moves;
  const [best] = core.solve(variant, reached, { nodes: PROOF }).line;
  const wins = best
    ? [best]
    : legal
        .flatMap(({ text }) => {
          const rest = losesIn(core, variant, { from: task.line, moves: [...played, text] }, plies - 1);
          return rest === null ? [] : [{ text, rest }];
        })
        .sort((a, b) => a.rest - b.rest)
        .map(({ text }) => text);
  const move = legal.find(({ text }) => text === wins[0]);
  if (!move) throw new Error("nothing wins");
  return move;
}

/**
 * A position of somebody's game as a puzzle; null unless it is soon proved that the player to move wins, and not too late.
 *
 * @param {Core} core @param {number} variant @param {Reached} reached
 * @returns {PuzzleView | null}
 */
export function ownPuzzle(core, variant, reached) {
  // What was played before does not count.
  const position = core.view(variant, { from: core.view(variant, reached).line });
  if (position.outcome) return null;
  const { line, turn } = position;
  const { known, winner, plies } = proof(core, variant, { from: line }, turn);
  if (!known || winner !== turn || plies === null || plies > LONGEST) return null;
  const game = position.variant.split(":")[0] ?? "";
  return { id: "own", game, plies, grade: null, difficulty: 0, line, position };
}
