// The service worker: after the first visit the app starts without a network. All its files are kept, come from the
// cache at once and are renewed behind; questions to the server go to the server, and a few of them (rules, games,
// boards) are kept for when it is away.

const VERSION = "4";
const FILES = `files-${VERSION}`;
const ANSWERS = `answers-${VERSION}`;
const SHELL = [
  "/",
  "/web/theme-first.js",
  "/web/styles/tokens.css",
  "/web/styles/themes.css",
  "/web/styles/base.css",
  "/web/styles/parts.css",
  "/web/styles/moves.css",
  "/web/styles/board.css",
  "/web/styles/pages.css",
  "/web/styles/match.css",
  "/web/styles/study.css",
  "/web/styles/reading.css",
  "/web/styles/learn.css",
  "/web/icons/icon.svg",
  "/web/core/core.wasm",
  "/web/locale/de.json",
  "/web/locale/en.json",
  "/web/locale/lb.json",
];
// The modules that nothing imports by name; `keepModule` finds the others.
const PAGES = ["analysis", "embed", "history", "home", "join", "learn", "lesson", "match", "new", "print", "puzzles", "review", "rules", "truth"];
const KEPT = /^\/api\/(games|variant|position|lessons|rules|truth|puzzles|books)\b/;
const MOST_ANSWERS = 200;
let renewing;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => ![FILES, ANSWERS].includes(name)).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // A page in a frame of another site needs the server's own answer: it alone may be framed.
  if (request.mode === "navigate" && !/^\/(api|embed)\b/.test(url.pathname)) event.respondWith(page());
  else if (url.pathname.startsWith("/web/")) event.respondWith(file(request));
  else if (KEPT.test(url.pathname)) event.respondWith(answer(request));
});

/** Fetches every file of the app. */
async function keepAll() {
  const cache = await caches.open(FILES);
  const modules = new Set();
  const entries = ["/web/app.js", "/web/core/worker.js", ...PAGES.map((name) => `/web/pages/${name}.js`)];
  await Promise.all([cache.addAll(SHELL), ...entries.map((path) => keepModule(cache, path, modules))]);
}

/** Fetches a module and what it imports. */
async function keepModule(cache, path, seen) {
  if (seen.has(path)) return;
  seen.add(path);
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response.clone());
  const imports = (await response.text()).matchAll(/^import [^"]*"([^"]+)"/gm);
  const paths = [...imports].map(([, name]) => new URL(name, new URL(path, location.origin)).pathname);
  await Promise.all(paths.map((one) => keepModule(cache, one, seen)));
}

/** Every page is the same shell; the newest one if the server answers. */
async function page() {
  const cache = await caches.open(FILES);
  try {
    const fresh = await fetch("/");
    if (fresh.ok) await cache.put("/", fresh.clone());
    return fresh;
  } catch {
    return (await cache.match("/")) ?? Response.error();
  }
}

/** From the cache at once, renewed behind it. One changed file means a new version: then all are fetched anew. */
async function file(request) {
  const kept = await (await caches.open(FILES)).match(request);
  const fresh = fetch(request).then(async (response) => {
    if (!response.ok) return response;
    const changed = kept && kept.headers.get("ETag") !== response.headers.get("ETag");
    if (changed) await caches.delete(FILES);
    await (await caches.open(FILES)).put(request, response.clone());
    if (changed) renewing ??= keepAll().finally(() => (renewing = undefined));
    return response;
  });
  if (!kept) return fresh;
  fresh.catch(() => undefined);
  return kept;
}

/** From the server; when it cannot be reached, as it was last time. */
async function answer(request) {
  const cache = await caches.open(ANSWERS);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !/random|fair/.test(request.url)) {
      await cache.put(request, fresh.clone());
      const keys = await cache.keys();
      await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS)).map((key) => cache.delete(key)));
    }
    return fresh;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
