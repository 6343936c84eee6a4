/**
 * The shell: header, footer, and the page that the address asks for.
 *
 * A page is a module in `pages/` with
 *
 *     export async function show(root, params, app) { …; return () => cleanUp(); }
 *
 * `root` is the empty <main>; `params` has the parts of the path and of the query, as the routes below name them; `app`
 * is what follows. The cleanup function is optional and runs before the next page is shown. A page that throws an error
 * is replaced by its sentence. When the language changes, the page is shown anew.
 *
 *     app.go("/match/…")     go to a page (links need no help: a click on <a href="/…"> arrives here by itself)
 *     app.title("Review")    name the page, in the window and for screen readers
 *     app.announce("…")      say something through the live region; `app.alert("…")` at once, and shown for a moment
 *     app.toast("…")         show and say something for a moment
 *
 * Words come from `i18n.js`, questions go to `api.js`, boards are made by `board/board.js`.
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

/** Which module shows which path; `:name` is a part that the page gets in `params`. @type {[string, string][]} */
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
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
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
 * Each message is an element of its own, so that a second one never swallows the first; old ones are dropped.
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
  const found = match(ROUTES, path, query);
  cleanUp?.();
  cleanUp = undefined;
  showFrame(element("header"), element("footer"), path);
  root.setAttribute("aria-busy", "true");
  try {
    if (!found) throw new Error(t("web.no-page"));
    /** @type {Page} */
    const page = await import(`./pages/${found.page}.js`).catch(() => {
      throw new ApiError("offline", t("web.offline"));
    });
    if (turn !== shown) return;
    replace(root);
    const cleanup = await page.show(root, found.params, app);
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
  // From the start: a browser may remember that a module could not be loaded.
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

/** Says in the page whether a server can be asked. */
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
