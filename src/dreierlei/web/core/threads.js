/**
 * Searches with several threads, for families that gain from them: workers on one memory, where the browser lets them share one,
 * which is in a page that is isolated from other sites. One worker has the core, the others help it.
 */

/** The most threads that the modules allow. More gain little, and heat a telephone. */
const MOST = 4;

/**
 * What a search has threads with; null where it has one. Throws where the browser refuses a memory.
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
      // What a helper had begun is never completed, so the search could wait for it. It says nothing unless it fails.
      worker.addEventListener("message", fail);
      worker.addEventListener("error", fail);
      worker.postMessage({ module, shared, helper });
      return worker;
    });
    return () => workers.forEach((worker) => worker.terminate());
  };
  return { module, shared, threads, helpers };
}

/** How many threads a search can have here: one for each processor, as the page itself is idle while it waits. */
function threadsHere() {
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer === "undefined") return 1;
  return Math.min(MOST, navigator.hardwareConcurrency || 1);
}

/**
 * The file with the core for a declaration that has everything, and threads; null where a family needs none.
 *
 * @param {string} declaration
 */
export function threadsModuleOf(declaration) {
  const family = /^threads\t(\w+)$/m.exec(declaration)?.[1];
  return family ? `${family}-threads.wasm` : null;
}

/** A memory for such a module, for one core and its helpers. Throws where the browser refuses one. */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: 128, maximum: 4096, shared: true });
}

/**
 * Helps a core in another worker that has the same module and memory, and never returns: whoever ends the search ends the worker.
 *
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} shared
 * @param {number} number of the helper, from 0
 */
export async function help(module, shared, number) {
  const nothing = () => 0;
  const { exports } = await WebAssembly.instantiate(module, {
    page: { tell: nothing, stopped: nothing, now: nothing },
    env: { memory: shared },
  });
  /** @type {(number: number) => void} */ (exports.help)(number);
}
