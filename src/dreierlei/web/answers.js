/**
 * Which file of the static edition has the answer that a server would give. `dreierlei site` has written a table of them, and a
 * second one of the sheets to print.
 *
 *     await fileOf("/api/games")    // where to fetch it; null if only a server can answer
 */

import { BASE } from "./address.js";

const TABLES = { answers: "api/index.json", sheets: "api/sheets.json" };

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
  const file = (await table(path.startsWith("/api/print/") ? TABLES.sheets : TABLES.answers))[path];
  return file ? new URL(file, BASE).href : null;
}
