// The page around the app: it starts the worker that runs the app, and shows the app's pages in a frame.

(() => {
  if (window.companion) return; // the page for unknown addresses contains this script several times
  const own = new URL("./", document.currentScript.src);
  const base = new URL("../../", own).pathname;
  const WORDS = {/* WORDS */};
  const SIZE = 0; // bytes to fetch on the first visit
  const lang = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => WORDS[one]) ?? "en";
  const word = (key) => WORDS[lang]?.[key] ?? "";
  const SILENT = 45000; // ms without a message from a starting worker until it is restarted
  const STARTS = 3; // attempts before an error is shown
  const CALM = 60000; // ms without an error after which the attempts are counted from one again
  const GOES_ON = `companion ${base} goes on`;
  const [start, told, bar, advice, again] = ["start", "told", "bar", "advice", "again"].map((id) => document.getElementById(id));
  const state = (window.companion = { base, starts: 0, worker: null, isReady: false, memory: 0 });
  let timer = 0;
  let calm = 0;
  let frame = null;

  document.documentElement.lang = lang;

  function say(key, share = null) {
    told.textContent = word(key);
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
  }

  /** Stop with an error text, and offer to start again. */
  function stop(key) {
    clearTimeout(timer);
    state.worker?.terminate();
    if (frame) frame.hidden = true;
    start.hidden = false;
    bar.hidden = true;
    told.textContent = word(key);
    offer("again", () => location.reload());
  }

  function offer(key, go) {
    again.textContent = word(key);
    again.hidden = false;
    again.onclick = go;
  }

  function run() {
    state.isReady = false;
    state.starts += 1;
    if (state.starts > STARTS) return stop("failed");
    const worker = (state.worker = new Worker(new URL("worker.mjs", own), { type: "module" }));
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(restart, SILENT);
    };
    worker.onerror = () => (state.starts > 1 ? stop("failed") : restart());
    worker.onmessage = ({ data }) => {
      if (data.type === "waiting") return; // the worker of another tab runs the app
      if (data.type === "served") return void (state[data.method === "POST" ? "saved" : "served"] = data);
      if (data.type === "failed") return failed(data);
      if (data.type === "fatal") return restart();
      if (data.type === "kept") return void (state.isKept = true);
      if (data.type === "ready") return ready(data);
      watch();
      say(data.isKept === false ? "first" : "begins", data.isKept === false ? (100 * data.bytes) / SIZE : null);
    };
  }

  /** Try again after a failed start, unless it would fail for the same reason. */
  function failed({ name, why }) {
    state.why = why;
    if (/Quota|NoModification/.test(name)) stop("full");
    else if (name === "SecurityError") stop("private");
    else if (name === "NotSupportedError") stop("unable");
    else restart();
  }

  /** Start a new worker after a fatal error; everything that was acknowledged is on the disk. */
  function restart() {
    clearTimeout(timer);
    clearTimeout(calm);
    state.worker.terminate();
    run();
  }

  function ready({ memory, isFresh }) {
    clearTimeout(timer);
    Object.assign(state, { isReady: true, memory, isFresh });
    calm = setTimeout(() => (state.starts = 1), CALM);
    navigator.serviceWorker.controller?.postMessage("complete");
    navigator.storage.persist?.();
  }

  /** Show the app in a frame, and copy the address and title of its page. */
  function show() {
    if (frame) return;
    frame = document.createElement("iframe");
    frame.title = "companion";
    frame.allow = "screen-wake-lock; fullscreen";
    frame.src = location.href;
    frame.onload = () => {
      const { href } = frame.contentWindow.location;
      if (!href.startsWith(location.origin + base)) return;
      start.hidden = true;
      state.drawn ??= performance.now();
      document.title = frame.contentDocument.title || "companion";
      document.documentElement.lang = frame.contentDocument.documentElement.lang || lang;
      history.replaceState(null, "", href);
      frame.contentDocument.addEventListener("click", handOut);
      frame.contentDocument.addEventListener("click", print);
      frame.contentWindow.focus();
    };
    document.body.append(frame);
  }

  /**
   * Give the user the file behind a link, by the share sheet if it accepts the file, else as a download. The link itself would
   * not work, because browsers request downloads without the service worker. The app is told once the match file was saved.
   */
  async function handOut(event) {
    const link = event.target.closest?.("a[data-file]");
    if (!link) return;
    event.preventDefault();
    const { navigator, location, File, URL } = frame.contentWindow;
    const blob = await (await fetch(link.href)).blob();
    const file = new File([blob], link.dataset.file, { type: blob.type });
    if (navigator.canShare?.({ files: [file] })) {
      const isShared = await navigator.share({ files: [file] }).then(
        () => true,
        ({ name }) => name !== "AbortError" && save(link, blob, URL),
      );
      if (!isShared) return;
    } else {
      save(link, blob, URL);
    }
    if (!link.pathname.endsWith("/match.json")) return;
    await fetch(`${link.href}?kept=1`);
    location.reload();
  }

  /** Print the page behind a link from a hidden frame; the page has print styles. */
  function print(event) {
    const link = event.target.closest?.("a[data-paper]");
    if (!link) return;
    event.preventDefault();
    document.getElementById("paper")?.remove();
    const paper = Object.assign(document.createElement("iframe"), { id: "paper", title: link.textContent, src: link.href });
    paper.onload = () => paper.contentWindow.print();
    document.body.append(paper);
  }

  function save(link, blob, URL) {
    const there = link.ownerDocument.createElement("a");
    Object.assign(there, { href: URL.createObjectURL(blob), download: link.dataset.file }).click();
    return true;
  }

  /** True on iPhones outside the home screen: the system deletes what such pages have stored. */
  const mustInstall = () => navigator.standalone === false && !localStorage.getItem(GOES_ON);

  function adviseInstall() {
    bar.hidden = true;
    told.textContent = word("install");
    return new Promise((done) =>
      offer("anyway", () => {
        localStorage.setItem(GOES_ON, "1");
        again.hidden = true;
        bar.hidden = false;
        done();
      }),
    );
  }

  async function begin() {
    const isAble =
      isSecureContext &&
      "serviceWorker" in navigator &&
      "locks" in navigator &&
      navigator.storage?.getDirectory &&
      "WebAssembly" in window;
    if (!isAble) return stop("unable");
    say("begins");
    if (mustInstall()) await adviseInstall();
    const controlled = new Promise((done) => {
      if (navigator.serviceWorker.controller) done();
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    });
    navigator.serviceWorker.addEventListener("message", ({ data }) => data === "complete" && (state.isComplete = true));
    await navigator.serviceWorker.register(`${base}sw.js`, { scope: base });
    await controlled;
    const channel = new BroadcastChannel(`companion ${base}`);
    channel.onmessage = ({ data }) => data.type === "ready" && show();
    channel.postMessage({ type: "who" }); // the app may be running in another tab
    run();
  }

  addEventListener("pagehide", (event) => event.persisted || state.worker?.postMessage("leave"));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  begin().catch(() => stop("failed"));
})();
