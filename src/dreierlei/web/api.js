/**
 * Asking the server, and for positions the core in this page once it is here.
 *
 *     const known = await games()
 *     const view = await position(from, moves)
 *     await post("/api/matches", body)
 *
 * Whatever fails throws an `ApiError`: its `message` is a sentence for people in the language of the page, its `code`
 * that of the wire ("offline" when the server cannot be reached, "no_server" when there is none: `away` in both cases),
 * its `field` what was wrong in the request, if that is known.
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

  /** Whether nobody was there to answer. */
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
  let answer;
  try {
    const place = !STATIC ? path : body ? null : await fileOf(path);
    answer = place === null ? null : await fetch(place, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new ApiError("offline", t("web.offline"));
  }
  if (!answer) throw new ApiError("no_server", t("web.no-server-about"));
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  const content = isJson ? await answer.json().catch(() => null) : await answer.text();
  if (answer.ok) return content;
  /** @type {ErrorView | undefined} */
  const error = content?.error;
  if (!error) throw new ApiError("internal", t("web.server-failed"));
  throw new ApiError(error.code, message(error), String(error.values.field ?? ""));
}

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
  if (!found) throw new ApiError("not_found", t("web.no-game", { id }));
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
  const asked = fromTiles(id).then((laid) => laid ?? get(`/api/variant?${new URLSearchParams({ id })}`));
  if (/random|fair/.test(id)) return asked;
  variantsAsked.set(id, asked);
  asked.catch(() => variantsAsked.delete(id));
  return asked;
}

/**
 * A variant on a board that this page can lay or draw itself; null for every other one.
 *
 * @param {string} id
 * @returns {Promise<VariantView | null>}
 */
async function fromTiles(id) {
  const name = id.split(":")[0] ?? "";
  const chosen = id.slice(name.length + 1);
  const played = chosen && (await games()).find((known) => known.id === name);
  const option = played && played.options.find(({ kit }) => kit !== null);
  if (!option) return null;
  const values = chosen.split(",");
  const at = values.findIndex((value) => value.startsWith(`${option.name}=`));
  const wanted = values[at]?.slice(option.name.length + 1) ?? "";
  const code = drawn(option, wanted) ?? wanted;
  if (at < 0 || code === option.default) return null;
  const others = values.filter((_, index) => index !== at).join(",");
  return laid(played, await variant(others ? `${name}:${others}` : name), option, code);
}

/** @type {Map<string, Promise<string>>} */
const booksAsked = new Map();

/**
 * The opening book of a variant for the core in this page; empty where it has none, or none can be had. A book is for the
 * game with its usual options.
 *
 * @param {VariantView} variant
 * @returns {Promise<string>}
 */
export async function book({ id, game: played }) {
  if (id !== played || !(await game(id)).book) return "";
  const asked = booksAsked.get(id) ?? get(`/api/books/${id}`).then(written);
  booksAsked.set(id, asked);
  return asked.catch(() => {
    booksAsked.delete(id);
    return "";
  });
}

/** A book as the core reads it. @param {BookView} book */
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
    // The core's answer may be that there is no reason.
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
 * What the core in this page says about a position, or the server where the core is not here yet or does not understand;
 * where no server answers, the core is waited for.
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
  const waited = async () => load(await variant(from.split(" ")[0] ?? ""));
  if (globalThis.navigator?.onLine === false) await waited().catch(() => null);
  const known = await near(from, name, moves, values);
  if (known) return known;
  try {
    return await get(path);
  } catch (error) {
    if (!(error instanceof ApiError && error.away)) throw error;
    await waited();
    const late = await near(from, name, moves, values);
    if (late) return late;
    if (name === "view" && STATIC) throw new ApiError("bad_request", t("web.no-position"));
    throw error;
  }
}

/**
 * What the core in this page says about a position; null if it is not here or does not know.
 *
 * @param {string} from
 * @param {"view" | "whyNot"} name
 * @param {readonly string[]} moves
 * @param {unknown[]} values
 */
async function near(from, name, moves, values) {
  const id = from.split(" ")[0] ?? "";
  const known = await variantsAsked.get(id)?.catch(() => null);
  if (!known || known.id !== id) return null;
  return askCore(known, name, { from: from === id ? "" : from, moves }, ...values);
}
