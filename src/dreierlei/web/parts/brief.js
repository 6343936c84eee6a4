/** The rules in brief and the terms of the match, in a dialog over the board. */

import { h } from "../dom.js";
import { get } from "../api.js";
import { speak, t } from "../i18n.js";
import { settings } from "../settings.js";
import { openDialog } from "./dialog.js";
import { prose } from "./prose.js";
import { terms } from "./terms.js";

/**
 * @param {MatchView} match
 * @param {GameView} game
 * @param {VariantView} variant
 */
export async function openRules(match, game, variant) {
  /** @type {TextBlock} */
  const rules = await get(`/api/rules/${game.id}/brief?language=${settings.language}`);
  openDialog(
    t("web.rules-of", { game: speak(game.names) }),
    h("div", { class: "reading" }, ...prose(rules.html)),
    h("h3", {}, t("web.terms")),
    terms(match, game, variant),
    h("p", {}, h("a", { href: `/rules/${game.id}`, target: "_blank" }, t("web.rules-all"))),
  );
}
