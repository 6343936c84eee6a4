/**
 * The moves in two columns, White's and Black's, to step through by clicks or keys. `onStep(ply)` is called to show a
 * position: 0 is the start, the number of moves is the current position.
 */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { moveSigns } from "../board/speech.js";

/**
 * Who made the first move of a game in which `turn` is to move after so many plies.
 *
 * @param {number} plies
 * @param {Side} turn
 * @returns {Side}
 */
export function beginner(plies, turn) {
  return (turn === "white") === (plies % 2 === 0) ? "white" : "black";
}

/**
 * @param {VariantView} variant
 * @param {(ply: number) => void} onStep
 */
export function moveList(variant, onStep) {
  /** @type {string[]} */
  let line = [];
  let ply = 0;
  let blackBegins = false;
  const list = h("ol", { class: "moves", tabindex: 0, "aria-label": t("web.moves"), onkeydown: key });
  const sides = h("p", { class: "move-sides", "aria-hidden": "true" }, h("span", {}, t("white")), h("span", {}, t("black")));
  const nothing = h("p", { class: "quiet-text" }, t("web.no-moves"));
  /**
   * @param {string} sign
   * @param {string} name
   * @param {() => number} to
   */
  const button = (sign, name, to) =>
    h(
      "button",
      { class: "button quiet small", type: "button", "aria-label": name, title: name, onclick: () => onStep(to()) },
      sign,
    );
  const first = button("«", t("web.move-first"), () => 0);
  const back = button("‹", t("web.move-back"), () => Math.max(0, ply - 1));
  const forward = button("›", t("web.move-forward"), () => Math.min(line.length, ply + 1));
  const last = button("»", t("web.move-last"), () => line.length);
  const element = h(
    "section",
    { class: "move-list", "aria-label": t("web.moves") },
    nothing,
    sides,
    list,
    h("div", { class: "steps" }, first, back, forward, last),
  );

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (stepKey(event)) event.preventDefault();
  }

  /** Steps for an arrow key; returns whether it did. @param {KeyboardEvent} event */
  function stepKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const wanted = {
      ArrowLeft: ply - 1,
      ArrowUp: ply - 1,
      ArrowRight: ply + 1,
      ArrowDown: ply + 1,
      Home: 0,
      End: line.length,
    }[event.key];
    if (wanted === undefined || wanted < 0 || wanted > line.length) return false;
    onStep(wanted);
    return true;
  }

  /**
   * @param {string[]} moves
   * @param {number} now the ply that is shown
   * @param {Side} begins who made the first of the moves
   */
  function update(moves, now, begins) {
    const black = begins === "black";
    const same =
      black === blackBegins && moves.length >= line.length && line.every((move, index) => move === moves[index]);
    if (!same) replace(list);
    blackBegins = black;
    for (const [index, move] of moves.entries()) {
      if (index < list.childElementCount) continue;
      const half = index + Number(black);
      const number = half % 2 === 0 || index === 0 ? `${Math.floor(half / 2) + 1}.` : null;
      const button = h("button", { type: "button", tabindex: -1, onclick: () => onStep(index + 1) }, moveSigns(variant, move));
      list.append(h("li", { class: half % 2 ? "black" : "white", "data-number": number }, button));
    }
    line = [...moves];
    ply = now;
    nothing.hidden = line.length > 0;
    list.hidden = sides.hidden = line.length === 0;
    [...list.children].forEach((item, index) => {
      const current = index === ply - 1;
      item.firstElementChild?.setAttribute("aria-current", String(current));
      if (current && item instanceof HTMLElement) {
        list.scrollTo({ top: item.offsetTop - list.clientHeight / 2, left: item.offsetLeft - list.clientWidth / 2 });
      }
    });
    first.disabled = back.disabled = ply === 0;
    forward.disabled = last.disabled = ply === line.length;
  }

  return { element, update, stepKey };
}
