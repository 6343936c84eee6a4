/** The page of an invitation: who invites, to which game, and a button to join. */

import { h, replace } from "../dom.js";
import { t, speak } from "../i18n.js";
import { settings, change } from "../settings.js";
import { get, game as gameOf, variant as variantOf, post } from "../api.js";
import { picture } from "../board/picture.js";
import { sentence } from "../parts/buttons.js";
import { textField } from "../parts/fields.js";
import { sideOf } from "../parts/names.js";
import { terms } from "../parts/terms.js";

/** @type {import("../app.js").Page["show"]} */
export async function show(root, params, app) {
  const id = params.id ?? "";
  /** @type {MatchView} */
  const match = await get(`/api/matches/${encodeURIComponent(id)}`);
  if (match.yours.length > 0) return app.go(`/match/${id}`, true);
  const view = await variantOf(match.variant);
  const game = await gameOf(view.game);
  const seat = match.seats[0].name === null ? 0 : 1;
  const free = match.seats[seat].name === null && !match.over;
  const host = match.seats.find((seat) => seat.name);
  const own = textField("name", t("web.your-name"), settings.name, 40);
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const title = host?.name ? t("web.join-title", { name: host.name }) : t("web.join-nobody");
  app.title(title);
  replace(
    root,
    h(
      "div",
      { class: "new-game" },
      h(
        "form",
        { class: "new", onsubmit: submit },
        h("h1", {}, title),
        h(
          "p",
          { class: "lead" },
          `${speak(game.names)}. `,
          speak(game.about),
          " ",
          h("a", { href: `/rules/${game.id}` }, t("web.rules")),
        ),
        terms(match, game, view, free ? [[t("web.colour"), t(sideOf(match, seat))]] : []),
        free ? own.element : h("p", { class: "notice warn" }, t(match.outcome || !match.over ? "web.joined-already" : "web.invite-cancelled")),
        h(
          "p",
          { class: "actions" },
          free ? h("button", { class: "button start", type: "submit" }, t("web.join")) : null,
          h("a", { class: "button quiet", href: `/match/${id}` }, t("web.watch-instead")),
        ),
        fault,
      ),
      h(
        "div",
        { class: "preview" },
        picture(view, match.position.stones, t("web.preview-of", { game: speak(game.names) })),
      ),
    ),
  );

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    fault.hidden = true;
    change("name", own.value());
    try {
      await post(`/api/matches/${encodeURIComponent(id)}/join`, {
        invite: params.invite ?? "",
        name: own.value() || null,
      });
      app.go(`/match/${id}`, true);
    } catch (error) {
      fault.textContent = sentence(error);
      fault.hidden = false;
    }
  }
}
