// Lays boards from tiles in Node: reads questions from a file, writes the views. Usage: node laid.mjs QUESTIONS.json
import { readFile } from "node:fs/promises";
import { laid } from "../../src/dreierlei/web/boards.js";

const asked = JSON.parse(await readFile(process.argv[2], "utf-8"));
process.stdout.write(JSON.stringify(asked.map(({ game, usual, option, code }) => laid(game, usual, option, code))));
