/** The start page: the games, the player's own matches, today's puzzle, and the public matches to watch. */

import { h, replace } from "../dom.js";
import { t, speak } from "../i18n.js";
import { get, games } from "../api.js";
import { keptCards } from "../source.js";
import { matchCard, thumb } from "../parts/cards.js";
import { completed } from "../parts/lessons.js";
import { puzzleOfToday } from "../parts/puzzle_list.js";

/** The most cards in a section. */
const MOST = 12;
/** Finished matches on the start page; a page of its own lists them all. */
const FINISHED = 3;

/** @type {import("../app.js").Page["show"]} */
export async function show(root, _params, app) {
  app.title("");
  // Whatever is above the games is requested before anything is shown, so that nothing is pushed down later.
  const [known, kept, remote, puzzle] = await Promise.all([games(), keptCards(), cards("mine"), puzzleOfToday()]);
  const mine = [...kept, ...remote].sort((a, b) => b.changed - a.changed);
  const open = mine.filter((card) => !card.over).slice(0, MOST);
  const over = mine.filter((card) => card.over && card.result).slice(0, FINISHED);
  const watch = h("div", {});
  replace(
    root,
    h(
      "div",
      { class: "hero" },
      h("div", {}, h("h1", {}, t("web.home-title")), h("p", { class: "lead" }, t("web.home-lead"))),
      learnCard(known),
      puzzle && puzzleCard(puzzle, known),
    ),
    section(t("web.resume"), open, known),
    h(
      "section",
      {},
      h("h2", { class: open.length === 0 ? "visually-hidden" : "" }, t("web.games")),
      h("ul", { class: "gallery" }, known.map(tile)),
    ),
    section(t("web.finished"), over, known, h("a", { href: "/history" }, t("web.finished-all"))),
    watch,
  );
  void cards("public").then((matches) => {
    const others = matches.filter((card) => !card.over && card.yours.length === 0);
    replace(watch, section(t("web.watch"), others.slice(0, MOST), known));
  });
}

/** @param {GameView} game */
function tile(game) {
  const name = speak(game.names);
  return h(
    "li",
    { class: "tile", "data-game": game.id },
    h(
      "a",
      { class: "thumb-link", href: `/new/${game.id}`, tabindex: -1, "aria-hidden": "true" },
      thumb(game.id, game.stones),
    ),
    h("h3", {}, name),
    h("p", { class: "quiet-text" }, speak(game.about)),
    h(
      "p",
      { class: "actions" },
      h(
        "a",
        { class: "button", href: `/new/${game.id}`, "aria-label": t("web.play-game", { game: name }) },
        t("web.play"),
      ),
      game.lessons.length > 0 &&
        h(
          "a",
          { class: "button quiet", href: `/learn/${game.id}`, "aria-label": t("learn.game", { game: name }) },
          t("web.way-learn"),
        ),
      h(
        "a",
        { class: "button quiet", href: `/rules/${game.id}`, "aria-label": t("web.rules-of", { game: name }) },
        t("web.rules"),
      ),
    ),
  );
}

/**
 * The player's matches, or the public ones. Without a server, none.
 *
 * @param {"mine" | "public"} list
 * @returns {Promise<MatchCard[]>}
 */
function cards(list) {
  return get(`/api/matches?list=${list}`).catch(() => []);
}

/**
 * @param {PuzzleView} puzzle
 * @param {GameView[]} known
 */
function puzzleCard(puzzle, known) {
  const game = known.find(({ id }) => id === puzzle.game);
  const task = t("study.puzzle-task", { name: t(puzzle.position.turn), plies: puzzle.plies });
  return h(
    "a",
    { class: "hero-card today", href: `/puzzles/${puzzle.game}?id=${puzzle.id}` },
    thumb(puzzle.position.variant, puzzle.position.stones),
    h(
      "span",
      {},
      h("span", { class: "now" }, t("web.today")),
      h("strong", {}, game ? speak(game.names) : ""),
      h("span", {}, task),
    ),
  );
}

/**
 * The link to the lessons: the course in progress, or the list of courses.
 *
 * @param {GameView[]} known
 */
function learnCard(known) {
  const taught = known.filter((game) => game.lessons.length > 0);
  const begun = taught.find((game) => completed(game).length > 0 && completed(game).length < game.lessons.length);
  const shown = begun ?? taught.at(-1);
  if (!shown) return null;
  return h(
    "a",
    { class: "hero-card learning", href: begun ? `/learn/${begun.id}` : "/learn" },
    thumb(shown.id, shown.stones),
    h(
      "span",
      {},
      h("span", { class: "now" }, t("web.way-learn")),
      h("strong", {}, begun ? speak(begun.names) : t("learn.title")),
      h(
        "span",
        {},
        begun
          ? t("learn.done-of", { done: completed(begun).length, of: begun.lessons.length })
          : t("learn.card"),
      ),
    ),
  );
}

/**
 * @param {string} title
 * @param {MatchCard[]} matches
 * @param {GameView[]} known
 * @param {HTMLElement} [more]
 */
function section(title, matches, known, more) {
  if (matches.length === 0) return null;
  return h(
    "section",
    {},
    h("h2", {}, title),
    h(
      "ul",
      { class: "matches" },
      matches.map((card) => h("li", {}, matchCard(card, known))),
    ),
    more ? h("p", { class: "more-link" }, more) : null,
  );
}
