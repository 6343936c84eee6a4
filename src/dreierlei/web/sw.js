// The service worker: what was loaded once works without a network. Files of the app come from the cache at once and
// are renewed behind; questions to the server go to the server, and a few of them (rules, games, boards) are kept for
// when it is away.

const VERSION = "2";
const FILES = `files-${VERSION}`;
const ANSWERS = `answers-${VERSION}`;
const SHELL = [
  "/",
  "/web/theme-first.js",
  "/web/app.js",
  "/web/styles/tokens.css",
  "/web/styles/base.css",
  "/web/styles/parts.css",
  "/web/styles/board.css",
  "/web/styles/pages.css",
  "/web/styles/match.css",
  "/web/styles/study.css",
  "/web/styles/reading.css",
  "/web/icons/icon.svg",
];
const KEPT = /^\/api\/(games|variant|position|rules|truth|puzzles)\b/;
const MOST_ANSWERS = 200;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
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
  if (request.mode === "navigate" && !url.pathname.startsWith("/api/")) event.respondWith(page());
  else if (url.pathname.startsWith("/web/")) event.respondWith(file(request));
  else if (KEPT.test(url.pathname)) event.respondWith(answer(request));
});

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

/** From the cache at once, renewed behind it. One changed file means a new version: then all others are forgotten. */
async function file(request) {
  const kept = await (await caches.open(FILES)).match(request);
  const fresh = fetch(request).then(async (response) => {
    if (!response.ok) return response;
    if (kept && kept.headers.get("ETag") !== response.headers.get("ETag")) await caches.delete(FILES);
    await (await caches.open(FILES)).put(request, response.clone());
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
