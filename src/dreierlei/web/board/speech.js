/** Names of spots and moves, for screen readers and lists. */

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
 * A move as a list shows it: its notation, or short signs where the notation means nothing to people.
 *
 * @param {VariantView} variant
 * @param {string} text the move's notation
 */
export function moveSigns(variant, text) {
  return moveBy(variant, text, (target) => target.sign, " ");
}

/**
 * A move in words, as it is read aloud.
 *
 * @param {VariantView} variant
 * @param {string} text the move's notation
 */
export function moveWords(variant, text) {
  return moveBy(variant, text, (target) => (target.place === null ? target.words : null), ", ");
}

/**
 * @param {VariantView} variant
 * @param {string} text
 * @param {(target: Target) => Words | null} words
 * @param {string} separator
 */
function moveBy(variant, text, words, separator) {
  const known = variant.targets.filter(words).sort((a, b) => b.text.length - a.text.length);
  const parts = [];
  for (let rest = text; rest; ) {
    const target = known.find((candidate) => rest.startsWith(candidate.text));
    const translations = target && words(target);
    if (!translations) return text;
    parts.push(speak(translations));
    rest = rest.slice(target.text.length);
  }
  return parts.join(separator);
}

/**
 * What the player to move does next; empty if the viewer cannot move.
 *
 * @param {state.State} board
 */
export function prompt(board) {
  const text = state.prompt(board);
  return text ? message(text) : "";
}

/**
 * A spot with its stone, its ground, and what can be done there.
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
  if (targets.some((text) => state.spotOf(inside.state, text) === spot.name)) parts.push(t("web.last-move-here"));
  if (position.winning.includes(spot.name)) parts.push(t("web.winning-here"));
  const target = state.targetAt(inside.state, spot.name);
  const taking = target !== null && inside.state.targets.get(target)?.kind === "take";
  if (target !== null) parts.push(t(taking ? "web.can-take-here" : "web.possible-here"));
  for (const mark of inside.showing.marks ?? []) {
    const wanted = typeof mark === "string" ? { target: mark } : mark;
    if (state.spotOf(inside.state, wanted.target) === spot.name) parts.push(wanted.text ?? t("web.marked-here"));
  }
  const name = spotName(inside.state, spot.name);
  return parts.length ? `${name}: ${parts.join(", ")}` : name;
}
