/**
 * The matches stored in this browser, in IndexedDB: one record per match, written after every event.
 *
 *     await write(record); await read(id); await all(); await remove(id)
 */

/**
 * A stored match: its terms, and its log in the format of `cpp/wasm/match.hpp`.
 *
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} variant its full id
 * @property {NewMatch["opponent"]} opponent the computer, or somebody at this screen
 * @property {Player} guest the seat of the player who did not create the match
 * @property {[string, string]} names
 * @property {"games" | "points"} scoring
 * @property {number} length
 * @property {string} start the line of the position that it began from; empty: the game's initial position
 * @property {Clock} clock
 * @property {NewMatch["swap"]} swap the moves after which players may swap sides; 0: they may not
 * @property {number} at when it began, in milliseconds
 * @property {string[]} log
 * @property {string | null} rematch
 * @property {MatchCard | null} card its card in lists
 */

const NAME = "dreierlei";
const MATCHES = "matches";

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(MATCHES, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function within(mode, work) {
  const transaction = (await database()).transaction(MATCHES, mode);
  const request = work(transaction.objectStore(MATCHES));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {string} id @returns {Promise<Kept | undefined>} */
export function read(id) {
  return within("readonly", (store) => store.get(id));
}

/** @param {Kept} kept */
export function write(kept) {
  return within("readwrite", (store) => store.put(kept));
}

/** @param {string} id */
export function remove(id) {
  return within("readwrite", (store) => store.delete(id));
}

/** @returns {Promise<Kept[]>} */
export function all() {
  return within("readonly", (store) => store.getAll());
}
