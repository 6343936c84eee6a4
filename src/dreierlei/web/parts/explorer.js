/**
 * The opening explorer: for each move of a position its exact value, its value in the book, and the results of games.
 *
 *     const explorer = createExplorer(variant, { onMove: (text) => …, onFault: (sentence) => … });
 *     explorer.look(query);  explorer.rest();  explorer.element
 */

import { h, replace } from "../dom.js";
import { ApiError, get } from "../api.js";
import { estimate, message, number, t } from "../i18n.js";
import { moveWords } from "../board/speech.js";
import { sentence } from "./buttons.js";

/**
 * @param {VariantView} variant
 * @param {{ onMove: (text: string) => void, onFault: (sentence: string) => void }} on
 */
export function createExplorer(variant, on) {
  let requests = 0;
  const element = h("section", { class: "explorer", "aria-label": t("study.openings"), hidden: true });

  /** @param {URLSearchParams} query */
  async function look(query) {
    const request = ++requests;
    try {
      /** @type {OpeningsView} */
      const openings = await get(`/api/openings?${query}`);
      if (request !== requests) return;
      element.hidden = false;
      draw(openings);
    } catch (error) {
      if (request !== requests) return;
      if (!(error instanceof ApiError && error.code === "no_server")) return on.onFault(sentence(error));
      element.hidden = false;
      replace(element, h("p", { class: "note" }, error.message));
    }
  }

  function rest() {
    requests += 1;
    element.hidden = true;
  }

  /** @param {OpeningsView} openings */
  function draw({ moves, evidence }) {
    if (!evidence) return replace(element, h("p", { class: "note" }, t("study.openings-none")));
    const columns = /** @type {const} */ (["value", "book", "self_play", "played"]).filter((name) =>
      moves.some((move) => (name === "value" || name === "book" ? move[name] !== null : move[name].games > 0)),
    );
    return replace(
      element,
      h(
        "table",
        { class: "openings" },
        h("caption", {}, t("study.openings")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("study.openings-move")),
            columns.map((name) => h("th", { scope: "col" }, t(`study.openings-${name}`))),
          ),
        ),
        h(
          "tbody",
          {},
          moves.map((move) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, moveButton(move.text)),
              columns.map((name) => h("td", {}, cell(move, name))),
            ),
          ),
        ),
      ),
      columns.some((name) => name === "self_play" || name === "played") &&
        h("p", { class: "note" }, t("study.openings-note")),
    );
  }

  /** @param {string} text */
  function moveButton(text) {
    return h("button", { type: "button", class: "move", onclick: () => on.onMove(text) }, moveWords(variant, text));
  }

  /**
   * @param {OpeningView} move
   * @param {"value" | "book" | "self_play" | "played"} name
   */
  function cell(move, name) {
    if (name === "value") return move.value ? message(move.value.message) : "–";
    if (name === "book") return move.book === null ? "–" : estimate(move.book);
    return move[name].games > 0 ? tallyBar(move[name]) : "–";
  }

  return { element, look: (/** @type {URLSearchParams} */ query) => void look(query), rest };
}

/**
 * The results of some games, as a bar and in numbers.
 *
 * @param {TallyView} tally
 * @returns {HTMLElement[]}
 */
export function tallyBar(tally) {
  const parts = [tally.white, tally.draws, tally.black];
  const bar = h("div", { class: "shares", "aria-hidden": "true" });
  for (const [index, kind] of ["white", "even", "black"].entries()) {
    const piece = h("span", { class: kind });
    piece.style.flexGrow = String(parts[index] ?? 0);
    bar.append(piece);
  }
  return [bar, h("span", {}, parts.map((part) => number(part)).join(" / "))];
}
