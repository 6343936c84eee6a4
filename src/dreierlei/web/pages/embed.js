/**
 * A board for embedding in other sites: a live match, or the moves from a position. Viewers can step through the moves and
 * follow the link to the full page; nothing else, because any site may embed it.
 */

import { address } from "../address.js";
import { h, replace } from "../dom.js";
import { get, game as gameOf, position, variant as variantOf } from "../api.js";
import { speak, t } from "../i18n.js";
import { connect } from "../live.js";
import { createBoard } from "../board/board.js";
import { sentence } from "../parts/buttons.js";
import { beginner, moveList } from "../parts/moves.js";
import { other, playerName } from "../parts/names.js";
import { headline } from "../parts/result.js";

/** @type {import("../app.js").Page["show"]} */
export async function show(root, params, app) {
  /** @type {MatchView | null} */
  let match = params.id === undefined ? null : await get(`/api/matches/${encodeURIComponent(params.id)}`);
  let from = match?.start ?? params.from ?? "";
  let moves = match?.line ?? (params.moves ?? "").split(/[,\s]+/).filter(Boolean);
  let ply = moves.length;
  let requests = 0;
  let shown = await position(from, moves);
  const variant = await variantOf(shown.variant);
  const name = speak((await gameOf(variant.game)).names);
  app.title(name);

  const box = h("div", { class: "board-box" });
  const board = createBoard(box, { variant, label: t("web.preview-of", { game: name }) });
  const list = moveList(variant, (wanted) => void go(wanted));
  const caption = h("p", { class: "embed-caption" });
  const link = h("a", { target: "_blank", rel: "noopener" }, "dreierlei");

  /** @param {number} wanted */
  async function go(wanted) {
    const number = ++requests;
    try {
      const reached = await position(from, moves.slice(0, wanted));
      if (number !== requests) return;
      const animate = wanted === ply + 1;
      [ply, shown] = [wanted, reached];
      draw(animate);
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  /** @param {boolean} animate */
  function draw(animate) {
    board.set(shown, { animate });
    list.update(moves, ply, beginner(ply, shown.turn));
    const query = new URLSearchParams({ from, moves: moves.join(",") });
    link.setAttribute("href", address(match ? `/match/${match.id}` : `/analysis?${query}`));
    const players = match ? `${playerName(match, match.white)} – ${playerName(match, other(match.white))}` : "";
    caption.textContent = [name, players, match?.outcome ? headline(match) : ""].filter(Boolean).join(" · ");
  }

  const live =
    params.id === undefined
      ? null
      : connect(params.id, {
          onMatch: (news) => {
            const following = ply === moves.length;
            [match, from, moves] = [news, news.start, news.line];
            if (following || ply > moves.length) void go(moves.length);
            else draw(false);
          },
          onSaid: () => undefined,
          onRefused: () => undefined,
          onLink: () => undefined,
        });

  replace(root, h("div", { class: "embed" }, caption, box, list.element, h("p", { class: "embed-link" }, link)));
  draw(false);
  return () => {
    live?.close();
    board.destroy();
  };
}
