/**
 * The core in workers of this page, so that the page never waits for it. One worker answers short questions; each search has
 * its own, or several (`threads.js`), which are terminated to stop it.
 *
 *     load(variant)                              // begins to fetch the core; so does the first question
 *     await ask(variant, "view", { from, moves })
 *     const close = think(variant, { from, moves }, { seconds: 15 }, (news) => …, () => …)
 *     const { move } = await choose(variant, { from, moves }, 3, seed, { signal })
 *     const { value, moves } = await values(variant, { from, moves }, { seconds: 6, signal })
 *
 * If the core is not loaded (yet) or does not understand a question, `ask` resolves to null and `think` calls back with an
 * error: then the server answers, or says what is wrong. `choose` and `values` wait for the core, and reject if it cannot
 * answer.
 */

import { moduleOf, wholeModuleOf } from "./core.js";

/** @typedef {import("./core.js").Reached} Reached */
/** @typedef {Parameters<import("./core.js").Core["analyse"]>[2]} How */

/**
 * What a worker needs: a compiled module, and for several threads their memory and a function that starts the helpers. It gets
 * a callback for when a helper fails, and returns a function that terminates them.
 *
 * @typedef {{ module: WebAssembly.Module | null, shared?: WebAssembly.Memory, threads?: number,
 *   helpers?: (fail: () => void) => () => void }} Means
 * @typedef {{ news?: any, answer?: any, error?: string, threads?: number }} Reply
 */

/** Seconds for each position of a review. */
const PLY_SECONDS = 0.25;
/** The level that overlooks nothing. */
const FULL = 10;
/** The suffix of modules without SIMD instructions. */
const PLAIN = "-plain";

/**
 * A compiled core, and its worker that answers short questions.
 *
 * @typedef {{ module: WebAssembly.Module, answering: ReturnType<typeof start> }} Loaded
 */

/** By the file of the core; a core knows the variants of one family of rules. @type {Map<string, Promise<Loaded | null>>} */
const loading = new Map();
/** @type {Map<string, Loaded>} */
const loaded = new Map();
/** Tables that a worker has computed for a variant, for all later workers. @type {Map<string, Uint8Array>} */
const tables = new Map();

/**
 * Fetches and compiles the core for a variant, once; null if that is not possible.
 *
 * @param {VariantView} variant
 */
export function load({ core: declaration }) {
  if (declaration === null) return Promise.resolve(null);
  const file = moduleOf(declaration);
  let request = loading.get(file);
  if (!request) {
    request = compiled(file)
      .then((module) => {
        const core = { module, answering: start({ module }) };
        loaded.set(file, core);
        return core;
      })
      .catch(() => null);
    loading.set(file, request);
  }
  return request;
}

/** @param {string} file @returns {Promise<WebAssembly.Module>} */
async function compiled(file) {
  const bytes = await (await fetch(new URL(file, import.meta.url))).arrayBuffer();
  // A browser without SIMD needs another module, which exists for some families.
  if (!WebAssembly.validate(bytes) && !/-(plain|threads)\./.test(file)) return compiled(file.replace(".wasm", `${PLAIN}.wasm`));
  return WebAssembly.compile(bytes);
}

/** Modules other than the first, by their file. @type {Map<string, Promise<WebAssembly.Module | null>>} */
const further = new Map();

/**
 * The core with all its tables, for searches; the core without them if the file cannot be fetched.
 *
 * @param {VariantView} variant
 * @returns {Promise<WebAssembly.Module | null>}
 */
async function whole(variant) {
  const core = await load(variant);
  if (!core || variant.core === null) return null;
  const file = wholeModuleOf(variant.core);
  return file === moduleOf(variant.core) ? core.module : ((await another(file)) ?? core.module);
}

/** A module other than the first; null if it cannot be fetched. @param {string} file */
async function another(file) {
  const request = further.get(file) ?? compiled(file).catch(() => null);
  further.set(file, request);
  const module = await request;
  if (!module) further.delete(file);
  return module;
}

/**
 * What a search limited by time uses: a core with threads if they are available, otherwise `whole`.
 *
 * @param {VariantView} variant
 * @returns {Promise<Means>}
 */
async function searching(variant) {
  const threaded = await import("./threads.js").then(({ means }) => means(variant, another)).catch(() => null);
  return threaded ?? alone(variant);
}

/** With one thread and all tables. @param {VariantView} variant @returns {Promise<Means>} */
async function alone(variant) {
  return { module: await whole(variant) };
}

/** With one thread and without the tables. @param {VariantView} variant @returns {Promise<Means>} */
async function plain(variant) {
  return { module: (await load(variant))?.module ?? null };
}

/** The core for a variant, if it is loaded. @param {VariantView} variant */
function coreOf({ core: declaration }) {
  return declaration === null ? undefined : loaded.get(moduleOf(declaration));
}

/** Whether the core for a variant is loaded. @param {VariantView} variant */
export function knows(variant) {
  return coreOf(variant) !== undefined;
}

/**
 * @param {VariantView} variant
 * @param {"view" | "whyNot" | "match" | "record"} name
 * @param {unknown[]} values
 * @returns {Promise<any>}
 */
export function ask(variant, name, ...values) {
  void load(variant);
  const core = coreOf(variant);
  if (!core) return Promise.resolve(null);
  return new Promise((resolve) => core.answering.send(variant, name, values, ({ answer }) => resolve(answer ?? null)));
}

/**
 * Searches until a limit is reached or the returned function is called.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {How} how
 * @param {(news: AnalysisView, threads: number) => void} onNews called with each interim answer, and how many threads work on it
 * @param {(failed: boolean) => void} onEnd
 */
export function think(variant, reached, how, onNews, onEnd) {
  return report(variant, "analyse", [reached, how], onNews, onEnd);
}

/**
 * Reviews the game that led to a position, as the server's `/api/review` does, until it is done or the returned function is
 * called.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {(news: JudgementView | VerdictView | MomentView) => void} onNews
 * @param {(failed: boolean) => void} onEnd
 */
export function review(variant, reached, onNews, onEnd) {
  return report(variant, "review", [reached, { seconds: PLY_SECONDS }], onNews, onEnd);
}

/**
 * @param {VariantView} variant
 * @param {string} name
 * @param {unknown[]} given
 * @param {(news: any, threads: number) => void} onNews
 * @param {(failed: boolean) => void} onEnd
 */
function report(variant, name, given, onNews, onEnd) {
  let end = () => {};
  let wanted = true;
  let threads = 1;
  /** @param {Means} means */
  const begin = (means) => {
    if (!wanted) return;
    const worker = start(means);
    end = worker.end;
    worker.send(variant, name, given, ({ news, answer, error, ...reply }) => {
      threads = reply.threads ?? threads;
      if (news ?? answer) onNews(news ?? answer, threads);
      if (news) return;
      worker.end();
      if (error !== undefined && means.shared) void alone(variant).then(begin);
      else onEnd(error !== undefined);
    });
  };
  void searching(variant).then(begin);
  return () => {
    wanted = false;
    end();
  };
}

/**
 * The computer's move at a level; `core.js` describes the arguments. If the move is null, the computer gives up the round.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {number} level
 * @param {string | number} seed
 * @param {NonNullable<Parameters<import("./core.js").Core["choose"]>[4]> & { signal?: AbortSignal }} [how]
 * @returns {Promise<{ move: string | null }>}
 */
export async function choose(variant, reached, level, seed, { signal, ...how } = {}) {
  return { move: await work(variant, "choose", [reached, level, seed, how], signal, level < FULL ? plain : searching) };
}

/**
 * The exact values of a position and its moves; null where the game has no solver here.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {NonNullable<Parameters<import("./core.js").Core["values"]>[2]> & { signal?: AbortSignal }} [how]
 * @returns {Promise<ValuesView | null>}
 */
export function values(variant, reached, { signal, ...how } = {}) {
  return work(variant, "values", [reached, how], signal);
}

/**
 * The computer's answer to a draw offer; see `core.js`.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {Side} side
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<ReturnType<import("./core.js").Core["answerDraw"]>>}
 */
export function answerDraw(variant, reached, side, seconds, signal) {
  return work(variant, "answerDraw", [reached, side, seconds], signal);
}

/**
 * What the core says about a puzzle; rejects if it does not know the variant.
 *
 * @param {VariantView} variant
 * @param {"attempt" | "solution" | "ownPuzzle"} name
 * @param {unknown[]} given
 * @returns {Promise<any>}
 */
export function judge(variant, name, ...given) {
  return work(variant, name, given, undefined, plain);
}

/**
 * Idle workers, reused for the next question to the same module: starting one takes longer than most questions.
 *
 * @type {Map<WebAssembly.Module, ReturnType<typeof start>>}
 */
const idle = new Map();

/**
 * Asks the core in a worker that is otherwise idle. If the signal aborts first, terminates the worker and rejects with its reason.
 *
 * @param {VariantView} variant
 * @param {string} name
 * @param {unknown[]} given
 * @param {AbortSignal} [signal]
 * @param {(variant: VariantView) => Promise<Means>} [means]
 * @returns {Promise<any>}
 */
async function work(variant, name, given, signal, means = alone) {
  const available = await means(variant);
  signal?.throwIfAborted();
  if (!available.module) throw new Error("the core does not know this variant");
  const { module, shared } = available;
  const worker = idle.get(module) ?? start(available);
  idle.delete(module);
  try {
    const answer = await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.send(variant, name, given, ({ answer, error }) => {
        if (error === undefined) resolve(answer);
        else reject(new Error(error));
      });
    });
    if (shared || idle.has(module)) worker.end();
    else idle.set(module, worker);
    return answer;
  } catch (error) {
    worker.end();
    if (!shared || signal?.aborted) throw error;
  }
  return work(variant, name, given, signal, alone);
}

/** Starts a worker with the core, and its helpers. @param {Means} means */
function start({ module, shared, threads, helpers }) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, (reply: Reply) => void>} */
  const waiting = new Map();
  /** The variants whose tables the worker has. @type {Set<string>} */
  const given = new Set();
  let count = 0;
  worker.addEventListener("message", ({ data }) => {
    if (data.tables) return void tables.set(data.variant, data.tables);
    waiting.get(data.id)?.(data);
    if (data.news === undefined) waiting.delete(data.id);
  });
  const fail = () => {
    for (const reply of waiting.values()) reply({ error: "the worker failed" });
    waiting.clear();
  };
  worker.addEventListener("error", fail);
  worker.postMessage({ module, shared, threads });
  const dismiss = helpers?.(fail);
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
      const known = given.has(variant) ? undefined : tables.get(variant);
      if (known) given.add(variant);
      worker.postMessage({ id, variant, declaration, tables: known, name, values });
    },
    end() {
      worker.terminate();
      dismiss?.();
    },
  };
}
