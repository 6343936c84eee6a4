/** The layers of a board that change with the position: stones, hands, and the signs above and below them. */

import { svg } from "../dom.js";
import { t } from "../i18n.js";
import * as state from "./state.js";
import { spotName } from "./speech.js";
import { stone, tray, brackets, cross, diamond, RADIUS, UNIT } from "./draw.js";

/** @typedef {import("./board.js").Inside} Inside */
/** @typedef {import("./board.js").Mark} Mark */
/** @typedef {import("../wire.js").PositionView} PositionView */
/** @typedef {import("../wire.js").Place} Place */

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
    const piece = stone(letter, RADIUS[place.shape]);
    if (lifted.has(index)) piece.classList.add(letter === position.stones[index] ? "lifted" : "coming");
    const at = svg("g", { transform: `translate(${place.x * UNIT} ${place.y * UNIT})` }, piece);
    const slide = svg("g", {}, at);
    const orbit = svg("g", {}, slide);
    drawing.stones.set(index, { orbit, slide });
    drawing.layers.stones.append(orbit);
  });
}

/**
 * A row of stones in hand for each side; free slots keep the count readable. Buttons lie beside the row of whoever may
 * press.
 *
 * @param {Inside} inside
 * @param {PositionView} position
 */
export function drawHands(inside, position) {
  const { drawing, showing } = inside;
  const { layers, variant, box } = drawing;
  const bottom = showing.bottom ?? "white";
  const focused = document.activeElement instanceof Element && layers.hands.contains(document.activeElement);
  layers.hands.replaceChildren();
  drawing.hands.clear();
  for (const [index, side] of /** @type {const} */ (["white", "black"]).entries()) {
    const rows = tray(variant, box, side === bottom);
    const count = position.hands?.[index];
    if (position.hands && count !== undefined) {
      const letter = side === "white" ? "w" : "b";
      const mine = position.turn === side && state.canPlace(inside.state);
      const words = `${t(side)}, ${t("drawing hand")}: ${count}`;
      const row = svg("g", {
        class: `hand ${mine ? "carried" : ""}`,
        role: "img",
        "aria-label": words,
        "data-hand": letter,
      });
      rows.slots.forEach((x, slot) => {
        const held = slot < count;
        const piece = held ? stone(letter, rows.radius) : svg("circle", { class: "slot", r: 4.5 });
        row.append(svg("g", { transform: `translate(${x} ${rows.y})` }, piece));
      });
      row.append(svg("text", { class: "count", x: rows.count, y: rows.y + 12, "font-size": 34 }, String(count)));
      layers.hands.append(row);
      drawing.hands.set(letter, { x: rows.slots[Math.max(0, count - 1)] ?? 0, y: rows.y });
    }
    if (position.turn === side) drawButtons(inside, rows.right, rows.y);
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
  const byName = new Map(places.map((place, index) => [place.name, { place, index }]));
  signs.replaceChildren();
  under.replaceChildren();

  for (const name of position.winning) {
    const found = byName.get(name);
    if (found) under.append(halo(found.place));
  }
  if (showing.last !== false && inside.state.chosen.length === 0 && !inside.state.sent) {
    for (const sign of lastSigns(inside, position)) signs.append(sign);
  }
  for (const text of state.nextTargets(inside.state)) {
    const target = inside.state.targets.get(text);
    const place = target?.place === null || target?.place === undefined ? null : places[target.place];
    if (place) signs.append(...targetSign(place, position.stones[target?.place ?? 0] !== ".", target?.kind === "take"));
  }
  for (const mark of showing.marks ?? []) {
    const wanted = typeof mark === "string" ? { spot: mark } : mark;
    const spot = inside.spots.find((candidate) => candidate.name === wanted.spot);
    if (spot) signs.append(markSign(spot.x * UNIT, spot.y * UNIT, wanted));
  }
}

/** @param {Place} place */
function halo(place) {
  const [cx, cy, r] = [place.x * UNIT, place.y * UNIT, RADIUS[place.shape] + 5.5];
  return svg(
    "g",
    { class: "winning" },
    svg("circle", { class: "back", cx, cy, r }),
    svg("circle", { class: "halo", cx, cy, r }),
  );
}

/**
 * The places of the last move. A stone stands on the last place that is named, having left the earlier ones.
 *
 * @param {Inside} inside
 * @param {PositionView} position
 */
function lastSigns(inside, position) {
  const { places } = inside.drawing.variant.layout;
  const targets = (position.last?.targets ?? []).map((text) => inside.state.targets.get(text));
  const stands = targets.filter((target) => target?.kind === "place").at(-1);
  return targets.flatMap((target) => {
    const place = target?.place === null || target?.place === undefined ? null : places[target.place];
    if (!place) return [];
    const [x, y] = [place.x * UNIT, place.y * UNIT];
    if (target?.kind === "take") return [svg("path", { class: "last taken", d: cross(x, y, 17) })];
    if (target === stands) return [svg("path", { class: "last to", d: brackets(x, y) })];
    return [svg("circle", { class: "last from", cx: x, cy: y, r: RADIUS[place.shape] - 5 })];
  });
}

/**
 * @param {Place} place
 * @param {boolean} occupied
 * @param {boolean} taking
 */
function targetSign(place, occupied, taking) {
  const [cx, cy] = [place.x * UNIT, place.y * UNIT];
  if (!occupied) return [svg("circle", { class: "target dot", cx, cy, r: 13 })];
  const ring = svg("circle", { class: "target ring", cx, cy, r: RADIUS[place.shape] + 4 });
  if (!taking) return [ring];
  return [
    ring,
    svg("path", { class: "target under-cross", d: cross(cx, cy, 16) }),
    svg("path", { class: "target cross", d: cross(cx, cy, 16) }),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {Mark} mark
 */
function markSign(x, y, mark) {
  const kind = mark.kind ?? "mark";
  if (!mark.text) return svg("path", { class: `mark ${kind}`, d: diamond(x, y, kind === "hint" ? 22 : 17) });
  const width = 20 + 17 * mark.text.length;
  return svg(
    "g",
    { class: `mark text ${kind}` },
    svg("rect", { x: x - width / 2, y: y - 19, width, height: 38, rx: 12 }),
    svg("text", { x, y: y + 10, "font-size": 28 }, mark.text),
  );
}
