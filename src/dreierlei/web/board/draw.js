/**
 * The parts of a board's picture. The server draws them once, as symbols in the ground that it sends; here they are
 * only put where they belong. A layout unit is 100.
 */

import { svg } from "../dom.js";

/** @typedef {import("../wire.js").VariantView} VariantView */
/** @typedef {import("../wire.js").Control} Control */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

export const UNIT = 100;
/** A stone's radius. */
export const RADIUS = 35;
const TRAY = 80;
const MARGIN = 16;

/**
 * The empty board as the server drew it, with its symbols. The picture is our own and has no script; it is taken over
 * node by node.
 *
 * @param {VariantView} variant
 */
export function ground(variant) {
  const picture = new DOMParser().parseFromString(variant.ground, "image/svg+xml").documentElement;
  const group = svg("g", {
    class: "ground",
    "aria-hidden": "true",
    "font-family": picture.getAttribute("font-family"),
  });
  for (const child of [...picture.children]) group.append(document.importNode(child, true));
  return group;
}

/**
 * A symbol of the ground, at a point.
 *
 * @param {string} name
 * @param {number} [x]
 * @param {number} [y]
 * @param {string} [role]
 */
export function symbol(name, x = 0, y = 0, role = name) {
  return svg("use", { class: role, href: address(name), x, y });
}

/** @param {string} name */
export function address(name) {
  return `#dreierlei-page-${name}`;
}

/**
 * A stone round the origin.
 *
 * @param {string} letter
 * @param {number} [radius]
 */
export function stone(letter, radius = RADIUS) {
  const scale = radius === RADIUS ? null : `scale(${radius / RADIUS})`;
  return svg("g", { class: `stone ${letter}` }, svg("use", { href: address(`stone-${letter}`), transform: scale }));
}

/**
 * A way in at the edge of the board, with its name.
 *
 * @param {Control} control
 * @param {string} [name] its symbol
 */
export function corner(control, name = "corner") {
  const [x, y] = [control.x * UNIT, control.y * UNIT];
  const inwards = (Math.atan2(-y, -x) * 180) / Math.PI;
  return [
    svg("use", { class: "way", href: address(name), transform: `translate(${x} ${y}) rotate(${inwards})` }),
    svg("text", { class: "name", x, y: y + 11, "font-size": 32 }, control.name),
  ];
}

/**
 * The ways in of a board that nobody plays on.
 *
 * @param {VariantView} variant
 */
export function corners(variant) {
  const ways = variant.layout.controls.filter((control) => control.shape === "corner");
  return svg("g", { class: "corners" }, ...ways.map((control) => svg("g", { class: "spot corner" }, ...corner(control))));
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
