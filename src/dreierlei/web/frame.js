/** The header, with navigation and settings, and the footer. */

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { settings, change, BOARDS, LANGUAGES, STONES } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

const LINKS = /** @type {const} */ (["learn", "rules", "puzzles", "analysis", "truth", "print"]);
const LANGUAGE_NAMES = { de: "Deutsch", en: "English", lb: "Lëtzebuergesch" };

/**
 * @param {HTMLElement} header
 * @param {HTMLElement} footer
 * @param {string} path
 */
export function showFrame(header, footer, path) {
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = t("web.skip");
  const opened = header.querySelector("details.settings")?.hasAttribute("open") ?? false;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.setting : undefined;
  replace(
    header,
    h(
      "a",
      { class: "brand", href: "/", "aria-current": path === "/" ? "page" : null },
      logo(),
      h("span", {}, "dreierlei"),
    ),
    h(
      "nav",
      { class: "ways", "aria-label": t("web.ways") },
      LINKS.map((name) =>
        h("a", { href: `/${name}`, "aria-current": path.startsWith(`/${name}`) ? "page" : null }, t(`web.way-${name}`)),
      ),
    ),
    preferences(opened),
  );
  if (focused) header.querySelector(`[data-setting="${CSS.escape(focused)}"]`)?.dispatchEvent(new Event("refocus"));
  replace(footer, h("p", {}, t("web.footer")));
}

function logo() {
  return h("img", { class: "logo", src: "/web/icons/icon.svg", alt: "", width: 28, height: 28 });
}

/** @param {boolean} open */
function preferences(open) {
  return h(
    "details",
    { class: "settings", open },
    h("summary", { class: "button quiet" }, t("web.settings")),
    h(
      "div",
      { class: "panel" },
      choice(
        "language",
        t("web.language"),
        LANGUAGES.map((code) => [code, LANGUAGE_NAMES[code]]),
      ),
      choice("theme", t("web.theme"), [
        ["system", t("web.theme-system")],
        ["light", t("web.theme-light")],
        ["dark", t("web.theme-dark")],
      ]),
      choice(
        "board",
        t("web.board-colours"),
        BOARDS.map((name) => [name, t(`web.board-${name}`)]),
      ),
      choice(
        "stones",
        t("web.stone-colours"),
        STONES.map((name) => [name, t(`web.stones-${name}`)]),
      ),
      toggle("sound", t("web.sound")),
      toggle("confirm", t("web.confirm-moves")),
    ),
  );
}

/**
 * @param {"language" | "theme" | "board" | "stones"} name
 * @param {string} label
 * @param {[string, string][]} values
 */
function choice(name, label, values) {
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, label),
    values.map(([value, text]) => {
      const input = h("input", {
        type: "radio",
        name: `setting-${name}`,
        value,
        checked: settings[name] === value,
        "data-setting": `${name} ${value}`,
        onchange: () => change(name, /** @type {any} */ (value)),
        onrefocus: () => input.focus(),
      });
      return h("label", { lang: name === "language" ? value : null }, input, h("span", {}, text));
    }),
  );
}

/**
 * @param {"sound" | "confirm"} name
 * @param {string} label
 */
function toggle(name, label) {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "checkbox",
    checked: settings[name],
    "data-setting": name,
    onchange: () => change(name, input.checked),
    onrefocus: () => input.focus(),
  });
  return h("label", { class: "check" }, input, h("span", {}, label));
}

// A click outside or Escape closes a menu.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.settings[open], details.menu[open]")) {
    if (event.target instanceof Node && event.target.isConnected && !menu.contains(event.target))
      menu.removeAttribute("open");
  }
});
addEventListener("keydown", (event) => {
  // On-screen keyboards do not send these keys, so the device has a physical one.
  if (event.key === "Tab" || event.key.startsWith("Arrow")) document.documentElement.dataset.keyboard = "";
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.settings[open], details.menu[open]")) {
    menu.removeAttribute("open");
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  }
});
