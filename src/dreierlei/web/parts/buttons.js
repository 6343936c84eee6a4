/** Buttons, and the messages of errors. */

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
 * A button for what only a server may know. It is hidden where there is no server or no network.
 *
 * @param {() => void} onclick
 */
export function serverButton(onclick) {
  return button(t("study.ask-server"), onclick, "quiet small ask-server");
}

/** The message of an error. @param {unknown} error */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}
