/** Boards, pieces, a bag and rules to print, or files for a workshop. */

import { h, replace } from "../dom.js";
import { STATIC } from "../address.js";
import { position, variant } from "../api.js";
import { settings } from "../settings.js";
import { speak, t } from "../i18n.js";
import { picture } from "../board/picture.js";
import { optionFields } from "../parts/options.js";
import { readySheets } from "../parts/ready_sheets.js";
import { gameTabs } from "../parts/tabs.js";
import { rename } from "../router.js";

const PARTS = /** @type {const} */ (["board", "pieces", "bag", "rules"]);
const PAPERS = [
  ["a4", "A4"],
  ["a3", "A3"],
  ["letter", "Letter"],
];

const FORMATS = ["pdf", "svg", "dxf", "stl"];
const CUT = ["svg", "dxf"];
/** Dimensions for workshop files, in millimetres: name, default, minimum and maximum. */
const MEASURES = /** @type {const} */ ([
  ["thickness", 3, 2, 20],
  ["kerf", 0.2, 0, 1],
  ["clearance", 0.4, 0.05, 1.5],
]);

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const { game, tabs } = await gameTabs("print", params.game);
  app.title(`${t("web.way-print")}: ${speak(game.names)}`);
  const chosen = params.variant ?? game.id;
  const [shownVariant, start] = await Promise.all([variant(chosen), position(chosen)]);
  const frame = h("div", { class: "study-board" });
  const options = optionFields(game, (decided) => void turnTo(decided), shownVariant);
  const ready = STATIC ? readySheets(game) : null;
  const open = h("a", { class: "button", target: "_blank", rel: "noopener" });
  const note = h("p", { class: "note" });
  const form = h(
    "form",
    {
      class: "card print-form",
      onchange: () => void update(),
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
    },
    segments(
      "format",
      t("study.print-format"),
      FORMATS.map((format) => [format, t(`study.print-${format}`)]),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("study.print-what")),
      PARTS.filter((part) => game.sheets.includes(part)).map((part) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "what", value: part, checked: part !== "bag" }),
          h("span", {}, t(`study.print-${part}`)),
        ),
      ),
    ),
    segments("paper", t("study.paper"), PAPERS),
    h(
      "fieldset",
      { class: "measures" },
      h("legend", {}, t("study.print-measures")),
      MEASURES.map(([name, value, min, max]) =>
        h(
          "label",
          { class: name },
          h("span", {}, t(`study.print-${name}`)),
          h("input", { type: "number", name, value, min, max, step: "any", inputmode: "decimal", required: true }),
        ),
      ),
    ),
    options.element,
    h(
      "label",
      { class: "check on-paper" },
      h("input", { type: "checkbox", name: "black_and_white", value: "true" }),
      h("span", {}, t("study.black-and-white")),
    ),
    h("p", { class: "actions" }, open),
    note,
  );

  /** @param {VariantView} decided */
  async function turnTo(decided) {
    const { stones } = await position(decided.id);
    replace(frame, picture(decided, stones, speak(game.names)));
    rename(`/print/${game.id}?${new URLSearchParams({ variant: decided.id })}`);
    void update();
  }

  /** Shows the fields of the chosen format; hidden fields are disabled, so they are not part of the request. */
  function arrange(/** @type {string} */ format) {
    const paper = format === "pdf";
    const hidden = {
      "[name=paper], [name=black_and_white], [name=what][value=bag], [name=what][value=rules]": !paper,
      "[name=thickness], [name=clearance]": paper,
      "[name=kerf]": !CUT.includes(format),
    };
    for (const [names, away] of Object.entries(hidden))
      for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(names))) {
        input.disabled = away;
        /** @type {HTMLElement} */ (input.closest("label")).hidden = away;
      }
    for (const fieldset of form.querySelectorAll("fieldset.segments, fieldset.measures"))
      /** @type {HTMLElement} */ (fieldset).hidden = !fieldset.querySelector("label:not([hidden])");
    open.textContent = t(paper ? "study.open-pdf" : "study.print-load");
    note.textContent = t(paper ? "study.print-note" : "study.print-workshop-note");
  }

  function update() {
    if (ready) return ready.show(options.variant());
    const format = String(new FormData(form).get("format"));
    arrange(format);
    const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    for (const option of game.options) query.delete(option.name);
    query.set("language", settings.language);
    const paper = format === "pdf";
    if (paper) query.delete("format");
    const complete = query.has("what") && form.checkValidity();
    const path = paper ? "print" : "workshop";
    if (complete) open.setAttribute("href", `/api/${path}/${encodeURIComponent(options.variant())}?${query}`);
    else open.removeAttribute("href");
    open.setAttribute("aria-disabled", String(!complete));
  }

  if (ready) replace(form, options.element, ready.element);
  void update();
  replace(frame, picture(shownVariant, start.stones, speak(game.names)));
  replace(
    root,
    tabs,
    h("h1", {}, t("study.print-title", { game: speak(game.names) })),
    h("div", { class: "study" }, form, frame),
  );
}

/**
 * A choice of one value, the first by default.
 * @param {string} name
 * @param {string} legend
 * @param {string[][]} choices values with their labels
 */
function segments(name, legend, choices) {
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, legend),
    choices.map(([value, words], index) =>
      h("label", {}, h("input", { type: "radio", name, value, checked: index === 0 }), h("span", {}, words)),
    ),
  );
}
