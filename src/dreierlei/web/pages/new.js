/** A new game: opponent, board, clock. Everything has a default, so one click starts the game. */

import { h, replace } from "../dom.js";
import { t, speak } from "../i18n.js";
import { settings, change } from "../settings.js";
import { STATIC } from "../address.js";
import { ApiError, game as gameOf, variant as variantOf, position as positionOf } from "../api.js";
import { picture } from "../board/picture.js";
import { load } from "../core/local.js";
import { beginMatch } from "../local/founding.js";
import { segments, numberField, textField, field } from "../parts/fields.js";
import { optionFields } from "../parts/options.js";
import { levelName } from "../parts/names.js";

/** @type {readonly Style[]} */
const STYLES = ["plain", "solid", "daring", "tricky"];

/** @type {import("../app.js").Page["show"]} */
export async function show(root, params, app) {
  const game = await gameOf(params.game ?? "");
  const name = speak(game.names);
  const from = params.from;
  const origin = from ? await positionOf(from) : null;
  app.title(t("web.new-title", { game: name }));

  const preview = h("div", { class: "preview" });
  const options = optionFields(game, showPreview);
  const opponent = segments(
    "opponent",
    t("web.opponent"),
    [
      ["computer", t("web.opponent-computer")],
      ["friend", t("web.opponent-friend")],
      ["here", t("web.opponent-here")],
    ],
    "computer",
    () => arrange(),
  );
  const level = levelField(game.levels);
  const other = textField("other", t("web.other-name"), settings.other, 40);
  const own = textField("name", t("web.your-name"), settings.name, 40);
  const names = h("div", { class: "columns" });
  const details = h("div", {});
  const colour = segments(
    "colour",
    t("web.colour"),
    [
      ["random", t("web.colour-random")],
      ["white", t("white")],
      ["black", t("black")],
    ],
    "random",
  );
  const length = lengthField(game.scoring, game.length);
  const clock = clockFields();
  const claim = numberField("claim", t("web.claim-days"), 7, ["claim_days"]);
  const style = segments(
    "style",
    t("web.style"),
    STYLES.map((each) => [each, t(`style.${each}`)]),
    "plain",
  );
  const swap = segments(
    "swap",
    t("swap-rule"),
    ["0", "1", "3", "5", "7"].map((moves) => [moves, t(`swap-after-${moves}`)]),
    "0",
  );
  const everybody = h("input", { type: "checkbox", name: "public" });
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const needed = h("p", { class: "notice" }, t("web.friend-no-server"));
  const start = h("button", { class: "button start", type: "submit" }, t("web.start"));

  const form = h(
    "form",
    { class: "new", novalidate: true, onsubmit: submit },
    h("h1", {}, name),
    h(
      "p",
      { class: "lead" },
      speak(game.about),
      " ",
      h("a", { href: `/rules/${game.id}` }, t("web.rules")),
      game.lessons.length > 0 && " · ",
      game.lessons.length > 0 && h("a", { href: `/learn/${game.id}` }, t("learn.this")),
    ),
    from ? h("p", { class: "notice" }, t("web.start-from")) : null,
    opponent.element,
    level.element,
    style.element,
    names,
    needed,
    h("p", { class: "actions" }, start),
    fault,
    from ? null : options.element,
    colour.element,
    from ? null : length.element,
    h(
      "details",
      { class: "more" },
      h("summary", {}, t("web.more-options")),
      clock.element,
      swap.element,
      h("p", { class: "quiet-text" }, t("web.swap-about")),
      claim.element,
      details,
      !STATIC && h("label", { class: "check" }, everybody, h("span", {}, t("web.public"))),
    ),
  );
  replace(root, h("div", { class: "new-game" }, form, preview));
  arrange();
  showPreview(await variantOf(origin?.variant ?? game.id));

  function arrange() {
    const kind = opponent.value();
    level.element.hidden = style.element.hidden = kind !== "computer";
    // For two players at one screen, both names belong together; otherwise the player's own name is a detail.
    if (kind === "here") names.replaceChildren(own.element, other.element);
    else details.replaceChildren(own.element);
    names.hidden = kind !== "here";
    claim.element.hidden = kind !== "friend";
    needed.hidden = !(STATIC && kind === "friend");
    start.disabled = !needed.hidden;
  }

  /** @param {VariantView} view */
  function showPreview(view) {
    replace(preview, picture(view, origin?.stones ?? null, t("web.preview-of", { game: name })));
    void load(view); // in the meantime, since the match starts in the core
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    fault.hidden = true;
    start.disabled = true;
    change("name", own.value());
    change("other", other.value());
    change("level", level.value());
    try {
      const { id } = await beginMatch(wanted(), game);
      app.go(`/match/${id}`);
    } catch (error) {
      showFault(error);
    } finally {
      start.disabled = !needed.hidden;
    }
  }

  /** @returns {NewMatch} */
  function wanted() {
    const kind = opponent.value();
    return {
      variant: origin?.variant ?? options.variant(),
      opponent:
        kind === "computer"
          ? { kind: "computer", level: level.value(), style: /** @type {Style} */ (style.value()) }
          : kind === "here"
            ? { kind: "here", name: other.value() || null }
            : { kind: "friend" },
      colour: /** @type {NewMatch["colour"]} */ (colour.value()),
      length: from ? null : length.value(),
      clock: clock.value(),
      claim_days: claim.value(),
      name: own.value() || null,
      public: everybody.checked,
      swap: /** @type {NewMatch["swap"]} */ (Number(swap.value())),
      start: from ?? null,
    };
  }

  /** Shows the server's message, at the field that it concerns if that is known. @param {unknown} error */
  function showFault(error) {
    const text = error instanceof Error ? error.message : String(error);
    const fields = [length, clock, claim, own, other];
    const input = fields.find(({ words }) => error instanceof ApiError && words.some((word) => error.field.includes(word)));
    if (input) input.fault(text);
    else {
      fault.textContent = text;
      fault.hidden = false;
    }
  }
}

/**
 * The computer's strength, with a name for each level. Some games have fewer levels, so the slider counts positions in the list.
 *
 * @param {number[]} levels
 */
function levelField(levels) {
  const output = h("output", { class: "level-name", for: "level" });
  const usual = levels.filter((level) => level <= settings.level);
  const input = h("input", {
    type: "range",
    id: "level",
    min: 0,
    max: levels.length - 1,
    step: 1,
    value: Math.max(0, usual.length - 1),
    oninput: tell,
  });
  const value = () => levels[Number(input.value)] ?? settings.level;
  function tell() {
    const text = t("web.level-named", { level: value(), name: levelName(value()) });
    output.textContent = text;
    input.setAttribute("aria-valuetext", text);
  }
  tell();
  const element = h("div", { class: "field level" }, h("label", { for: "level" }, t("web.level")), input, output);
  return { element, value };
}

/**
 * How many games, or points.
 *
 * @param {"games" | "points"} scoring
 * @param {number} usual
 */
function lengthField(scoring, usual) {
  if (scoring === "points") {
    return numberField("length", t("web.length-points"), usual, ["length"]);
  }
  const choice = segments(
    "length",
    t("web.length-games"),
    [1, 3, 5, 9].map((n) => [String(n), n === 1 ? t("web.one-game") : t("web.n-games", { n })]),
    "1",
  );
  return { ...choice, value: () => Number(choice.value()), words: ["length"], fault: choice.fault };
}

function clockFields() {
  const kind = segments(
    "clock",
    t("web.clock"),
    [
      ["none", t("web.clock-none")],
      ["fischer", t("web.clock-fischer")],
      ["days", t("web.clock-days")],
    ],
    "none",
    () => arrange(),
  );
  const minutes = numberField("minutes", t("web.clock-minutes"), 5);
  const seconds = numberField("seconds", t("web.clock-seconds"), 5);
  const days = numberField("days", t("web.clock-number-days"), 3);
  const rows = h("div", { class: "columns" }, minutes.element, seconds.element, days.element);
  const outer = field(h("div", {}, kind.element, rows));
  function arrange() {
    minutes.element.hidden = seconds.element.hidden = kind.value() !== "fischer";
    days.element.hidden = kind.value() !== "days";
  }
  arrange();
  return {
    element: outer.element,
    words: ["clock", "initial", "increment", "days"],
    fault: outer.fault,
    /** @returns {Clock} */
    value: () => {
      if (kind.value() === "fischer") {
        return { kind: "fischer", initial: Math.round(minutes.value() * 60), increment: seconds.value() };
      }
      return kind.value() === "days" ? { kind: "days", days: days.value() } : { kind: "none" };
    },
  };
}
