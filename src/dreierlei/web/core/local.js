/**
 * The core in workers of this page, so that the page never waits for it. One worker answers short questions; each search has
 * one to itself, or several (`threads.js`), which are ended to stop it.
 *
 *     load(variant)                              // begins to fetch the core; the first question does so, too
 *     await ask(variant, "view", { from, moves })
 *     const close = think(variant, { from, moves }, { seconds: 15 }, (news) => …, () => …)
 *     const { move } = await choose(variant, { from, moves }, 3, seed, { signal })
 *     const { value, moves } = await values(variant, { from, moves }, { seconds: 6, signal })
 *
 * Where the core is not here (yet), or does not understand a question, `ask` gives null and `think` calls back with an
 * error: then the server answers, or says what is wrong. `choose` and `values` wait for the core and reject where it cannot
 * answer.
 */

import { moduleOf, wholeModuleOf } from "./core.js";

/** @typedef {import("./core.js").Reached} Reached */
/** @typedef {Parameters<import("./core.js").Core["analyse"]>[2]} How */

/**
 * What a worker needs: a compiled module, and for several threads their memory and a function that starts the helpers. That is told
 * what to do if one fails, and returns what ends them.
 *
 * @typedef {{ module: WebAssembly.Module | null, shared?: WebAssembly.Memory, threads?: number,
 *   helpers?: (fail: () => void) => () => void }} Means
 * @typedef {{ news?: any, answer?: any, error?: string, threads?: number }} Reply
 */

/** For each position of a review. */
const PLY_SECONDS = 0.25;
/** The level that overlooks nothing. */
const FULL = 10;
/** What the names of modules without vectors end with. */
const PLAIN = "-plain";

/**
 * A compiled core, and the worker with it that answers short questions.
 *
 * @typedef {{ module: WebAssembly.Module, answering: ReturnType<typeof start> }} Loaded
 */

/** By the file of the core: one knows the variants of one family of rules. @type {Map<string, Promise<Loaded | null>>} */
const loading = new Map();
/** @type {Map<string, Loaded>} */
const loaded = new Map();
/** What a worker has computed for a variant, for all later ones. @type {Map<string, Uint8Array>} */
const tables = new Map();

/**
 * Fetches and compiles the core for a variant, once; null where that is not possible.
 *
 * @param {VariantView} variant
 */
export function load({ core: declaration }) {
  if (declaration === null) return Promise.resolve(null);
  const file = moduleOf(declaration);
  let asked = loading.get(file);
  if (!asked) {
    asked = compiled(file)
      .then((module) => {
        const made = { module, answering: start({ module }) };
        loaded.set(file, made);
        return made;
      })
      .catch(() => null);
    loading.set(file, asked);
  }
  return asked;
}

/** @param {string} file @returns {Promise<WebAssembly.Module>} */
async function compiled(file) {
  const bytes = await (await fetch(new URL(file, import.meta.url))).arrayBuffer();
  // A browser without vectors needs another module, which there is for some families.
  if (!WebAssembly.validate(bytes) && !/-(plain|threads)\./.test(file)) return compiled(file.replace(".wasm", `${PLAIN}.wasm`));
  return WebAssembly.compile(bytes);
}

/** By the file. @type {Map<string, Promise<WebAssembly.Module | null>>} */
const wholes = new Map();

/**
 * The core with all that it can know, for thinking; what it has in common with the other is enough where it cannot be had.
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

/** A module besides the first; null where it cannot be had. @param {string} file */
async function another(file) {
  const asked = wholes.get(file) ?? compiled(file).catch(() => null);
  wholes.set(file, asked);
  const found = await asked;
  if (!found) wholes.delete(file);
  return found;
}

/**
 * What a search with a limit of time works with: a core with threads if there may be some, otherwise `whole`.
 *
 * @param {VariantView} variant
 * @returns {Promise<Means>}
 */
async function searching(variant) {
  const found = await import("./threads.js").then(({ means }) => means(variant, another)).catch(() => null);
  return found ?? alone(variant);
}

/** With one thread and all tables. @param {VariantView} variant @returns {Promise<Means>} */
async function alone(variant) {
  return { module: await whole(variant) };
}

/** With one thread and what every page has. @param {VariantView} variant @returns {Promise<Means>} */
async function plain(variant) {
  return { module: (await load(variant))?.module ?? null };
}

/** The core for a variant, if it is here. @param {VariantView} variant */
function coreOf({ core: declaration }) {
  return declaration === null ? undefined : loaded.get(moduleOf(declaration));
}

/** Whether the core can be asked about a variant. @param {VariantView} variant */
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
 * Searches until a limit, or until the function that it returns is called.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {How} how
 * @param {(news: AnalysisView, threads: number) => void} onNews called with each answer so far, and how many threads work on it
 * @param {(failed: boolean) => void} onEnd
 */
export function think(variant, reached, how, onNews, onEnd) {
  return told(variant, "analyse", [reached, how], onNews, onEnd);
}

/**
 * Looks back at the game that led to a position, as the server's `/api/review` does, until the function that it returns is
 * called.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {(news: JudgementView | VerdictView | MomentView) => void} onNews
 * @param {(failed: boolean) => void} onEnd
 */
export function review(variant, reached, onNews, onEnd) {
  return told(variant, "review", [reached, { seconds: PLY_SECONDS }], onNews, onEnd);
}

/**
 * @param {VariantView} variant
 * @param {string} name
 * @param {unknown[]} given
 * @param {(news: any, threads: number) => void} onNews
 * @param {(failed: boolean) => void} onEnd
 */
function told(variant, name, given, onNews, onEnd) {
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
 * The computer's move at a level; `core.js` says what the arguments mean. A move of null gives up the round.
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
 * What a position and its moves are worth, exactly; null where the game has no solver here.
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
 * What the computer says to an offer of a draw; see `core.js`.
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
 * What the core says about a puzzle; rejects where it does not know the variant.
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
 * Workers that have answered, for the next question to the same module: to start one takes longer than most questions.
 *
 * @type {Map<WebAssembly.Module, ReturnType<typeof start>>}
 */
const idle = new Map();

/**
 * Asks the core in a worker that nobody else is using. Rejects with the signal's reason if that comes first, which ends the worker.
 *
 * @param {VariantView} variant
 * @param {string} name
 * @param {unknown[]} given
 * @param {AbortSignal} [signal]
 * @param {(variant: VariantView) => Promise<Means>} [means]
 * @returns {Promise<any>}
 */
async function work(variant, name, given, signal, means = alone) {
  const found = await means(variant);
  signal?.throwIfAborted();
  if (!found.module) throw new Error("the core does not know this variant");
  const { module, shared } = found;
  const worker = idle.get(module) ?? start(found);
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
  /** The variants whose tables it has. @type {Set<string>} */
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
      const made = given.has(variant) ? undefined : tables.get(variant);
      if (made) given.add(variant);
      worker.postMessage({ id, variant, declaration, tables: made, name, values });
    },
    end() {
      worker.terminate();
      dismiss?.();
    },
  };
}
