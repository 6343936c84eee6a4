// Asks the core in Node: reads questions from a file, writes the answers. Usage: node answers.mjs QUESTIONS.json [-plain | -threads]
import { readFile } from "node:fs/promises";
import { createCore, wholeModuleOf } from "../../src/dreierlei/web/core/core.js";
import { sharedMemory, threadsModuleOf } from "../../src/dreierlei/web/core/threads.js";

/** What the core has told of the current question. */
let news = [];
const kind = process.argv[3] ?? "";
const moduleOf = (declaration) =>
  kind === "-threads" ? threadsModuleOf(declaration) : wholeModuleOf(declaration).replace(".wasm", `${kind}.wasm`);

/** A core in a file; of the modules with threads, too, one that has a single thread. */
async function coreIn(file) {
  const bytes = await readFile(new URL(`../../src/dreierlei/web/core/${file}`, import.meta.url));
  const shared = kind === "-threads" ? sharedMemory() : undefined;
  return createCore(await WebAssembly.compile(bytes), { tell: (one) => news.push(one), shared });
}
const { declarations, questions } = JSON.parse(await readFile(process.argv[2], "utf-8"));
const cores = new Map();
for (const file of new Set(declarations.map(moduleOf))) cores.set(file, await coreIn(file));
const known = declarations.map((text) => cores.get(moduleOf(text)));
const variants = declarations.map((text, number) => known[number].declare(text));

/** The answer; null for what the core refuses. "again" asks another core, which takes over what the first has computed. */
async function ask([variant, name, ...values]) {
  news = [];
  if (name === "again") {
    const other = await coreIn(moduleOf(declarations[variant]));
    const number = other.declare(declarations[variant]);
    other.takeTables(number, known[variant].tables(variants[variant]));
    return other[values[0]](number, ...values.slice(1));
  }
  try {
    const answer = known[variant][name](variants[variant], ...values);
    return name === "review" ? news : answer;
  } catch (error) {
    if (name !== "match") throw error;
    return null;
  }
}
const answers = [];
for (const question of questions) answers.push(await ask(question));
process.stdout.write(JSON.stringify(answers));
