/** The start page: the games, the player's unfinished matches, and the public ones to watch. */

import { h, replace } from "../dom.js";
import { t, speak, ago, message } from "../i18n.js";
import { get, games, variant } from "../api.js";
import { picture } from "../board/picture.js";
import { seatName } from "../parts/names.js";

/** @typedef {import("../wire.js").MatchCard} MatchCard */
/** @typedef {import("../wire.js").GameView} GameView */

/** @type {import("../app.js").Page["show"]} */
export async function show(root, _params, app) {
  app.title("");
  // One's own matches stand above the games: asked for before anything is shown, so that nothing is pushed down later.
  const [known, mine] = await Promise.all([games(), cards("mine")]);
  const watch = h("div", {});
  replace(
    root,
    h("div", { class: "hero" }, h("h1", {}, t("web home title")), h("p", { class: "lead" }, t("web home lead"))),
    section(t("web resume"), mine, known),
    h(
      "section",
      {},
      h("h2", { class: mine.length === 0 ? "visually-hidden" : "" }, t("web games")),
      h("ul", { class: "gallery" }, known.map(tile)),
    ),
    watch,
  );
  void cards("public").then((found) => replace(watch, section(t("web watch"), found, known)));
}

/** @param {GameView} game */
function tile(game) {
  const thumb = h("div", { class: "thumb" });
  void variant(game.id)
    .then((view) => thumb.append(picture(view, null, "")))
    .catch(() => undefined);
  const name = speak(game.names);
  return h(
    "li",
    { class: "tile", "data-game": game.id },
    h("a", { class: "thumb-link", href: `/new/${game.id}`, tabindex: -1, "aria-hidden": "true" }, thumb),
    h("h3", {}, name),
    h("p", { class: "quiet-text" }, speak(game.about)),
    h(
      "p",
      { class: "actions" },
      h(
        "a",
        { class: "button", href: `/new/${game.id}`, "aria-label": t("web play game", { game: name }) },
        t("web play"),
      ),
      h(
        "a",
        { class: "button quiet", href: `/rules/${game.id}`, "aria-label": t("web rules of", { game: name }) },
        t("web rules"),
      ),
    ),
  );
}

/**
 * The matches that go on: one's own, or others' to watch. Without a server, none.
 *
 * @param {"mine" | "public"} list
 * @returns {Promise<MatchCard[]>}
 */
async function cards(list) {
  /** @type {MatchCard[]} */
  const found = await get(`/api/matches?list=${list}`).catch(() => []);
  return found.filter((card) => !card.over && (list === "mine") === card.yours.length > 0).slice(0, 12);
}

/**
 * @param {string} title
 * @param {MatchCard[]} found
 * @param {GameView[]} known
 */
function section(title, found, known) {
  if (found.length === 0) return null;
  return h(
    "section",
    {},
    h("h2", {}, title),
    h(
      "ul",
      { class: "matches" },
      found.map((card) => matchCard(card, known)),
    ),
  );
}

/**
 * @param {MatchCard} card
 * @param {GameView[]} known
 */
function matchCard(card, known) {
  const game = known.find((one) => one.id === card.variant.split(":")[0]);
  const thumb = h("div", { class: "thumb" });
  void variant(card.variant)
    .then((view) => thumb.append(picture(view, card.stones, "")))
    .catch(() => undefined);
  const names = card.seats.map((seat) => seatName(seat));
  const together = card.yours.length === 2 && card.seats.every((seat) => !seat.name);
  const mine = card.turn !== null && card.yours.includes(card.turn);
  const free = card.seats.some((seat) => seat.name === null && seat.computer === null);
  const state = free
    ? t("web waiting")
    : mine
      ? t("web your turn")
      : ended(card) || t("web their turn", { name: names[card.turn ?? 0] ?? "" });
  return h(
    "li",
    {},
    h(
      "a",
      { class: "match-card", href: `/match/${card.id}` },
      thumb,
      h(
        "span",
        {},
        h("strong", {}, game ? speak(game.names) : card.variant),
        h("span", {}, together ? t("web opponent here") : names.join(" – ")),
        h("span", { class: mine ? "now" : "quiet-text" }, `${state} · ${ago(card.changed)}`),
      ),
    ),
  );
}

/** How the current game of a match ended; empty while it goes on. @param {MatchCard} card */
function ended({ result, winner, yours, seats }) {
  if (!result) return "";
  if (winner !== null && yours.length === 1 && yours.includes(winner)) return t("web you won");
  return message({ key: result.key, values: { ...result.values, ...(winner !== null && { name: seatName(seats[winner]) }) } });
}
