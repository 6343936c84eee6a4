/** What a screen reader says of a spot, and of a move. */

import { message, speak, t } from "../i18n.js";
import * as state from "./state.js";

/** @typedef {import("./board.js").Inside} Inside */
/** @typedef {import("./spots.js").Spot} Spot */

/**
 * What people call a spot.
 *
 * @param {state.State} board
 * @param {string} spot
 */
export function spotName(board, spot) {
  const words = board.targets.get(spot)?.words;
  return words ? speak(words) : spot;
}

/**
 * What the player to move does next; empty if nobody here can move.
 *
 * @param {state.State} board
 */
export function prompt(board) {
  const asked = state.prompt(board);
  return asked ? message(asked) : "";
}

/**
 * A spot with what stands there, its ground, and what can be done.
 *
 * @param {Inside} inside
 * @param {Spot} spot
 * @param {PositionView} position
 */
export function label(inside, spot, position) {
  const parts = [];
  const { layout, grounds } = inside.drawing.variant;
  const index = layout.places.findIndex((place) => place.name === spot.name);
  const place = layout.places[index];
  if (spot.kind === "place" && place) {
    parts.push(t(`drawing ${position.stones[index] ?? "."}`));
    const ground = grounds[place.tint];
    if (ground) parts.push(speak(ground));
  }
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
  // What is written on a corner is part of its name, for people who speak to their computer.
  const written = spot.kind === "corner" ? `${spot.name}, ` : "";
  const name = written + spotName(inside.state, spot.name);
  return parts.length ? `${name}: ${parts.join(", ")}` : name;
}
