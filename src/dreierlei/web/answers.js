/**
 * Which file of the static edition has the answer that a server would give. `dreierlei site` has written a table of them, and a
 * second, longer one of those that are rarely asked for.
 *
 *     await fileOf("/api/games")    // where to fetch it; null if only a server can answer
 */

import { BASE } from "./address.js";

const TABLES = ["api/index.json", "api/more.json"];

/** @type {Map<string, Promise<Record<string, string>>>} */
const asked = new Map();

/** @param {string} name @returns {Promise<Record<string, string>>} */
function table(name) {
  let known = asked.get(name);
  if (!known) {
    known = fetch(new URL(name, BASE)).then((answer) => answer.json());
    known.catch(() => asked.delete(name));
    asked.set(name, known);
  }
  return known;
}

/** @param {string} path @returns {Promise<string | null>} */
export async function fileOf(path) {
  for (const name of TABLES) {
    const file = (await table(name))[path];
    if (file) return new URL(file, BASE).href;
  }
  return null;
}
