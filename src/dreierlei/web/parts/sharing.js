/** Sharing a position or a game: a link, pictures, and a board to embed. */

import { shared, STATIC } from "../address.js";
import { h } from "../dom.js";
import { position } from "../api.js";
import { filmFile, pictureFile } from "../board/files.js";
import { t } from "../i18n.js";
import { button, sentence } from "./buttons.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {object} Shared
 * @property {string} name the name of saved files, without extension
 * @property {string} link
 * @property {string} from the position or variant from which the moves start
 * @property {string[]} moves
 * @property {VariantView} variant
 * @property {string} [result]
 * @property {string} [embed] the page to embed; by default one that shows these moves
 * @property {() => void} [onSend] moves a match that only this browser has to the server
 * @property {((sgf: boolean) => Promise<string>) | undefined} [record] the games as text
 * @property {boolean} [sgf] whether they are also available as SGF
 */

/** Pixels of a PNG per CSS pixel, for high-resolution screens. */
const SCALE = 2;
/** The size of an embedded board in pixels. */
const [WIDTH, HEIGHT] = [420, 520];

/**
 * @param {Shared} shared
 * @param {import("../app.js").App} app
 */
export function openShare({ name, link, from, moves, variant, result, embed, onSend, record, sgf }, app) {
  const query = new URLSearchParams({ from, moves: moves.join(",") });
  const page = shared(embed ?? `/embed?${query}`);
  const snippet = `<iframe src="${page.replaceAll("&", "&amp;")}" width="${WIDTH}" height="${HEIGHT}" title="dreierlei" loading="lazy"></iframe>`;
  const failed = (/** @type {unknown} */ error) => app.alert(sentence(error));
  const picture = async () => pictureFile(variant, await position(from, moves));
  const film = async () => {
    const counts = [...moves, ""].map((_, count) => position(from, moves.slice(0, count)));
    return filmFile(variant, await Promise.all(counts), result);
  };
  const write = (/** @type {() => Promise<string>} */ text, /** @type {string} */ file, type = "text/plain") =>
    void text().then((content) => saveBlob(new Blob([content], { type }), file), failed);
  const shown = h("img", { class: "film", alt: t("web.share-film"), hidden: true });
  const filmed = film();
  filmed.then(
    (text) => {
      shown.src = address(text);
      shown.hidden = false;
    },
    () => undefined,
  );
  openDialog(
    t("web.share"),
    copied("share-link", t("web.share-link"), link, app, () => navigator.share({ url: link, title: document.title })),
    onSend && h("p", {}, t("web.send-about")),
    onSend && h("form", { method: "dialog", onsubmit: onSend }, h("button", { class: "button small" }, t("web.send"))),
    h("h3", {}, t("web.share-pictures")),
    h(
      "p",
      { class: "actions" },
      button("SVG", () => write(picture, `${name}.svg`, "image/svg+xml")),
      button("PNG", () => void picture().then((text) => savePng(text, `${name}.png`)).catch(failed)),
      moves.length > 0 && button(t("web.share-film"), () => write(() => filmed, `${name}-film.svg`, "image/svg+xml")),
      record && button(t("web.record"), () => write(() => record(false), `${name}.txt`)),
      record && sgf && button("SGF", () => write(() => record(true), `${name}.sgf`)),
      record && button(t("web.copy-record"), () => void record(false).then((text) => copy(text, app, t("web.copied")), failed)),
    ),
    moves.length > 0 && shown,
    h("h3", {}, t("web.share-embed")),
    copied("share-embed", t("web.share-embed-about"), snippet, app),
  );
}

/**
 * Shares a match; one that only this browser has can be moved to the server, so that it has a link.
 *
 * @param {MatchView} match
 * @param {VariantView} variant
 * @param {GameView} game
 * @param {import("../source.js").Source} source
 * @param {import("../app.js").App} app
 */
export function shareMatch({ id, start, line, games, round, public: shown }, variant, game, { local, send, record }, app) {
  const moves = new URLSearchParams({ from: start, moves: line.join(",") });
  const give = async () => {
    const newId = await send?.();
    if (newId) app.go(`/match/${newId}`, true);
  };
  const result = games.find((played) => played.round === round)?.result;
  openShare(
    {
      name: `${game.id}-${id}`,
      link: shared(local ? `/analysis?${moves}` : `/match/${id}`),
      from: start,
      moves: line,
      variant,
      record,
      sgf: game.sgf,
      ...(result && { result }),
      ...(shown && { embed: `/embed/match/${id}` }),
      ...(send && !STATIC && { onSend: () => void give().catch((error) => app.alert(sentence(error))) }),
    },
    app,
  );
}

/** An SVG picture as a data URL. @param {string} text */
function address(text) {
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/**
 * A text with a button that copies it, and one that shares it where the device supports that.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} text
 * @param {import("../app.js").App} app
 * @param {() => Promise<void>} [pass]
 */
function copied(id, label, text, app, pass) {
  const input = h("input", { type: "text", class: "mono", readonly: true, value: text, id, onfocus: () => input.select() });
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h(
      "div",
      { class: "beside" },
      input,
      button(t("web.copy"), () => void copy(text, app, t("study.copied")), "small"),
      pass && "share" in navigator && button(t("web.share"), () => void pass().catch(() => undefined)),
    ),
  );
}

/**
 * @param {string} text
 * @param {import("../app.js").App} app
 * @param {string} done
 */
async function copy(text, app, done) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(done);
  } catch {
    app.toast(text);
  }
}

/**
 * Saves an SVG picture as PNG, sharp on high-resolution screens.
 *
 * @param {string} source
 * @param {string} name
 */
async function savePng(source, name) {
  const image = new Image();
  image.src = address(source);
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.naturalWidth, height: SCALE * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) saveBlob(blob, name);
  });
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function saveBlob(blob, name) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
