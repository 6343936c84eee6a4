/** The terms of a match: the game's options, its length, its clock. */

import { h } from "../dom.js";
import { speak, t } from "../i18n.js";

/**
 * @param {MatchView} match
 * @param {GameView} game
 * @param {VariantView} variant
 * @param {[string, string][]} [more] additional lines, which come first
 */
export function terms(match, game, variant, more = []) {
  const { length, scoring } = match;
  const options = game.options.map(({ name, title }) => {
    const label = variant.labels[name];
    return [speak(title), label ? speak(label) : (variant.options[name] ?? "")];
  });
  const long =
    scoring === "points"
      ? t("web.terms-points", { n: length })
      : length === 1
        ? t("web.one-game")
        : t("web.n-games", { n: length });
  const swap = match.swap === null ? [] : [[t("swap-rule"), t(`swap-after-${match.swap_after}`)]];
  const styles = match.seats.flatMap(({ style }) => (style ? [[t("web.style"), t(`style.${style}`)]] : []));
  const lines = [...more, [t("web.terms-length"), long], [t("web.clock"), clockText(match.clock.setting)], ...styles, ...swap, ...options];
  return h(
    "dl",
    { class: "terms" },
    lines.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, value))),
  );
}

/** @param {Clock} clock */
function clockText(clock) {
  if (clock.kind === "none") return t("web.clock-none");
  if (clock.kind === "days") return clock.days === 1 ? t("web.terms-day") : t("web.terms-days", { n: clock.days });
  const minutes = Math.floor(clock.initial / 60);
  const seconds = String(clock.initial % 60).padStart(2, "0");
  return t("web.terms-fischer", { time: `${minutes}:${seconds}`, seconds: clock.increment });
}
