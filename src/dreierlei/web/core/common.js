/**
 * Memory that the cores of a page have in common when several search one position: a table, and some single words. Each core is
 * an instance with a memory of its own, in a worker of its own; it reaches the common one by functions of a small module.
 * `cpp/search/common.hpp` says what it is for, and `cpp/wasm/common.hpp` is the other side.
 *
 * @typedef {{ module: WebAssembly.Module, memory: WebAssembly.Memory }} Common
 */

/** The file beside this one that has the module. */
export const COMMON_FILE = "common.wasm";

const PAGE = 2 ** 16;
/** Bytes before the table, and of one of its clusters. */
const BEFORE = 8 * (2 ** 14 + 8);
const CLUSTER = 64;
/** What the module says that it can have. */
const MOST_PAGES = 2 ** 30 / PAGE;

/** Whether workers of this page can share memory: pages need to be isolated from those of other sites for it. */
export function canShare() {
  return typeof SharedArrayBuffer !== "undefined" && globalThis.crossOriginIsolated !== false;
}

/**
 * Null where there is not so much memory.
 *
 * @param {WebAssembly.Module} module
 * @param {number} megabytes of the table, a power of 2
 * @returns {Common | null}
 */
export function createCommon(module, megabytes) {
  try {
    const initial = Math.ceil((BEFORE + megabytes * 2 ** 20) / PAGE);
    return { module, memory: new WebAssembly.Memory({ initial, maximum: MOST_PAGES, shared: true }) };
  } catch {
    return null;
  }
}

/** What a core imports, and the clusters of the table. @param {Common | null} common */
export async function access(common) {
  if (!common) return { functions: { get: () => 0n, set() {} }, clusters: 0 };
  const { module, memory } = common;
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const fits = Math.floor((memory.buffer.byteLength - BEFORE) / CLUSTER);
  return { functions: /** @type {WebAssembly.ModuleImports} */ (exports), clusters: 2 ** Math.floor(Math.log2(fits)) };
}
