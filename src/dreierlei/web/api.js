/**
 * Requests to the server; questions about positions go to the core in this page once it is loaded.
 *
 *     const known = await games()
 *     const view = await position(from, moves)
 *     await post("/api/matches", body)
 *
 * Every failure throws an `ApiError`: its `message` is a sentence for people in the language of the page, its `code` is
 * that of the wire ("offline" when the server cannot be reached, "no_server" when there is none: `away` in both cases),
 * and its `field` is the invalid field of the request, if known.
 */

import { t, message } from "./i18n.js";
import { STATIC } from "./address.js";
import { fileOf } from "./answers.js";
import { drawn, laid } from "./boards.js";
import { ask as askCore, load } from "./core/local.js";

export class ApiError extends Error {
  /**
   * @param {Code | "offline" | "no_server"} code
   * @param {string} text
   * @param {string} [field] the path of a field, such as `clock.fischer.initial`
   */
  constructor(code, text, field = "") {
    super(text);
    this.code = code;
    this.field = field;
  }

  /** Whether there was no server to answer. */
  get away() {
    return this.code === "offline" || this.code === "no_server";
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
  /** @type {Response | null} */
  let response;
  try {
    const url = !STATIC ? path : body ? null : await fileOf(path);
    response = url === null ? null : await fetch(url, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new ApiError("offline", t("web.offline"));
  }
  if (!response) throw new ApiError("no_server", t("web.no-server-about"));
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const content = isJson ? await response.json().catch(() => null) : await response.text();
  if (response.ok) return content;
  /** @type {ErrorView | undefined} */
  const error = content?.error;
  if (!error) throw new ApiError("internal", t("web.server-failed"));
  throw new ApiError(error.code, message(error), String(error.values.field ?? ""));
}

/** @type {Promise<GameView[]> | undefined} */
let gamesRequest;
/** @type {Map<string, Promise<VariantView>>} */
const variantRequests = new Map();

/** Every game's declaration; requested once. @returns {Promise<GameView[]>} */
export function games() {
  gamesRequest ??= get("/api/games").catch((error) => {
    gamesRequest = undefined;
    throw error;
  });
  return gamesRequest;
}

/**
 * The game with this id; throws if there is none.
 *
 * @param {string} id
 */
export async function game(id) {
  const declared = (await games()).find((candidate) => candidate.id === id);
  if (!declared) throw new ApiError("not_found", t("web.no-game", { id }));
  return declared;
}

/**
 * A variant with its board; requested once, unless its board is drawn at random.
 *
 * @param {string} id
 * @returns {Promise<VariantView>}
 */
export function variant(id) {
  const earlier = variantRequests.get(id);
  if (earlier) return earlier;
  const request = fromTiles(id).then((laid) => laid ?? get(`/api/variant?${new URLSearchParams({ id })}`));
  if (/random|fair/.test(id)) return request;
  variantRequests.set(id, request);
  request.catch(() => variantRequests.delete(id));
  return request;
}

/**
 * A variant on a board that this page can lay from tiles or draw at random itself; null for any other.
 *
 * @param {string} id
 * @returns {Promise<VariantView | null>}
 */
async function fromTiles(id) {
  const name = id.split(":")[0] ?? "";
  const chosen = id.slice(name.length + 1);
  const declared = chosen && (await games()).find((candidate) => candidate.id === name);
  const option = declared && declared.options.find(({ kit }) => kit !== null);
  if (!option) return null;
  const values = chosen.split(",");
  const at = values.findIndex((value) => value.startsWith(`${option.name}=`));
  const wanted = values[at]?.slice(option.name.length + 1) ?? "";
  const code = drawn(option, wanted) ?? wanted;
  if (at < 0 || code === option.default) return null;
  const others = values.filter((_, index) => index !== at).join(",");
  return laid(declared, await variant(others ? `${name}:${others}` : name), option, code);
}

/** @type {Map<string, Promise<string>>} */
const bookRequests = new Map();

/**
 * The opening book of a variant for the core in this page; empty if it has none or the book cannot be fetched. A book
 * covers the game with its default options.
 *
 * @param {VariantView} variant
 * @returns {Promise<string>}
 */
export async function book({ id, game: played }) {
  if (id !== played || !(await game(id)).book) return "";
  const request = bookRequests.get(id) ?? get(`/api/books/${id}`).then(written);
  bookRequests.set(id, request);
  return request.catch(() => {
    bookRequests.delete(id);
    return "";
  });
}

/** A book in the format that the core reads. @param {BookView} book */
function written({ values }) {
  return Object.entries(values)
    .map((entry) => entry.join("\t"))
    .join("\n");
}

/**
 * Why no legal move of a position begins with these targets: a sentence, or empty if one does.
 *
 * @param {string} line the position
 * @param {readonly string[]} targets what was pointed at, in order
 */
export async function whyNot(line, targets) {
  /** @type {MessageView | null} */
  const reason = await reached(line, "whyNot", [], targets).catch((error) => {
    // The core answers null when there is no reason, which looks as if it had not answered.
    if (error instanceof ApiError && error.away) return null;
    throw error;
  });
  return reason ? message(reason) : "";
}

/**
 * A position, reached from a start (a variant's id or a position's line) by moves.
 *
 * @param {string} from
 * @param {readonly string[]} moves
 * @returns {Promise<PositionView>}
 */
export function position(from, moves = []) {
  return reached(from, "view", moves);
}

/**
 * What the core in this page says about a position. Until the core is loaded, or if it does not understand the question, the
 * server answers; if no server can be reached, waits for the core.
 *
 * @param {string} from
 * @param {"view" | "whyNot"} name
 * @param {readonly string[]} moves
 * @param {readonly string[]} [targets]
 */
async function reached(from, name, moves, targets = []) {
  const path =
    name === "view"
      ? `/api/position?${new URLSearchParams({ from, moves: moves.join(",") })}`
      : `/api/why-not?${new URLSearchParams({ from, targets: targets.join(" ") })}`;
  const values = name === "view" ? [] : [targets];
  const loadCore = async () => load(await variant(from.split(" ")[0] ?? ""));
  if (globalThis.navigator?.onLine === false) await loadCore().catch(() => null);
  const answer = await askNearby(from, name, moves, values);
  if (answer) return answer;
  try {
    return await get(path);
  } catch (error) {
    if (!(error instanceof ApiError && error.away)) throw error;
    await loadCore();
    const late = await askNearby(from, name, moves, values);
    if (late) return late;
    if (name === "view" && STATIC) throw new ApiError("bad_request", t("web.no-position"));
    throw error;
  }
}

/**
 * What the core in this page says about a position; null if it is not loaded or has no answer.
 *
 * @param {string} from
 * @param {"view" | "whyNot"} name
 * @param {readonly string[]} moves
 * @param {unknown[]} values
 */
async function askNearby(from, name, moves, values) {
  const id = from.split(" ")[0] ?? "";
  const known = await variantRequests.get(id)?.catch(() => null);
  if (!known || known.id !== id) return null;
  return askCore(known, name, { from: from === id ? "" : from, moves }, ...values);
}
