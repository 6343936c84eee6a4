/**
 * The board: one SVG for every game, drawn from the views of a variant and a position. It knows no rules.
 *
 *     const board = createBoard(element, {
 *       variant,                       // VariantView, from api.variant(id)
 *       label: "…",                    // what a screen reader calls it
 *       onMove: (text, move) => …,     // a legal move was made; send it, then `set` the new position
 *       onPlace: (name) => …,          // free mode: a place was clicked (for a set-up editor)
 *       onStep: (step) => …,           // progress of the move being made: { chosen, next, pending }
 *       announce: (text) => …,         // writes to a live region: what happens within a move
 *     });
 *     board.set(position, {            // PositionView
 *       canMove: true,                 // whether the viewer may make a move (default: no)
 *       animate: true,                 // animate position.last; only when going forward by that move
 *       marks: ["c3", { target: "d4", kind: "good", text: "+2" }],   // see Mark
 *       free: true,                    // places only call `onPlace`, nothing moves; "any": controls, too
 *       bottom: "black",               // whose hand lies below the board (default: white)
 *       last: false,                   // do not highlight the last move
 *     });
 *     board.point("c3");               // like a click there
 *     board.confirm(); board.cancel(); // for a move that awaits confirmation (settings.confirm, on touch)
 *     board.prompt();                  // what to do next, in words; empty if the viewer cannot move
 *     await board.settled();           // until all animations have ended
 *     board.focus("c3");  board.element;  board.destroy();
 *
 * Without `onMove` and `onPlace`, `createBoard` makes a picture: nothing in it can be focused. Drawing is cheap: call `set`
 * as often as you like. Players move by clicking, by dragging, or by keyboard (arrows, Enter, Escape; Page Up and Page Down
 * cycle through the legal targets).
 */

import { svg } from "../dom.js";
import { still } from "../settings.js";
import { sound } from "../sound.js";
import * as state from "./state.js";
import { boardElement, ground, corner, corners, symbol, RADIUS, UNIT } from "./draw.js";
import { spots } from "./spots.js";
import { drawStones, drawHands, drawSigns, drawControl, drawForeseen } from "./layers.js";
import { label, prompt } from "./speech.js";
import { listen, focus } from "./input.js";
import * as motion from "./motion.js";

/** @typedef {import("./spots.js").Spot} Spot */

/**
 * A target to highlight. `kind` gives its colour and shape; `text` shows a few letters instead.
 *
 * @typedef {{ target: string, kind?: "mark" | "good" | "bad" | "even" | "hint", text?: string }} Mark
 */
/** @typedef {{ chosen: string[], next: string[], pending: MoveView | null }} Step */

/**
 * @typedef {object} Options
 * @property {VariantView} variant
 * @property {string} [label]
 * @property {(text: string, move: MoveView) => void} [onMove]
 * @property {(name: string) => void} [onPlace]
 * @property {(step: Step) => void} [onStep]
 * @property {(sentence: string, chosen: string[], spot: string) => void} [onRefused] shows and announces why a click
 *   had no effect: on which spot, after which targets
 * @property {(text: string) => void} [announce]
 */

/**
 * @typedef {object} Showing
 * @property {boolean} [canMove]
 * @property {boolean} [animate]
 * @property {(string | Mark)[]} [marks]
 * @property {boolean | "any"} [free]
 * @property {"white" | "black"} [bottom]
 * @property {boolean} [last]
 */

/**
 * @typedef {object} Drawing the elements on the screen
 * @property {VariantView} variant
 * @property {SVGSVGElement} root
 * @property {SVGGElement} ground
 * @property {Record<"stones" | "hands" | "signs" | "under" | "foreseen", SVGGElement>} layers
 * @property {Map<number, { orbit: SVGGElement, slide: SVGGElement }>} stones by place
 * @property {Map<string, { x: number, y: number }>} hands where a stone leaves each hand, by letter, in layout units
 * @property {Map<string, SVGGElement>} spotElements
 * @property {Animation[]} running
 */

/**
 * @typedef {object} Inside what the modules of a board share
 * @property {Options} options
 * @property {state.State} state
 * @property {Showing} showing
 * @property {Drawing} drawing
 * @property {Spot[]} spots
 * @property {string} focus the spot that has the keyboard focus
 * @property {string | null} considered the spot under the pointer or the visible focus
 * @property {{ spot: string, chosen: string[] } | null} refused the spot that could not be chosen, shown while the chosen
 *   targets are the same
 * @property {() => void} redraw
 * @property {(answer: state.Answer) => void} react
 */

/**
 * @typedef {object} Board
 * @property {SVGSVGElement} element
 * @property {(position: PositionView, showing?: Showing) => void} set
 * @property {(spot?: string) => void} focus
 * @property {() => string} prompt
 * @property {(spot: string) => void} point
 * @property {() => void} confirm
 * @property {() => void} cancel
 * @property {() => Promise<unknown>} settled
 * @property {() => void} destroy
 */

/**
 * @param {HTMLElement} element gets the board at full width, and its aspect ratio as the property --ratio
 * @param {Options} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  const live = Boolean(options.onMove || options.onPlace);
  const all = spots(options.variant);
  const drawing = createDrawing(options, all, live);
  /** @type {Inside} */
  const inside = {
    options,
    state: state.createState(options.variant),
    showing: {},
    drawing,
    spots: all,
    focus: all[0]?.name ?? "",
    considered: null,
    refused: null,
    redraw: () => redraw(inside, live),
    react: (answer) => react(inside, answer),
  };
  const { width, height } = options.variant.frames.whole;
  element.style.setProperty("--ratio", String(width / height));
  element.append(drawing.root);
  if (live) listen(inside);

  return {
    element: drawing.root,
    set: (position, showing = {}) => set(inside, position, showing),
    focus: (spot) => focus(inside, spot ?? inside.focus),
    prompt: () => prompt(inside.state),
    confirm: () => inside.react(state.accept(inside.state)),
    point: (spot) => inside.react(state.point(inside.state, spot)),
    cancel: () => {
      state.clear(inside.state);
      inside.react({ kind: "back" });
    },
    settled: () => motion.settled(drawing),
    destroy: () => {
      motion.stop(drawing);
      drawing.root.remove();
    },
  };
}

/**
 * @param {Options} options
 * @param {Spot[]} all
 * @param {boolean} live
 * @returns {Drawing}
 */
function createDrawing(options, all, live) {
  const { variant } = options;
  const group = ground(variant);
  const layers = {
    under: svg("g", { class: "under", "aria-hidden": "true" }),
    stones: svg("g", { class: "stones", "aria-hidden": "true" }),
    signs: svg("g", { class: "signs", "aria-hidden": "true" }),
    foreseen: svg("g", { class: "foreseen", "aria-hidden": "true" }),
    hands: svg("g", { class: "hands" }),
  };
  const spotElements = new Map(all.map((spot) => [spot.name, spotElement(variant, spot)]));
  const rings = all.filter((spot) => spot.kind === "ring").map((spot) => spotElements.get(spot.name));
  const others = all
    .filter((spot) => spot.kind === "place" || spot.kind === "corner")
    .map((s) => spotElements.get(s.name));
  const root = boardElement(
    variant.frames.whole,
    {
      class: live ? "board live" : "board",
      role: live ? "application" : "img",
      "aria-label": options.label ?? "",
    },
    group,
    layers.under,
    live ? svg("g", { class: "spots rings" }, ...rings.map((element) => element ?? null)) : null,
    layers.stones,
    layers.hands,
    live
      ? svg("g", { class: "spots" }, ...others.map((element) => element ?? null))
      : corners(variant),
    layers.signs,
    layers.foreseen,
  );
  return { variant, root, ground: group, layers, stones: new Map(), hands: new Map(), spotElements, running: [] };
}

/**
 * A spot: an area for the pointer, and an outline for the keyboard focus.
 *
 * @param {VariantView} variant
 * @param {Spot} spot
 */
function spotElement(variant, spot) {
  const element = svg("g", { class: `spot ${spot.kind}`, "data-spot": spot.name, role: "button", tabindex: -1 });
  const [x, y] = [spot.x * UNIT, spot.y * UNIT];
  const ring = variant.layout.rings.find((candidate) => candidate.name === spot.name);
  const control = variant.layout.controls.find((candidate) => candidate.name === spot.name);
  if (ring) {
    // The symbol is only an outline; as the class `area`, everything between its lines can be clicked.
    element.append(
      symbol(`ring-${ring.radius}-target`, 0, 0, "area"),
      symbol(`ring-${ring.radius}-target`, 0, 0, "way"),
      symbol(`ring-${ring.radius}-last`, 0, 0, "focus"),
    );
  } else if (spot.kind === "corner" && control) {
    element.append(corner(control), svg("circle", { class: "focus", cx: x, cy: y, r: 54 }));
  } else if (spot.kind === "place") {
    const place = variant.layout.places.find((candidate) => candidate.name === spot.name);
    const half = place?.shape === "cell" ? 50 : 46;
    element.append(
      svg("rect", { class: "area", x: x - half, y: y - half, width: 2 * half, height: 2 * half }),
      place?.shape === "cell"
        ? svg("rect", { class: "focus", x: x - 45, y: y - 45, width: 90, height: 90, rx: 6 })
        : svg("circle", { class: "focus", cx: x, cy: y, r: RADIUS + 9 }),
    );
  }
  return element;
}

/**
 * @param {Inside} inside
 * @param {PositionView} position
 * @param {Showing} showing
 */
function set(inside, position, showing) {
  const { drawing } = inside;
  const before = inside.state.position;
  const shown = state.preview(inside.state);
  inside.showing = showing;
  state.setPosition(inside.state, position, Boolean(showing.canMove));
  motion.stop(drawing);
  inside.redraw();
  const moved = showing.animate && before && before.line !== position.line;
  if (moved && !still()) motion.play(drawing, position, shown, sound);
  else if (moved) sound("place");
}

/**
 * @param {Inside} inside
 * @param {boolean} live
 */
function redraw(inside, live) {
  const { drawing } = inside;
  const position = inside.state.position;
  if (!position) return;
  drawStones(inside, position);
  drawHands(inside, position);
  drawSigns(inside, position);
  drawForeseen(inside);
  if (!live) {
    drawing.root.setAttribute("aria-label", inside.options.label ?? "");
    return;
  }
  const next = state.nextTargets(inside.state);
  const chosen = new Set(inside.state.chosen.map((text) => state.spotOf(inside.state, text)));
  const offered = new Set([...next].map((text) => state.spotOf(inside.state, text)));
  const used = new Set(
    (inside.showing.last === false ? [] : (position.last?.targets ?? [])).map((text) =>
      state.spotOf(inside.state, text),
    ),
  );
  const refused = inside.refused?.chosen === inside.state.chosen ? inside.refused.spot : null;
  for (const spot of inside.spots) {
    const element = drawing.spotElements.get(spot.name);
    if (!element) continue;
    element.classList.toggle("offered", offered.has(spot.name));
    element.classList.toggle("chosen", chosen.has(spot.name));
    element.classList.toggle("refused", spot.name === refused);
    const last = used.has(spot.name) && spot.kind !== "place";
    element.classList.toggle("last", last);
    const lit = chosen.has(spot.name) ? "chosen" : offered.has(spot.name) ? "target" : last ? "last" : "";
    drawControl(inside, spot, lit);
    element.classList.toggle("carried", state.canCarry(inside.state, spot.name));
    element.classList.toggle(
      "pointed",
      Boolean(inside.showing.free) ||
        state.targetAt(inside.state, spot.name) !== null ||
        state.startAt(inside.state, spot.name) !== null,
    );
    element.setAttribute("aria-label", label(inside, spot, position));
    if (chosen.has(spot.name)) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
    element.setAttribute("tabindex", spot.name === inside.focus ? "0" : "-1");
  }
}

/**
 * @param {Inside} inside
 * @param {state.Answer} answer
 */
function react(inside, answer) {
  if (answer.kind === "none") return;
  inside.redraw();
  const next = [...state.nextTargets(inside.state)];
  inside.options.onStep?.({ chosen: inside.state.chosen, next, pending: inside.state.pending });
  if (answer.kind === "move") inside.options.onMove?.(answer.move.text, answer.move);
}
