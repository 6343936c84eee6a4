/** Buttons, and what is said when something fails. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [kind] classes
 */
export function button(text, onclick, kind = "quiet small") {
  return h("button", { class: `button ${kind}`, type: "button", onclick }, text);
}

/**
 * For what only a server may know. Nobody sees it where there is none, or no network.
 *
 * @param {() => void} onclick
 */
export function serverButton(onclick) {
  return button(t("study.ask-server"), onclick, "quiet small ask-server");
}

/** The sentence of an error. @param {unknown} error */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}
