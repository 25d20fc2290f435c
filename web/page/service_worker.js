// Keeps the page for visits without network, and sets the headers that threads need (see app/isolation.js).
//
// file_list.js, made when the page is put together, names every file with a hash of its bytes; so a new version fetches
// only what has changed, and a page never mixes files of two versions. What is small is kept at once, the engine and
// its networks when they are first used.

/* global kVersion, kFiles, kKeptAtOnce */
importScripts('file_list.js');

const kReports = 'rocada-reports';
const kCachePrefix = 'rocada-files-';
const kCache = kCachePrefix + kVersion;
const kHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request, url));
});
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
  if (event.data?.keepEngine) event.waitUntil(keep(engineFiles(event.data.keepEngine)));
});

// What an engine of this kind, "threads" or "single", needs. The network of 3-check waits until somebody plays it.
function engineFiles(kind) {
  const other = kind === 'threads' ? 'single' : 'threads';
  return Object.keys(kFiles).filter(
    (name) => name.startsWith('engine/') && !name.includes(other) && !name.includes('3check'),
  );
}

async function install() {
  const had = new Set();
  for (const name of await oldCaches()) {
    for (const request of await (await caches.open(name)).keys()) had.add(nameOf(new URL(request.url)));
  }
  await keep(Object.keys(kFiles).filter((name) => kKeptAtOnce.includes(name) || had.has(name)));
}

async function activate() {
  for (const name of await oldCaches()) await caches.delete(name);
  await self.clients.claim();
}

async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(kCachePrefix) && name !== kCache);
}

// The name of a file as file_list.js has it.
function nameOf(url) {
  const name = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  return name === '' ? 'index.html' : name;
}

function addressOf(name) {
  return new URL(name, self.registration.scope).href;
}

async function keep(names) {
  const cache = await caches.open(kCache);
  // All at once: a first visit waits for them, and one after the other each would cost a round trip.
  await Promise.all(names.map((name) => keepOne(cache, name)));
}

async function keepOne(cache, name) {
  if (await cache.match(addressOf(name))) return;
  const response = (await unchanged(name)) ?? (await fetch(addressOf(name), { cache: 'no-cache' }));
  if (!response.ok) throw new Error(`${name} cannot be fetched`);
  await cache.put(addressOf(name), await marked(response, name));
}

// Of an older version, where the file is the same.
async function unchanged(name) {
  for (const old of await oldCaches()) {
    const response = await (await caches.open(old)).match(addressOf(name));
    if (response?.headers.get('X-Rocada-Hash') === kFiles[name]) return response;
  }
  return null;
}

async function marked(response, name) {
  const headers = new Headers(response.headers);
  // The body is stored as it is after the transport has been undone.
  for (const gone of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) headers.delete(gone);
  headers.set('X-Rocada-Hash', kFiles[name]);
  return new Response(await response.arrayBuffer(), { status: 200, headers });
}

async function answer(request, url) {
  const name = nameOf(url);
  if (name === 'report.html') return report();
  if (!(name in kFiles)) return withHeaders(await fetch(request));
  const cache = await caches.open(kCache);
  const kept = await cache.match(addressOf(name));
  if (kept) return withHeaders(kept);
  const response = await fetch(request);
  if (response.ok && response.status === 200) await cache.put(addressOf(name), await marked(response.clone(), name));
  return withHeaders(response);
}

function withHeaders(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(kHeaders)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

// A report has its script inside. It stands alone, so it gets a world of its own, from which nothing can be reached.
async function report() {
  const cache = await caches.open(kReports);
  const kept = await cache.match(addressOf('report.html'));
  if (!kept) return new Response('There is no report yet.', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:",
  };
  return new Response(kept.body, { headers });
}
