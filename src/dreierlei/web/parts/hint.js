/**
 * A hint in two steps: first where to look, then the move.
 *
 *     const hint = createHint(variant, () => post(…));   // asks the server where the core is not in this page
 *     await hint.next(position)   // what is said about the next step
 *     hint.marks(); hint.clear();
 */

import { speak, t } from "../i18n.js";
import { moveWords } from "../board/speech.js";
import { choose, knows } from "../core/local.js";
import { moveMarks } from "./values.js";

/** @typedef {import("../board/board.js").Mark} Mark */

/** Places among which the right one is hidden at first. */
const AMONG = 4;

/** The level of a good move, and how long it may take. */
const [LEVEL, SECONDS] = [10, 1];

/**
 * Where to look: the first target of a move with several, else a few legal places near the right one.
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
  const here = at(first);
  const alone = position.moves.filter(({ targets }) => targets.length === 1).map(({ targets }) => targets[0] ?? "");
  const near = alone
    .flatMap((text) => {
      const there = at(text);
      return here && there ? [{ text, far: Math.hypot(there.x - here.x, there.y - here.y) }] : [];
    })
    .sort((a, b) => a.far - b.far)
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
  const found = await choose(variant, { from: position.line }, LEVEL, 0, { seconds: SECONDS }).catch(() => null);
  return position.moves.find((move) => move.text === found?.move) ?? ask();
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
