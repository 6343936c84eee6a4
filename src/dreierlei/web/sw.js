// The service worker: after the first visit the app works without a network.
//
// `offline.json` names the version of the app and all its files; they are kept together in a cache of that version. A page gets
// all its files, now and later, from the version with which it was opened. A new version is fetched behind it, whole, and
// the next page that is opened has it: a game that is going on never sees files of two versions. What the server answers
// (rules, boards, puzzles) comes from the server, and from here when it is away; `offline.json` may name where all these
// answers are together. In the static edition they are files like the others.

const ROOT = new URL("./", location.href);
const PREFIX = "files-";
const ANSWERS = "answers";
const NOTES = "notes";
const KEPT = /^api\/(games|variant|position|lessons|rules|truth|puzzles|books)\b/;
const MOST_ANSWERS = 400;
/** Milliseconds after which a page that was opened is among the clients, unless it was closed again. */
const OPENING = 60_000;
let renewing;
let known;

self.addEventListener("install", (event) => {
  event.waitUntil(renew().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  known = undefined; // the worker before this one may have changed them
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  // A page in a frame of another site needs the server's own answer: it alone may be framed.
  if (request.mode === "navigate" && !/^(api|embed)\b/.test(path)) event.respondWith(page(event));
  else if (path.startsWith("web/") || /^api\/.*\.json$/.test(path)) event.respondWith(file(event));
  else if (KEPT.test(path)) event.respondWith(answer(request));
});

// --- versions --------------------------------------------------------------------------------------------------------
//
// Much happens at once here, and two service workers may be at it while one replaces the other. So whoever changes the notes
// holds the lock of the notes, and whoever fills or deletes the files of a version holds the lock of that version. The browser
// releases the locks of a worker that it ends.

/** The newest version that is here whole; and for each page and worker its version, and when it was opened. */
function notes() {
  known ??= readNotes();
  return known;
}

async function readNotes() {
  const kept = await (await caches.open(NOTES)).match("versions");
  return kept?.json() ?? { newest: null, clients: {} };
}

/** Changes the notes: `edit` gets them as they are and returns them as they shall be. */
function change(edit) {
  return navigator.locks.request(NOTES, async () => {
    const changed = await edit(await readNotes());
    await (await caches.open(NOTES)).put("versions", Response.json(changed));
    known = Promise.resolve(changed);
    return changed;
  });
}

/** Fetches the newest version, if it is not here. */
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
    // What changed while it was fetched would be in two versions.
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

/** Forgets pages that were closed, and deletes versions that nobody uses or fetches. */
function tidy() {
  return change(async ({ newest, clients }) => {
    const open = await self.clients.matchAll({ type: "all", includeUncontrolled: true });
    const ids = new Set(open.map(({ id }) => id));
    const left = Object.entries(clients).filter(([id, { at }]) => ids.has(id) || Date.now() - at < OPENING);
    const used = new Set([ANSWERS, NOTES, PREFIX + newest, ...left.map(([, { version }]) => PREFIX + version)]);
    for (const name of (await caches.keys()).filter((each) => !used.has(each))) {
      await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && caches.delete(name));
    }
    return { newest, clients: Object.fromEntries(left) };
  });
}

function versionOf(client, noted) {
  return noted.clients[client]?.version ?? noted.newest;
}

/** Notes the version of a page or worker that is being opened, and returns it: that of its opener, or else the newest. */
async function give(client, opener) {
  if (!client) return versionOf(opener, await notes()); // not every browser says who is being opened
  const note = (noted) => ({ version: versionOf(opener, noted), at: Date.now() });
  const edit = (noted) => ({ ...noted, clients: { ...noted.clients, [client]: note(noted) } });
  return versionOf(client, await change(edit));
}

// --- answers ---------------------------------------------------------------------------------------------------------

/** Every page is the same shell, of the newest version. */
async function page(event) {
  const version = await give(event.resultingClientId);
  event.waitUntil(
    renew()
      .catch(() => undefined)
      .then(tidy),
  );
  return isolated((await kept(version, ROOT)) ?? (await fetch(event.request)));
}

/** A file of the version with which the page was opened; a worker has that of its page. */
async function file(event) {
  const { clientId, request, resultingClientId } = event;
  const works = request.destination === "worker";
  const version = works ? await give(resultingClientId, clientId) : versionOf(clientId, await notes());
  const found = (await kept(version, request)) ?? (await fetch(request));
  return works ? isolated(found) : found;
}

/** With the headers by which a page is apart from other sites, so that its workers may share memory: not every host sends them. */
function isolated(response) {
  if (response.redirected || !response.ok) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function kept(version, request) {
  return version ? (await caches.open(PREFIX + version)).match(request, { ignoreVary: true }) : undefined;
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
    return (await cache.match(request, { ignoreVary: true })) ?? Response.error();
  }
}
