/** What a screen reader says of a spot, and of a move. */

import { maybe, t } from "../i18n.js";
import * as state from "./state.js";

/** @typedef {import("./board.js").Inside} Inside */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("../wire.js").PositionView} PositionView */

/**
 * A spot cell by cell: its name, what stands there, its ground, and what can be done.
 *
 * @param {Inside} inside
 * @param {Spot} spot
 * @param {PositionView} position
 */
export function label(inside, spot, position) {
  const parts = [];
  const index = inside.drawing.variant.layout.places.findIndex((place) => place.name === spot.name);
  const place = inside.drawing.variant.layout.places[index];
  if (spot.kind === "place" && place) {
    parts.push(t(`drawing ${position.stones[index] ?? "."}`));
    if (place.tint) parts.push(t(`web tint ${place.tint}`));
  } else if (spot.kind === "ring") parts.push(t("web ring"));
  else if (spot.kind === "corner") parts.push(t("web corner"));
  const targets = position.last?.targets ?? [];
  if (targets.some((text) => state.spotOf(inside.state, text) === spot.name)) parts.push(t("web last move here"));
  if (position.winning.includes(spot.name)) parts.push(t("web winning here"));
  const target = state.targetAt(inside.state, spot.name);
  const taking = target !== null && inside.state.targets.get(target)?.kind === "take";
  if (target !== null) parts.push(t(taking ? "web can take here" : "web possible here"));
  for (const mark of inside.showing.marks ?? []) {
    const wanted = typeof mark === "string" ? { target: mark } : mark;
    if (state.spotOf(inside.state, wanted.target) === spot.name) parts.push(wanted.text ?? t("web marked here"));
  }
  const name = maybe(`drawing ${spot.name}`) ?? spot.name;
  return parts.length ? `${name}: ${parts.join(", ")}` : name;
}
