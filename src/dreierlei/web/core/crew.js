/**
 * Workers with a core. A search whose family gains from threads has several on one memory, where the browser lets them share
 * one: a page that is isolated from other sites. One of them has the core, the others help it; they end together. Where
 * anything about that fails, a search has one worker.
 */

import { MOST_THREADS, sharedMemory } from "./core.js";

/**
 * What a worker needs: a compiled module, and with several threads their memory.
 *
 * @typedef {{ module: WebAssembly.Module | null, shared?: WebAssembly.Memory, threads?: number }} Means
 * @typedef {{ news?: any, answer?: any, error?: string, threads?: number }} Reply
 */

/** What a worker has computed for a variant, for all later ones. @type {Map<string, Uint8Array>} */
const tables = new Map();

/**
 * How many threads a search can have here. More than four gain little in a page that others share a machine with, and heat a
 * telephone. The page itself is idle while it waits for a search, so it needs no processor of its own.
 */
export function threadsHere() {
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer === "undefined") return 1;
  return Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1);
}

/** A memory for one search; null where the browser refuses one. */
export function memoryHere() {
  try {
    return sharedMemory();
  } catch {
    return null;
  }
}

function worker() {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** Starts a worker with the core, and its helpers. @param {Means} means */
export function start({ module, shared, threads = 1 }) {
  const core = worker();
  const helpers = Array.from({ length: threads - 1 }, worker);
  /** @type {Map<number, (reply: Reply) => void>} */
  const waiting = new Map();
  /** The variants whose tables it has. @type {Set<string>} */
  const given = new Set();
  let count = 0;
  core.addEventListener("message", ({ data }) => {
    if (data.tables) return void tables.set(data.variant, data.tables);
    waiting.get(data.id)?.(data);
    if (data.news === undefined) waiting.delete(data.id);
  });
  const fail = () => {
    for (const reply of waiting.values()) reply({ error: "the worker failed" });
    waiting.clear();
  };
  core.addEventListener("error", fail);
  core.postMessage({ module, shared, threads });
  for (const [number, helper] of helpers.entries()) {
    // What a helper had begun is never completed, so the search could wait for it. A helper says nothing unless it fails.
    helper.addEventListener("message", fail);
    helper.addEventListener("error", fail);
    helper.postMessage({ module, shared, helper: number });
  }
  return {
    /**
     * @param {VariantView} variant
     * @param {string} name
     * @param {unknown[]} values
     * @param {(reply: Reply) => void} reply
     */
    send({ id: variant, core: declaration }, name, values, reply) {
      const id = ++count;
      waiting.set(id, reply);
      const made = given.has(variant) ? undefined : tables.get(variant);
      if (made) given.add(variant);
      core.postMessage({ id, variant, declaration, tables: made, name, values });
    },
    end() {
      for (const each of [core, ...helpers]) each.terminate();
    },
  };
}
