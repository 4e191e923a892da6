// Keeps the page for when there is no network. A version is a list of files with their hashes: it is
// fetched as a whole or not at all, and a tab stays with the version it began with.
//
// `cargo xtask seal` fills in the next line; unsealed, in `trunk serve`, nobody registers this file.
"use strict";
const VERSION = "unsealed", FILES = {};

const PAGE = "index.html";
// The element for other people's pages: whoever includes it expects the newest.
const ELEMENT = "attention-lab.js";
const HASHED = /-[0-9a-f]{16}\.\w+$/;
// The folder of a host may lie beside others with workers and caches of their own.
const SCOPE = registration.scope;
const OURS = `attention-lab ${SCOPE} `, OWN = OURS + VERSION;
// Versions of tabs still open that are kept, besides our own.
const MOST_OLDER = 2;

// `index.html` is asked for as the folder: some hosts answer its own name with a redirection.
const address = name => new URL(name === PAGE ? "./" : name, SCOPE).href;

// A file as the list says it is; else nothing. What a hashed name gave before may be taken from the
// browser's cache, unless it was something else.
async function sound(name) {
  const ask = cache => fetch(address(name), { cache, integrity: FILES[name] });
  const found = HASHED.test(name) ? ask("default").catch(() => ask("reload")) : ask("no-cache");
  const response = await found;
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  // A browser refuses to open a page with an answer that was redirected.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

// While a new version is deployed, some of it may be old. Then this fails, and the version before goes on.
async function install() {
  const names = Object.keys(FILES);
  const responses = await Promise.all(names.map(sound));
  try {
    const cache = await caches.open(OWN);
    await Promise.all(names.map((name, index) => cache.put(address(name), responses[index])));
  } catch (full) {
    await caches.delete(OWN);
    throw full;
  }
}

// Removes the versions that no tab can want any more, unless a newer one is just being fetched.
async function sweep() {
  const [names, all] = await Promise.all([
    caches.keys(), clients.matchAll({ type: "window", includeUncontrolled: true }),
  ]);
  if (registration.installing || registration.waiting) return;
  const older = names.filter(name => name.startsWith(OURS) && name !== OWN);
  const open = all.some(client => client.url.startsWith(SCOPE));
  const gone = open ? older.slice(0, -MOST_OLDER) : older;
  await Promise.all(gone.map(name => caches.delete(name)));
}

// The first version takes the tab that fetched it, whose other lessons are then there without a
// network too. A later one takes only tabs that begin, and those that asked for it.
async function activate() {
  const others = (await caches.keys()).filter(name => name.startsWith(OURS) && name !== OWN);
  if (others.length === 0) await clients.claim();
  await sweep();
}

// What a version has of a file; nothing where there is no such version, or where nothing that is kept can be read.
const kept = (cacheName, name) => caches.match(address(name), { cacheName, ignoreVary: true }).catch(() => undefined);

// Names carry hashes, so what an older tab asks for cannot be mistaken for what we have.
async function keptByAny(name) {
  const names = (await caches.keys().catch(() => [])).filter(cacheName => cacheName.startsWith(OURS));
  for (const cacheName of names) {
    const response = await kept(cacheName, name);
    if (response) return response;
  }
  return undefined;
}

async function newest(request) {
  try {
    return await fetch(request);
  } catch (unreachable) {
    return await kept(OWN, ELEMENT) ?? Response.error();
  }
}

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(activate()));

addEventListener("message", event => {
  if (event.data === "use-now") event.waitUntil(skipWaiting());
});

// Answers for the page's own files. Everything else is as if this worker were not there.
addEventListener("fetch", event => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  const path = origin + pathname;
  if (request.method !== "GET" || !path.startsWith(SCOPE)) return;
  const name = path.slice(SCOPE.length) || PAGE;
  if (request.mode === "navigate") {
    if (name !== PAGE) return;
    event.waitUntil(sweep());
    event.respondWith(kept(OWN, PAGE).then(own => own ?? fetch(request)));
  } else if (name === ELEMENT) {
    event.respondWith(newest(request));
  } else if (Object.hasOwn(FILES, name)) {
    event.respondWith(kept(OWN, name).then(own => own ?? fetch(request)));
  } else if (HASHED.test(name)) {
    event.respondWith(keptByAny(name).then(older => older ?? fetch(request)));
  }
});
