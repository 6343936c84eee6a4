/** Where the spots of a board are, and which one an arrow key leads to. No drawing, no rules. */

/** @typedef {{ name: string, x: number, y: number, kind: "place" | "corner" | "ring" | "button" }} Spot */

/**
 * Every spot, in reading order: the places, then the controls. A ring goes all the way round, so for the keyboard it is located
 * in a gap between its places.
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
      const at = ring ? gapOf(variant, ring) : control;
      return { name: control.name, x: at.x, y: at.y, kind: control.shape };
    }),
  ];
}

/**
 * The middle of the gap nearest to the top.
 *
 * @param {VariantView} variant
 * @param {Ring} ring
 */
function gapOf(variant, { places, radius }) {
  const middles = places.map((index) => {
    const { x, y } = variant.layout.places[index] ?? { x: 0, y: 0 };
    const angle = Math.atan2(y, x) + Math.PI / places.length;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return middles.reduce((a, b) => (b.y < a.y - 1e-6 ? b : a));
}

/** The weight by which a spot off the key's direction counts as farther away. */
const ASKEW = 4;

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The spot that an arrow key leads to: the nearest one close to its direction. Null at the edge.
 *
 * @param {Spot[]} all
 * @param {Spot} from
 * @param {string} key
 * @returns {Spot | null}
 */
export function towards(all, from, key) {
  const direction = DIRECTIONS[/** @type {keyof typeof DIRECTIONS} */ (key)];
  if (!direction) return null;
  const [dx = 0, dy = 0] = direction;
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
