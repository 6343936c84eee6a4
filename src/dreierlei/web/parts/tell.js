/** Announces what has happened in a match, to screen readers and by sound. */

import { moveWords } from "../board/speech.js";
import { message, t } from "../i18n.js";
import { sound } from "../sound.js";
import { other, playerName, playerOf, sideOf } from "./names.js";
import { headline, matchSentence, sentence } from "./result.js";

/**
 * @param {import("../app.js").App} app
 * @param {VariantView} variant
 * @param {MatchView} before
 * @param {MatchView} match
 * @param {boolean} forward whether this was one move forward
 * @param {string} status what the player does next
 */
export function tell(app, variant, before, match, forward, status) {
  const last = match.line.at(-1);
  if (forward && last) {
    const mover = before.turn ?? playerOf(match, match.position.turn === "white" ? "black" : "white");
    const text = t("web.moved", { name: playerName(match, mover), move: moveWords(variant, last) });
    app.announce(match.outcome ? text : `${text}. ${status}`);
  }
  if (match.swap === "taken" && before.swap === "open") {
    const text = t("swapped", { name: playerName(match, other(match.turn ?? 0)), side: t(sideOf(match, other(match.turn ?? 0))) });
    app.toast(text);
    app.announce(`${text} ${status}`);
  }
  for (const offer of before.offers) {
    const gone = !match.outcome && offer.kind !== "rematch" && match.line.length === before.line.length;
    const open = match.offers.some(({ kind }) => kind === offer.kind);
    if (gone && !open && match.yours.length === 1 && match.yours.includes(offer.by))
      app.toast(
        match.answer ? message(match.answer) : t(`web.declined-${offer.kind}`, { name: playerName(match, other(offer.by)) }),
      );
  }
  for (const offer of match.offers) {
    const old = before.offers.some(({ kind, by }) => kind === offer.kind && by === offer.by);
    if (!old && !match.yours.includes(offer.by))
      app.announce(t(`web.offered-${offer.kind}`, { name: playerName(match, offer.by) }));
  }
  if (match.outcome && !before.outcome) {
    if (match.answer) app.toast(message(match.answer));
    app.announce(`${headline(match)}. ${sentence(match)} ${matchSentence(match)}`);
    const winner = match.outcome.winner && playerOf(match, match.outcome.winner);
    sound(winner === null ? "draw" : match.yours.length === 1 && !match.yours.includes(winner) ? "lose" : "win");
  }
  if (before.invite && !match.invite) sound("hello");
}
