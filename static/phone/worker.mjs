// The app itself: Python, its packages and the matches, in the one worker that holds the lock. It answers the requests of the
// service worker.

import { loadPyodide } from "./pyodide.mjs";
import { Folder, lay, open } from "./files.mjs";
import { Snapshot } from "./snapshot.mjs";

const here = new URL("./", import.meta.url);
const base = new URL("../../", here).pathname;
const MATCHES = "/matches"; // the folder inside Python
const FILES = ["companion.db", "companion.db-wal", "companion.db-journal", "phone.db", "phone.db-journal", "secret.key"];
const SNAPSHOT = "snapshot";
const FETCHED = ["app.bin", "python_stdlib.zip", "pyodide.asm.wasm"]; // the large ones
const VERSION = here.pathname.split("/").at(-2);
const CACHE = `companion ${base} ${VERSION}`; // as the service worker calls it: one version, one cache
const OPEN = 16; // numbers of open files that a snapshot may know
const REST = 5000; // ms without a request until the snapshot is kept
const FOLDER = `companion ${base}`.replaceAll("/", "_");

const tell = (type, more = {}) => postMessage({ type, ...more });

/** Fetch all that is large, telling how far it has come; on a later start the cache has it. The app's files may come last. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const isKept = (await Promise.all(FETCHED.map((name) => cache.match(new URL(name, here))))).every(Boolean);
  tell("progress", { bytes: 0, isKept });
  let bytes = 0;
  const fetched = async (name) => {
    const answer = await fetch(new URL(name, here));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    if (isKept) return answer;
    const transform = (part, out) => (tell("progress", { bytes: (bytes += part.length), isKept }), out.enqueue(part));
    return new Response(answer.body.pipeThrough(new TransformStream({ transform })));
  };
  const [app, ...others] = FETCHED;
  const arriving = isKept ? [] : others.map(async (name) => (await fetched(name)).body.pipeTo(new WritableStream()));
  const bundle = fetched(app).then((answer) => answer.arrayBuffer());
  await Promise.all(arriving);
  return { bundle };
}

/** Open the library's zip under every number by which restored memory may know it: Python would close another file there. */
function reopen(FS) {
  const zip = FS.readdir("/lib").find((name) => name.endsWith(".zip"));
  while (FS.open(`/lib/${zip}`, "r").fd < OPEN);
}

async function start() {
  tell("began");
  const storage = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  const [{ bundle }, handles, lockFileContents] = await Promise.all([
    fetchAll(),
    open(storage, [...FILES, SNAPSHOT]),
    fetch(new URL("lock.json", here)).then((answer) => answer.text()),
  ]);
  const snapshot = new Snapshot(handles.get(SNAPSHOT), VERSION);
  handles.delete(SNAPSHOT);
  const folder = new Folder(handles);
  addEventListener("message", ({ data }) => data === "leave" && [folder, snapshot].forEach((one) => one.close()));
  const restores = snapshot.tried();
  const how = restores ?? { _makeSnapshot: true };
  const python = await loadPyodide({
    ...how,
    indexURL: here.href,
    lockFileContents,
    env: { HOME: "/home/phone", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
  tell("python");
  if (restores) reopen(python.FS);
  lay(python.FS, new Uint8Array(await bundle), "/lib/phone");
  let made = null;
  if (!restores) {
    python.runPython(`
import gc, os, sys
sys.path[:0] = ["/lib/phone/app", "/lib/phone/site"]
sys.dont_write_bytecode = True
os.environ["RAPIDFUZZ_IMPLEMENTATION"] = "python"
from pathlib import Path
from companion.phone import Phone, answer_in_parts
phone = Phone(Path("${MATCHES}"))
gc.freeze()
`);
    tell("made");
    made = python.makeMemorySnapshot();
  }
  folder.mount(python.FS, MATCHES);
  python.runPython("phone.wake()");
  folder.flush();
  serve(python, folder, !restores);
  if (restores) snapshot.succeeded();
  else keepLater(snapshot, made);
}

let last = performance.now(); // when something was asked

function serve(python, folder, isFresh) {
  const answer = python.runPython(
    "from pyodide.ffi import to_js\nlambda head, body: to_js(answer_in_parts(phone, head, body.to_bytes()))",
  );
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
      const ms = performance.now() - last;
      channel.postMessage({ type: "answer", id: data.id, body, ...JSON.parse(head) });
      tell("served", { path: data.head.path, method: data.head.method, ms });
    } catch (error) {
      isOver = true; // an interpreter that has failed answers nothing any more: another takes over, from the disk
      folder.close();
      channel.postMessage({
        type: "answer",
        id: data.id,
        status: 503,
        headers: [
          ["Content-Type", "text/plain"],
          ["Retry-After", "5"],
        ],
        body: "",
      });
      tell("fatal", { why: String(error) });
    }
  };
  channel.postMessage({ type: "ready" });
  tell("ready", { memory: python._module.HEAPU8.length, isFresh });
}

/** Keep the snapshot once nobody waits for anything. */
function keepLater(snapshot, made) {
  if (performance.now() - last < REST) return void setTimeout(keepLater, REST, snapshot, made);
  snapshot.keep(made).then(
    () => tell("kept"),
    () => {}, // the storage is full: the next start takes longer
  );
}

tell("waiting"); // for another tab, if there is one: that one's worker answers until it goes
await navigator.locks.request(CACHE.slice(0, CACHE.lastIndexOf(" ")), async () => {
  try {
    await start();
    await new Promise(() => {});
  } catch (error) {
    tell("failed", { name: error.name, why: String(error) });
  }
});
