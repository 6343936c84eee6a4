/** What a player can do besides moving: swap sides, hint, takeback, draw, resign, give up; answer offers; send phrases. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { sure } from "./dialog.js";
import { playerName, other } from "./names.js";

/** @type {readonly Phrase[]} */
const PHRASES = ["hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "again", "bye"];

/**
 * @typedef {object} Doing
 * @property {(act: ActionName) => void} act
 * @property {() => void} hint
 * @property {(phrase: Phrase) => void} say
 */

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [look]
 */
function button(text, onclick, look = "quiet small") {
  return h("button", { class: `button ${look}`, type: "button", onclick }, text);
}

/** Whether the opponent is a person at another device, who must be asked. @param {MatchView} match */
function elsewhere(match) {
  return match.yours.length === 1 && match.seats.every((seat) => seat.computer === null);
}

/**
 * @param {GameView} game
 * @param {Doing} doing
 */
export function actionBar(game, doing) {
  /** @type {MatchView | null} */
  let now = null;
  const hint = button(t("web.hint"), doing.hint);
  const takeback = button(t("web.takeback"), () => doing.act("ask_takeback"));
  const draw = button(t("web.offer-draw"), () => doing.act("offer_draw"));
  const resign = button(t("web.resign"), () => void askResign());
  const giveUp = button(t("web.give-up"), () => void askGiveUp());
  const swap = button(t("swap"), () => doing.act("swap"), "small");
  const claim = button(t("web.claim"), () => void askClaim());
  const phrases = h(
    "details",
    { class: "menu phrases" },
    h("summary", { class: "button quiet small" }, t("web.say")),
    h(
      "div",
      { class: "panel" },
      PHRASES.map((phrase) =>
        button(t(`web.say-${phrase}`), () => {
          phrases.removeAttribute("open");
          doing.say(phrase);
        }),
      ),
    ),
  );
  const element = h("div", { class: "actions play-actions" }, swap, hint, takeback, draw, resign, giveUp, claim, phrases);

  async function askResign() {
    if (await sure(t("web.resign-sure"), t("web.resign"), t("web.keep-playing"))) doing.act("resign");
  }

  async function askGiveUp() {
    if (!now || now.stake === null || now.turn === null) return;
    const values = { name: playerName(now, other(now.turn)), n: now.stake };
    const question = t(now.stake === 1 ? "web.give-up-sure-1" : "web.give-up-sure", values);
    if (await sure(question, t("web.give-up"), t("web.keep-playing"))) doing.act("give_up");
  }

  async function askClaim() {
    if (!now || now.turn === null) return;
    const question = t("web.claim-sure", { name: playerName(now, now.turn) });
    if (await sure(question, t("web.claim"), t("web.keep-playing"))) doing.act("claim");
  }

  /**
   * @param {MatchView} match
   * @param {boolean} hinted whether a first hint was given, so that the next one is the move
   */
  function update(match, hinted) {
    now = match;
    const playing = match.yours.length > 0 && match.outcome === null && !match.over && match.invite === null;
    const mine = match.turn !== null && match.yours.includes(match.turn);
    const away = elsewhere(match);
    element.hidden = match.yours.length === 0 || match.invite !== null;
    swap.hidden = !playing || !mine || match.swap !== "open";
    hint.hidden = !playing || away;
    hint.textContent = t(hinted ? "web.hint-move" : "web.hint");
    hint.disabled = !mine;
    takeback.hidden = !playing;
    takeback.disabled = match.line.length === 0 || match.offers.some((offer) => offer.kind === "takeback");
    takeback.textContent = away ? t("web.ask-takeback") : t("web.takeback");
    draw.hidden = !playing;
    draw.disabled = match.offers.some((offer) => offer.kind === "draw");
    draw.textContent = match.yours.length === 2 ? t("web.draw-now") : t("web.offer-draw");
    resign.hidden = !playing || game.give_up;
    giveUp.hidden = !playing || !game.give_up;
    giveUp.disabled = match.stake === null || !mine;
    claim.hidden = !playing || mine || match.claim_from === null || Date.now() < 1000 * match.claim_from;
    phrases.hidden = !away;
  }

  return { element, update };
}

/** An offer that awaits an answer, with buttons to answer it. @param {Doing} doing */
export function offerBox(doing) {
  const text = h("p", {});
  const accept = button(t("web.accept"), () => answer("accept"), "small");
  const decline = button(t("web.decline"), () => answer("decline"));
  const element = h(
    "div",
    { class: "offer notice", hidden: true },
    text,
    h("p", { class: "actions" }, accept, decline),
  );
  /** @type {MatchView["offers"][number] | undefined} */
  let offer;

  /** @param {"accept" | "decline"} how */
  function answer(how) {
    if (!offer) return;
    if (offer.kind === "rematch") doing.act("rematch");
    else doing.act(/** @type {ActionName} */ (`${how}_${offer.kind}`));
  }

  /** @param {MatchView} match */
  function update(match) {
    offer = match.offers[0];
    element.hidden = !offer || match.yours.length === 0 || match.rematch !== null;
    if (!offer) return;
    const mine = match.yours.includes(offer.by);
    text.textContent = mine
      ? t(`web.you-offered-${offer.kind}`)
      : t(`web.offered-${offer.kind}`, { name: playerName(match, offer.by) });
    accept.hidden = mine;
    decline.hidden = mine || offer.kind === "rematch";
  }

  return { element, update };
}
