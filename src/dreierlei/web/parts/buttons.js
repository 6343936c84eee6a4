/** Buttons, and what is said when something fails. */

import { h } from "../dom.js";

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [kind] classes
 */
export function button(text, onclick, kind = "quiet small") {
  return h("button", { class: `button ${kind}`, type: "button", onclick }, text);
}

/** The sentence of an error. @param {unknown} error */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}
