// Nothing typed is lost: drafts and entries that could not be sent stay on this phone until the server has them.
// Works on plain http, so without service worker or crypto.randomUUID: localStorage, and retries while the page is open.

const match = location.pathname.match(/^\/m\/([^/]+)/)?.[1];
const words = document.getElementById("words")?.dataset ?? {};
const RETRY = 4000; // ms
const PATIENCE = 10000; // ms without an answer count as no network

const read = (key) => JSON.parse(localStorage.getItem(`${key}:${match}`) ?? "null");
const keep = (key, value) =>
  value?.length !== 0 && value ? localStorage.setItem(`${key}:${match}`, JSON.stringify(value)) : localStorage.removeItem(`${key}:${match}`);

const entryForm = () => document.querySelector("form[data-draft]");
const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function announce(text) {
  const status = document.getElementById("status");
  if (status && text) status.textContent = text;
}

// --- the draft

export const touched = (form) =>
  "typed" in form.dataset ||
  [...form.elements].some((field) =>
    field.type === "checkbox" || field.type === "radio"
      ? field.checked !== field.defaultChecked
      : field.tagName === "SELECT"
        ? [...field.options].some((option) => option.selected !== option.defaultSelected && option.value !== "")
        : field.type !== "hidden" && field.tagName !== "BUTTON" && field.value !== field.defaultValue,
  );

const pairs = (form) => [...new FormData(form)].filter(([, value]) => typeof value === "string");

function keepDraft(form) {
  keep("draft", touched(form) ? { fields: pairs(form) } : null);
}

let filling = false; // the page itself puts a draft back: nobody is typing

function fill(form, fields) {
  const left = fields.map((pair) => [...pair]);
  const take = (name, value) => {
    const at = left.findIndex((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    return at < 0 ? undefined : left.splice(at, 1)[0][1];
  };
  for (const field of form.elements) {
    if (!field.name || field.tagName === "BUTTON") continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = take(field.name, field.value) !== undefined;
    else field.value = take(field.name) ?? field.value;
  }
  filling = true;
  form.dispatchEvent(new Event("change", { bubbles: true }));
  filling = false;
}

function restore() {
  const form = entryForm();
  const draft = form && read("draft");
  const whose = draft?.fields.find(([name]) => name === "for")?.[1];
  if (!draft || touched(form) || whose !== form.elements.for?.value) return;
  fill(form, draft.fields); // with the number it was typed for: if that is taken by now, both versions will be shown
  form.dataset.typed = "";
  form.querySelectorAll("details").forEach((details) => (details.open ||= [...details.querySelectorAll("input, select")].some((f) => f.value && f.value !== f.defaultValue)));
  announce(words.restored);
}

for (const kind of ["input", "change"])
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form[data-draft]") ?? (event.target.matches?.("form[data-draft]") ? event.target : null);
    if (!form) return;
    const id = form.elements.entry_id.value;
    if (!filling && unsent().some((item) => item.id === id)) {
      keep("unsent", unsent().filter((item) => item.id !== id)); // typing on takes it back: it is a draft again
      form.elements.entry_id.value = newId();
      show();
    }
    keepDraft(form);
  });

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-drop-draft]")) keep("draft", null);
});

// --- what could not be sent

const unsent = () => read("unsent") ?? [];

function show() {
  const waiting = unsent().length > 0;
  const saved = document.getElementById("saved");
  if (!saved) return;
  saved.classList.toggle("unsent", waiting);
  if (waiting) saved.textContent = words.unsent;
}

function queue(url, fields) {
  const id = fields.find(([name]) => name === "entry_id")?.[1] ?? "";
  keep("unsent", [...unsent().filter((item) => item.id !== id), { url, fields, id }]);
  announce(words.unsent);
  show();
}

async function post(url, fields) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields), signal: stop.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.status >= 500 ? null : { status: answer.status, ok: answer.ok, url: answer.url, page };
  } catch {
    return null; // no network, or the server is just starting again
  } finally {
    clearTimeout(timer);
  }
}

function swap({ ok, page }) {
  const fresh = page.querySelector("main");
  if (!fresh) return location.reload();
  document.querySelector("main").replaceWith(document.adoptNode(fresh));
  const saved = page.getElementById("saved");
  if (saved) document.getElementById("saved")?.replaceWith(document.adoptNode(saved));
  htmx.process(document.querySelector("main"));
  if (ok) announce(words.sent);
  document.body.dispatchEvent(new CustomEvent("swapped"));
  document.querySelector(".race h2, #wrong")?.scrollIntoView({ block: "center" });
}

let sending = false;

async function retry() {
  const [item] = unsent();
  if (!item || sending) return;
  sending = true;
  const answer = await post(item.url, item.fields);
  sending = false;
  if (!answer || answer.status === 429) return;
  keep("unsent", unsent().filter((one) => one.id !== item.id));
  const shown = entryForm()?.elements.entry_id.value === item.id;
  if (answer.ok && shown) keep("draft", null);
  if (shown || !answer.ok) swap(answer);
  else document.body.dispatchEvent(new Event("wake"));
  if (answer.ok) announce(words.sent);
  show();
  retry();
}

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (form.matches("form[data-draft]") && unsent().some((item) => item.id === form.elements.entry_id.value)) {
    event.preventDefault(); // already waiting: one tap more only tries again
    retry();
  }
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.body.addEventListener(failure, (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!requestConfig.elt.matches("form[data-draft]")) return;
    if (xhr.status === 0 || xhr.status >= 500) return queue(requestConfig.path, [...requestConfig.formData].map(([name, value]) => [name, String(value)]));
    announce(new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("main p")?.textContent);
  });

document.body.addEventListener("htmx:afterRequest", (event) => {
  const { requestConfig, successful } = event.detail;
  const elt = requestConfig.elt; // the detail's own is what is left in the page after the swap
  if (!successful) return;
  if (elt.matches("form[data-draft]")) keep("draft", null);
  if (elt.id === "board") retry();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const by = event.submitter;
  const isEntry = new RegExp(`^/m/${match}/(entries|own)`).test(new URL(form.action).pathname);
  if (!match || event.defaultPrevented || form.hasAttribute("hx-post") || !isEntry || by?.hasAttribute("formaction")) return;
  event.preventDefault();
  const fields = pairs(form);
  if (by?.name) fields.push([by.name, by.value]);
  const url = new URL(form.action).pathname;
  const answer = await post(url, fields);
  if (!answer) return queue(url, fields);
  if (answer.ok && new URL(answer.url).pathname !== location.pathname) return location.assign(answer.url);
  swap(answer);
});

if (match) {
  htmx.config.timeout = PATIENCE;
  for (const sign of ["online", "pageshow"]) window.addEventListener(sign, retry);
  document.body.addEventListener("wake", retry);
  document.body.addEventListener("htmx:afterSettle", () => {
    show();
    const form = entryForm();
    if (form && "typed" in form.dataset) keepDraft(form);
  });
  setInterval(retry, RETRY);
  restore();
  show();
  retry();
}
