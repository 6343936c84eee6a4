/**
 * Searches with several threads, for families that benefit from them: workers on one shared memory, which browsers allow in
 * cross-origin isolated pages. One worker has the core, the others help it.
 */

/** The most threads that the modules allow. More would gain little, and heat up a phone. */
const MOST = 4;

/**
 * What a search with several threads needs; null if it has only one. Throws if the browser refuses the shared memory.
 *
 * @param {VariantView} variant
 * @param {(file: string) => Promise<WebAssembly.Module | null>} compiled
 * @returns {Promise<import("./local.js").Means | null>}
 */
export async function means({ core: declaration }, compiled) {
  const threads = threadsHere();
  const file = declaration === null || threads < 2 ? null : threadsModuleOf(declaration);
  const module = file && (await compiled(file));
  if (!module) return null;
  const shared = sharedMemory();
  const helpers = (/** @type {() => void} */ fail) => {
    const workers = Array.from({ length: threads - 1 }, (_, helper) => {
      const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      // The search could wait forever for a failed helper's unfinished work. A helper sends a message only if it fails.
      worker.addEventListener("message", fail);
      worker.addEventListener("error", fail);
      worker.postMessage({ module, shared, helper });
      return worker;
    });
    return () => workers.forEach((worker) => worker.terminate());
  };
  return { module, shared, threads, helpers };
}

/** How many threads a search can use: one per processor core, as the page itself is idle while it waits. */
function threadsHere() {
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer === "undefined") return 1;
  return Math.min(MOST, navigator.hardwareConcurrency || 1);
}

/**
 * The file with the core for a declaration, with tables and threads; null for families that need no threads.
 *
 * @param {string} declaration
 */
export function threadsModuleOf(declaration) {
  const family = /^threads\t(\w+)$/m.exec(declaration)?.[1];
  return family ? `${family}-threads.wasm` : null;
}

/** The memory of such a module, for one core and its helpers. Throws if the browser refuses it. */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: 128, maximum: 4096, shared: true });
}

/**
 * Helps a core in another worker with the same module and memory, and never returns: ending the search terminates this worker.
 *
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} shared
 * @param {number} number the helper's number, from 0
 */
export async function help(module, shared, number) {
  const nothing = () => 0;
  const { exports } = await WebAssembly.instantiate(module, {
    page: { tell: nothing, stopped: nothing, now: nothing },
    env: { memory: shared },
  });
  /** @type {(number: number) => void} */ (exports.help)(number);
}
