/** Clicks, drags and keys on a board. */

import { svg } from "../dom.js";
import { whyNot } from "../api.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import * as state from "./state.js";
import { stone, UNIT } from "./draw.js";
import { drawForeseen } from "./layers.js";
import { prompt, spotName } from "./speech.js";
import { towards } from "./spots.js";

/** @typedef {import("./board.js").Inside} Inside */

/**
 * @typedef {object} Carry a stone that is being dragged
 * @property {string | null} from the spot, or null for the hand
 * @property {string} letter
 * @property {number} startX
 * @property {number} startY
 * @property {SVGGElement | null} ghost the dragged image, once the pointer has moved far enough
 */

/** Pixels that the pointer must move before a drag begins. */
const FAR = 6;
/** How near to a spot, in layout units, a stone must be dropped. */
const NEAR = 0.62;

/**
 * @param {Inside} inside
 */
export function listen(inside) {
  const { root } = inside.drawing;
  /** @type {Carry | null} */
  let carry = null;
  let pointer = "mouse";
  let dropped = false;

  /** @param {PointerEvent} event */
  function down(event) {
    pointer = event.pointerType;
    dropped = false;
    if (event.button !== 0 || inside.showing.free) return;
    const spot = spotAt(event.target);
    const hand = event.target instanceof Element ? event.target.closest("[data-hand].carried") : null;
    const position = inside.state.position;
    if (!position) return;
    const own = position.turn === "white" ? "w" : "b";
    if (spot !== null && state.canCarry(inside.state, spot)) {
      carry = { from: spot, letter: own, startX: event.clientX, startY: event.clientY, ghost: null };
    } else if (hand) {
      carry = { from: null, letter: own, startX: event.clientX, startY: event.clientY, ghost: null };
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!carry) return;
    if (!carry.ghost) {
      if (Math.hypot(event.clientX - carry.startX, event.clientY - carry.startY) < FAR) return;
      lift(carry, event.pointerId);
    }
    const at = locate(event);
    carry.ghost?.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }

  /**
   * @param {Carry} drag
   * @param {number} id
   */
  function lift(drag, id) {
    state.clear(inside.state);
    if (drag.from !== null) inside.react(state.point(inside.state, drag.from));
    drag.ghost = svg("g", { class: "dragged", "aria-hidden": "true" }, stone(drag.letter));
    root.append(drag.ghost);
    root.classList.add("dragging");
    root.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const ended = carry;
    carry = null;
    if (!ended?.ghost) return;
    ended.ghost.remove();
    root.classList.remove("dragging");
    dropped = true;
    const at = locate(event);
    const spot = nearest(at.x / UNIT, at.y / UNIT);
    if (
      event.type === "pointerup" &&
      spot !== null &&
      spot !== ended.from &&
      state.targetAt(inside.state, spot) !== null
    ) {
      inside.react(state.point(inside.state, spot, waits(pointer)));
    } else if (event.type === "pointerup" && spot !== null && spot !== ended.from) {
      refuse(inside, spot);
    } else if (spot !== ended.from) {
      state.clear(inside.state);
      inside.react({ kind: "back" });
    }
  }

  /** @param {{ clientX: number, clientY: number }} event */
  function locate(event) {
    const matrix = root.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : new DOMPoint();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  function nearest(x, y) {
    let best = null;
    let least = NEAR;
    for (const spot of inside.spots) {
      const distance = Math.hypot(spot.x - x, spot.y - y);
      if (spot.kind !== "ring" && distance < least) [best, least] = [spot.name, distance];
    }
    return best;
  }

  /** @param {MouseEvent} event */
  function click(event) {
    if (dropped) {
      dropped = false;
      return;
    }
    const spot = spotAt(event.target);
    if (spot !== null) press(inside, spot, event.detail === 0 ? "keyboard" : pointer);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const spot = spotAt(event.target);
    if (spot === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") press(inside, spot, "keyboard");
    else if (event.key === "Escape") {
      if (inside.state.chosen.length === 0) return;
      inside.react(state.back(inside.state));
      inside.options.announce?.(t("web.step-back"));
    } else {
      const next = destination(inside, spot, event.key);
      if (next === null) return;
      focus(inside, next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  function over(event) {
    if (event.pointerType !== "touch") foresee(spotAt(event.target));
  }

  /** @param {FocusEvent} event */
  function focused(event) {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) foresee(spotAt(event.target));
  }

  /**
   * Shows the effect of choosing a spot.
   *
   * @param {string | null} spot
   */
  function foresee(spot) {
    if (spot === inside.considered) return;
    inside.considered = spot;
    drawForeseen(inside);
  }

  root.addEventListener("pointerover", over);
  root.addEventListener("pointerleave", () => foresee(null));
  root.addEventListener("focusin", focused);
  root.addEventListener("focusout", () => foresee(null));
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("click", click);
  root.addEventListener("keydown", key);
}

/**
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function spotAt(target) {
  return target instanceof Element ? (target.closest("[data-spot]")?.getAttribute("data-spot") ?? null) : null;
}

/**
 * @param {Inside} inside
 * @param {string} spot
 * @param {string} pointer
 */
function press(inside, spot, pointer) {
  const { free } = inside.showing;
  if (free) {
    const place = inside.spots.find((candidate) => candidate.name === spot)?.kind === "place";
    if (place || free === "any") inside.options.onPlace?.(spot);
    return;
  }
  if (inside.drawing.spotElements.get(spot)?.isConnected) {
    inside.drawing.spotElements.get(inside.focus)?.setAttribute("tabindex", "-1");
    inside.focus = spot;
  }
  const answer = state.point(inside.state, spot, waits(pointer));
  const name = spotName(inside.state, spot);
  inside.react(answer);
  if (answer.kind === "step") {
    const next = [...state.nextTargets(inside.state)].map((text) =>
      spotName(inside.state, state.spotOf(inside.state, text)),
    );
    inside.options.announce?.(t("web.step", { spot: name, prompt: prompt(inside.state), next: next.join(", ") }));
  } else if (answer.kind === "none" && inside.state.canMove) refuse(inside, spot);
}

/**
 * Explains why a spot cannot be chosen now. The move in progress is kept.
 *
 * @param {Inside} inside
 * @param {string} spot
 */
async function refuse(inside, spot) {
  const { position, pending, chosen } = inside.state;
  if (!position) return;
  inside.refused = { spot, chosen };
  inside.redraw();
  // The last step of a move that awaits confirmation can still be replaced.
  const targets = [...(pending ? chosen.slice(0, -1) : chosen), state.meant(inside.state, spot)];
  const general = `${t("web.not-possible", { spot: spotName(inside.state, spot) })} ${prompt(inside.state)}`.trim();
  const reason = (await whyNot(position.line, targets).catch(() => "")) || general;
  const same = inside.state.position?.line === position.line && inside.state.chosen === chosen;
  if (same) inside.options.onRefused?.(reason, chosen, spot);
}

/**
 * Where a key leads: arrow keys to a neighbour, Home and End to the first and last spot, Page Up and Page Down through the
 * legal targets.
 *
 * @param {Inside} inside
 * @param {string} spot
 * @param {string} key
 * @returns {string | null}
 */
function destination(inside, spot, key) {
  const reachable = inside.spots.filter((candidate) => inside.drawing.spotElements.get(candidate.name)?.isConnected);
  const from = reachable.find((candidate) => candidate.name === spot);
  if (key === "Home") return reachable[0]?.name ?? null;
  if (key === "End") return reachable.at(-1)?.name ?? null;
  if (key === "PageDown" || key === "PageUp") {
    const legal = new Set([...state.nextTargets(inside.state)].map((text) => state.spotOf(inside.state, text)));
    const names = reachable.map((candidate) => candidate.name);
    const at = names.indexOf(spot);
    const round = [...names.slice(at + 1), ...names.slice(0, at)];
    return (key === "PageDown" ? round : round.reverse()).find((name) => legal.has(name)) ?? null;
  }
  return from ? (towards(reachable, from, key)?.name ?? null) : null;
}

/**
 * Moves the keyboard focus to a spot.
 *
 * @param {Inside} inside
 * @param {string} name
 */
export function focus(inside, name) {
  const element = inside.drawing.spotElements.get(name);
  if (!element?.isConnected) return;
  inside.drawing.spotElements.get(inside.focus)?.setAttribute("tabindex", "-1");
  inside.focus = name;
  element.setAttribute("tabindex", "0");
  element.focus();
}

/**
 * Whether a move made with this kind of pointer must be confirmed.
 *
 * @param {string} pointer
 */
function waits(pointer) {
  return settings.confirm && pointer !== "mouse" && pointer !== "keyboard";
}
