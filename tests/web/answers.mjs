// Asks the core in Node: reads questions from a file, writes the answers. Usage: node answers.mjs QUESTIONS.json
import { readFile } from "node:fs/promises";
import { createCore } from "../../src/dreierlei/web/core/core.js";
import * as puzzles from "../../src/dreierlei/web/core/puzzles.js";

const bytes = await readFile(new URL("../../src/dreierlei/web/core/core.wasm", import.meta.url));
const core = await createCore(await WebAssembly.compile(bytes));
const { declarations, questions } = JSON.parse(await readFile(process.argv[2], "utf-8"));
const variants = declarations.map(core.declare);

/** The answer; null for what the core refuses. */
function ask([variant, name, ...values]) {
  try {
    return name in puzzles ? puzzles[name](core, variants[variant], ...values) : core[name](variants[variant], ...values);
  } catch (error) {
    if (name !== "match") throw error;
    return null;
  }
}
process.stdout.write(JSON.stringify(questions.map(ask)));
