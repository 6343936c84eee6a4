/**
 * The engine's lines as it finds them: in this page, or on the server for a game that has no core here. Where the page has not
 * proved the value, the server can be asked as well.
 *
 *     const engine = createEngine(variant, { onLine: (moves) => …, onBest: (move) => …, onFault: (text) => … })
 *     engine.look(from, moves)   // from this position; what was looked at before is given up
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
 * @param {object} told
 * @param {(moves: string[]) => void} told.onLine a move of a line was chosen: the moves that lead there
 * @param {(move: string) => void} told.onBest
 * @param {(text: string) => void} told.onFault
 */
export function createEngine(variant, told) {
  const lines = h("ol", { class: "lines" });
  const depth = h("p", { class: "note" });
  const server = serverButton(() => ask(address));
  const element = h("div", { class: "engine", hidden: true }, lines, depth, server);
  let close = () => {};
  let address = "";

  /** @param {AnalysisView} found @param {number} threads that have searched for it in this page */
  function showHere(found, threads) {
    server.hidden = found.exact;
    element.dataset.threads = String(threads);
    show(found);
  }

  /** @param {AnalysisView} found */
  function show(found) {
    const focused = [...lines.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
    replace(
      lines,
      found.lines.map((line) =>
        h("li", {}, h("span", { class: "score" }, message(line.message)), movesOf(line.moves)),
      ),
    );
    if (focused >= 0) lines.querySelectorAll("button")[focused]?.focus();
    const effort = { depth: found.depth, nodes: number(found.nodes) };
    if (found.exact && found.depth === 0) depth.textContent = t("study.stored");
    else depth.textContent = t(found.exact ? "study.depth-exact" : "study.depth", effort);
    const best = found.lines[0]?.moves[0];
    if (best !== undefined) told.onBest(best);
  }

  /** @param {string[]} moves */
  function movesOf(moves) {
    return h(
      "span",
      { class: "line-moves" },
      moves
        .slice(0, LONGEST)
        .map((move, index) =>
          h("button", { type: "button", class: "move", onclick: () => told.onLine(moves.slice(0, index + 1)) }, moveSigns(variant, move)),
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
    close = stream(`${path}&${query}`, show, (fault) => fault && told.onFault(fault));
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
    /** A position that only the server may show. @param {string} path */
    lookAt: ask,
  };
}
