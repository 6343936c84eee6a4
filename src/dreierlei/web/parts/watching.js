/** The engine's lines for spectators of a public match. The server refuses them to its players. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { moveWords } from "../board/speech.js";
import { createEngine } from "./engine.js";

/**
 * @param {string} id
 * @param {VariantView} variant
 * @param {import("../app.js").App} app
 */
export function watchersEngine(id, variant, app) {
  let looking = "";
  let on = false;
  const engine = createEngine(variant, {
    onLine: (moves) => app.announce(moves.map((move) => moveWords(variant, move)).join("; ")),
    onBest: () => undefined,
    onFault: app.alert,
  });
  const toggle = h(
    "button",
    { class: "button quiet small", type: "button", "aria-pressed": "false", onclick: press },
    t("study.engine"),
  );
  const element = h("div", { class: "watching" }, engine.element);
  /** @type {MatchView | null} */
  let match = null;
  let ply = 0;

  function press() {
    on = !on;
    toggle.setAttribute("aria-pressed", String(on));
    if (on) look();
    else rest();
  }

  function rest() {
    looking = "";
    engine.rest();
  }

  function look() {
    if (!match || !on) return;
    if (match.outcome && ply === match.line.length) return rest();
    const wanted = `${match.round} ${match.line.slice(0, ply).join(" ")}`;
    if (wanted === looking) return;
    looking = wanted;
    engine.lookAt(`/api/matches/${encodeURIComponent(id)}/analysis?ply=${ply}`);
  }

  return {
    toggle,
    element,
    /**
     * @param {MatchView} now
     * @param {number} shown the ply that is shown
     */
    update(now, shown) {
      [match, ply] = [now, shown];
      toggle.hidden = now.yours.length > 0 || !now.public;
      element.hidden = toggle.hidden;
      look();
    },
    close: rest,
  };
}
