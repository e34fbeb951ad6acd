// The app itself: Python, its packages and the matches, in the one worker that holds the lock. It answers what the service worker asks.

import { loadPyodide } from "./pyodide.mjs";
import { Folder, lay, open } from "./files.mjs";

const here = new URL("./", import.meta.url);
const base = new URL("../../", here).pathname;
const MATCHES = "/matches"; // the folder inside Python
const FILES = ["companion.db", "companion.db-wal", "companion.db-journal", "phone.db", "phone.db-journal", "secret.key"];
const FETCHED = ["app.bin", "python_stdlib.zip", "pyodide.asm.wasm"]; // the large ones
const CACHE = `companion ${base} ${here.pathname.split("/").at(-2)}`; // as the service worker calls it: one version, one cache
const SNAPSHOT = new URL("snapshot", here).href; // of the memory, before the app knows whose phone it is on
const TRIED = new URL("snapshot-tried", here).href;
const TRIES = 2; // restores that may fail before the phone starts without
const REST = 5000; // ms without a request until the snapshot is kept
const FOLDER = `companion ${base}`.replaceAll("/", "_");

const tell = (type, more = {}) => postMessage({ type, ...more });

/** Fetch a file, telling how far it has come. */
async function fetched(name, progress) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    progress(value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Fetch all that is large; on a later start it comes from the cache. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const isKept = (await Promise.all(FETCHED.map((name) => cache.match(new URL(name, here))))).every(Boolean);
  let bytes = 0;
  const progress = (more) => tell("progress", { bytes: (bytes += more), isKept });
  const [bundle] = await Promise.all((isKept ? FETCHED.slice(0, 1) : FETCHED).map((name) => fetched(name, progress)));
  return bundle;
}

/** The memory as it was kept, unless restoring it has failed twice. */
async function keptSnapshot() {
  const cache = await caches.open(CACHE);
  const found = await cache.match(SNAPSHOT);
  if (!found) return null;
  const tried = Number((await (await cache.match(TRIED))?.text()) ?? 0);
  if (tried >= TRIES) return null;
  await cache.put(TRIED, new Response(String(tried + 1)));
  return new Uint8Array(await found.arrayBuffer());
}

async function start() {
  tell("began");
  const matches = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  const [bundle, folder, snapshot, lockFileContents] = await Promise.all([
    fetchAll(),
    open(matches, FILES).then((handles) => new Folder(handles)),
    keptSnapshot(),
    fetch(new URL("lock.json", here)).then((answer) => answer.text()),
  ]);
  addEventListener("message", ({ data }) => data === "leave" && folder.close());
  const how = snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true };
  const python = await loadPyodide({ ...how, indexURL: here.href, lockFileContents, env: { HOME: "/home/phone", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone } });
  tell("python");
  lay(python.FS, bundle, "/lib/phone");
  let made = null;
  if (!snapshot) {
    python.runPython(`
import os, sys
sys.path[:0] = ["/lib/phone/app", "/lib/phone/site"]
sys.dont_write_bytecode = True
os.environ["RAPIDFUZZ_IMPLEMENTATION"] = "python"
from pathlib import Path
from companion.phone import Phone, answer_in_parts
phone = Phone(Path("${MATCHES}"))
`);
    tell("made");
    made = python.makeMemorySnapshot();
  }
  folder.mount(python.FS, MATCHES);
  python.runPython("phone.wake()");
  folder.flush();
  serve(python, folder, !snapshot);
  if (snapshot) (await caches.open(CACHE)).delete(TRIED);
  return made;
}

let last = performance.now(); // when something was asked

function serve(python, folder, isFresh) {
  const answer = python.runPython("from pyodide.ffi import to_js\nlambda head, body: to_js(answer_in_parts(phone, head, body.to_bytes()))");
  const channel = new BroadcastChannel(`companion ${base}`);
  const seen = new Set();
  let isOver = false;
  channel.onmessage = ({ data }) => {
    if (data.type === "who") channel.postMessage({ type: "ready" });
    if (data.type !== "ask" || seen.has(data.id) || isOver) return;
    seen.add(data.id);
    last = performance.now();
    try {
      const [head, body] = answer(JSON.stringify(data.head), new Uint8Array(data.body ?? 0));
      folder.flush();
      channel.postMessage({ type: "answer", id: data.id, body, ...JSON.parse(head) });
      tell("served", { path: data.head.path, method: data.head.method, ms: performance.now() - last });
    } catch (error) {
      isOver = true; // an interpreter that has failed answers nothing any more: another takes over, from the disk
      folder.close();
      channel.postMessage({ type: "answer", id: data.id, status: 503, headers: [["Content-Type", "text/plain"], ["Retry-After", "5"]], body: "" });
      tell("fatal", { why: String(error) });
    }
  };
  channel.postMessage({ type: "ready" });
  tell("ready", { memory: python._module.HEAPU8.length, isFresh });
}

/** Keep the snapshot once nobody waits for anything. */
function keepLater(snapshot) {
  if (performance.now() - last < REST) return void setTimeout(keepLater, REST, snapshot);
  caches
    .open(CACHE)
    .then((cache) => cache.put(SNAPSHOT, new Response(snapshot)))
    .then(() => tell("kept"))
    .catch(() => {}); // the storage is full: the next start takes longer
}

tell("waiting"); // for another tab, if there is one: that one's worker answers until it goes
await navigator.locks.request(CACHE.slice(0, CACHE.lastIndexOf(" ")), async () => {
  try {
    const made = await start();
    if (made) keepLater(made);
    await new Promise(() => {});
  } catch (error) {
    tell("failed", { name: error.name, why: String(error) });
  }
});
