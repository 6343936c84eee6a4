/**
 * A move chosen while the opponent is thinking. It is played as soon as the opponent has moved, if it is then legal. This
 * module knows no rules: it tries the chosen spots on the new position.
 *
 *     const premove = createPremove(variant, clear);
 *     premove.point("d6", longest); premove.marks(); premove.update(may);
 *     premove.fits(position)   // whether it can be played, or at least begun, in that position
 */

import { h } from "../dom.js";
import { speak, t } from "../i18n.js";
import { createState, point, setPosition } from "../board/state.js";
import { button } from "./buttons.js";

/** @typedef {import("../board/board.js").Mark} Mark */

/**
 * @param {VariantView} variant
 * @param {() => void} onCancel
 */
export function createPremove(variant, onCancel) {
  /** @type {string[]} */
  let spots = [];
  const text = h("p", { role: "status" });
  const cancel = button(t("web.cancel"), onCancel);
  const element = h("div", { class: "premove", hidden: true }, text, cancel);

  /** @param {string} spot */
  function name(spot) {
    const words = variant.targets.find((target) => target.text === spot)?.words;
    return words ? speak(words) : spot;
  }

  return {
    element,
    spots: () => spots,
    clear() {
      spots = [];
    },
    /** @returns {Mark[]} */
    marks: () => spots.map((target, index) => ({ target, kind: "mark", text: String(index + 1) })),
    /**
     * Points at the next spot; pointing at the last one again takes it back. A sequence longer than any move starts over.
     *
     * @param {string} spot
     * @param {number} longest
     */
    point(spot, longest) {
      if (spots.at(-1) === spot) spots = spots.slice(0, -1);
      else spots = spots.length < longest ? [...spots, spot] : [spot];
    },
    /** @param {boolean} may whether a move can be chosen now */
    update(may) {
      element.hidden = !may;
      cancel.hidden = spots.length === 0;
      const label = spots.length === 0 ? t("web.premove-about") : t("web.premove", { spots: spots.map(name).join(", ") });
      if (text.textContent !== label) text.textContent = label;
    },
    /**
     * @param {PositionView} position
     * @returns {boolean}
     */
    fits(position) {
      const state = createState(variant);
      setPosition(state, position, true);
      return spots.every((spot, index) => {
        const { kind } = point(state, spot);
        return kind === "move" ? index === spots.length - 1 : kind === "step" && state.chosen.length === index + 1;
      });
    },
  };
}
