/** Taking something along: a link, a file, a picture. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

const SCALE = 2;

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

/**
 * @param {string} href
 * @param {string} name
 */
export function save(href, name) {
  h("a", { href, download: name }).click();
}

/**
 * An SVG picture as PNG, sharp on fine screens.
 *
 * @param {string} source
 * @param {string} name
 */
export async function savePng(source, name) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.naturalWidth, height: SCALE * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const address = URL.createObjectURL(blob);
    save(address, name);
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
}
