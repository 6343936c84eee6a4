// Several cores that search one position in workers of Node. Usage: node crew.mjs DECLARATION-FILE SEARCHES [MOVE…]
//
// Writes what each search answered; one that never returns fails the test by its time limit.
import { readFileSync } from "node:fs";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { COMMON_FILE, createCommon } from "../../src/dreierlei/web/core/common.js";
import { createCore, moduleOf } from "../../src/dreierlei/web/core/core.js";

/** A core at work: `{ name, values }` of the core, after the variant. */
function start(given) {
  const worker = new Worker(new URL(import.meta.url), { workerData: given });
  const answer = new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
  return { answer, end: () => worker.terminate() };
}

async function main([file, searches, ...moves]) {
  const declaration = readFileSync(file, "utf-8");
  const path = new URL(`../../src/dreierlei/web/core/${moduleOf(declaration)}`, import.meta.url);
  const module = await WebAssembly.compile(readFileSync(path));
  const sharing = await WebAssembly.compile(readFileSync(new URL(COMMON_FILE, path)));
  const given = { module, declaration, common: createCommon(sharing, 1) };
  const at = { moves };

  const found = [];
  for (let i = 0; i < Number(searches); i++) {
    const helpers = [1, 2].map(() => start({ ...given, name: "help", values: [at, 60] }));
    const name = i % 2 ? "choose" : "analyse";
    const values = i % 2 ? [at, 10, i, { seconds: 0.1 }] : [at, { seconds: 0.1 }];
    const first = start({ ...given, name, values });
    found.push(await first.answer);
    await Promise.all([first, ...helpers].map(({ end }) => end()));
  }

  // The page wants them to stop: both do so by themselves.
  const stopped = [["analyse", [at, {}]], ["help", [at, 0]]].map(([name, values]) =>
    start({ ...given, name, values, stops: true }),
  );
  // A helper whose search nobody ends.
  const left = start({ ...given, name: "help", values: [at, 0.2] });
  const ended = await Promise.all([...stopped, left].map(({ answer }) => answer));
  await Promise.all([...stopped, left].map(({ end }) => end()));

  // A limit of nodes: what the others find must not matter.
  const helper = start({ ...given, name: "help", values: [at, 60] });
  const limited = { ...given, name: "analyse", values: [at, { nodes: 5000 }] };
  const same = [];
  for (const common of [given.common, null]) {
    const one = start({ ...limited, common });
    same.push(await one.answer);
    await one.end();
  }
  await helper.end();
  console.log(JSON.stringify({ found, ended, same }));
}

if (isMainThread) {
  await main(process.argv.slice(2));
} else {
  const { module, declaration, common, name, values, stops = false } = workerData;
  const core = await createCore(module, { common, stopped: () => stops });
  parentPort.postMessage(core[name](core.declare(declaration), ...values));
}
