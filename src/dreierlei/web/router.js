/**
 * From address to page and back, with the browser's own history.
 *
 *     match(ROUTES, "/match/abc", "?x=1")   // { page: "match", params: { id: "abc", x: "1" } }
 *     go("/new/…")                          // a new entry in the history, and the page is shown
 *     rename("/analysis?…")                 // the same page, by another address
 */

import { address, STATIC } from "./address.js";

/** @type {() => void} */
let arrive = () => undefined;

/**
 * @param {[string, string][]} routes
 * @param {string} path
 * @param {string} query
 * @returns {{ page: string, params: Record<string, string> } | null}
 */
export function match(routes, path, query) {
  const parts = path.split("/").filter(Boolean);
  for (const [pattern, page] of routes) {
    const wanted = pattern.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = Object.fromEntries(new URLSearchParams(query));
    const fits = wanted.every((part, index) => {
      const given = parts[index] ?? "";
      if (!part.startsWith(":")) return part === given;
      params[part.slice(1)] = decodeURIComponent(given);
      return true;
    });
    if (fits) return { page, params };
  }
  return null;
}

/**
 * @param {string} path
 * @param {boolean} [replace] whether the current entry of the history gives way
 */
export function go(path, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", address(path));
  arrive();
}

/** Another address for the page that is shown. @param {string} path */
export function rename(path) {
  history.replaceState(null, "", address(path));
}

/**
 * Takes over the links of our own pages, and the way back.
 *
 * @param {() => void} onArrival
 */
export function follow(onArrival) {
  arrive = onArrival;
  addEventListener("popstate", () => arrive());
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const place = link.getAttribute("href")?.match(/^#(?!\/)(.+)/)?.[1];
    if (place !== undefined && STATIC) {
      // What comes after the # is the page: a place in it must not replace it.
      event.preventDefault();
      document.getElementById(place)?.focus();
    }
    if (STATIC || place !== undefined || /^\/(api|web)\//.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
