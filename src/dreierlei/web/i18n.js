/**
 * The texts of the pages, from `locale/`.
 *
 *     await loadWords("de")
 *     t("web.play")                      // a message by its name
 *     t("web.round", { n: 2 })            // with its values
 *     message(error)                     // a text from the server: a key with its values
 *     speak(game.names)                  // the text of {de, en, lb} in the language of the page
 *
 * A missing text is replaced by its name, so that nothing breaks; the tests find such names.
 */

import { settings } from "./settings.js";

/** @typedef {import("./settings.js").Language} Language */
/** @typedef {Record<string, string | number>} Values */

/** @type {Record<string, string>} */
let words = {};

/** @param {Language} language */
export async function loadWords(language) {
  const response = await fetch(new URL(`./locale/${language}.json`, import.meta.url));
  if (!response.ok) throw new Error(`No words for ${language}.`);
  words = await response.json();
  document.documentElement.lang = language;
}

/**
 * @param {string} name
 * @param {Values} [values]
 * @returns {string}
 */
export function t(name, values = {}) {
  const text = words[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/**
 * A text from the server in the language of the page: an error, or any other text by its key. Its values may be such texts
 * themselves, or lists.
 *
 * @param {MessageView} message
 * @returns {string}
 */
export function message({ key, values }) {
  return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])));
}

/**
 * @param {Value} value
 * @returns {string}
 */
function valueText(value) {
  if (Array.isArray(value)) {
    const separator = value.some((part) => typeof part === "object" && !Array.isArray(part)) ? "; " : ", ";
    return value.map(valueText).join(separator);
  }
  if (typeof value === "string" && /^[+-]\d+\.\d\d$/.test(value)) return estimate(100 * Number(value));
  if (typeof value !== "object") return String(value);
  return isMessage(value) ? message(value) : speak(value);
}

/**
 * @param {MessageView | Words} value
 * @returns {value is MessageView}
 */
function isMessage(value) {
  return "key" in value;
}

/**
 * @param {Record<Language, string>} texts
 * @returns {string}
 */
export function speak(texts) {
  return texts[settings.language] ?? texts.en;
}

/**
 * A number as the language writes it.
 *
 * @param {number} value
 */
export function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

/**
 * An estimate, with its sign and two decimal places.
 *
 * @param {number} hundredths
 */
export function estimate(hundredths) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale(), { signDisplay: "always", ...digits }).format(hundredths / 100);
}

/** @param {number} seconds since 1970 */
export function ago(seconds) {
  const past = seconds - Date.now() / 1000;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  for (const [unit, size] of /** @type {const} */ ([
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ])) {
    if (-past >= size) return format.format(Math.round(past / size), unit);
  }
  return t("web.just-now");
}

/** Few browsers support Luxembourgish; German formats come closest. */
function locale() {
  return settings.language === "lb" ? ["lb", "de-LU"] : settings.language;
}
