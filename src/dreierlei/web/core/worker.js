/**
 * A worker with a core. Its first message is the compiled module; each further one is a question, `{ id, variant,
 * declaration, name, values }`: a function of the core with what it needs after the variant. It answers with `{ id, answer }`
 * or `{ id, error }`, and a search before that with `{ id, news }`.
 */

import { createCore } from "./core.js";

/** @typedef {{ id: number, variant: string, declaration: string, name: string, values: unknown[] }} Question */

/** @type {Promise<import("./core.js").Core>} */
let core;
/** @type {Map<string, number>} */
const variants = new Map();
let asking = 0;

addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    core = createCore(data, { tell: (news) => postMessage({ id: asking, news }) });
    return;
  }
  const { id, variant, declaration, name, values } = /** @type {Question} */ (data);
  try {
    const known = await core;
    if (!variants.has(variant)) variants.set(variant, known.declare(declaration));
    asking = id;
    const work = /** @type {Record<string, (...values: any[]) => unknown>} */ (/** @type {unknown} */ (known))[name];
    postMessage({ id, answer: work?.(variants.get(variant), ...values) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
