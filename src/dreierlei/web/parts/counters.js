/** The counters of a match: stones, moves until a draw, repetitions, the score; and its finished games. */

import { h, replace } from "../dom.js";
import { speak, t } from "../i18n.js";
import { playerName } from "./names.js";
import { scoreText } from "./players.js";

/**
 * The relevant counts, each as a sentence.
 *
 * @param {VariantView} variant
 * @param {PositionView} position
 * @returns {string[]}
 */
function counts(variant, position) {
  const count = (/** @type {string} */ letter) => position.stones.split(letter).length - 1;
  const lines = [t("web.count-stones", { white: count("w"), black: count("b") })];
  variant.fields.forEach(({ kind, title, limit }, index) => {
    const n = position.fields[index] ?? 0;
    if (kind === "number" && limit !== null && n > 0) lines.push(t("web.count-limit", { title: speak(title), n, limit }));
  });
  if (position.occurrences > 1 && !position.outcome) lines.push(t("web.count-repeated"));
  return lines;
}

/** @param {VariantView} variant */
export function counterList(variant) {
  const element = h("ul", { class: "counters", "aria-label": t("web.counters") });
  let shown = "";

  /**
   * @param {MatchView} match
   * @param {PositionView} position the position shown
   */
  function update(match, position) {
    const lines = counts(variant, position);
    if (match.length > 1 || match.games.length > 0) {
      const [a, b] = match.score.map(scoreText);
      const [first, second] = [playerName(match, 0), playerName(match, 1)];
      lines.push(t("result.match-score", { first, a: a ?? "", b: b ?? "", second }));
    }
    if (lines.join("\n") === shown) return;
    shown = lines.join("\n");
    replace(
      element,
      lines.map((line) => h("li", {}, line)),
    );
  }

  return { element, update };
}

/** The finished games of a match, each with a link to its review. */
export function gameList() {
  const element = h("ol", { class: "past-games" });
  let shown = 0;

  /** @param {MatchView} match */
  function update({ id, games }) {
    element.hidden = games.length === 0;
    if (games.length === shown) return;
    shown = games.length;
    replace(
      element,
      games.map(({ round, result }) =>
        h("li", {}, `${t("web.round", { n: round })}: ${result} `, h("a", { href: `/match/${id}/review?round=${round}` }, t("web.review"))),
      ),
    );
  }

  return { element, update };
}
