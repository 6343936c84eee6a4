/**
 * A static picture of a board: `picture(variant, stones, label)`, with `stones` as in a PositionView, or null for an empty
 * board. An empty label hides it from screen readers, for pictures next to a text that says the same; these also have no
 * coordinates.
 */

import { svg } from "../dom.js";
import { boardElement, ground, corners, stone, UNIT } from "./draw.js";

/**
 * @param {VariantView} variant
 * @param {string | null} stones
 * @param {string} label
 * @returns {SVGSVGElement}
 */
export function picture(variant, stones, label) {
  const pieces = [...(stones ?? "")].map((letter, index) => {
    const place = variant.layout.places[index];
    if (letter === "." || !place) return null;
    return svg("g", { transform: `translate(${place.x * UNIT} ${place.y * UNIT})` }, stone(letter));
  });
  return boardElement(
    label ? variant.frames.labelled : variant.frames.bare,
    label ? { class: "board", role: "img", "aria-label": label } : { class: "board bare", "aria-hidden": "true" },
    ground(variant),
    corners(variant),
    svg("g", { class: "stones" }, ...pieces),
  );
}
