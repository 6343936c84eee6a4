// The service worker: after the first visit the app works without a network.
//
// `offline.json` names the version of the app and all its files; each version has a cache of its own. A page always gets its
// files from the version with which it was opened. A new version is fetched completely in the background and serves the
// next page that is opened, so a game in progress never sees files of two versions. API answers (rules, boards, puzzles)
// come from the server, and from the cache when it cannot be reached; `offline.json` may name a file with all of these
// answers. In the static edition they are files like the others.

const ROOT = new URL("./", location.href);
const PREFIX = "files-";
const ANSWERS = "answers";
const NOTES = "notes";
const KEPT = /^api\/(games|variant|position|lessons|rules|truth|puzzles|books)\b/;
const MOST_ANSWERS = 400;
/** Milliseconds within which a newly opened page appears among the clients, unless it was closed again. */
const OPENING = 60_000;
let renewing;
let cachedNotes;

self.addEventListener("install", (event) => {
  event.waitUntil(renew().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  cachedNotes = undefined; // the previous worker may have changed them
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  // A page framed by another site needs the server's own response: only its headers allow framing.
  if (request.mode === "navigate" && !/^(api|embed)\b/.test(path)) event.respondWith(page(event));
  else if (path.startsWith("web/") || /^api\/.*\.json$/.test(path)) event.respondWith(file(event));
  else if (KEPT.test(path)) event.respondWith(answer(request));
});

// --- versions --------------------------------------------------------------------------------------------------------
//
// Many requests run concurrently, and while one service worker replaces another, both may be active. So changing the notes
// requires the lock of the notes, and filling or deleting the cache of a version requires the lock of that version. The
// browser releases the locks of a worker that it terminates.

/** The newest version that is fully cached; and for each page and worker, its version and when it was opened. */
function notes() {
  cachedNotes ??= readNotes();
  return cachedNotes;
}

async function readNotes() {
  const stored = await (await caches.open(NOTES)).match("versions");
  return stored?.json() ?? { newest: null, clients: {} };
}

/** Changes the notes: `edit` gets the current notes and returns the new ones. */
function change(edit) {
  return navigator.locks.request(NOTES, async () => {
    const changed = await edit(await readNotes());
    await (await caches.open(NOTES)).put("versions", Response.json(changed));
    cachedNotes = Promise.resolve(changed);
    return changed;
  });
}

/** Fetches the newest version, unless it is already cached. */
function renew() {
  renewing ??= fetchNewest().finally(() => (renewing = undefined));
  return renewing;
}

async function fetchNewest() {
  const plan = await offer();
  await navigator.locks.request(PREFIX + plan.version, async () => {
    if (plan.version === (await readNotes()).newest) return;
    const cache = await caches.open(PREFIX + plan.version);
    await Promise.all(plan.files.map(async (path) => cache.put(path, await fetched(path))));
    // If the app changed during the download, the cache may hold files of two versions.
    if ((await offer()).version !== plan.version) throw new Error("the app is being renewed");
    if (plan.answers) await keepAnswers(await (await fetched(plan.answers)).json());
    await change((noted) => ({ ...noted, newest: plan.version }));
  });
}

async function offer() {
  return (await fetched("offline.json")).json();
}

async function fetched(path) {
  const response = await fetch(new URL(path, ROOT), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function keepAnswers(answers) {
  const cache = await caches.open(ANSWERS);
  await Promise.all(
    Object.entries(answers).map(([path, content]) => cache.put(new URL(path, ROOT), Response.json(content))),
  );
}

/** Forgets closed pages, and deletes versions that no page uses and no worker is fetching. */
function tidy() {
  return change(async ({ newest, clients }) => {
    const open = await self.clients.matchAll({ type: "all", includeUncontrolled: true });
    const ids = new Set(open.map(({ id }) => id));
    const remaining = Object.entries(clients).filter(([id, { at }]) => ids.has(id) || Date.now() - at < OPENING);
    const used = new Set([ANSWERS, NOTES, PREFIX + newest, ...remaining.map(([, { version }]) => PREFIX + version)]);
    for (const name of (await caches.keys()).filter((each) => !used.has(each))) {
      await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && caches.delete(name));
    }
    return { newest, clients: Object.fromEntries(remaining) };
  });
}

function versionOf(client, noted) {
  return noted.clients[client]?.version ?? noted.newest;
}

/** Records and returns the version of a page or worker that is being opened: its opener's version, or else the newest. */
async function assignVersion(client, opener) {
  if (!client) return versionOf(opener, await notes()); // not every browser reports which client is being opened
  const note = (noted) => ({ version: versionOf(opener, noted), at: Date.now() });
  const edit = (noted) => ({ ...noted, clients: { ...noted.clients, [client]: note(noted) } });
  return versionOf(client, await change(edit));
}

// --- answers ---------------------------------------------------------------------------------------------------------

/** Every page is the same shell, from the newest version. */
async function page(event) {
  const version = await assignVersion(event.resultingClientId);
  event.waitUntil(
    renew()
      .catch(() => undefined)
      .then(tidy),
  );
  return isolated((await cached(version, ROOT)) ?? (await fetch(event.request)));
}

/** A file from the version with which the page was opened; a worker uses the version of its page. */
async function file(event) {
  const { clientId, request, resultingClientId } = event;
  const isWorker = request.destination === "worker";
  const version = isWorker ? await assignVersion(resultingClientId, clientId) : versionOf(clientId, await notes());
  const response = (await cached(version, request)) ?? (await fetch(request));
  return isWorker ? isolated(response) : response;
}

/** Adds the headers for cross-origin isolation, so that workers may share memory: not every host sends them. */
function isolated(response) {
  if (response.redirected || !response.ok) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function cached(version, request) {
  return version ? (await caches.open(PREFIX + version)).match(request, { ignoreVary: true }) : undefined;
}

/** The server's answer, or the last cached one if the server cannot be reached. */
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
    return (await cache.match(request, { ignoreVary: true })) ?? Response.error();
  }
}
