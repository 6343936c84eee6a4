/** How a game and a match ended, in words; and the result panel with the next steps. */

import { h, replace } from "../dom.js";
import { message, t } from "../i18n.js";
import { button } from "./buttons.js";
import { playerName, playerOf } from "./names.js";

/** @param {MatchView} match */
export function headline(match) {
  const winner = match.outcome?.winner;
  if (!winner) return t("result.drawn");
  const player = playerOf(match, winner);
  if (match.yours.length !== 1) return t("result.wins", { name: playerName(match, player) });
  return match.yours.includes(player) ? t("web.you-won") : t("web.you-lost");
}

/** @param {MatchView} match */
export function sentence(match) {
  const { outcome, result } = match;
  if (!outcome || !result) return "";
  const name = outcome.winner ? playerName(match, playerOf(match, outcome.winner)) : "";
  return message({ key: result.key, values: { ...result.values, name } });
}

/** @param {MatchView} match */
export function matchSentence(match) {
  if (!match.over || (match.length === 1 && match.games.length <= 1)) return "";
  return match.winner === null ? t("web.drawn-match") : t("web.won-match", { name: playerName(match, match.winner) });
}

/**
 * @param {GameView} game
 * @param {() => void} share opens the dialog with records and pictures
 * @param {(act: ActionName) => void} act
 */
export function resultPanel(game, share, act) {
  const title = h("h2", {});
  const text = h("p", {});
  const next = h("button", { class: "button", type: "button", onclick: () => act("next") }, t("web.next-game"));
  const rematch = h("button", { class: "button", type: "button", onclick: () => act("rematch") });
  const links = h("p", { class: "links" });
  const element = h(
    "section",
    { class: "result", hidden: true, "aria-label": t("web.result-of") },
    title,
    text,
    h(
      "p",
      { class: "actions" },
      next,
      rematch,
      h("a", { class: "button quiet", href: `/new/${game.id}` }, t("web.new-game")),
    ),
    links,
  );
  let linked = "";

  /** @param {MatchView} match */
  function update(match) {
    element.hidden = match.outcome === null;
    if (element.hidden) return;
    title.textContent = headline(match);
    text.textContent = [sentence(match), matchSentence(match)].filter(Boolean).join(" ");
    const mine = match.yours.length > 0;
    const offered = match.offers.some((offer) => offer.kind === "rematch" && match.yours.includes(offer.by));
    next.hidden = !mine || match.over;
    rematch.hidden = !mine || !match.over || match.rematch !== null;
    rematch.disabled = offered;
    const alone = match.yours.length === 2 || match.seats.some((seat) => seat.computer !== null);
    rematch.textContent = alone ? t("web.rematch") : offered ? t("web.you-offered-rematch") : t("web.offer-rematch");
    if (linked === `${match.id} ${match.round}`) return;
    linked = `${match.id} ${match.round}`;
    replace(
      links,
      h("a", { href: `/match/${match.id}/review?round=${match.round}` }, t("web.review")),
      button(t("web.share-pictures"), share),
    );
  }

  return { element, update };
}
