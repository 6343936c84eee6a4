/** Boards, pieces, a bag and rules to print. */

import { h, replace } from "../dom.js";
import { position, variant } from "../api.js";
import { settings } from "../settings.js";
import { speak, t } from "../i18n.js";
import { picture } from "../board/picture.js";
import { optionFields } from "../parts/options.js";
import { gameTabs } from "../parts/tabs.js";

const PARTS = /** @type {const} */ (["board", "pieces", "bag", "rules"]);
const PAPERS = [
  ["a4", "A4"],
  ["a3", "A3"],
  ["letter", "Letter"],
];

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const { game, tabs } = await gameTabs("print", params.game);
  app.title(`${t("web way print")}: ${speak(game.names)}`);
  const chosen = params.variant ?? game.id;
  const [shownVariant, start] = await Promise.all([variant(chosen), position(chosen)]);
  const frame = h("div", { class: "study-board" });
  const options = optionFields(game, (decided) => void turnTo(decided), shownVariant);
  const open = h("a", { class: "button", target: "_blank", rel: "noopener" }, t("study open pdf"));
  const form = h(
    "form",
    {
      class: "card print-form",
      onchange: () => update(),
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
    },
    h(
      "fieldset",
      {},
      h("legend", {}, t("study print what")),
      PARTS.filter((part) => game.sheets.includes(part)).map((part) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "what", value: part, checked: part !== "bag" }),
          h("span", {}, t(`study print ${part}`)),
        ),
      ),
    ),
    h(
      "fieldset",
      { class: "segments" },
      h("legend", {}, t("study paper")),
      PAPERS.map(([value, name]) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name: "paper", value, checked: value === "a4" }),
          h("span", {}, name),
        ),
      ),
    ),
    options.element,
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "black_and_white", value: "true" }),
      h("span", {}, t("study black and white")),
    ),
    h("p", { class: "actions" }, open),
    h("p", { class: "note" }, t("study print note")),
  );

  /** @param {VariantView} decided */
  async function turnTo(decided) {
    const { stones } = await position(decided.id);
    replace(frame, picture(decided, stones, speak(game.names)));
    history.replaceState(null, "", `/print/${game.id}?${new URLSearchParams({ variant: decided.id })}`);
    update();
  }

  function update() {
    const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    for (const option of game.options) query.delete(option.name);
    query.set("language", settings.language);
    const any = query.has("what");
    if (any) open.setAttribute("href", `/api/print/${encodeURIComponent(options.variant())}?${query}`);
    else open.removeAttribute("href");
    open.setAttribute("aria-disabled", String(!any));
  }

  update();
  replace(frame, picture(shownVariant, start.stones, speak(game.names)));
  replace(
    root,
    tabs,
    h("h1", {}, t("study print title", { game: speak(game.names) })),
    h("div", { class: "study" }, form, frame),
  );
}
