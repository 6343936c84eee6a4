// Asks cores whose searches have threads, in Node: reads questions from a file or, line by line, from the input, and writes a line for
// each answer. Usage: node threads.mjs [QUESTIONS.jsonl]
//
// A question is `{ declaration, threads, name, values }`, and has workers and a memory of its own, as in a page. The answer is
// `{ answer, news, helped }`: `news` has depth, nodes, threads and milliseconds of each answer before the last, `helped` the nodes
// of the helpers.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { createCore, help, sharedMemory, threadsModuleOf } from "../../src/dreierlei/web/core/core.js";

const modules = new Map();

async function moduleFor(declaration) {
  const file = threadsModuleOf(declaration);
  if (!modules.has(file)) {
    const bytes = await readFile(new URL(`../../src/dreierlei/web/core/${file}`, import.meta.url));
    modules.set(file, await WebAssembly.compile(bytes));
  }
  return modules.get(file);
}

async function ask({ declaration, threads, name, values }) {
  const shared = sharedMemory();
  const module = await moduleFor(declaration);
  const start = (data) => new Worker(fileURLToPath(import.meta.url), { workerData: { module, shared, ...data } });
  const workers = [
    start({ declaration, threads, name, values }),
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

async function work({ module, shared, helper, declaration, threads, name, values }) {
  if (helper !== undefined) return help(module, shared, helper);
  const news = [];
  let begun = 0;
  const tell = ({ depth, nodes }) =>
    news.push({ depth, nodes, threads: core.threads(), milliseconds: performance.now() - begun });
  const core = await createCore(module, { tell, shared, threads });
  const variant = core.declare(declaration);
  begun = performance.now();
  const answer = core[name](variant, ...values);
  parentPort.postMessage({ answer, news, helped: core.nodesOfHelpers() });
}

if (isMainThread) {
  const input = process.argv[2] ? createReadStream(process.argv[2]) : process.stdin;
  for await (const line of createInterface({ input })) console.log(JSON.stringify(await ask(JSON.parse(line))));
} else {
  await work(workerData);
}
