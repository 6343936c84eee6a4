/**
 * Maps addresses to pages, using the browser's own history.
 *
 *     match(ROUTES, "/match/abc", "?x=1")   // { page: "match", params: { id: "abc", x: "1" } }
 *     go("/new/…")                          // adds an entry to the history and shows the page
 *     rename("/analysis?…")                 // gives the current page another address
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
 * @param {boolean} [replace] whether the current entry of the history is replaced
 */
export function go(path, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", address(path));
  arrive();
}

/** Changes the address of the current page. @param {string} path */
export function rename(path) {
  history.replaceState(null, "", address(path));
}

/**
 * Handles clicks on links to our own pages, and the back button.
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
    const anchor = link.getAttribute("href")?.match(/^#(?!\/)(.+)/)?.[1];
    if (anchor !== undefined && STATIC) {
      // The fragment is the page's path here, so an anchor within the page must not replace it.
      event.preventDefault();
      document.getElementById(anchor)?.focus();
    }
    if (STATIC || anchor !== undefined || /^\/(api|web)\//.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
