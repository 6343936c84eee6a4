/**
 * A worker with a core. Its first message is the compiled module, `{ module, shared, threads }`, or `{ module, shared, helper }`
 * with the number of a worker that only helps another on the same memory. Each further one is a question, `{ id, variant,
 * declaration, tables, name, values }`: a function of the core with what it needs after the variant. It answers with
 * `{ id, answer }` or `{ id, error }`, and a search before that with `{ id, news, threads }`. `{ variant, tables }` is what this core has
 * computed and other cores need not compute again.
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
/** Called during a search with what it has so far. @type {(news: unknown) => void} */
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
    const known = await core;
    const number = variants.get(variant) ?? known.declare(declaration);
    variants.set(variant, number);
    if (tables && !shared.has(variant)) {
      known.takeTables(number, tables);
      shared.add(variant);
    }
    const share = () => {
      const made = shared.has(variant) ? null : known.tables(number);
      if (!made) return;
      shared.add(variant);
      postMessage({ variant, tables: made });
    };
    tell = (news) => {
      postMessage({ id, news, threads: known.threads() });
      share();
    };
    const work = /** @type {Record<string, (...values: any[]) => unknown>} */ (/** @type {unknown} */ (known))[name];
    const answer = work?.(number, ...values);
    share();
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
