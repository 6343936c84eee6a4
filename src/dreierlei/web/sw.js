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
let renewing;
let known;

self.addEventListener("install", (event) => {
  event.waitUntil(renew().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
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

/** The newest version that is here whole, and the version of each page and worker; remembered, for the worker may be ended. */
function notes() {
  known ??= caches
    .open(NOTES)
    .then((cache) => cache.match("versions"))
    .then((kept) => kept?.json() ?? { newest: null, clients: {} });
  return known;
}

async function remember(changed) {
  known = Promise.resolve({ ...(await notes()), ...changed });
  await (await caches.open(NOTES)).put("versions", Response.json(await known));
}

/** Fetches the newest version, if it is not here. */
function renew() {
  renewing ??= fetchNewest().finally(() => (renewing = undefined));
  return renewing;
}

async function fetchNewest() {
  const plan = await offer();
  if (plan.version === (await notes()).newest) return;
  const cache = await caches.open(PREFIX + plan.version);
  await Promise.all(plan.files.map(async (path) => cache.put(path, await fetched(path))));
  // What changed while it was fetched would be in two versions.
  if ((await offer()).version !== plan.version) throw new Error("the app is being renewed");
  if (plan.answers) await keepAnswers(await (await fetched(plan.answers)).json());
  await remember({ newest: plan.version });
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

/** Forgets pages that were closed, and versions that nobody uses. */
async function tidy() {
  const { newest, clients } = await notes();
  const open = new Set((await self.clients.matchAll({ type: "all", includeUncontrolled: true })).map(({ id }) => id));
  const left = Object.fromEntries(Object.entries(clients).filter(([id]) => open.has(id)));
  await remember({ clients: left });
  const used = new Set([ANSWERS, NOTES, ...[newest, ...Object.values(left)].map((version) => PREFIX + version)]);
  const names = (await caches.keys()).filter((name) => !used.has(name));
  if (!renewing) await Promise.all(names.map((name) => caches.delete(name)));
}

async function versionOf(client) {
  const { newest, clients } = await notes();
  return clients[client] ?? newest;
}

async function give(client, version) {
  if (client && version) await remember({ clients: { ...(await notes()).clients, [client]: version } });
}

// --- answers ---------------------------------------------------------------------------------------------------------

/** Every page is the same shell. */
async function page(event) {
  await tidy();
  const { newest } = await notes();
  await give(event.resultingClientId, newest);
  event.waitUntil(renew().catch(() => undefined));
  const kept = newest && (await (await caches.open(PREFIX + newest)).match(ROOT, { ignoreVary: true }));
  return kept || fetch(event.request);
}

/** A file of the version with which the page was opened; a worker has that of its page. */
async function file(event) {
  const version = await versionOf(event.clientId);
  if (event.request.destination === "worker") await give(event.resultingClientId, version);
  const kept = version && (await (await caches.open(PREFIX + version)).match(event.request, { ignoreVary: true }));
  return kept || fetch(event.request);
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
