/** Lessons as the pages see them: what was completed, which stays in this browser, and what a move is in a turn. */

const KEY = "dreierlei lessons";
/** The answer of a learner who gives up the round. */
export const GIVE_UP = "resign";

/** The names of the lessons that were completed, by game. @returns {Record<string, string[]>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The lessons of a game that were completed.
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
    // Where nothing can be kept, every course begins at its beginning.
  }
}

/**
 * Whether a text is one of these moves, or fits one of the patterns: `*` is anything, `?` one sign, `[…]` one of several.
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
 * The expected mistake that an answer is, if any.
 *
 * @param {TurnView} turn
 * @param {readonly string[]} texts the ways to write it
 * @returns {MistakeView | undefined}
 */
export function mistakeOf(turn, texts) {
  return turn.mistakes.find((mistake) => texts.some((text) => fits(text, mistake.moves)));
}

/**
 * The ways to write a move that the rules do not have: what was chosen, and something at another spot.
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
