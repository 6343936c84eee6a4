/**
 * The shell: header, footer, and the page that the address asks for.
 *
 * A page is a module in `pages/` with
 *
 *     export async function show(root, params, app) { …; return () => cleanUp(); }
 *
 * `root` is the empty <main>; `params` has the parts of the path, as the routes below name them, and of the query; `app`
 * is described below. The cleanup function is optional and runs before the next page is shown. If a page throws an error,
 * its message replaces the page. When the language changes, the page is shown again.
 *
 *     app.go("/match/…")     go to a page (for a link, <a href="/…"> is enough: the router handles the click)
 *     app.title("Review")    name the page, in the window and for screen readers
 *     app.announce("…")      announce it in the live region; `app.alert("…")` interrupts, and also shows it briefly
 *     app.toast("…")         show it briefly, and announce it
 *
 * Texts come from `i18n.js`, requests go through `api.js`, and `board/board.js` creates boards.
 */

import { h, replace } from "./dom.js";
import { BASE, here, STATIC } from "./address.js";
import { ApiError } from "./api.js";
import { t, loadWords } from "./i18n.js";
import { settings, onChange } from "./settings.js";
import { match, go, follow } from "./router.js";
import { showFrame } from "./frame.js";

/**
 * @typedef {object} App
 * @property {(path: string, replace?: boolean) => void} go
 * @property {(text: string) => void} title
 * @property {(text: string) => void} announce
 * @property {(text: string) => void} alert
 * @property {(text: string) => void} toast
 */
/** @typedef {Record<string, string | undefined>} Params */
/** @typedef {void | (() => void)} Cleanup */
/** @typedef {{ show: (root: HTMLElement, params: Params, app: App) => Promise<Cleanup> }} Page */

/** Which module shows which path; the page gets each part `:name` in `params`. @type {[string, string][]} */
const ROUTES = [
  ["/", "home"],
  ["/new/:game", "new"],
  ["/match/:id", "match"],
  ["/join/:id", "join"],
  ["/match/:id/review", "review"],
  ["/embed", "embed"],
  ["/embed/match/:id", "embed"],
  ["/history", "history"],
  ["/analysis", "analysis"],
  ["/rules", "rules"],
  ["/rules/:game", "rules"],
  ["/learn", "learn"],
  ["/learn/:game", "lesson"],
  ["/puzzles", "puzzles"],
  ["/puzzles/:game", "puzzles"],
  ["/truth", "truth"],
  ["/truth/:game", "truth"],
  ["/print", "print"],
  ["/print/:game", "print"],
];

const root = element("main");
/** @type {Cleanup} */
let cleanUp;
let shown = 0;

/** @type {App} */
const app = { go, title, announce, alert: alertNow, toast };

/** @param {string} id */
function element(id) {
  const result = document.getElementById(id);
  if (!result) throw new Error(`The page has no #${id}.`);
  return result;
}

/** @param {string} text */
function title(text) {
  document.title = text ? `${text} – dreierlei` : "dreierlei";
}

/** @param {string} text */
function announce(text) {
  say("status", text);
}

/** @param {string} text */
function alertNow(text) {
  say("alert", text);
  float(text);
}

/** @param {string} text */
function toast(text) {
  say("status", text);
  float(text);
}

/**
 * Each message is an element of its own, so that a second one never replaces the first before it is read; old ones are removed.
 *
 * @param {string} id
 * @param {string} text
 */
function say(id, text) {
  const region = element(id);
  region.append(h("p", {}, text));
  while (region.childElementCount > 4) region.firstElementChild?.remove();
}

/** @param {string} text */
function float(text) {
  const note = h("div", { class: "toast", "aria-hidden": "true" }, text);
  element("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}

async function show() {
  const turn = ++shown;
  const { path, query } = here();
  const route = match(ROUTES, path, query);
  cleanUp?.();
  cleanUp = undefined;
  showFrame(element("header"), element("footer"), path);
  root.setAttribute("aria-busy", "true");
  try {
    if (!route) throw new Error(t("web.no-page"));
    /** @type {Page} */
    const page = await import(`./pages/${route.page}.js`).catch(() => {
      throw new ApiError("offline", t("web.offline"));
    });
    if (turn !== shown) return;
    replace(root);
    const cleanup = await page.show(root, route.params, app);
    if (turn === shown) cleanUp = cleanup;
    else cleanup?.();
    root.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  } catch (error) {
    if (turn === shown) showFailure(error);
  } finally {
    if (turn === shown) root.removeAttribute("aria-busy");
  }
}

/** @param {unknown} error */
function showFailure(error) {
  const code = error instanceof ApiError ? error.code : "";
  const offline = code === "offline";
  const text = offline ? t("web.offline-about") : error instanceof Error ? error.message : String(error);
  const heading = t(offline ? "web.offline" : code === "no_server" ? "web.no-server" : "web.failed");
  title(heading);
  // When offline, reloads the whole page, because a browser may remember that a module failed to load.
  const again = () => (offline ? location.reload() : void show());
  if (offline) addEventListener("online", again, { once: true });
  replace(
    root,
    h(
      "section",
      { class: "narrow failure" },
      h("h1", {}, heading),
      h("p", { role: "alert" }, text),
      h(
        "p",
        { class: "actions" },
        h("button", { class: "button", type: "button", onclick: again }, t("web.try-again")),
        h("a", { class: "button quiet", href: "/" }, t("web.to-home")),
      ),
    ),
  );
}

/** Marks the document when no server can be reached. */
function showNetwork() {
  document.documentElement.toggleAttribute("data-alone", STATIC || !navigator.onLine);
}

async function start() {
  showNetwork();
  for (const change of ["online", "offline"]) addEventListener(change, showNetwork);
  await loadWords(settings.language).catch(() => undefined);
  onChange(async (name) => {
    if (name === "language") await loadWords(settings.language).catch(() => undefined);
    if (name === "language") void show();
    else showFrame(element("header"), element("footer"), here().path);
  });
  follow(() => {
    void show().then(() => {
      root.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  });
  await show();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("sw.js", BASE)).catch(() => undefined);
}

void start();
