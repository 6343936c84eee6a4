/** What is known about a game, in words, maps of first moves and charts. */

import { h, replace } from "../dom.js";
import { get, position, variant } from "../api.js";
import { settings } from "../settings.js";
import { message, number, speak, t } from "../i18n.js";
import { createBoard } from "../board/board.js";
import { moveWords } from "../board/speech.js";
import { tallyBar } from "../parts/explorer.js";
import { gameTabs } from "../parts/tabs.js";
import { prose } from "../parts/prose.js";
import { valueMarks } from "../parts/values.js";

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const { game, tabs } = await gameTabs("truth", params.game);
  app.title(`${t("web.way-truth")}: ${speak(game.names)}`);
  replace(
    root,
    tabs,
    h("h1", {}, t("study.truth-title", { game: speak(game.names) })),
    h("p", { role: "status" }, t("study.computing")),
  );
  /** @type {TruthView} */
  const truth = await get(`/api/truth/${game.id}?language=${settings.language}`);
  /** @type {import("../board/board.js").Board[]} */
  const boards = [];
  const maps = h("div", { class: "maps" });
  for (const map of truth.maps) maps.append(await drawMap(map, game, boards));
  replace(
    root,
    tabs,
    h("h1", {}, t("study.truth-title", { game: speak(game.names) })),
    h("div", { class: "reading" }, ...truth.blocks.flatMap((block) => prose(block.html))),
    truth.maps.length > 0 &&
      h("section", {}, h("h2", {}, t("study.first-moves")), h("p", { class: "reading" }, t("study.legend")), maps),
    truth.statistics.length > 0 && statistics(truth.statistics, await variant(game.id)),
    truth.charts.map(chart),
    truth.balance.length > 0 && balance(truth.balance),
  );
  return () => boards.forEach((board) => board.destroy());
}

/**
 * @param {MapView} map
 * @param {GameView} game
 * @param {import("../board/board.js").Board[]} boards
 */
async function drawMap(map, game, boards) {
  const frame = h("div", { class: "map-board" });
  const [shownVariant, start] = await Promise.all([variant(map.variant), position(map.variant)]);
  const caption = game.options
    .filter((option) => option.kind !== "number")
    .map((option) => `${speak(option.title)}: ${speak(shownVariant.labels[option.name] ?? option.title)}`)
    .join(", ");
  const board = createBoard(frame, { variant: shownVariant, label: describe(map) });
  board.set(start, { marks: valueMarks(map.values, start.moves, start.turn) });
  boards.push(board);
  return h(
    "figure",
    { class: "map" },
    frame,
    h("figcaption", {}, h("strong", {}, caption || speak(game.names)), h("br"), summary(map)),
    h(
      "p",
      {},
      h("a", { href: `/analysis?${new URLSearchParams({ from: map.variant, values: "1" })}` }, t("study.look-at-it")),
    ),
  );
}

/** @param {MapView} map */
function summary(map) {
  const all = Object.values(map.values);
  /** @param {string | null} winner */
  const count = (winner) => all.filter((value) => value.winner === winner).length;
  return t("study.summary", { wins: count("white"), draws: count(null), losses: count("black") });
}

/** @param {MapView} map */
function describe(map) {
  const parts = Object.entries(map.values).map(([move, value]) => {
    const worth = message(value.message);
    return `${move}: ${worth}`;
  });
  return `${t("study.first-moves")}. ${parts.join(". ")}`;
}

/**
 * How the engine's games against itself ended after each opening, and for how many plies the result is proved to stay open.
 *
 * @param {StatisticView[]} rows
 * @param {VariantView} shownVariant
 */
function statistics(rows, shownVariant) {
  const proved = rows.some((row) => row.open_plies !== null);
  return h(
    "section",
    {},
    h("h2", {}, t("study.statistics")),
    h("p", { class: "reading" }, t("study.statistics-note")),
    h(
      "table",
      { class: "openings reading" },
      h("caption", { class: "visually-hidden" }, t("study.statistics")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("study.statistics-line")),
          h("th", { scope: "col" }, t("study.statistics-results")),
          proved && h("th", { scope: "col" }, t("study.statistics-open")),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              h(
                "a",
                { href: `/analysis?${new URLSearchParams({ from: shownVariant.id, moves: row.moves.join(","), openings: "1" })}` },
                row.moves.map((move) => moveWords(shownVariant, move)).join(" – "),
              ),
            ),
            h("td", {}, tallyBar(row.tally)),
            proved && h("td", {}, row.open_plies === null ? "–" : t("study.statistics-plies", { plies: row.open_plies })),
          ),
        ),
      ),
    ),
  );
}

/** @param {ChartView} chart */
function chart({ title: name, columns }) {
  const most = Math.max(...columns.map((column) => column.count));
  return h(
    "section",
    {},
    h("h2", {}, speak(name)),
    h(
      "table",
      { class: "chart" },
      h("caption", { class: "visually-hidden" }, speak(name)),
      h(
        "tbody",
        {},
        columns.map((column) => {
          const bar = h("span", { class: "bar" });
          bar.style.width = `${(100 * column.count) / most}%`;
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, column.label),
            h("td", {}, bar, h("span", { class: "count" }, number(column.count))),
          );
        }),
      ),
    ),
  );
}

/**
 * A cell for each number of stones: how often the player to move wins, draws and loses, as a bar and as percentages.
 *
 * @param {Balance[]} counts
 */
function balance(counts) {
  const sizes = [...new Set(counts.map(({ own }) => own))].sort((a, b) => a - b);
  return h(
    "section",
    {},
    h("h2", {}, t("study.balance")),
    h("p", { class: "reading" }, t("study.balance-note")),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": t("study.balance") },
      h(
        "table",
        { class: "balance" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            sizes.map((their) => h("th", { scope: "col" }, their)),
          ),
        ),
        h(
          "tbody",
          {},
          sizes.map((own) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, own),
              sizes.map((their) => share(counts.find((cell) => cell.own === own && cell.their === their))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Balance | undefined} count */
function share(count) {
  if (!count) return h("td", {});
  const parts = [count.wins, count.draws, count.losses];
  const sum = parts.reduce((a, b) => a + b, 0);
  const bar = h("div", { class: "shares", "aria-hidden": "true" });
  for (const [index, kind] of ["good", "even", "bad"].entries()) {
    const piece = h("span", { class: kind });
    piece.style.flexGrow = String((parts[index] ?? 0) / sum);
    bar.append(piece);
  }
  return h("td", {}, bar, parts.map((part) => Math.round((100 * part) / sum)).join(" / "));
}
