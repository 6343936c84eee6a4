/**
 * The parts of a board's picture. The server draws each once, as a symbol in the ground that it sends; this module only puts
 * them in place. A layout unit is 100.
 */

import { svg } from "../dom.js";

export const UNIT = 100;
/** A stone's radius. */
export const RADIUS = 35;

/**
 * The empty board as the server drew it, with its symbols and the grounds of its places. The picture is our own and has no
 * scripts; it is imported node by node.
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
  variant.layout.places.forEach(({ x, y, tint }, index) => {
    const name = variant.cells[index];
    if (name) group.querySelector(".cells")?.append(symbol(name, x * UNIT, y * UNIT, `ground ${tint}`));
  });
  return group;
}

/**
 * A symbol of the ground, placed at a point.
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
 * A stone centred on the origin.
 *
 * @param {string} letter
 * @param {number} [radius]
 */
export function stone(letter, radius = RADIUS) {
  const scale = radius === RADIUS ? null : `scale(${radius / RADIUS})`;
  return svg("g", { class: `stone ${letter}` }, svg("use", { href: address(`stone-${letter}`), transform: scale }));
}

/**
 * An entrance at the edge of the board, drawn as an arrow.
 *
 * @param {Control} control
 * @param {string} [name] its symbol
 */
export function corner(control, name = "corner") {
  const transform = `translate(${control.x * UNIT} ${control.y * UNIT}) rotate(${control.angle})`;
  return svg("use", { class: "way", href: address(name), transform });
}

/**
 * The entrances of a board that is only looked at.
 *
 * @param {VariantView} variant
 */
export function corners(variant) {
  const entrances = variant.layout.controls.filter((control) => control.shape === "corner");
  return svg("g", { class: "corners" }, ...entrances.map((control) => svg("g", { class: "spot corner" }, corner(control))));
}

/**
 * The signs of the last move. Its stone is on the last place that the move names; it has left the earlier ones.
 *
 * @param {VariantView} variant
 * @param {PositionView} position
 */
export function lastSigns({ layout, targets }, position) {
  const named = (position.last?.targets ?? []).map((text) => targets.find((target) => target.text === text));
  const stands = named.filter((target) => target?.kind === "place").at(-1);
  return named.flatMap((target) => {
    const place = layout.places[target?.place ?? -1];
    if (!place) return [];
    const role = target?.kind === "take" ? "taken" : target === stands ? "to" : "from";
    return [symbol(`last-${role}`, place.x * UNIT, place.y * UNIT, `last ${role}`)];
  });
}

/**
 * The SVG that shows a frame of the ground.
 *
 * @param {Box} frame
 * @param {import("../dom.js").Attributes} attributes
 * @param {...import("../dom.js").Child} children
 */
export function boardElement({ x, y, width, height }, attributes, ...children) {
  const viewBox = [x, y, width, height].map((length) => length * UNIT).join(" ");
  const root = svg("svg", { viewBox, ...attributes }, ...children);
  root.style.aspectRatio = `${width} / ${height}`;
  return root;
}
