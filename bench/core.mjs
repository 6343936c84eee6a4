// The core in Node, for bench_wasm.py: a question in each line of the input, an answer with its seconds in each of the output.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createCore } from "../src/dreierlei/web/core/core.js";

const bytes = await readFile(new URL("../src/dreierlei/web/core/core.wasm", import.meta.url));
const core = await createCore(await WebAssembly.compile(bytes));
const known = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const { variant, declaration, moves, name, values } = JSON.parse(line);
  if (!known.has(variant)) known.set(variant, core.declare(declaration));
  const begun = performance.now();
  const answer = core[name](known.get(variant), { moves }, ...values);
  console.log(JSON.stringify({ answer, seconds: (performance.now() - begun) / 1000 }));
}
