/**
 * A worker with a core. Its first message is the compiled module, `{ module, shared, threads }`, or `{ module, shared, helper }`
 * with the number of a worker that only helps another on the same memory. Each further message is a question, `{ id, variant,
 * declaration, tables, name, values }`: a function of the core with its arguments after the variant. The worker answers with
 * `{ id, answer }` or `{ id, error }`; a search sends `{ id, news, threads }` before that. `{ variant, tables }` has what this
 * core has computed, so that other cores need not.
 */

import { createCore } from "./core.js";

/** @typedef {{ id: number, variant: string, declaration: string, tables?: Uint8Array, name: string, values: unknown[] }} Question */

/** @typedef {{ module: WebAssembly.Module, shared?: WebAssembly.Memory, threads?: number, helper?: number }} Beginning */

/** @type {Promise<import("./core.js").Core>} */
let core;
/** @type {Map<string, number>} */
const variants = new Map();
/** The variants whose tables the page has. @type {Set<string>} */
const shared = new Set();
/** Called during a search with its results so far. @type {(news: unknown) => void} */
let tell = () => {};

/**
 * Returns only if it fails.
 *
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} shared
 * @param {number} number
 */
async function helping(module, shared, number) {
  try {
    const { help } = await import("./threads.js");
    await help(module, shared, number);
  } catch (error) {
    postMessage({ error: String(error) });
  }
}

addEventListener("message", async ({ data }) => {
  if (data.module) {
    const { module, shared, threads, helper } = /** @type {Beginning} */ (data);
    if (helper === undefined) core = createCore(module, { tell: (news) => tell(news), shared, threads });
    else void helping(module, /** @type {WebAssembly.Memory} */ (shared), helper);
    return;
  }
  const { id, variant, declaration, tables, name, values } = /** @type {Question} */ (data);
  try {
    const loaded = await core;
    const number = variants.get(variant) ?? loaded.declare(declaration);
    variants.set(variant, number);
    if (tables && !shared.has(variant)) {
      loaded.takeTables(number, tables);
      shared.add(variant);
    }
    const share = () => {
      const computed = shared.has(variant) ? null : loaded.tables(number);
      if (!computed) return;
      shared.add(variant);
      postMessage({ variant, tables: computed });
    };
    tell = (news) => {
      postMessage({ id, news, threads: loaded.threads() });
      share();
    };
    const work = /** @type {Record<string, (...values: any[]) => unknown>} */ (/** @type {unknown} */ (loaded))[name];
    const answer = work?.(number, ...values);
    share();
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
