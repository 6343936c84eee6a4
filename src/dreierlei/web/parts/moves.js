/**
 * The list of moves, to step through by clicks or keys. `onStep(ply)` is asked for a position: 0 is the start, and the
 * number of moves is now.
 */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";

/** @param {(ply: number) => void} onStep */
export function moveList(onStep) {
  /** @type {string[]} */
  let line = [];
  let ply = 0;
  const list = h("ol", { class: "moves", tabindex: 0, "aria-label": t("web moves"), onkeydown: key });
  const nothing = h("p", { class: "quiet-text" }, t("web no moves"));
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
  const first = button("«", t("web move first"), () => 0);
  const back = button("‹", t("web move back"), () => Math.max(0, ply - 1));
  const forward = button("›", t("web move forward"), () => Math.min(line.length, ply + 1));
  const last = button("»", t("web move last"), () => line.length);
  const element = h(
    "section",
    { class: "move-list", "aria-label": t("web moves") },
    nothing,
    list,
    h("div", { class: "steps" }, first, back, forward, last),
  );

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (stepKey(event)) event.preventDefault();
  }

  /** Steps for an arrow key; whether it did. @param {KeyboardEvent} event */
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
   */
  function update(moves, now) {
    const same = moves.length >= line.length && line.every((move, index) => move === moves[index]);
    if (!same) replace(list);
    for (const [index, move] of moves.entries()) {
      if (index < list.childElementCount) continue;
      list.append(h("li", {}, h("button", { type: "button", tabindex: -1, onclick: () => onStep(index + 1) }, move)));
    }
    line = [...moves];
    ply = now;
    nothing.hidden = line.length > 0;
    list.hidden = line.length === 0;
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
