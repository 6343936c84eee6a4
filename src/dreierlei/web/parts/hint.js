/**
 * A hint in two steps: first where to look, then the move.
 *
 *     const hint = createHint(variant, () => post(…));   // asks the server if the core is not loaded
 *     await hint.next(position)   // the text of the next step
 *     hint.marks(); hint.clear();
 */

import { speak, t } from "../i18n.js";
import { moveWords } from "../board/speech.js";
import { choose, knows } from "../core/local.js";
import { moveMarks } from "./values.js";

/** @typedef {import("../board/board.js").Mark} Mark */

/** The number of places marked at first, one of which is right. */
const AMONG = 4;

/** The level that finds a good move, and its time in seconds. */
const [LEVEL, SECONDS] = [10, 1];

/**
 * Where to look: the first target of a move with several, otherwise a few legal places near the right one.
 *
 * @param {VariantView} variant
 * @param {PositionView} position
 * @param {MoveView} move
 * @returns {string[]}
 */
export function whereToLook(variant, position, move) {
  const [first = "", ...more] = move.targets;
  if (more.length > 0) return [first];
  const at = (/** @type {string} */ text) => {
    const place = variant.targets.find((target) => target.text === text)?.place;
    return variant.layout.places[place ?? -1];
  };
  const goal = at(first);
  const singles = position.moves.filter(({ targets }) => targets.length === 1).map(({ targets }) => targets[0] ?? "");
  const near = singles
    .flatMap((text) => {
      const place = at(text);
      return goal && place ? [{ text, distance: Math.hypot(place.x - goal.x, place.y - goal.y) }] : [];
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ text }) => text);
  return near.length > 1 ? near.slice(0, AMONG) : [first];
}

/**
 * A good move for the player to move.
 *
 * @param {VariantView} variant
 * @param {PositionView} position
 * @param {() => Promise<MoveView>} ask
 * @returns {Promise<MoveView>}
 */
async function goodMove(variant, position, ask) {
  if (!knows(variant)) return ask();
  const choice = await choose(variant, { from: position.line }, LEVEL, 0, { seconds: SECONDS }).catch(() => null);
  return position.moves.find((move) => move.text === choice?.move) ?? ask();
}

/**
 * @param {VariantView} variant
 * @param {() => Promise<MoveView>} ask
 */
export function createHint(variant, ask) {
  /** @type {MoveView | null} */
  let move = null;
  /** @type {Mark[]} */
  let marks = [];

  /** @param {string} text */
  function name(text) {
    const target = variant.targets.find((candidate) => candidate.text === text);
    return target?.words ? speak(target.words) : text;
  }

  return {
    marks: () => marks,
    /** Whether the next step is the move itself. */
    begun: () => move !== null,
    clear() {
      move = null;
      marks = [];
    },
    /**
     * @param {PositionView} position
     * @returns {Promise<string>}
     */
    async next(position) {
      const known = move;
      move ??= await goodMove(variant, position, ask);
      const look = whereToLook(variant, position, move);
      if (known || (look.length === 1 && move.targets.length === 1)) {
        marks = moveMarks(move);
        return t("web.hint-is", { move: moveWords(variant, move.text) });
      }
      marks = look.map((target) => ({ target, kind: "hint" }));
      const spot = look.map(name).join(", ");
      return look.length > 1 ? t("web.hint-look", { spot }) : t("study.hint-first", { spot });
    },
  };
}
