/** Lessons in the page: which were completed, stored in this browser, and how a move in a turn is judged. */

const KEY = "dreierlei lessons";
/** The answer with which a learner gives up the round. */
export const GIVE_UP = "resign";

/** The names of the completed lessons, by game. @returns {Record<string, string[]>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The completed lessons of a game.
 *
 * @param {GameView} game
 */
export function completed(game) {
  const names = kept()[game.id] ?? [];
  return game.lessons.filter((name) => names.includes(name));
}

/**
 * @param {string} game
 * @param {string} lesson
 */
export function complete(game, lesson) {
  const names = new Set(kept()[game]).add(lesson);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: [...names] }));
  } catch {
    // Without storage, every course starts from the beginning.
  }
}

/**
 * Whether a text matches one of these moves or patterns: `*` is anything, `?` one character, `[…]` one of several.
 *
 * @param {string} text
 * @param {readonly string[]} patterns
 */
export function fits(text, patterns) {
  return patterns.some((pattern) => {
    const parts = pattern.match(/\[[^\]]*\]|[^[]/g) ?? [];
    const expression = parts.map((part) => {
      if (part === "*") return ".*";
      if (part === "?") return ".";
      return part.length > 1 ? part : part.replace(/[.+^${}()|\\\]]/, "\\$&");
    });
    return new RegExp(`^${expression.join("")}$`).test(text);
  });
}

/**
 * The expected mistake that an answer matches, if any.
 *
 * @param {TurnView} turn
 * @param {readonly string[]} texts the ways to write it
 * @returns {MistakeView | undefined}
 */
export function mistakeOf(turn, texts) {
  return turn.mistakes.find((mistake) => texts.some((text) => fits(text, mistake.moves)));
}

/**
 * The ways to write an illegal move: the targets chosen so far, and then one at this spot.
 *
 * @param {VariantView} variant
 * @param {readonly string[]} chosen
 * @param {string} spot
 */
export function written(variant, chosen, spot) {
  const place = variant.layout.places.findIndex((candidate) => candidate.name === spot);
  const targets = variant.targets.filter((target) => target.text === spot || (place >= 0 && target.place === place));
  return targets.flatMap(({ text }) => [[...chosen, text].join(""), [...chosen, text].join("-")]);
}
