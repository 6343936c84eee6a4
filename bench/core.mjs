// The core in Node, for bench_wasm.py. Each input line is a question and how often to ask it; each output line is the answer
// and the total processor time in seconds.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createCore, moduleOf } from "../src/dreierlei/web/core/core.js";

const cores = new Map();
const known = new Map();

async function coreFor(declaration) {
  const file = moduleOf(declaration);
  if (!cores.has(file)) {
    const bytes = await readFile(new URL(`../src/dreierlei/web/core/${file}`, import.meta.url));
    cores.set(file, await createCore(await WebAssembly.compile(bytes)));
  }
  return cores.get(file);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { variant, declaration, moves, times, name, values } = JSON.parse(line);
  const core = await coreFor(declaration);
  if (!known.has(variant)) known.set(variant, core.declare(declaration));
  const begun = process.cpuUsage();
  let answer;
  for (let i = 0; i < times; ++i) answer = core[name](known.get(variant), { moves }, ...values);
  const { user, system } = process.cpuUsage(begun);
  console.log(JSON.stringify({ answer, seconds: (user + system) / 1e6 }));
}
