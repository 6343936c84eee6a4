/** A row of links to the same page for each game. */

import { h } from "../dom.js";
import { games } from "../api.js";
import { speak, t } from "../i18n.js";

/**
 * The game that the page is about: the one asked for, or the first.
 *
 * @param {string} page such as "rules"
 * @param {string | undefined} wanted
 * @returns {Promise<{ game: import("../wire.js").GameView, tabs: HTMLElement }>}
 */
export async function gameTabs(page, wanted) {
  const all = await games();
  const game = wanted === undefined ? all[0] : all.find((known) => known.id === wanted);
  if (!game) throw new Error(t("web no game", { id: wanted ?? "" }));
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": t("web games") },
    all.map((known) =>
      h("a", { href: `/${page}/${known.id}`, "aria-current": known === game ? "page" : null }, speak(known.names)),
    ),
  );
  return { game, tabs };
}
