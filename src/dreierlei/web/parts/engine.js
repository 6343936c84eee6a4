/**
 * The engine's lines as they stream in.
 *
 *     const engine = createEngine(variant, { onLine: (moves) => …, onBest: (move) => …, onFault: (text) => … })
 *     engine.look(query)   // from this position; what was looked at before is given up
 *     engine.rest()
 */

import { h, replace } from "../dom.js";
import { message, number, t } from "../i18n.js";
import { moveSigns } from "../board/speech.js";
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
  const element = h("div", { class: "engine", hidden: true }, lines, depth);
  let close = () => {};

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
    if (found.exact && found.depth === 0) depth.textContent = t("study stored");
    else depth.textContent = t(found.exact ? "study depth exact" : "study depth", effort);
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

  return {
    element,
    rest,
    /**
     * @param {URLSearchParams} query
     * @param {string} [path]
     */
    look(query, path = "/api/analysis") {
      close();
      element.hidden = false;
      replace(lines);
      depth.textContent = t("study computing");
      close = stream(
        `${path}?${query}&lines=${LINES}&seconds=${SECONDS}`,
        show,
        (fault) => fault && told.onFault(fault),
      );
    },
  };
}
