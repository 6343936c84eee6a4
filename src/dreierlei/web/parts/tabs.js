/** A row of links to the same page for each game. The last game shown is remembered. */

import { h } from "../dom.js";
import { games } from "../api.js";
import { rename } from "../router.js";
import { speak, t } from "../i18n.js";

const KEY = "dreierlei game";

/** The id of the last game shown in this window, or of the first game. */
export async function lastGame() {
  const all = await games();
  const last = recall();
  return (all.find((known) => known.id === last) ?? all[0])?.id ?? "";
}

/**
 * The game that the page is about: the requested one, or the last one shown.
 *
 * @param {"rules" | "puzzles" | "analysis" | "truth" | "print"} page
 * @param {string | undefined} wanted
 * @returns {Promise<{ game: GameView, tabs: HTMLElement }>}
 */
export async function gameTabs(page, wanted) {
  const all = await games();
  const id = wanted ?? (await lastGame());
  const game = all.find((known) => known.id === id);
  if (!game) throw new Error(t("web.no-game", { id }));
  const address = (/** @type {string} */ of) => (page === "analysis" ? `/analysis?from=${of}` : `/${page}/${of}`);
  if (wanted === undefined) rename(address(game.id));
  remember(game.id);
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": t("web.games") },
    all.map((known) =>
      h("a", { href: address(known.id), "aria-current": known === game ? "page" : null }, speak(known.names)),
    ),
  );
  return { game, tabs };
}

function recall() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} id */
function remember(id) {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Without storage, every page starts with the first game.
  }
}
