/**
 * Dialogs: a question with two answers, `await sure("…", "Resign", "Keep playing")`, or any content,
 * `openDialog("Rules", …)`, which a button, Escape or a click outside closes.
 */

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export async function sure(question, yes, no) {
  const dialog = h(
    "dialog",
    { "aria-label": question },
    h("p", {}, question),
    h(
      "p",
      { class: "actions" },
      h("button", { class: "button quiet", type: "button", onclick: () => dialog.close("no") }, no),
      h("button", { class: "button danger", type: "button", onclick: () => dialog.close("yes") }, yes),
    ),
  );
  return (await shown(dialog)) === "yes";
}

/**
 * @param {string} title
 * @param {...import("../dom.js").Child} content
 */
export function openDialog(title, ...content) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    {
      class: "sheet",
      "aria-label": title,
      onclick: (/** @type {MouseEvent} */ event) => event.target === dialog && close(),
    },
    h(
      "div",
      { class: "sheet-body" },
      h(
        "div",
        { class: "sheet-head" },
        h("h2", {}, title),
        h("button", { class: "button quiet small", type: "button", onclick: close }, t("web.close")),
      ),
      ...content,
    ),
  );
  void shown(dialog);
}

/**
 * Shows a dialog until it is closed or another page is shown; resolves to the answer with which it was closed.
 *
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>}
 */
function shown(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  const close = () => dialog.close();
  addEventListener("popstate", close, { once: true });
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      removeEventListener("popstate", close);
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}
