/** The courses: one for each game that has lessons, with the learner's progress. */

import { h, replace } from "../dom.js";
import { games } from "../api.js";
import { speak, t } from "../i18n.js";
import { completed } from "../parts/lessons.js";
import { thumb } from "../parts/cards.js";

/** @type {import("../app.js").Page["show"]} */
export async function show(root, _params, app) {
  const known = (await games()).filter((game) => game.lessons.length > 0);
  app.title(t("learn.title"));
  replace(
    root,
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, t("learn.title")), h("p", { class: "lead" }, t("learn.lead")))),
    h("ul", { class: "courses" }, known.map(course)),
  );
}

/** @param {GameView} game */
function course(game) {
  const done = completed(game).length;
  const of = game.lessons.length;
  const name = speak(game.names);
  const way = done === 0 ? "learn.start" : done < of ? "learn.continue" : "learn.repeat";
  return h(
    "li",
    { class: "course", "data-game": game.id },
    thumb(game.id, game.stones),
    h(
      "div",
      {},
      h("h2", {}, name),
      h("p", { class: "quiet-text" }, speak(game.about)),
      h("progress", { max: of, value: done, "aria-label": t("learn.done-of", { done, of }) }),
      h("p", { class: "quiet-text" }, t("learn.done-of", { done, of })),
      h(
        "a",
        {
          class: done < of ? "button" : "button quiet",
          href: `/learn/${game.id}`,
          "aria-label": `${t(way)}: ${t("learn.game", { game: name })}`,
        },
        t(way),
      ),
    ),
  );
}
