// Asks the core in Node: reads questions from a file, writes the answers. Usage: node answers.mjs QUESTIONS.json
import { readFile } from "node:fs/promises";
import { createCore, moduleOf } from "../../src/dreierlei/web/core/core.js";

/** What the core has told of the current question. */
let news = [];
const { declarations, questions } = JSON.parse(await readFile(process.argv[2], "utf-8"));
const cores = new Map();
for (const file of new Set(declarations.map(moduleOf))) {
  const bytes = await readFile(new URL(`../../src/dreierlei/web/core/${file}`, import.meta.url));
  cores.set(file, await createCore(await WebAssembly.compile(bytes), { tell: (one) => news.push(one) }));
}
const known = declarations.map((text) => cores.get(moduleOf(text)));
const variants = declarations.map((text, number) => known[number].declare(text));

/** The answer; null for what the core refuses. */
function ask([variant, name, ...values]) {
  news = [];
  try {
    const answer = known[variant][name](variants[variant], ...values);
    return name === "review" ? news : answer;
  } catch (error) {
    if (name !== "match") throw error;
    return null;
  }
}
process.stdout.write(JSON.stringify(questions.map(ask)));
