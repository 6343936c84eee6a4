/**
 * Where pages and files are. The server has a page at each path, from the top of its host. The static edition is a folder of
 * files on any host: all its pages share one file, and the fragment after the `#` tells them apart, so that every link to
 * them can be opened and reloaded.
 *
 *     address("/rules")       // "/rules", or "#/rules" in the static edition
 *     here()                  // { path: "/rules", query: "" }, in both
 *     shared("/rules")        // the full URL of that page, to send to somebody
 */

/** The app's base URL, with a trailing slash: this file is in its folder `web/`. */
export const BASE = new URL("..", import.meta.url);

/** Whether there is no server. */
export const STATIC = globalThis.document?.documentElement.dataset.edition === "static";

/** @param {string} path of a page, or of a file in `/web/`; begins with a slash */
export function address(path) {
  if (path.startsWith("/web/")) return BASE.pathname + path.slice(1);
  return STATIC ? `#${path}` : path;
}

/** @param {string} path */
export function shared(path) {
  return new URL(address(path), location.href).href;
}

/** The path and query of the current page. */
export function here() {
  if (!STATIC) return { path: location.pathname, query: location.search };
  const [path = "", query = ""] = location.hash.slice(1).split("?");
  return { path: path.startsWith("/") ? path : "/", query };
}
