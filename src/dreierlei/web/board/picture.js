/**
 * A board to look at: `picture(variant, stones, label)`, with `stones` as in a PositionView, or null for an empty
 * board. An empty label hides it from screen readers, for pictures beside a text that says the same; those have no
 * coordinates either.
 */

import { svg } from "../dom.js";
import { style, onChange } from "../settings.js";
import { ground, frame, corner, stone, RADIUS, UNIT } from "./draw.js";

/** @typedef {import("../wire.js").VariantView} VariantView */

/**
 * @param {VariantView} variant
 * @param {string | null} stones
 * @param {string} label
 * @returns {SVGSVGElement}
 */
export function picture(variant, stones, label) {
  const group = ground(variant, style());
  const box = frame(variant, { labels: label !== "" });
  const pieces = [...(stones ?? "")].map((letter, index) => {
    const place = variant.layout.places[index];
    if (letter === "." || !place) return null;
    const at = `translate(${place.x * UNIT} ${place.y * UNIT})`;
    return svg("g", { transform: at }, stone(letter, RADIUS[place.shape]));
  });
  const corners = variant.layout.controls.filter((control) => control.shape === "corner");
  const root = svg(
    "svg",
    {
      class: label ? "board" : "board bare",
      viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`,
      ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
    },
    group,
    svg("g", { class: "corners" }, ...corners.map((control) => svg("g", { class: "spot corner" }, ...corner(control)))),
    svg("g", { class: "stones" }, ...pieces),
  );
  root.style.aspectRatio = `${box.width} / ${box.height}`;
  let shown = group;
  const stop = onChange((name) => {
    if (!root.isConnected) return stop();
    if (name !== "theme") return;
    const fresh = ground(variant, style());
    shown.replaceWith(fresh);
    shown = fresh;
  });
  return root;
}
