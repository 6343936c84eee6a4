/**
 * Pictures to save: a position, or a whole game as an animation, in one self-contained SVG file. They are drawn in the page,
 * in the reader's chosen colours.
 *
 *     const text = pictureFile(variant, position)
 *     const text = filmFile(variant, positions, result)
 */

import { svg } from "../dom.js";
import { style } from "../settings.js";
import { boardElement, corners, ground, lastSigns, stone, symbol, UNIT } from "./draw.js";

/** Pixels along the longer side. */
const SIZE = 400;
/** Seconds per move, and for how many moves' time the final position stays. */
const [SECONDS, HOLD] = [1, 3];
/** When stones have slid, when rings have turned, and how long fading in takes, as fractions of the time for a move. */
const [SLIDE, TURN, FADE] = [0.3, 0.6, 0.12];
/** Straight segments that approximate a path round a ring. */
const BENDS = 4;
/** The height of the caption below the board. */
const CAPTION = 0.75;

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ letter: string, born: number, points: [number, Point][], gone: number | null }} Track the path of a stone */

/**
 * @param {VariantView} variant
 * @param {PositionView} position
 */
export function pictureFile(variant, position) {
  const hands = variant.trays.flatMap((tray, index) => {
    const count = position.hands?.[index] ?? 0;
    const y = tray.y * UNIT;
    return [
      ...tray.slots
        .slice(0, count)
        .map((x) => svg("g", { transform: `translate(${x * UNIT} ${y})` }, stone("wb"[index] ?? "w", tray.radius * UNIT))),
      caption(String(count), tray.count * UNIT, y + 12, 34),
    ];
  });
  return file(variant, variant.frames.whole, [
    ...winning(variant, position),
    ...[...position.stones].flatMap((letter, index) => {
      const place = variant.layout.places[index];
      return letter === "." || !place ? [] : [at(stone(letter), [place.x, place.y])];
    }),
    ...lastSigns(variant, position),
    ...hands,
  ]);
}

/**
 * A game as a looping animation. Readers who prefer reduced motion see the final position.
 *
 * @param {VariantView} variant
 * @param {PositionView[]} positions from the first to the last
 * @param {string} [result]
 */
export function filmFile(variant, positions, result = "*") {
  const { x, y, width, height } = variant.frames.labelled;
  const box = { x, y, width, height: height + CAPTION };
  const plies = positions.length - 1;
  const clock = createClock(plies + 1 + HOLD);
  const middle = (x + width / 2) * UNIT;
  const final = positions[plies];
  const shapes = tracks(variant, positions).map((track) => {
    const moving = at(stone(track.letter), track.points.at(-1)?.[1] ?? [0, 0]);
    return svg("g", { class: clock.moves(track) }, moving);
  });
  const end = final ? winning(variant, final) : [];
  const signs = positions.slice(1).flatMap((position, index) => {
    const number = index + 1;
    const last = number === plies;
    const until = last ? null : number + 1;
    const words = `${Math.ceil(number / 2)}${number % 2 ? "." : "…"} ${position.last?.text ?? ""}`;
    const text = last && result !== "*" ? `${words}   ${result}` : words;
    return [
      svg("g", { class: clock.shows(number + TURN, until) }, ...lastSigns(variant, position)),
      svg("g", { class: clock.shows(number, until) }, caption(text, middle, (y + height + CAPTION / 2) * UNIT, 36)),
    ];
  });
  const shown = [svg("g", { class: clock.shows(plies + TURN, null) }, ...end), ...shapes, ...signs];
  return file(variant, box, [svg("style", {}, clock.css()), ...shown]);
}

/** @param {Element} shape @param {Point} point */
function at(shape, [x, y]) {
  return svg("g", { transform: `translate(${x * UNIT} ${y * UNIT})` }, shape);
}

/** @param {string} text @param {number} x @param {number} y @param {number} size */
function caption(text, x, y, size) {
  const look = { fill: "var(--text)", "font-weight": 600, "text-anchor": "middle" };
  return svg("text", { x, y, "font-size": size, ...look }, text);
}

/** @param {VariantView} variant @param {PositionView} position */
function winning({ layout }, position) {
  return layout.places
    .filter(({ name }) => position.winning.includes(name))
    .map((place) => symbol("winning", place.x * UNIT, place.y * UNIT));
}

/**
 * @param {VariantView} variant
 * @param {Box} box
 * @param {Element[]} shapes
 */
function file(variant, box, shapes) {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((length) => length * UNIT);
  const scale = SIZE / Math.max(width ?? 1, height ?? 1);
  const root = boardElement(
    box,
    { width: (width ?? 0) * scale, height: (height ?? 0) * scale, "font-family": "system-ui, sans-serif" },
    svg("rect", { x, y, width, height, rx: 18, fill: "var(--frame)" }),
    ground(variant),
    corners(variant),
    ...shapes,
  );
  root.removeAttribute("style");
  return plain(new XMLSerializer().serializeToString(root));
}

/** Replaces colours that depend on the page by their current values. @param {string} text */
function plain(text) {
  const page = getComputedStyle(document.documentElement);
  const dark = style() === "dark";
  return text
    .replaceAll(
      /var\((--[\w-]+)(?:, ((?:[^()]|\([^()]*\))*))?\)/g,
      (_, /** @type {string} */ name, /** @type {string | undefined} */ other) =>
        page.getPropertyValue(name).trim() || (other ?? ""),
    )
    .replaceAll(/light-dark\(([^(),]*), ?([^(),]*)\)/g, (_, light, night) => (dark ? night : light));
}

// --- the paths of the stones -----------------------------------------------------------------------------------------

/**
 * The path of every stone of a game; times are in moves.
 *
 * @param {VariantView} variant
 * @param {PositionView[]} positions
 */
function tracks({ layout }, positions) {
  /** @type {Map<string, Point>} */
  const places = new Map(layout.places.map((place) => [place.name, [place.x, place.y]]));
  /** @type {Map<string | null, Track>} */
  const standing = new Map();
  layout.places.forEach(({ name, x, y }, index) => {
    const letter = positions[0]?.stones[index] ?? ".";
    if (letter !== ".") standing.set(name, { letter, born: 0, points: [[0, [x, y]]], gone: null });
  });
  const all = [...standing.values()];
  positions.slice(1).forEach(({ last }, index) => {
    const parts = /** @type {const} */ ([[false, 0, SLIDE], [true, SLIDE, TURN]]);
    for (const [turning, begin, end] of parts) {
      const [from, to] = [index + 1 + begin, index + 1 + end];
      const steps = (last?.motion ?? []).filter((step) => (step.kind === "turn") === turning);
      const lifted = steps.map(({ start }) => {
        const track = start === null ? undefined : standing.get(start);
        standing.delete(start);
        return track;
      });
      steps.forEach((step, number) => {
        const track = lifted[number] ?? { letter: step.stone, born: from, points: [], gone: null };
        if (!lifted[number]) all.push(track);
        if (step.end === null) {
          track.gone = to;
          return;
        }
        standing.set(step.end, track);
        const ring = layout.rings.find(({ name }) => name === step.ring);
        const path = pathPoints(
          places.get(step.start ?? ""),
          places.get(step.end) ?? [0, 0],
          ring ? ((ring.clockwise ? 360 : -360) / ring.places.length) : 0,
        );
        const before = track.points.at(-1)?.[1];
        if (before) track.points.push([from, before]);
        path.forEach((point, nth) => track.points.push([from + ((to - from) * (nth + 1)) / path.length, point]));
      });
    }
  });
  return all;
}

/**
 * The points of a stone's path: a straight line, or an arc round the origin.
 *
 * @param {Point | undefined} start
 * @param {Point} end
 * @param {number} degrees
 * @returns {Point[]}
 */
function pathPoints(start, end, degrees) {
  if (!start || !degrees) return [end];
  const [radius, angle] = [Math.hypot(...start), Math.atan2(start[1], start[0])];
  /** @type {Point[]} */
  const bends = [];
  for (let n = 1; n < BENDS; n++) {
    const turned = angle + ((degrees * Math.PI) / 180) * (n / BENDS);
    bends.push([radius * Math.cos(turned), radius * Math.sin(turned)]);
  }
  return [...bends, end];
}

/** Collects the animations of a film as CSS; `moves` and `shows` return the class for an element. @param {number} moves */
function createClock(moves) {
  /** @type {string[]} */
  const rules = [];

  /**
   * @param {[number, string][]} frames
   * @param {boolean} stays
   */
  function rule(frames, stays) {
    const name = `move-${rules.length}`;
    /** @type {Map<string, string[]>} */
    const times = new Map();
    for (const [time, what] of [...frames].sort(([a], [b]) => a - b)) {
      const share = ((100 * Math.max(0, time)) / moves).toFixed(2);
      times.set(share, [...(times.get(share) ?? []), what]);
    }
    const body = [...times].map(([time, what]) => `${time}%{${what.join(";")}}`).join("");
    rules.push(`.${name}{${stays ? "" : "opacity:0;"}animation-name:${name}}@keyframes ${name}{${body}}`);
    return `${name} moving`;
  }

  return {
    /** @param {Track} track */
    moves({ born, points, gone }) {
      const [endX, endY] = points.at(-1)?.[1] ?? [0, 0];
      /** @type {[number, string][]} */
      const frames = [[0, `opacity:${Number(born === 0)}`]];
      for (const [time, [x, y]] of [/** @type {[number, Point]} */ ([0, points[0]?.[1] ?? [0, 0]]), ...points]) {
        frames.push([time, `transform:translate(${(x - endX) * UNIT}px,${(y - endY) * UNIT}px)`]);
      }
      if (born) frames.push([born, "opacity:0"], [born + FADE, "opacity:1"]);
      if (gone !== null) frames.push([gone - FADE, "opacity:1"], [gone, "opacity:0"]);
      return rule(frames, gone === null);
    },
    /** @param {number} begin @param {number | null} end */
    shows(begin, end) {
      /** @type {[number, string][]} */
      const frames = [[0, "opacity:0"], [begin - FADE, "opacity:0"], [begin, "opacity:1"]];
      if (end !== null) frames.push([end - 0.02, "opacity:1"], [end, "opacity:0"]);
      return rule(frames, end === null);
    },
    css: () =>
      [
        `.moving{animation-duration:${moves * SECONDS}s;animation-iteration-count:infinite}`,
        ...rules,
        "@media(prefers-reduced-motion:reduce){.moving{animation-name:none}}",
      ].join("\n"),
  };
}
