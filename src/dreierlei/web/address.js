/**
 * Where pages and files are. The server has a page at each path, from the top of its host. The static edition is a folder of
 * files on any host: its pages are all in one file and are told apart by what comes after the `#`, so that every link to
 * them can be opened and reloaded there.
 *
 *     address("/rules")       // "/rules", or "#/rules" in the static edition
 *     here()                  // { path: "/rules", query: "" }, in both
 *     shared("/rules")        // the same page for somebody elsewhere
 */

/** The folder of the page, with a slash at its end: this file is in `web/` there. */
export const BASE = new URL("..", import.meta.url);

/** Whether there is no server. */
export const STATIC = globalThis.document?.documentElement.dataset.edition === "static";

/** @param {string} path from a slash on: a page, or a file in `/web/` */
export function address(path) {
  if (path.startsWith("/web/")) return BASE.pathname + path.slice(1);
  return STATIC ? `#${path}` : path;
}

/** @param {string} path */
export function shared(path) {
  return new URL(address(path), location.href).href;
}

/** The page that is shown. */
export function here() {
  if (!STATIC) return { path: location.pathname, query: location.search };
  const [path = "", query = ""] = location.hash.slice(1).split("?");
  return { path: path.startsWith("/") ? path : "/", query };
}
