/** A question with two answers, as a dialog: `await sure("…", "Resign", "Keep playing")`. */

import { h } from "../dom.js";

/**
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function sure(question, yes, no) {
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
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
