/** Where the spots of a board lie, and which one an arrow key leads to. No drawing, no rules. */

/** @typedef {import("../wire.js").VariantView} VariantView */
/** @typedef {{ name: string, x: number, y: number, kind: "place" | "corner" | "ring" | "button" }} Spot */

/**
 * Every spot, in reading order: the places, then the controls. A ring lies all round, so the keyboard finds it in a gap
 * between its places.
 *
 * @param {VariantView} variant
 * @returns {Spot[]}
 */
export function spots(variant) {
  const { places, controls, rings } = variant.layout;
  return [
    ...places.map((place) => ({ name: place.name, x: place.x, y: place.y, kind: /** @type {const} */ ("place") })),
    ...controls.map((control) => {
      const ring = rings.find((candidate) => candidate.name === control.name);
      const at = ring ? gapOf(variant, ring.radius) : control;
      return { name: control.name, x: at.x, y: at.y, kind: control.shape };
    }),
  ];
}

/**
 * The middle of the gap nearest to the top.
 *
 * @param {VariantView} variant
 * @param {number} radius
 */
function gapOf(variant, radius) {
  const angles = variant.layout.places
    .filter((place) => Math.abs(Math.hypot(place.x, place.y) - radius) < 0.01)
    .map((place) => Math.atan2(place.y, place.x))
    .sort((a, b) => a - b);
  const first = angles[0] ?? 0;
  const middles = angles.map((angle, index) => (angle + (angles[index + 1] ?? first + 2 * Math.PI)) / 2);
  const best = middles.reduce((a, b) => (Math.sin(b) < Math.sin(a) - 1e-6 ? b : a), middles[0] ?? -Math.PI / 2);
  return { x: radius * Math.cos(best), y: radius * Math.sin(best) };
}

/** How much a spot aside of the key's direction counts as farther away. */
const ASKEW = 4;

const WAYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The spot that an arrow key leads to: near, and well in its direction. Null at the edge.
 *
 * @param {Spot[]} all
 * @param {Spot} from
 * @param {string} key
 * @returns {Spot | null}
 */
export function towards(all, from, key) {
  const way = WAYS[/** @type {keyof typeof WAYS} */ (key)];
  if (!way) return null;
  const [dx = 0, dy = 0] = way;
  let best = null;
  let least = Infinity;
  for (const spot of all) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const distance = Math.hypot(spot.x - from.x, spot.y - from.y);
    if (along < 0.05 || along < distance * 0.35) continue;
    const cost = distance * (1 + ASKEW * (1 - along / distance));
    if (cost < least - 1e-9) [best, least] = [spot, cost];
  }
  return best;
}
