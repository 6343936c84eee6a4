/** Looking back at a game of a match: its course as a graph, the moves that changed the result, what was best. */

import { h, replace } from "../dom.js";
import { game as findGame, get, position, variant } from "../api.js";
import { speak, t } from "../i18n.js";
import { style } from "../settings.js";
import { createBoard } from "../board/board.js";
import { createState, spotOf } from "../board/state.js";
import { createGraph } from "../parts/graph.js";
import { stream } from "../parts/stream.js";

/** @typedef {import("../study.js").GameLine} GameLine */

/**
 * @param {HTMLElement} root
 * @param {import("../app.js").Params} params
 * @param {import("../app.js").App} app
 */
export async function show(root, params, app) {
  const id = params.id ?? "";
  const round = Number(params.round ?? 0);
  /** @type {GameLine} */
  const line = await get(`/api/matches/${id}/games/${round}`);
  const game = await findGame(line.variant.split(":")[0] ?? "");
  const shownVariant = await variant(line.variant);
  const state = createState(shownVariant);
  app.title(t("study review title", { game: speak(game.names) }));
  let ply = line.moves.length;
  const frame = h("div", { class: "study-board" });
  const board = createBoard(frame, { variant: shownVariant, label: t("study review title", { game: speak(game.names) }) });
  const value = h("p", { class: "review-value", role: "status" });
  const best = h("p", { class: "review-best" });
  const list = h("ol", { class: "moves" });
  const graph = createGraph(line.moves.length, (chosen) => void go(chosen));
  const buttons = line.moves.map((move, index) => h("button", { type: "button", class: "move", onclick: () => void go(index + 1) }, move));
  buttons.forEach((button) => list.append(h("li", {}, button)));

  /** @param {number} wanted */
  async function go(wanted) {
    const target = Math.max(0, Math.min(line.moves.length, wanted));
    const forward = target === ply + 1;
    ply = target;
    const shown = await position(line.start, line.moves.slice(0, ply));
    if (ply !== target) return; // somebody has gone on meanwhile
    graph.at(ply);
    buttons.forEach((button, index) => button.setAttribute("aria-current", String(index === ply - 1)));
    const found = graph.known(ply);
    const move = found?.best[0];
    const target0 = shown.moves.find((legal) => legal.text === move)?.targets[0];
    board.set(shown, { animate: forward, marks: target0 ? [{ spot: spotOf(state, target0), kind: "hint" }] : [] });
    tell();
    const address = new URLSearchParams({ ...(round ? { round: String(round) } : {}), ply: String(ply) });
    history.replaceState(null, "", `${location.pathname}?${address}`);
  }

  function tell() {
    const said = graph.said(ply);
    value.textContent = [said && t(`study ${said}`), graph.text(ply)].filter(Boolean).join(" · ");
    const found = graph.known(ply);
    best.textContent = found && found.best.length > 0 ? t("study best line", { line: found.best.join(" ") }) : "";
  }

  const close = stream(
    `/api/review?${new URLSearchParams({ from: line.start, moves: line.moves.join(",") })}`,
    (found) => {
      if ("verdict" in found) {
        graph.verdict(found);
        buttons[found.ply - 1]?.classList.add(found.verdict);
        buttons[found.ply - 1]?.setAttribute("title", t(`study ${found.verdict}`));
      } else graph.judge(found);
      if (found.ply === ply) tell();
    },
    (error) => error && app.alert(error),
  );

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: line.moves.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    void go(step);
  }
  addEventListener("keydown", onKey);

  replace(
    root,
    h("h1", {}, t("study review title", { game: speak(game.names) })),
    h(
      "div",
      { class: "study" },
      frame,
      h(
        "section",
        { class: "study-side card" },
        h("p", { class: "lead" }, `${line.names[0] ?? t("white")} – ${line.names[1] ?? t("black")}: ${line.result}`),
        graph.element,
        value,
        best,
        h(
          "div",
          { class: "actions steps" },
          step("«", "study to start", () => go(0)),
          step("‹", "study step back", () => go(ply - 1)),
          step("›", "study step on", () => go(ply + 1)),
          step("»", "study to end", () => go(line.moves.length)),
        ),
        list,
        exports(id, game.sgf, () => ply, () => `/analysis?${new URLSearchParams({ from: line.start, moves: line.moves.slice(0, ply).join(",") })}`, app),
      ),
    ),
  );
  await go(params.ply === undefined ? line.moves.length : Number(params.ply));
  return () => {
    close();
    removeEventListener("keydown", onKey);
    board.destroy();
  };
}

/**
 * @param {string} sign
 * @param {string} name
 * @param {() => void} onclick
 */
function step(sign, name, onclick) {
  return h("button", { class: "button quiet small", type: "button", "aria-label": t(name), onclick }, sign);
}

/**
 * @param {string} id
 * @param {boolean} sgf
 * @param {() => number} ply
 * @param {() => string} analysis
 * @param {import("../app.js").App} app
 */
function exports(id, sgf, ply, analysis, app) {
  const picture = () => `/api/matches/${id}/picture.svg?style=${style()}&ply=${ply()}`;
  return h(
    "div",
    { class: "actions exports" },
    h("button", { class: "button quiet small", type: "button", onclick: () => app.go(analysis()) }, t("study analyse here")),
    h("a", { class: "button quiet small", href: `/api/matches/${id}/record`, download: `${id}.txt` }, t("study record")),
    sgf && h("a", { class: "button quiet small", href: `/api/matches/${id}/sgf`, download: `${id}.sgf` }, "SGF"),
    h("button", { class: "button quiet small", type: "button", onclick: () => save(picture(), `${id}-${ply()}.svg`) }, "SVG"),
    h("button", { class: "button quiet small", type: "button", onclick: () => void savePng(picture(), `${id}-${ply()}.png`) }, "PNG"),
    h("button", { class: "button quiet small", type: "button", onclick: () => void copy(location.href, app) }, t("study copy link")),
  );
}

/**
 * @param {string} href
 * @param {string} name
 */
function save(href, name) {
  h("a", { href, download: name }).click();
}

/**
 * @param {string} source
 * @param {string} name
 */
async function savePng(source, name) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const address = URL.createObjectURL(blob);
    save(address, name);
    URL.revokeObjectURL(address);
  });
}

/**
 * @param {string} text
 * @param {import("../app.js").App} app
 */
export async function copy(text, app) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(t("study copied"));
  } catch {
    app.toast(text);
  }
}
