/**
 * Which file of the static edition has the answer that a server would give. `dreierlei site` writes a table of these files,
 * and a second one of the sheets to print.
 *
 *     await fileOf("/api/games")    // its URL; null if only a server can answer
 */

import { BASE } from "./address.js";

const TABLES = { answers: "api/index.json", sheets: "api/sheets.json" };

/** @type {Map<string, Promise<Record<string, string>>>} */
const requests = new Map();

/** @param {string} name @returns {Promise<Record<string, string>>} */
function table(name) {
  let request = requests.get(name);
  if (!request) {
    request = fetch(new URL(name, BASE)).then((response) => response.json());
    request.catch(() => requests.delete(name));
    requests.set(name, request);
  }
  return request;
}

/** @param {string} path @returns {Promise<string | null>} */
export async function fileOf(path) {
  const file = (await table(path.startsWith("/api/print/") ? TABLES.sheets : TABLES.answers))[path];
  return file ? new URL(file, BASE).href : null;
}
