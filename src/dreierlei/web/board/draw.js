/** The parts of a board's picture, as `svg.py` draws them; colours come from the style sheet. A layout unit is 100. */

import { svg } from "../dom.js";

/** @typedef {import("../wire.js").VariantView} VariantView */
/** @typedef {import("../wire.js").Control} Control */
/** @typedef {import("../wire.js").Step["stone"]} Stone */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

export const UNIT = 100;
/** A stone's radius by the shape of its place. */
export const RADIUS = { cell: 34, point: 36, hole: 35 };
const TRAY = 80;
const MARGIN = 16;

/**
 * The empty board as the server drew it. The picture is our own and has no script; it is taken over node by node.
 *
 * @param {VariantView} variant
 * @param {"light" | "dark"} style
 */
export function ground(variant, style) {
  const picture = new DOMParser().parseFromString(variant.ground[style], "image/svg+xml").documentElement;
  const group = svg("g", {
    class: "ground",
    "aria-hidden": "true",
    "font-family": picture.getAttribute("font-family"),
  });
  for (const child of [...picture.children]) group.append(document.importNode(child, true));
  return group;
}

/**
 * The part of the plane to show: the board, room for the labels left and below if they are wanted, and for the hands.
 *
 * @param {VariantView} variant
 * @param {{ labels?: boolean, hands?: boolean }} [wanted]
 * @returns {Box}
 */
export function frame(variant, { labels = true, hands = false } = {}) {
  const [x0, y0, x1, y1] = edges(variant);
  const shown = labels ? variant.layout.labels : [];
  const across = Math.max(MARGIN, ...shown.map((label) => x0 - label.x * UNIT + 25));
  const down = Math.max(MARGIN, ...shown.map((label) => label.y * UNIT - y1 + 25));
  const tray = hands && variant.layout.hands ? TRAY : 0;
  const [left, top] = [x0 - across, y0 - (tray ? 10 : MARGIN) - tray];
  return { left, top, width: x1 + MARGIN - left, height: y1 + down + tray - top };
}

/**
 * The board's edges; stones on outer points reach over the bounds.
 *
 * @param {VariantView} variant
 * @returns {[number, number, number, number]}
 */
function edges(variant) {
  const { bounds, places } = variant.layout;
  const overhang = places.some((place) => place.shape === "point") ? 50 : 0;
  return [
    bounds[0] * UNIT - overhang,
    bounds[1] * UNIT - overhang,
    bounds[2] * UNIT + overhang,
    bounds[3] * UNIT + overhang,
  ];
}

/**
 * A stone round the origin. White is a bare disc, Black has an inner ring, the neutral one a cross.
 *
 * @param {string} letter
 * @param {number} r
 */
export function stone(letter, r) {
  const edge = r * 0.11;
  /** @type {SVGElement[]} */
  const parts = [
    svg("circle", { class: "shadow", cy: r * 0.13, r }),
    svg("circle", { class: "disc", r: r - edge / 2, "stroke-width": edge }),
  ];
  if (letter === "b") parts.push(svg("circle", { class: "sign", r: r * 0.58, "stroke-width": r * 0.1 }));
  if (letter === "n") parts.push(svg("path", { class: "sign", d: cross(0, 0, r * 0.38), "stroke-width": r * 0.2 }));
  return svg("g", { class: `stone ${letter}` }, ...parts);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 */
export function cross(x, y, reach) {
  return `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
}

/**
 * Four corners round a point.
 *
 * @param {number} x
 * @param {number} y
 */
export function brackets(x, y, half = 44, arm = 17) {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([sx = 1, sy = 1]) => {
      const [cx, cy] = [x + sx * half, y + sy * half];
      return `M${cx - sx * arm} ${cy}L${cx} ${cy}L${cx} ${cy - sy * arm}`;
    })
    .join("");
}

/**
 * @param {number} x
 * @param {number} y
 */
export function diamond(x, y, d = 17) {
  return `M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}Z`;
}

/**
 * The area between two circles round the origin.
 *
 * @param {number} radius
 */
export function band(radius, half = 52) {
  return [radius + half, radius - half].map((r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`).join("");
}

/**
 * A way in at the edge of the board.
 *
 * @param {Control} control
 */
export function corner(control) {
  const [x, y] = [control.x * UNIT, control.y * UNIT];
  const middle = 1 - 68 / Math.hypot(x, y);
  const inwards = (Math.atan2(-y, -x) * 180) / Math.PI;
  return [
    svg("circle", { class: "body", cx: x, cy: y, r: 40 }),
    svg("circle", { class: "offer", cx: x, cy: y, r: 48 }),
    svg("text", { class: "name", x, y: y + 11, "font-size": 32 }, control.name),
    svg("path", {
      class: "arrow",
      d: "M-8 -12L11 0L-8 12Z",
      transform: `translate(${x * middle} ${y * middle}) rotate(${inwards})`,
    }),
  ];
}

/**
 * Where the stones in hand lie: the point of each slot, and of the number after them.
 *
 * @param {VariantView} variant
 * @param {Box} box
 * @param {boolean} below
 */
export function tray(variant, box, below) {
  const [left, , right] = edges(variant);
  const aside = 60 + (variant.layout.controls.some((control) => control.shape === "button") ? 170 : 0);
  const stones = variant.layout.hands?.stones ?? 0;
  const pitch = Math.min(56, (right - left - aside) / Math.max(1, stones));
  const y = below ? box.top + box.height - TRAY / 2 - 2 : box.top + TRAY / 2 + 2;
  return {
    y,
    right,
    radius: pitch * 0.4,
    slots: Array.from({ length: stones }, (_, slot) => left + pitch * (slot + 0.4)),
    count: left + pitch * stones + 25,
  };
}
