/**
 * The state of a board, without any drawing: the position, and the part of the player's move made so far.
 *
 * The board knows no rules. The server lists the legal moves, each as targets to point at one after the other, and no
 * move is the beginning of another. So all that this module does is narrow the list by the next target until one move
 * is left.
 *
 * A *spot* is what a person can point at: a place of the layout, or a control. One spot may stand for several targets
 * (moving there, taking there); the legal moves determine which one is meant. A spot has the name of its place or control.
 */

/**
 * @typedef {object} State
 * @property {VariantView} variant
 * @property {Map<string, Target>} targets the targets by their texts
 * @property {PositionView | null} position
 * @property {boolean} canMove
 * @property {string[]} chosen the targets pointed at so far
 * @property {MoveView | null} pending a complete move that awaits confirmation
 * @property {MoveView | null} sent a move that was made here, shown until the next position arrives
 */

/**
 * The result of pointing at something: nothing, a step, a step back, a complete move, or one to be confirmed.
 *
 * @typedef {{ kind: "none" | "step" | "back" } | { kind: "move" | "confirm", move: MoveView }} Answer
 */

/**
 * @param {VariantView} variant
 * @returns {State}
 */
export function createState(variant) {
  const targets = new Map(variant.targets.map((target) => [target.text, target]));
  return { variant, targets, position: null, canMove: false, chosen: [], pending: null, sent: null };
}

/**
 * Sets another position. Chosen targets are kept only if the position is the same and the player may still move; a move that
 * was sent is kept while the player may not move.
 *
 * @param {State} state
 * @param {PositionView} position
 * @param {boolean} canMove
 */
export function setPosition(state, position, canMove) {
  const continues = state.sent ? !canMove : state.canMove && canMove;
  const same = state.position?.line === position.line && continues;
  state.position = position;
  state.canMove = canMove;
  if (!same) clear(state);
}

/** @param {State} state */
export function clear(state) {
  state.chosen = [];
  state.pending = null;
  state.sent = null;
}

/**
 * The legal moves that begin with the chosen targets.
 *
 * @param {State} state
 * @param {string[]} [chosen]
 * @returns {MoveView[]}
 */
export function candidates(state, chosen = state.chosen) {
  if (!state.canMove || !state.position) return [];
  return state.position.moves.filter((move) => chosen.every((text, index) => move.targets[index] === text));
}

/**
 * The targets that may come next.
 *
 * @param {State} state
 * @param {string[]} [chosen]
 * @returns {Set<string>}
 */
export function nextTargets(state, chosen = state.chosen) {
  const next = new Set();
  for (const move of candidates(state, chosen)) {
    const target = move.targets[chosen.length];
    if (target !== undefined) next.add(target);
  }
  return next;
}

/**
 * What the player is to do next; null when nothing can come next.
 *
 * @param {State} state
 * @returns {MessageView | null}
 */
export function prompt(state) {
  return (state.canMove && state.position?.prompts[state.chosen.join(" ")]) || null;
}

/**
 * The spot of a target.
 *
 * @param {State} state
 * @param {string} text
 */
export function spotOf(state, text) {
  const target = state.targets.get(text);
  const place = target?.place;
  return place === null || place === undefined ? text : (state.variant.layout.places[place]?.name ?? text);
}

/**
 * The target that pointing at a spot means now, if any. A place on a ring stands for the ring when only rings can be
 * chosen.
 *
 * @param {State} state
 * @param {string} spot
 * @param {string[]} [chosen]
 * @returns {string | null}
 */
export function targetAt(state, spot, chosen = state.chosen) {
  const next = nextTargets(state, chosen);
  for (const text of next) {
    if (spotOf(state, text) === spot) return text;
  }
  const ring = ringOf(state.variant, spot);
  return ring !== null && next.has(ring) ? ring : null;
}

/**
 * The ring that a place turns with.
 *
 * @param {VariantView} variant
 * @param {string} spot
 * @returns {string | null}
 */
export function ringOf(variant, spot) {
  const place = variant.layout.places.findIndex((candidate) => candidate.name === spot);
  return variant.layout.rings.find((ring) => ring.places.includes(place))?.name ?? null;
}

/**
 * What pointing at a spot means, legal or not: the ring of a place if rings can be chosen, otherwise the spot itself.
 *
 * @param {State} state
 * @param {string} spot
 */
export function meant(state, spot) {
  const wantsRing = [...nextTargets(state)].some((text) => state.targets.get(text)?.kind === "ring");
  return (wantsRing && ringOf(state.variant, spot)) || spot;
}

/**
 * Whether pointing elsewhere may begin another move. While a move has only picked something (the stone to move, a corner),
 * another beginning replaces it: a change of mind. Once a stone is in a new place or taken, only a step back undoes that, so
 * a misclick never loses it.
 *
 * @param {State} state
 */
function canRestart(state) {
  return state.chosen.every((text) => {
    const target = state.targets.get(text);
    const stands = state.position?.stones[target?.place ?? -1] ?? "";
    return target?.kind !== "take" && stands !== ".";
  });
}

/**
 * The target with which pointing at a spot would begin another move; null if it may not.
 *
 * @param {State} state
 * @param {string} spot
 * @returns {string | null}
 */
export function startAt(state, spot) {
  return canRestart(state) ? targetAt(state, spot, []) : null;
}

/**
 * Points at a spot: the next step, the last one again to take it back, or, where `startAt` allows it, the beginning of
 * another move. Anything else has no effect. The last step of a move that awaits confirmation may be replaced.
 *
 * @param {State} state
 * @param {string} spot
 * @param {boolean} [confirm] whether a complete move must be confirmed
 * @returns {Answer}
 */
export function point(state, spot, confirm = false) {
  const { pending, chosen } = state;
  if (pending) {
    const last = chosen.at(-1) ?? "";
    if (spotOf(state, last) === spot || ringOf(state.variant, spot) === last) return accept(state);
    back(state);
    const answer = point(state, spot, confirm);
    if (answer.kind === "none") Object.assign(state, { pending, chosen });
    return answer;
  }
  const target = targetAt(state, spot);
  if (target !== null) return choose(state, target, confirm);
  const last = chosen.at(-1);
  if (last !== undefined && spotOf(state, last) === spot) return back(state);
  const start = startAt(state, spot);
  if (start === null) return { kind: "none" };
  state.chosen = [];
  return choose(state, start, confirm);
}

/**
 * @param {State} state
 * @param {string} target
 * @param {boolean} confirm
 * @returns {Answer}
 */
function choose(state, target, confirm) {
  state.chosen = [...state.chosen, target];
  const move = candidates(state).find((candidate) => candidate.targets.length === state.chosen.length);
  if (!move) return { kind: "step" };
  state.pending = move;
  return confirm ? { kind: "confirm", move } : accept(state);
}

/**
 * Makes the pending move.
 *
 * @param {State} state
 * @returns {Answer}
 */
export function accept(state) {
  const move = state.pending;
  if (!move) return { kind: "none" };
  clear(state);
  state.canMove = false;
  state.sent = move;
  return { kind: "move", move };
}

/**
 * Takes back the last step.
 *
 * @param {State} state
 * @returns {Answer}
 */
export function back(state) {
  if (state.chosen.length === 0) return { kind: "none" };
  state.pending = null;
  state.chosen = state.chosen.slice(0, -1);
  return { kind: "back" };
}

/**
 * The stones after the steps chosen so far. The position has previews for steps that are not places; a ring turns only when
 * the move is made. Otherwise the stone is on the last place named and has left the first one, and taken stones are gone.
 * Null if nothing is chosen.
 *
 * @param {State} state
 * @returns {string[] | null}
 */
export function preview(state) {
  const steps = (state.sent?.targets ?? state.chosen).filter((text) => state.targets.get(text)?.kind !== "ring");
  if (steps.length === 0 || !state.position) return null;
  const known = state.position.previews[steps.join(" ")];
  if (known !== undefined) return [...known];
  const stones = [...state.position.stones];
  const own = state.position.turn === "white" ? "w" : "b";
  /** @type {number[]} */
  const stands = [];
  for (const text of steps) {
    const target = state.targets.get(text);
    if (target?.place === null || target?.place === undefined) continue;
    if (target.kind === "take") stones[target.place] = ".";
    else stands.push(target.place);
  }
  const [first, last] = [stands[0], stands.at(-1)];
  if (first === undefined || last === undefined) return stones;
  if (first !== last) stones[first] = ".";
  if (stones[last] === ".") stones[last] = own;
  return stones;
}

/**
 * The stones after a next step that points at this spot, if the position has a preview of it: the effect of a push or the
 * turn of a ring. For a complete move that awaits confirmation, the stones after it. Null if there is nothing to show.
 *
 * @param {State} state
 * @param {string | null} spot
 * @returns {string[] | null}
 */
export function foresee(state, spot) {
  const next = spot === null ? null : targetAt(state, spot);
  const chosen = next === null && state.pending ? state.chosen : [...state.chosen, next ?? ""];
  const known = state.position?.previews[chosen.join(" ")];
  return known === undefined ? null : [...known];
}

/**
 * Whether the player to move may pick up the stone here and drag it.
 *
 * @param {State} state
 * @param {string} spot
 */
export function canCarry(state, spot) {
  const index = state.variant.layout.places.findIndex((place) => place.name === spot);
  if (index < 0 || !state.position || state.position.stones[index] === ".") return false;
  const target = startAt(state, spot);
  return target !== null && state.targets.get(target)?.kind === "place";
}

/**
 * Whether a stone may be dragged from the hand to a place.
 *
 * @param {State} state
 */
export function canPlace(state) {
  if (!state.position || !canRestart(state)) return false;
  const { stones } = state.position;
  return [...nextTargets(state, [])].some((text) => {
    const place = state.targets.get(text)?.place;
    return (
      state.targets.get(text)?.kind === "corner" || (place !== null && place !== undefined && stones[place] === ".")
    );
  });
}
