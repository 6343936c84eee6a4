// Asks cores whose searches have threads, in Node: reads questions from a file or, line by line, from the input, and writes a line for
// each answer. Usage: node threads.mjs [QUESTIONS.jsonl]
//
// A question is `{ declaration, threads, name, values, until }`, and has workers and a memory of its own, as in a page. A search ends
// when it has completed the depth `until`, or, for "helped", when all threads have been at work. The answer is `{ answer, news, helped }`: `news` has depth, nodes,
// threads, seconds by the clock and seconds of processor time of each answer before the last, `helped` the nodes of the helpers.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { createCore } from "../../src/dreierlei/web/core/core.js";
import { help, sharedMemory, threadsModuleOf } from "../../src/dreierlei/web/core/threads.js";

const modules = new Map();

async function moduleFor(declaration) {
  const file = threadsModuleOf(declaration);
  if (!modules.has(file)) {
    const bytes = await readFile(new URL(`../../src/dreierlei/web/core/${file}`, import.meta.url));
    modules.set(file, await WebAssembly.compile(bytes));
  }
  return modules.get(file);
}

async function ask({ declaration, threads, ...question }) {
  const shared = sharedMemory();
  const module = await moduleFor(declaration);
  const start = (data) => new Worker(fileURLToPath(import.meta.url), { workerData: { module, shared, ...data } });
  const workers = [
    start({ declaration, threads, ...question }),
    ...Array.from({ length: threads - 1 }, (_, helper) => start({ helper })),
  ];
  try {
    return await new Promise((resolve, reject) => {
      for (const each of workers) each.on("message", resolve).on("error", reject);
    });
  } finally {
    await Promise.all(workers.map((each) => each.terminate()));
  }
}

async function work({ module, shared, helper, declaration, threads, name, values, until = Infinity }) {
  if (helper !== undefined) return help(module, shared, helper);
  const news = [];
  let [begun, used] = [0, process.cpuUsage()];
  const tell = ({ depth, nodes }) => {
    const { user, system } = process.cpuUsage(used);
    const seconds = (performance.now() - begun) / 1e3;
    news.push({ depth, nodes, threads: core.threads(), seconds, processor: (user + system) / 1e6 });
  };
  const helped = () => core.nodesOfHelpers() > 0 && news.some((each) => each.threads === threads);
  const stopped = () => (until === "helped" ? helped() : news.some(({ depth }) => depth >= until));
  const core = await createCore(module, { tell, stopped, shared, threads });
  const variant = core.declare(declaration);
  [begun, used] = [performance.now(), process.cpuUsage()];
  const answer = core[name](variant, ...values);
  parentPort.postMessage({ answer, news, helped: core.nodesOfHelpers() });
}

if (isMainThread) {
  const input = process.argv[2] ? createReadStream(process.argv[2]) : process.stdin;
  for await (const line of createInterface({ input })) console.log(JSON.stringify(await ask(JSON.parse(line))));
} else {
  await work(workerData);
}
