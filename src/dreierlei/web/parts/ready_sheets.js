/**
 * The prebuilt sheets for printing in the static edition.
 *
 *     const ready = readySheets(game)
 *     await ready.show(variantId);  ready.element
 */

import { fileOf } from "../answers.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";

/** The paper sizes that may be available. */
const PAPERS = [
  ["a4", "A4"],
  ["a3", "A3"],
  ["letter", "Letter"],
];

/** @param {GameView} game */
export function readySheets(game) {
  const list = h("div", {});
  let requests = 0;

  /** @param {string} variant */
  async function show(variant) {
    const turn = ++requests;
    const sections = await Promise.all(PAPERS.map(([paper = "", name = ""]) => onPaper(variant, paper, name)));
    if (turn === requests) replace(list, ...sections);
  }

  /**
   * @param {string} variant
   * @param {string} paper
   * @param {string} name
   */
  async function onPaper(variant, paper, name) {
    const links = await Promise.all(game.sheets.map((part) => link(variant, part, paper)));
    if (!links.some(Boolean)) return null;
    return h("div", {}, h("p", {}, t("study.ready-sheets", { paper: name })), h("p", { class: "actions" }, links));
  }

  /**
   * A part for this variant, or else for the game: pieces and rules are the same for all boards of a game.
   *
   * @param {string} variant
   * @param {string} part
   * @param {string} paper
   */
  async function link(variant, part, paper) {
    const query = new URLSearchParams({ what: part, paper, language: settings.language });
    const path = (/** @type {string} */ of) => fileOf(`/api/print/${encodeURIComponent(of)}?${query}`);
    const file = (await path(variant)) ?? (part === "board" ? null : await path(game.id));
    return file && h("a", { class: "button", href: file, target: "_blank" }, t(`study.print-${part}`));
  }

  const element = h("div", {}, list, h("p", { class: "note" }, t("study.print-note")), h("p", { class: "note" }, t("study.other-sheets")));
  return { element, show };
}
