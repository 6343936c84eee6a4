// Several cores in workers of Node that search one position at the same pace, for bench_crew.py.
import { readFileSync } from "node:fs";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { COMMON_FILE, createCommon } from "../src/dreierlei/web/core/common.js";
import { createCore, moduleOf } from "../src/dreierlei/web/core/core.js";

/** The word of the common memory that every core reads after 1024 nodes. */
const PACED_BY = 2 ** 14;
const CREWS = [2, 4];
const module = (file) => new WebAssembly.Module(readFileSync(new URL(`../src/dreierlei/web/core/${file}`, import.meta.url)));
/** Seconds of processor time of this worker. */
const used = () => Number(readFileSync("/proc/thread-self/schedstat", "utf-8").split(" ")[0]) / 1e9;
const mean = (numbers) => Math.exp(numbers.reduce((sum, each) => sum + Math.log(each), 0) / numbers.length);

/** The nodes and seconds that the first core needed for the last depth. With no cores, it works alone. */
async function run(cores, given) {
  const common = cores ? createCommon(given.sharing, 32) : null;
  const pace = new SharedArrayBuffer(4 * Math.max(...CREWS));
  const workers = [];
  const start = (number) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { ...given, common, cores, number, pace } });
      workers.push(worker.on("message", resolve).on("error", reject));
    });
  const first = start(0);
  for (let number = 1; number < cores; number++) start(number).catch(console.error);
  const found = await first;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return found;
}

async function main() {
  const { game, declaration, positions, nodes } = JSON.parse(readFileSync(0, "utf-8"));
  const given = { declaration, module: module(moduleOf(declaration)), sharing: module(COMMON_FILE) };
  const rates = [];
  const fewer = new Map(CREWS.map((cores) => [cores, []]));
  for (const moves of positions) {
    const alone = await run(0, { ...given, moves, nodes });
    if (alone.nodes < nodes) continue; // decided
    const shared = { ...given, moves, depth: alone.depth };
    const single = await run(1, shared);
    rates.push(single.nodes / single.seconds / (alone.nodes / alone.seconds));
    for (const cores of CREWS) fewer.get(cores).push(alone.nodes / (await run(cores, shared)).nodes);
  }
  const gains = CREWS.map((cores) => `${cores} cores ${mean(fewer.get(cores)).toFixed(2)}`);
  console.log(`${game}: ${gains.join(", ")}; rate ${mean(rates).toFixed(2)}; ${rates.length} positions`);
}

/** Waits at each look at the common memory until nobody is behind. */
function keepPace(cores, number, steps) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (of, imports) => {
    if (!imports.common) return instantiate(of, imports);
    const { get, set } = imports.common;
    const paced = (word) => {
      if (word === PACED_BY) {
        const own = Atomics.add(steps, number, 1) + 1;
        Atomics.notify(steps, number);
        for (let other = 0; other < cores; other++) {
          for (let its; (its = Atomics.load(steps, other)) < own - 1; ) Atomics.wait(steps, other, its);
        }
      }
      return get(word);
    };
    return instantiate(of, { ...imports, common: { get: paced, set } });
  };
}

async function search() {
  const { module, declaration, common, cores, number, pace, moves, nodes, depth } = workerData;
  if (cores > 1) keepPace(cores, number, new Int32Array(pace));
  let begun = 0;
  let last = null;
  const tell = (news) => {
    last = { depth: news.depth, nodes: news.nodes, seconds: used() - begun };
    if (depth ? news.depth >= depth : news.nodes >= nodes) parentPort.postMessage(last);
  };
  const core = await createCore(module, { common, tell });
  const variant = core.declare(declaration);
  begun = used();
  if (number) core.help(variant, { moves }, 0);
  else core.analyse(variant, { moves });
  if (!number) parentPort.postMessage(last);
}

await (isMainThread ? main() : search());
