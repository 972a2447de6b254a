/// <reference lib="webworker" />
// Keeps the pages for when there is no network. The server writes the version and the list of files in.

const worker = self as unknown as ServiceWorkerGlobalScope;
const VERSION = "__VERSION__";
const FILES = JSON.parse("__FILES__") as string[];
const CACHE = `piggery-${VERSION}`;
const PATIENCE = 2500; // for a page to come from the server
const ENGINE = /^\/engine\//;
const ASSET = /^\/(assets|api\/words|api\/games|icon|manifest)/;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["/", ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()));
});

async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("piggery-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (ASSET.test(url.pathname) || ENGINE.test(url.pathname)) event.respondWith(asset(event));
});

/** The newest page, if the server is quick; else the one that is kept. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (fresh.status < 500) return fresh;
  } catch {
    // no network
  }
  return (await cache.match("/")) ?? Response.error();
}

/** Files whose names change with what is in them: the one that is kept, else from the server, and keep it. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok && fresh.type === "basic") event.waitUntil(cache.put(request, fresh.clone()));
  return fresh;
}
