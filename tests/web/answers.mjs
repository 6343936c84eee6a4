// Asks the core in Node: reads questions from a file, writes the answers. Usage: node answers.mjs QUESTIONS.json
import { readFile } from "node:fs/promises";
import { createCore } from "../../src/dreierlei/web/core/core.js";

const bytes = await readFile(new URL("../../src/dreierlei/web/core/core.wasm", import.meta.url));
/** What the core has told of the current question. */
let news = [];
const core = await createCore(await WebAssembly.compile(bytes), { tell: (one) => news.push(one) });
const { declarations, questions } = JSON.parse(await readFile(process.argv[2], "utf-8"));
const variants = declarations.map(core.declare);

/** The answer; null for what the core refuses. */
function ask([variant, name, ...values]) {
  news = [];
  try {
    const answer = core[name](variants[variant], ...values);
    return name === "review" ? news : answer;
  } catch (error) {
    if (name !== "match") throw error;
    return null;
  }
}
process.stdout.write(JSON.stringify(questions.map(ask)));
