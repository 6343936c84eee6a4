/**
 * Animates stones and rings. The picture already shows the final state; each element is animated from its old place to
 * its new one, so that stopping halfway never leaves anything wrong.
 */

import { svg } from "../dom.js";
import { stone, UNIT } from "./draw.js";

/** @typedef {import("./board.js").Drawing} Drawing */

const SLIDE = 220;
const TURN = 520;
const EASE = "cubic-bezier(.3,.1,.2,1)";

/**
 * Animates the last move of a position that is already drawn. `shown` are the stones as the board showed them while the move
 * was made here: stones that were already in place do not move again.
 *
 * @param {Drawing} drawing
 * @param {PositionView} position
 * @param {string[] | null} shown
 * @param {(what: "place" | "take" | "turn") => void} sound
 */
export function play(drawing, position, shown, sound) {
  const last = position.last;
  if (!last) return;
  const { places, rings } = drawing.variant.layout;
  const indices = new Map(places.map((place, index) => [place.name, index]));
  const slides = last.motion
    .filter((step) => step.kind !== "turn")
    .map(({ kind, stone, start, end }) => {
      const [from, to] = [indices.get(start ?? "") ?? null, indices.get(end ?? "") ?? null];
      const inPlace = shown !== null && (to === null ? kind === "push" : shown[to] === stone);
      return { stone, from, to, inPlace };
    });
  const turning = rings.find((ring) => last.targets.includes(ring.name));
  const degrees = turning ? ((turning.clockwise ? 1 : -1) * 360) / turning.places.length : 0;
  const angle = (degrees * Math.PI) / 180;
  const slid = slides.some((slide) => !slide.inPlace) ? SLIDE : 0;

  for (const slide of slides) {
    if (slide.inPlace) continue;
    if (slide.to === null) leave(drawing, slide.stone, slide.from);
    else {
      const place = places[slide.to];
      if (!place) continue;
      const from = slide.from === null ? entry(drawing, position, slide.stone) : places[slide.from];
      const onRing = turning?.places.includes(slide.to);
      const home = onRing ? turned(place, angle) : place;
      const piece = drawing.stones.get(nearest(drawing, home));
      if (!piece) continue;
      if (!from) {
        const fading = piece.slide.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE, easing: "ease-out" });
        drawing.running.push(fading);
      } else {
        // The ring's animation holds this group turned back while the stone slides, so the path is measured in the turned frame.
        const start = onRing ? turned(from, angle) : from;
        const [dx, dy] = [(start.x - home.x) * UNIT, (start.y - home.y) * UNIT];
        run(drawing, piece.slide, `translate(${dx}px, ${dy}px)`, SLIDE, 0);
      }
    }
  }
  if (slides.length) sound(slides.some((slide) => slide.to === null) ? "take" : "place");
  if (!turning) return;
  for (const [index, piece] of drawing.stones) {
    if (turning.places.includes(index)) run(drawing, piece.orbit, `rotate(${-degrees}deg)`, TURN, slid);
  }
  for (const part of drawing.ground.querySelectorAll(`[data-ring="${CSS.escape(turning.name)}"]`)) {
    run(drawing, part, `rotate(${-degrees}deg)`, TURN, slid);
  }
  setTimeout(() => sound("turn"), slid);
}

/**
 * @param {{ x: number, y: number }} point
 * @param {number} angle
 */
function turned(point, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { x: point.x * c - point.y * s, y: point.x * s + point.y * c };
}

/**
 * @param {Drawing} drawing
 * @param {{ x: number, y: number }} point
 */
function nearest(drawing, point) {
  const { places } = drawing.variant.layout;
  return places.findIndex((place) => Math.hypot(place.x - point.x, place.y - point.y) < 0.05);
}

/**
 * Where a new stone comes from: the corner of the move, or the player's hand.
 *
 * @param {Drawing} drawing
 * @param {PositionView} position
 * @param {string} letter
 */
function entry(drawing, position, letter) {
  const control = drawing.variant.layout.controls.find(
    (candidate) => candidate.shape === "corner" && position.last?.targets.includes(candidate.name),
  );
  if (control) return { x: control.x, y: control.y };
  return drawing.hands.get(letter) ?? null;
}

/**
 * A stone that is taken or pushed off the board fades where it was.
 *
 * @param {Drawing} drawing
 * @param {string} letter
 * @param {number | null} from
 */
function leave(drawing, letter, from) {
  const place = from === null ? null : drawing.variant.layout.places[from];
  if (!place) return;
  const ghost = svg("g", { class: "leaving" }, stone(letter));
  const at = svg("g", { transform: `translate(${place.x * UNIT} ${place.y * UNIT})` }, ghost);
  drawing.layers.stones.append(at);
  const fading = ghost.animate(
    [
      { opacity: 1, transform: "scale(1)" },
      { opacity: 0, transform: "scale(1.35)" },
    ],
    { duration: 420, easing: "ease-in", fill: "forwards" },
  );
  drawing.running.push(fading);
  fading.onfinish = () => at.remove();
  fading.oncancel = () => at.remove();
}

/**
 * @param {Drawing} drawing
 * @param {Element} element
 * @param {string} start
 * @param {number} duration
 * @param {number} delay
 */
function run(drawing, element, start, duration, delay) {
  const frames = [{ transform: start }, { transform: "none" }];
  drawing.running.push(element.animate(frames, { duration, delay, easing: EASE, fill: "backwards" }));
}

/**
 * Resolves when all animations have ended. Where the browser pauses animations, it resolves after the longest possible one
 * instead.
 *
 * @param {Drawing} drawing
 */
export function settled(drawing) {
  const longest = new Promise((resolve) => setTimeout(resolve, 2 * (SLIDE + TURN)));
  const finished = drawing.running.map((animation) => animation.finished);
  return finished.length ? Promise.race([Promise.allSettled(finished), longest]) : Promise.resolve();
}

/** @param {Drawing} drawing */
export function stop(drawing) {
  for (const animation of drawing.running.splice(0)) animation.cancel();
}
