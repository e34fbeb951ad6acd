// Passes the requests of the app's pages to the worker that runs the app, and caches the files of this version for offline use.

const BASE = new URL(self.registration.scope).pathname;
const OURS = `companion ${BASE} `;
const CACHE = OURS + "VERSION";
const OWN = "_/VERSION/";
const FILES = [/* FILES */];
const channel = new BroadcastChannel(OURS.trim());
const pending = new Map();
const SELF = crypto.randomUUID();
let number = 0;

const addresses = () => ["./", ...FILES.map((name) => OWN + name)];

/** Fetch the files of this version that are not in the cache. */
async function complete(names) {
  const cache = await caches.open(CACHE);
  for (const name of names)
    if (!(await cache.match(BASE + (name === "./" ? "" : name)))) await cache.add(new Request(name, { cache: "no-cache" }));
}

/** Install the service worker: on a first visit the app fetches files when needed; an update fetches all of them first. */
async function install() {
  const isFirst = !(await caches.keys()).some((name) => name.startsWith(OURS));
  await complete(isFirst ? ["./"] : addresses());
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "complete")
    event.waitUntil(
      complete(addresses()).then(
        () => event.source.postMessage("complete"),
        () => {},
      ),
    );
});

channel.onmessage = ({ data }) => {
  if (data.type === "answer") {
    pending.get(data.id)?.done(data);
    pending.delete(data.id);
  } else if (data.type === "ready") {
    for (const { asked } of pending.values()) channel.postMessage(asked); // the worker that had them has gone
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (path === "sw.js") return;
  if (path.startsWith("_/")) event.respondWith(file(event));
  else if (request.mode !== "navigate" || request.destination !== "document") event.respondWith(ask(request, url));
  else event.respondWith(request.method === "GET" ? shell() : new Response("This came from another website.\n", { status: 403 }));
});

async function file(event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request.url);
  if (kept) return kept;
  const fresh = await fetch(event.request);
  if (fresh.ok && new URL(event.request.url).pathname.startsWith(BASE + OWN))
    event.waitUntil(cache.put(event.request.url, fresh.clone()).catch(() => {}));
  return fresh;
}

/** Return the shell for any address, with a base element that makes its own links right. */
async function shell() {
  const kept = await (await caches.open(CACHE)).match(BASE);
  if (!kept) return fetch(BASE);
  const page = (await kept.text()).replace("<head>", `<head><base href="${BASE}">`);
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** True for requests from the app's own pages; a writing request without a referrer comes from another site. */
function isOurs(request) {
  if (!request.referrer || request.referrer === "about:client") return request.method === "GET";
  const { origin, pathname } = new URL(request.referrer);
  return origin === location.origin && pathname.startsWith(BASE);
}

async function ask(request, url) {
  const id = `${SELF} ${(number += 1)}`;
  const headers = [
    ...request.headers,
    ["Accept-Language", navigator.languages.join(",")],
    ["Sec-Fetch-Site", isOurs(request) ? "same-origin" : "cross-site"],
  ];
  if (request.referrer) headers.push(["Referer", request.referrer]);
  const head = {
    method: request.method,
    scheme: url.protocol.slice(0, -1),
    host: url.host,
    root: BASE.slice(0, -1),
    path: decodeURIComponent(url.pathname.slice(BASE.length - 1)),
    query: url.search.slice(1),
    headers,
  };
  const asked = { type: "ask", id, head, body: ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer() };
  const answer = await new Promise((done) => {
    pending.set(id, { asked, done });
    channel.postMessage(asked);
  });
  const isBare = [204, 205, 304].includes(answer.status) || request.method === "HEAD";
  return new Response(isBare ? null : answer.body, { status: answer.status, headers: answer.headers });
}
