/**
 * The engine's lines while it searches: in this page, or on the server for a game without a core here. While the page has not
 * proved the value, the server can be asked as well.
 *
 *     const engine = createEngine(variant, { onLine: (moves) => …, onBest: (move) => …, onFault: (text) => … })
 *     engine.look(from, moves)   // analyses this position, and drops the previous one
 *     engine.rest()
 */

import { h, replace } from "../dom.js";
import { message, number, t } from "../i18n.js";
import { moveSigns } from "../board/speech.js";
import { knows, load, think } from "../core/local.js";
import { serverButton } from "./buttons.js";
import { stream } from "./stream.js";

const SECONDS = 15;
const LINES = 3;
const LONGEST = 8;

/**
 * @param {VariantView} variant
 * @param {object} on
 * @param {(moves: string[]) => void} on.onLine called with the moves up to one that was clicked in a line
 * @param {(move: string) => void} on.onBest
 * @param {(text: string) => void} on.onFault
 */
export function createEngine(variant, on) {
  const lines = h("ol", { class: "lines" });
  const depth = h("p", { class: "note" });
  const server = serverButton(() => ask(address));
  const element = h("div", { class: "engine", hidden: true }, lines, depth, server);
  let close = () => {};
  let address = "";

  /** @param {AnalysisView} analysis @param {number} threads of the search in this page */
  function showHere(analysis, threads) {
    server.hidden = analysis.exact;
    element.dataset.threads = String(threads);
    show(analysis);
  }

  /** @param {AnalysisView} analysis */
  function show(analysis) {
    const focused = [...lines.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
    replace(
      lines,
      analysis.lines.map((line) =>
        h("li", {}, h("span", { class: "score" }, message(line.message)), movesOf(line.moves)),
      ),
    );
    if (focused >= 0) lines.querySelectorAll("button")[focused]?.focus();
    const effort = { depth: analysis.depth, nodes: number(analysis.nodes) };
    if (analysis.exact && analysis.depth === 0) depth.textContent = t("study.stored");
    else depth.textContent = t(analysis.exact ? "study.depth-exact" : "study.depth", effort);
    const best = analysis.lines[0]?.moves[0];
    if (best !== undefined) on.onBest(best);
  }

  /** @param {string[]} moves */
  function movesOf(moves) {
    return h(
      "span",
      { class: "line-moves" },
      moves
        .slice(0, LONGEST)
        .map((move, index) =>
          h("button", { type: "button", class: "move", onclick: () => on.onLine(moves.slice(0, index + 1)) }, moveSigns(variant, move)),
        ),
    );
  }

  function rest() {
    close();
    close = () => {};
    element.hidden = true;
    replace(lines);
  }

  function begin() {
    close();
    element.hidden = false;
    replace(lines);
    depth.textContent = t("study.computing");
    server.hidden = true;
  }

  /** @param {string} from @param {readonly string[]} moves */
  function thinkHere(from, moves) {
    begin();
    const reached = { from: from.includes(" ") ? from : "", moves };
    close = think(variant, reached, { seconds: SECONDS, lines: LINES }, showHere, (failed) => failed && ask(address));
  }

  /** @param {string} path */
  function ask(path) {
    begin();
    const query = new URLSearchParams({ lines: String(LINES), seconds: String(SECONDS) });
    close = stream(`${path}&${query}`, show, (fault) => fault && on.onFault(fault));
  }

  return {
    element,
    rest,
    /**
     * @param {string} from a variant's id or a position's line
     * @param {readonly string[]} moves
     */
    look(from, moves) {
      address = `/api/analysis?${new URLSearchParams({ from, moves: moves.join(",") })}`;
      if (knows(variant)) return thinkHere(from, moves);
      begin();
      let wanted = true;
      close = () => (wanted = false);
      void load(variant).then((core) => wanted && (core ? thinkHere(from, moves) : ask(address)));
    },
    /** Lets the server analyse a position that only it may reveal. @param {string} path */
    lookAt: ask,
  };
}
