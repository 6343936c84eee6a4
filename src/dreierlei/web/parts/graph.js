/**
 * The course of a game as a line: up favours White, down favours Black.
 *
 *     const graph = createGraph(plies, (ply) => …)   // called when a ply is chosen
 *     graph.judge(judgement); graph.verdict(verdict); graph.at(ply); graph.element
 */

import { svg } from "../dom.js";
import { message, t } from "../i18n.js";

const [WIDTH, HEIGHT, MARGIN] = [600, 180, 14];

/**
 * @param {number} plies
 * @param {(ply: number) => void} onChoose
 */
export function createGraph(plies, onChoose) {
  /** @type {(JudgementView | undefined)[]} */
  const judged = Array.from({ length: plies + 1 });
  /** @type {Map<number, "turned" | "slip">} */
  const verdicts = new Map();
  let shown = plies;
  const area = svg("path", { class: "graph-area" });
  const line = svg("path", { class: "graph-line" });
  const cursor = svg("line", { class: "graph-cursor", y1: 0, y2: HEIGHT });
  const signs = svg("g", { class: "graph-signs" });
  const element = svg(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("study.graph"), onclick: choose },
    svg("rect", { class: "graph-white", width: WIDTH, height: HEIGHT / 2 }),
    svg("rect", { class: "graph-black", y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2 }),
    area,
    line,
    svg("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    signs,
    cursor,
  );

  /** @param {number} ply */
  function x(ply) {
    return plies === 0 ? WIDTH / 2 : MARGIN + (ply * (WIDTH - 2 * MARGIN)) / plies;
  }

  /** @param {number} chance */
  function y(chance) {
    return HEIGHT / 2 - chance * (HEIGHT / 2 - MARGIN);
  }

  /** @param {MouseEvent} event */
  function choose(event) {
    const box = element.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    onChoose(Math.max(0, Math.min(plies, Math.round(((at - MARGIN) / (WIDTH - 2 * MARGIN)) * plies))));
  }

  function draw() {
    const points = judged.flatMap((judgement, ply) => (judgement ? [[x(ply), y(judgement.chance)]] : []));
    const route = points.map(([a, b], index) => `${index ? "L" : "M"}${a?.toFixed(1)} ${b?.toFixed(1)}`).join("");
    line.setAttribute("d", route);
    const [first, last] = [points[0], points.at(-1)];
    area.setAttribute("d", first && last ? `${route}L${last[0]} ${HEIGHT / 2}L${first[0]} ${HEIGHT / 2}Z` : "");
    signs.replaceChildren(
      ...[...verdicts].map(([ply, verdict]) => {
        const judgement = judged[ply];
        const [a, b] = [x(ply), y(judgement?.chance ?? 0)];
        const sign = verdict === "turned" ? `M${a - 8} ${b - 8}l16 16m0 -16l-16 16` : `M${a - 9} ${b + 8}l9 -16l9 16Z`;
        return svg("path", { class: `graph-${verdict}`, d: sign }, svg("title", {}, t(`study.${verdict}`)));
      }),
    );
    cursor.setAttribute("x1", String(x(shown)));
    cursor.setAttribute("x2", String(x(shown)));
  }

  draw();
  return {
    element,
    /** @param {JudgementView} judgement */
    judge(judgement) {
      judged[judgement.ply] = judgement;
      draw();
    },
    /** @param {VerdictView} view */
    verdict(view) {
      verdicts.set(view.ply, view.verdict);
      draw();
    },
    /** @param {number} ply */
    at(ply) {
      shown = ply;
      draw();
    },
    /** @param {number} ply */
    said: (ply) => verdicts.get(ply),
    /** @param {number} ply */
    known: (ply) => judged[ply],
    /** @param {number} ply */
    text: (ply) => {
      const judgement = judged[ply];
      return judgement ? message(judgement.message) : t("study.computing");
    },
  };
}
