/**
 * The core in workers of this page, so that the page never waits for it. One worker answers short questions; each search has
 * one of its own, which is ended to stop it.
 *
 *     load()                                     // begins to fetch the core; the first question does so, too
 *     await ask(variant, "view", { from, moves })
 *     const close = think(variant, { from, moves }, { seconds: 15 }, (news) => …, () => …)
 *     const { move } = await choose(variant, { from, moves }, 3, seed, { signal })
 *     const { value, moves } = await values(variant, { from, moves }, { seconds: 6, signal })
 *
 * Where the core is not here (yet), or does not understand a question, `ask` gives null and `think` calls back with an
 * error: then the server answers, or says what is wrong. `choose` and `values` wait for the core and reject where it cannot
 * answer.
 */

/** @typedef {import("./core.js").Reached} Reached */
/** @typedef {Parameters<import("./core.js").Core["analyse"]>[2]} How */

/** For each position of a review. */
const PLY_SECONDS = 0.25;

/** @type {Promise<WebAssembly.Module | null> | undefined} */
let loading;
/** @type {WebAssembly.Module | null} */
let module = null;
/** @type {ReturnType<typeof start> | undefined} */
let answering;

/** Fetches and compiles the core, once. */
export function load() {
  loading ??= fetch(new URL("./core.wasm", import.meta.url))
    .then((response) => response.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes))
    .then((compiled) => {
      module = compiled;
      answering = start();
      return compiled;
    })
    .catch(() => null);
  return loading;
}

/** Whether the core can be asked about a variant. @param {VariantView} variant */
export function knows(variant) {
  return module !== null && variant.core !== null;
}

/**
 * @param {VariantView} variant
 * @param {"view" | "whyNot" | "match" | "record"} name
 * @param {unknown[]} values
 * @returns {Promise<any>}
 */
export function ask(variant, name, ...values) {
  void load();
  const core = answering;
  if (!core || !knows(variant)) return Promise.resolve(null);
  return new Promise((resolve) => core.send(variant, name, values, ({ answer }) => resolve(answer ?? null)));
}

/**
 * Searches until a limit, or until the function that it returns is called.
 *
 * @param {VariantView} variant
 * @param {Reached} reached
 * @param {How} how
 * @param {(news: AnalysisView) => void} onNews
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
 * @param {(news: any) => void} onNews
 * @param {(failed: boolean) => void} onEnd
 */
function told(variant, name, given, onNews, onEnd) {
  const worker = start();
  worker.send(variant, name, given, ({ news, answer, error }) => {
    if (news ?? answer) onNews(news ?? answer);
    if (news) return;
    worker.end();
    onEnd(error !== undefined);
  });
  return worker.end;
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
  return { move: await work(variant, "choose", [reached, level, seed, how], signal) };
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
  return work(variant, name, given);
}

/**
 * Asks the core in a worker of its own. Rejects with the signal's reason if that comes first, which ends the worker.
 *
 * @param {VariantView} variant
 * @param {string} name
 * @param {unknown[]} given
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function work(variant, name, given, signal) {
  await load();
  signal?.throwIfAborted();
  if (!knows(variant)) throw new Error("the core does not know this variant");
  const worker = start();
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.send(variant, name, given, ({ answer, error }) => {
        if (error === undefined) resolve(answer);
        else reject(new Error(error));
      });
    });
  } finally {
    worker.end();
  }
}

/** A worker with the core. */
function start() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @typedef {{ news?: any, answer?: any, error?: string }} Reply */
  /** @type {Map<number, (reply: Reply) => void>} */
  const waiting = new Map();
  let count = 0;
  worker.addEventListener("message", ({ data }) => {
    waiting.get(data.id)?.(data);
    if (data.news === undefined) waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    for (const reply of waiting.values()) reply({ error: "the worker failed" });
    waiting.clear();
  });
  worker.postMessage(module);
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
      worker.postMessage({ id, variant, declaration, name, values });
    },
    end: () => worker.terminate(),
  };
}
