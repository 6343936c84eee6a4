/** Passing on a position or a game: a link, pictures, and a board for other pages. */

import { shared, STATIC } from "../address.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { style } from "../settings.js";
import { button, sentence } from "./buttons.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {object} Shared
 * @property {string} name what files are called, without their endings
 * @property {string} link
 * @property {string} from where the moves begin
 * @property {string[]} moves
 * @property {string} [embed] the page to embed; by default one that shows these moves
 * @property {() => void} [onSend] gives a match that only this browser has to the server
 * @property {() => void} [onRecord] saves the games of such a match as text
 * @property {{ label: string, href: string, file: string }[]} [files] what else can be saved
 */

/** How much finer a PNG is than its size in pixels, for fine screens. */
const SCALE = 2;
/** The size of an embedded board in pixels. */
const [WIDTH, HEIGHT] = [420, 520];

/**
 * @param {Shared} shared
 * @param {import("../app.js").App} app
 */
export function openShare({ name, link, from, moves, embed, onSend, onRecord, files = [] }, app) {
  const query = new URLSearchParams({ from, moves: moves.join(",") });
  const styled = `${query}&style=${style()}`;
  const picture = `/api/picture.svg?${styled}`;
  const film = `/api/animation.svg?${styled}`;
  const page = shared(embed ?? `/embed?${query}`);
  const snippet = `<iframe src="${page.replaceAll("&", "&amp;")}" width="${WIDTH}" height="${HEIGHT}" title="dreierlei" loading="lazy"></iframe>`;
  openDialog(
    t("web.share"),
    copied("share-link", t("web.share-link"), link, app, () => navigator.share({ url: link, title: document.title })),
    onSend && h("p", {}, t("web.send-about")),
    onSend && h("form", { method: "dialog", onsubmit: onSend }, h("button", { class: "button small" }, t("web.send"))),
    h("h3", {}, t("web.share-pictures")),
    h(
      "p",
      { class: "actions" },
      button("SVG", () => save(picture, `${name}.svg`)),
      button("PNG", () => savePng(picture, `${name}.png`).catch(() => app.alert(t("web.server-failed")))),
      moves.length > 0 && button(t("web.share-film"), () => save(film, `${name}-film.svg`)),
      onRecord && button(t("web.record"), onRecord),
      files.map(({ label, href, file }) => h("a", { class: "button quiet small", href, download: file }, label)),
    ),
    moves.length > 0 && h("img", { class: "film", src: film, alt: t("web.share-film"), loading: "lazy" }),
    h("h3", {}, t("web.share-embed")),
    copied("share-embed", t("web.share-embed-about"), snippet, app),
  );
}

/**
 * A match with its files; one that only this browser has can be given to the server, so that it has a link.
 *
 * @param {MatchView} match
 * @param {import("../source.js").Source} source
 * @param {import("../app.js").App} app
 */
export function shareMatch({ id, start, line, variant, public: shown }, { files, send, record }, app) {
  const moves = new URLSearchParams({ from: start, moves: line.join(",") });
  const give = async () => {
    const there = await send?.();
    if (there) app.go(`/match/${there}`, true);
  };
  openShare(
    {
      name: `${variant.split(":")[0]}-${id}`,
      link: shared(files ? `/match/${id}` : `/analysis?${moves}`),
      from: start,
      moves: line,
      ...(shown && { embed: `/embed/match/${id}` }),
      ...(send && !STATIC && { onSend: () => void give().catch((error) => app.alert(sentence(error))) }),
      ...(record && { onRecord: () => void record().then((text) => saveBlob(new Blob([text]), `${id}.txt`)) }),
      files: files ? [{ label: t("web.record"), href: `${files}/record`, file: `${id}.txt` }] : [],
    },
    app,
  );
}

/**
 * A text with a button that copies it, and one that passes it on where the device can.
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
      button(t("web.copy"), () => void copy(text, app), "small"),
      pass && "share" in navigator && button(t("web.share"), () => void pass().catch(() => undefined)),
    ),
  );
}

/**
 * @param {string} text
 * @param {import("../app.js").App} app
 */
async function copy(text, app) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(t("study.copied"));
  } catch {
    app.toast(text);
  }
}

/**
 * @param {string} href
 * @param {string} name
 */
function save(href, name) {
  h("a", { href, download: name }).click();
}

/**
 * An SVG picture as PNG, sharp on fine screens.
 *
 * @param {string} source
 * @param {string} name
 */
async function savePng(source, name) {
  const image = new Image();
  image.src = source;
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
  const address = URL.createObjectURL(blob);
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
