/**
 * Asking the server.
 *
 *     const known = await games()
 *     const view = await position(from, moves)
 *     await post("/api/matches", body)
 *
 * Whatever fails throws an `ApiError`: its `message` is a sentence for people, in the server's words or ours, its
 * `code` that of the wire ("offline" when the server cannot be reached).
 */

import { t, translated } from "./i18n.js";

/** @typedef {import("./wire.js").Fault["code"] | "offline"} Code */

export class ApiError extends Error {
  /**
   * @param {Code} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return ask("GET", path);
}

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return ask("POST", path, body ?? {});
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new ApiError("offline", t("web offline"));
  }
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  const content = isJson ? await answer.json().catch(() => null) : await answer.text();
  if (answer.ok) return content;
  const fault = content?.error;
  throw new ApiError(fault?.code ?? "internal", fault ? translated(fault.message) : t("web server failed"));
}

/** @typedef {import("./wire.js").GameView} GameView */
/** @typedef {import("./wire.js").VariantView} VariantView */

/** @type {Promise<GameView[]> | undefined} */
let gamesAsked;
/** @type {Map<string, Promise<VariantView>>} */
const variantsAsked = new Map();

/** Every game's declaration; asked once. @returns {Promise<GameView[]>} */
export function games() {
  gamesAsked ??= get("/api/games").catch((error) => {
    gamesAsked = undefined;
    throw error;
  });
  return gamesAsked;
}

/**
 * The game with that id; throws if there is none.
 *
 * @param {string} id
 */
export async function game(id) {
  const found = (await games()).find((known) => known.id === id);
  if (!found) throw new ApiError("not_found", t("web no game", { id }));
  return found;
}

/**
 * A variant with its board; asked once, unless a lot decides it.
 *
 * @param {string} id
 * @returns {Promise<VariantView>}
 */
export function variant(id) {
  const known = variantsAsked.get(id);
  if (known) return known;
  const asked = get(`/api/variant?${new URLSearchParams({ id })}`);
  if (/random|fair/.test(id)) return asked;
  variantsAsked.set(id, asked);
  asked.catch(() => variantsAsked.delete(id));
  return asked;
}

/**
 * A position, reached from a start (a variant's id or a position's line) by moves.
 *
 * @param {string} from
 * @param {readonly string[]} moves
 * @returns {Promise<import("./wire.js").PositionView>}
 */
export function position(from, moves = []) {
  return get(`/api/position?${new URLSearchParams({ from, moves: moves.join(",") })}`);
}
