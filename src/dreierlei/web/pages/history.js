/** The player's finished matches, filtered by game and result, each with a link to its review. */

import { h, replace } from "../dom.js";
import { t, speak } from "../i18n.js";
import { ApiError, get, games } from "../api.js";
import { keptCards } from "../source.js";
import { button, sentence } from "../parts/buttons.js";
import { gameOf, matchCard, resultOf } from "../parts/cards.js";
import { segments } from "../parts/fields.js";
import { rename } from "../router.js";

/** How many matches the server sends at once; fewer mean that there are no more. */
const BATCH = 100;
/** Matches shown at first, and added with each click on "more". */
const STEP = 24;

/** @type {import("../app.js").Page["show"]} */
export async function show(root, params, app) {
  app.title(t("web.finished"));
  const known = await games();
  /** Matches stored in this browser. */
  const kept = await keptCards();
  /** Matches that the server has sent. @type {MatchCard[]} */
  let all = [];
  let complete = false;
  let shown = STEP;

  await load();

  async function load() {
    const last = all.at(-1);
    const before = last ? `&before=${last.changed}` : "";
    /** @type {MatchCard[]} Without a server, none. */
    const batch = await get(`/api/matches?list=mine${before}`).catch((error) => {
      if (error instanceof ApiError && error.away) return [];
      throw error;
    });
    complete = batch.length < BATCH;
    all = [...all, ...batch];
  }

  const game = h(
    "select",
    { id: "history-game", onchange: () => choose() },
    h("option", { value: "" }, t("web.all-games")),
    known.map(({ id, names }) => h("option", { value: id, selected: id === params.game }, speak(names))),
  );
  const result = segments(
    "result",
    t("web.result-of"),
    [
      ["", t("web.all-results")],
      ["won", t("web.history-won")],
      ["lost", t("web.history-lost")],
      ["drawn", t("web.history-drawn")],
    ],
    params.result ?? "",
    () => choose(),
  );
  const list = h("ul", { class: "matches" });
  const count = h("p", { class: "quiet-text", role: "status" });
  const further = button(t("web.more"), () => void more(), "quiet");

  function wanted() {
    const last = complete ? undefined : all.at(-1);
    const local = kept.filter((card) => !last || card.changed > last.changed);
    return [...local, ...all].sort((a, b) => b.changed - a.changed).filter(
      (card) =>
        card.over &&
        card.result !== null &&
        (game.value === "" || gameOf(card) === game.value) &&
        (result.value() === "" || resultOf(card) === result.value()),
    );
  }

  function choose() {
    shown = STEP;
    const query = new URLSearchParams({
      ...(game.value && { game: game.value }),
      ...(result.value() && { result: result.value() }),
    });
    rename(`/history${query.size ? `?${query}` : ""}`);
    void fill();
  }

  async function more() {
    shown += STEP;
    await fill();
  }

  /** Loads more matches until there are enough to show. */
  async function fill() {
    try {
      while (!complete && wanted().length < shown) await load();
    } catch (error) {
      app.alert(sentence(error));
    }
    const matches = wanted();
    replace(list, matches.slice(0, shown).map(item));
    further.hidden = complete && matches.length <= shown;
    count.textContent = matches.length === 0 ? t("web.no-history") : "";
  }

  /** @param {MatchCard} card */
  function item(card) {
    const won = resultOf(card);
    return h(
      "li",
      { class: "history-item" },
      matchCard(card, known),
      h(
        "p",
        {},
        won && h("strong", { class: won }, t(`web.history-${won}`)),
        h("a", { class: "button quiet small", href: `/match/${card.id}/review` }, t("web.review")),
      ),
    );
  }

  await fill();
  replace(
    root,
    h("h1", {}, t("web.finished")),
    h(
      "div",
      { class: "history-filter" },
      h("div", { class: "field" }, h("label", { for: "history-game" }, t("web.game")), game),
      result.element,
    ),
    count,
    list,
    h("p", { class: "actions" }, further),
  );
}
