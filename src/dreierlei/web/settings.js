/**
 * The player's settings, stored in this browser: language, colours, sounds, how to play.
 *
 *     settings.sound                      // read
 *     change("sound", false)              // write, store and notify the listeners
 *     const stop = onChange((name) => …)  // subscribe; `stop()` unsubscribes
 *
 * `style()` is "light" or "dark", as the page is currently shown. Listeners are also called with "theme" when the system
 * changes its colour scheme.
 */

/** @typedef {"de" | "en" | "lb"} Language */
/**
 * @typedef {object} Settings
 * @property {Language} language
 * @property {"system" | "light" | "dark"} theme
 * @property {typeof BOARDS[number]} board the colours of the boards
 * @property {typeof STONES[number]} stones the colours of the stones
 * @property {boolean} sound
 * @property {boolean} confirm whether a move made by touch waits for a second tap
 * @property {string} name the player's name
 * @property {string} other the name of the second player at this screen
 * @property {number} level the computer's level, as last chosen
 */

/** @type {readonly Language[]} */
export const LANGUAGES = ["de", "en", "lb"];
export const BOARDS = /** @type {const} */ (["classic", "slate", "felt", "contrast"]);
export const STONES = /** @type {const} */ (["classic", "sea", "berry"]);
const KEY = "dreierlei";
const dark = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<(name: keyof Settings) => void>} */
const listeners = new Set();

/** @type {Settings} */
export const settings = {
  language: preferredLanguage(),
  theme: "system",
  board: "classic",
  stones: "classic",
  sound: true,
  confirm: false,
  name: "",
  other: "",
  level: 3,
  ...stored(),
};

/** @returns {Partial<Settings>} */
function stored() {
  try {
    const values = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof values === "object" && values !== null ? values : {};
  } catch {
    return {};
  }
}

/** @returns {Language} */
function preferredLanguage() {
  for (const wanted of navigator.languages ?? []) {
    const known = LANGUAGES.find((language) => wanted.toLowerCase().split("-")[0] === language);
    if (known) return known;
  }
  return "en";
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function change(name, value) {
  if (settings[name] === value) return;
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  if (name === "theme") applyTheme();
  if (name === "board" || name === "stones") document.documentElement.dataset[name] = String(value);
  for (const listener of [...listeners]) listener(name);
}

/**
 * @param {(name: keyof Settings) => void} listener
 * @returns {() => void}
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns {"light" | "dark"} */
export function style() {
  if (settings.theme !== "system") return settings.theme;
  return dark.matches ? "dark" : "light";
}

function applyTheme() {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

dark.addEventListener("change", () => {
  for (const listener of [...listeners]) listener("theme");
});

/** Whether the user prefers reduced motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
