/** The rules of a game, with diagrams on which readers can try moves. */

import { h, replace } from "../dom.js";
import { get, position, variant } from "../api.js";
import { settings } from "../settings.js";
import { speak, t } from "../i18n.js";
import { createBoard } from "../board/board.js";
import { button, sentence } from "../parts/buttons.js";
import { gameTabs } from "../parts/tabs.js";
import { prose } from "../parts/prose.js";

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const { game, tabs } = await gameTabs("rules", params.game);
  /** @type {PageView} */
  const page = await get(`/api/rules/${game.id}?language=${settings.language}`);
  app.title(t("web.rules-of", { game: speak(game.names) }));
  /** @type {import("../board/board.js").Board[]} */
  const boards = [];
  const article = h("article", { class: "reading" });
  for (const block of page.blocks) {
    if (block.kind === "text") article.append(...prose(block.html));
    else article.append(await diagram(block, boards, app));
  }
  replace(
    root,
    tabs,
    article,
    h(
      "p",
      { class: "actions" },
      h("a", { class: "button", href: `/new/${game.id}` }, t("web.play-game", { game: speak(game.names) })),
      game.lessons.length > 0 && h("a", { class: "button quiet", href: `/learn/${game.id}` }, t("learn.this")),
      h("a", { class: "button quiet", href: `/puzzles/${game.id}` }, t("web.way-puzzles")),
      h("a", { class: "button quiet", href: `/truth/${game.id}` }, t("web.way-truth")),
      h("a", { class: "button quiet", href: `/print/${game.id}` }, t("web.way-print")),
    ),
  );
  return () => boards.forEach((board) => board.destroy());
}

/**
 * @param {Extract<Block, { kind: "diagram" }>} block
 * @param {import("../board/board.js").Board[]} boards
 * @param {import("../app.js").App} app
 */
async function diagram(block, boards, app) {
  const frame = h("div", { class: "diagram-board" });
  /** @type {string[]} */
  let moves = [];
  const board = createBoard(frame, {
    variant: await variant(block.position.variant),
    label: block.caption,
    announce: app.announce,
    onMove: (text) => void play(text),
    onRefused: app.toast,
  });
  const again = h(
    "button",
    { class: "button quiet small", type: "button", hidden: true, onclick: () => reset(false) },
    t("study.back-to-diagram"),
  );
  const attempt = button(t("study.try"), () => reset(true));
  const onward = h("a", { class: "button quiet small", href: link() }, t("web.way-analysis"));

  function link() {
    return `/analysis?${new URLSearchParams({ from: block.position.line, moves: moves.join(",") })}`;
  }

  /** @param {boolean} trying */
  function reset(trying) {
    moves = [];
    again.hidden = !trying;
    attempt.hidden = trying || block.position.moves.length === 0;
    onward.setAttribute("href", link());
    board.set(block.position, { canMove: trying, marks: trying ? [] : block.marks });
    if (trying) board.focus();
  }

  /** @param {string} text */
  async function play(text) {
    try {
      const shown = await position(block.position.line, [...moves, text]);
      moves = [...moves, text];
      onward.setAttribute("href", link());
      board.set(shown, { canMove: true, animate: true });
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  reset(false);
  boards.push(board);
  return h(
    "figure",
    { class: "diagram" },
    frame,
    h("figcaption", {}, block.caption),
    h("p", { class: "actions" }, attempt, again, onward),
  );
}
