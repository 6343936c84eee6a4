/** The layers of a board that change with the position: stones, hands, and the signs above and below them. */

import { svg } from "../dom.js";
import { t } from "../i18n.js";
import * as state from "./state.js";
import { spotName } from "./speech.js";
import { stone, corner, lastSigns, symbol, address, UNIT } from "./draw.js";

/** With more targets than this, their signs are small. */
const MANY = 12;

/** @typedef {import("./board.js").Inside} Inside */
/** @typedef {import("./board.js").Mark} Mark */

/**
 * @param {Inside} inside
 * @param {PositionView} position
 */
export function drawStones(inside, position) {
  const { drawing } = inside;
  const shown = state.preview(inside.state) ?? [...position.stones];
  const lifted = new Set(inside.state.chosen.slice(-1).map((text) => inside.state.targets.get(text)?.place));
  drawing.stones.clear();
  drawing.layers.stones.replaceChildren();
  drawing.variant.layout.places.forEach((place, index) => {
    const letter = shown[index] ?? ".";
    if (letter === ".") return;
    const piece = stone(letter);
    if (lifted.has(index)) piece.classList.add(letter === position.stones[index] ? "lifted" : "coming");
    const at = svg("g", { transform: `translate(${place.x * UNIT} ${place.y * UNIT})` }, piece);
    const slide = svg("g", {}, at);
    const orbit = svg("g", {}, slide);
    drawing.stones.set(index, { orbit, slide });
    drawing.layers.stones.append(orbit);
  });
}

/**
 * A row of stones in hand for each side; empty slots keep the count readable. Buttons are next to the row of the side to move.
 *
 * @param {Inside} inside
 * @param {PositionView} position
 */
export function drawHands(inside, position) {
  const { drawing, showing } = inside;
  const { layers, variant } = drawing;
  const bottom = showing.bottom ?? "white";
  const focused = document.activeElement instanceof Element && layers.hands.contains(document.activeElement);
  layers.hands.replaceChildren();
  drawing.hands.clear();
  for (const [index, side] of /** @type {const} */ (["white", "black"]).entries()) {
    const tray = variant.trays[side === bottom ? 0 : 1];
    const count = position.hands?.[index];
    if (!tray || count === undefined) continue;
    const letter = side === "white" ? "w" : "b";
    const mine = position.turn === side && state.canPlace(inside.state);
    const y = tray.y * UNIT;
    const row = svg("g", {
      class: `hand ${mine ? "carried" : ""}`,
      role: "img",
      "aria-label": `${t(side)}, ${t("drawing.hand")}: ${count}`,
      "data-hand": letter,
    });
    tray.slots.forEach((x, slot) => {
      const piece = slot < count ? stone(letter, tray.radius * UNIT) : svg("circle", { class: "slot", r: 4.5 });
      row.append(svg("g", { transform: `translate(${x * UNIT} ${y})` }, piece));
    });
    row.append(svg("text", { class: "count", x: tray.count * UNIT, y: y + 12, "font-size": 34 }, String(count)));
    layers.hands.append(row);
    drawing.hands.set(letter, { x: tray.slots[Math.max(0, count - 1)] ?? 0, y: tray.y });
    if (position.turn === side) drawButtons(inside, tray.right * UNIT, y);
  }
  if (focused && !layers.hands.contains(document.activeElement)) {
    inside.focus = inside.spots[0]?.name ?? "";
    drawing.spotElements.get(inside.focus)?.focus();
  }
}

/**
 * @param {Inside} inside
 * @param {number} right
 * @param {number} y
 */
function drawButtons(inside, right, y) {
  const next = state.nextTargets(inside.state);
  for (const spot of inside.spots) {
    if (spot.kind !== "button" || !next.has(spot.name)) continue;
    const element = inside.drawing.spotElements.get(spot.name);
    const name = spotName(inside.state, spot.name);
    const width = 50 + 19 * name.length;
    element?.replaceChildren(
      svg("rect", { class: "body", x: right - width, y: y - 28, width, height: 56, rx: 28 }),
      svg("rect", { class: "focus", x: right - width - 6, y: y - 34, width: width + 12, height: 68, rx: 34 }),
      svg("text", { class: "name", x: right - width / 2, y: y + 11, "font-size": 32 }, name),
    );
    if (element) inside.drawing.layers.hands.append(element);
    [spot.x, spot.y] = [(right - width / 2) / UNIT, y / UNIT];
  }
}

/**
 * @param {Inside} inside
 * @param {PositionView} position
 */
export function drawSigns(inside, position) {
  const { drawing, showing } = inside;
  const { signs, under } = drawing.layers;
  const { places } = drawing.variant.layout;
  signs.replaceChildren();
  under.replaceChildren();

  under.append(...reachLines(inside, position));
  for (const name of position.winning) {
    const place = places.find((candidate) => candidate.name === name);
    if (place) under.append(symbol("winning", place.x * UNIT, place.y * UNIT));
  }
  if (showing.last !== false && inside.state.chosen.length === 0 && !inside.state.sent) {
    signs.append(...lastSigns(drawing.variant, position));
  }
  const next = state.nextTargets(inside.state);
  // Where almost every place is possible, large signs would hide the board and say little.
  const scale = next.size > MANY ? 0.5 : 1;
  for (const text of next) {
    const target = inside.state.targets.get(text);
    const index = target?.place ?? -1;
    const place = places[index];
    if (!place) continue;
    const stands = target?.kind === "take" ? "target-take" : "target-stone";
    const sign = position.stones[index] === "." ? "target" : stands;
    const transform = `translate(${place.x * UNIT} ${place.y * UNIT}) scale(${sign === "target" ? scale : 1})`;
    signs.append(svg("use", { class: `target ${sign}`, href: address(sign), transform }));
  }
  for (const mark of showing.marks ?? []) {
    const sign = markSign(inside, typeof mark === "string" ? { target: mark } : mark);
    if (sign) signs.append(sign);
  }
}

/**
 * The effect of choosing the considered spot: small stones where stones would appear, an empty circle where one would leave.
 *
 * @param {Inside} inside
 */
export function drawForeseen(inside) {
  const { drawing } = inside;
  const now = state.preview(inside.state) ?? [...(inside.state.position?.stones ?? "")];
  const then = state.foresee(inside.state, inside.considered) ?? now;
  const signs = drawing.variant.layout.places.flatMap((place, index) => {
    const letter = then[index] ?? ".";
    if (letter === now[index]) return [];
    const sign = letter === "." ? svg("circle", { class: "leaves", r: 12 }) : stone(letter, 16);
    return [svg("g", { transform: `translate(${place.x * UNIT} ${place.y * UNIT})` }, sign)];
  });
  drawing.layers.foreseen.replaceChildren(...signs);
}

/**
 * The lines along which the last piece reaches the places open to the next one. A knight's line has a bend.
 *
 * @param {Inside} inside
 * @param {PositionView} position
 */
function reachLines(inside, position) {
  const { places } = inside.drawing.variant.layout;
  const named = new Map(places.map((place) => [place.name, place]));
  const from = named.get(position.reach?.start ?? "");
  if (!from || !inside.state.canMove) return [];
  return (position.reach?.places ?? []).flatMap((name) => {
    const to = named.get(name);
    if (!to) return [];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const bend = Math.abs(dx) > Math.abs(dy) ? { x: to.x, y: from.y } : { x: from.x, y: to.y };
    const bent = from.sign === "hook" ? `L${bend.x * UNIT} ${bend.y * UNIT}` : "";
    return [svg("path", { class: "reach", d: `M${from.x * UNIT} ${from.y * UNIT}${bent}L${to.x * UNIT} ${to.y * UNIT}` })];
  });
}

/**
 * The sign of a mark: a few letters, or the symbol for its kind of target.
 *
 * @param {Inside} inside
 * @param {Mark} mark
 */
function markSign(inside, mark) {
  const name = state.spotOf(inside.state, mark.target);
  const spot = inside.spots.find((candidate) => candidate.name === name);
  if (!spot) return null;
  const [x, y, kind] = [spot.x * UNIT, spot.y * UNIT, mark.kind ?? "mark"];
  if (mark.text) {
    const width = 20 + 17 * mark.text.length;
    return svg(
      "g",
      { class: `mark text ${kind}` },
      svg("rect", { x: x - width / 2, y: y - 19, width, height: 38, rx: 12 }),
      svg("text", { x, y: y + 10, "font-size": 28 }, mark.text),
    );
  }
  const { rings, controls } = inside.drawing.variant.layout;
  const ring = rings.find((candidate) => candidate.name === name);
  const control = controls.find((candidate) => candidate.name === name && candidate.shape === "corner");
  if (ring && kind === "mark") return symbol(`ring-${ring.radius}-mark`, 0, 0, "mark");
  if (control && kind === "mark") return svg("g", { class: "spot corner lit" }, corner(control, "corner-mark"));
  return symbol(kind === "hint" ? "hint" : "mark", x, y, `mark ${kind}`);
}

/**
 * Shows the state of a ring or a corner: offered, chosen, or part of the last move.
 *
 * @param {Inside} inside
 * @param {import("./spots.js").Spot} spot
 * @param {"target" | "chosen" | "last" | ""} lit
 */
export function drawControl(inside, spot, lit) {
  const element = inside.drawing.spotElements.get(spot.name);
  const sign = element?.querySelector(".way");
  const ring = inside.drawing.variant.layout.rings.find((candidate) => candidate.name === spot.name);
  const name = ring ? `ring-${ring.radius}` : "corner";
  element?.classList.toggle("lit", lit !== "");
  sign?.setAttribute("href", address(lit ? `${name}-${lit}` : name));
}
