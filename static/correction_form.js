// Forms other than the next deal's, a correction or a penalty and the like: kept over a reload, and told what was written meanwhile.

import { pageAt } from "./api.js";
import { open } from "./deal_form.js";
import { correction, match, openConflict, say, words } from "./dom.js";
import { fieldsOf, fill, markPreviewStale, nameOf, touched } from "./form.js";
import { activate, boxesOf, inUse, isPressed, resume } from "./keypad.js";
import { isLeaving, replace } from "./redraw.js";
import { isKept, keepTypedBeside, tabStorage, typedBeside, writtenOf } from "./storage.js";

const KEPT = `correction:${location.pathname}`; // for this tab
const keep = (typed) => (typed ? tabStorage.set(KEPT, JSON.stringify(typed)) : tabStorage.remove(KEPT));
const typedIn = (form) => ({ fields: fieldsOf(form), seen: form.elements.seen.value, after: form.dataset.after });

export const dropCorrection = () => keep(null);

/** Beside the name of a box stands the number that is being corrected. */
function showBefore(form) {
  for (const box of form.querySelectorAll("[data-box]")) {
    const { dataset } = box.closest("label").querySelector(".unit");
    if (box.value === box.defaultValue) delete dataset.before;
    else dataset.before = box.defaultValue;
  }
}

/** A number of the deal opens the form where it is entered; the button opens it as it was left. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-correct]");
  const form = link && correction();
  if (!form) return;
  event.preventDefault();
  open(form);
  form.dispatchEvent(new Event("opened")); // its preview is asked for
  const row = [...form.querySelectorAll(".seat")].find((one) => one.dataset.player === link.dataset.of);
  const box = boxesOf(form).find((one) => one.name === link.dataset.correct);
  if (box) activate(box);
  else (row?.querySelector("[data-takes], input") ?? form.querySelector(".seats button, .seats input")).focus({ preventScroll: true });
});

for (const kind of ["input", "change"])
  document.addEventListener(kind, ({ target }) => {
    const form = target.closest?.("form.correcting");
    if (form) markPreviewStale(form);
    if (form) showBefore(form);
    if (form && !form.dataset.sent && !isLeaving()) keep(touched(form) ? typedIn(form) : null);
  });

/** Draw the form anew with what the entry says now; one in use is only told what was written. */
export function updateCorrection(detail) {
  const { target, fragment } = detail;
  detail.shouldSwap = !isPressed("form#entry") && ![...target.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);
  const [old, fresh] = [target, fragment].map((one) => one.querySelector("#newer-entries"));
  if (!detail.shouldSwap && fresh) old?.replaceWith(fresh);
  if (!detail.shouldSwap) return;
  fresh?.toggleAttribute("hidden", true); // nothing was being typed
  fragment.querySelector("form.correcting")?.classList.toggle("open", target.querySelector("form.correcting.open") !== null);
}

/** Let what is typed replace what was written meanwhile. */
export function keepMine() {
  const [form, news] = [correction(), document.getElementById("newer-entries")];
  form.elements.seen.value = news.dataset.seen;
  news.hidden = true;
  keep(typedIn(form));
}

/** Put back what was typed, with the version that it was typed on, which the browser would not know. */
async function restore() {
  const [form, typed] = [correction(), JSON.parse(tabStorage.get(KEPT))];
  if (!form || !typed || touched(form)) return;
  const drawn = form.elements.seen.value;
  form.elements.seen.value = typed.seen;
  form.dataset.after = typed.after;
  fill(form, typed.fields);
  resume(form);
  say(words.restored);
  if (typed.seen === drawn) return;
  const page = await pageAt(`${location.pathname}?${new URLSearchParams({ seen: typed.seen, own: typed.after })}`);
  if (page) replace("#newer-entries", page);
}

restore();

// --- penalties, notes and the like, beside the deals: kept over a reload as the deal is

const menuForms = () => [...document.querySelectorAll("#other form")];
const kindOf = (form) => form.elements.kind.value;
const dropBeside = (kind) => keepTypedBeside(match, kind, null);

const keepBeside = (form) => keepTypedBeside(match, kindOf(form), touched(form) ? typedBesideIn(form) : null);

function typedBesideIn(form) {
  return { name: nameOf(form), fields: fieldsOf(form), seen: form.elements.seen.value, after: form.dataset.after ?? "" };
}

for (const event of ["input", "change"])
  document.addEventListener(event, ({ target }) => {
    const form = target.closest?.("#other form");
    if (!form || form.dataset.sent || isLeaving() || openConflict()) return; // what a choice holds is kept till it is decided
    keepBeside(form);
  });

/** Once a conflict is decided, drop the draft: it is kept as a submission, or not wanted. */
document.addEventListener("click", ({ target }) => {
  const kind = target.closest(".conflict [data-drop-draft]")?.closest(".conflict").querySelector("[name=kind]")?.value;
  if (kind) dropBeside(kind);
});

function restoreBeside() {
  if (openConflict() || !document.querySelector("#other[open]")) return;
  for (const form of menuForms()) {
    const typed = typedBeside(match, kindOf(form));
    if (!typed || touched(form) || form.dataset.sent) continue;
    if (isKept(match, typed.name) || writtenOf(match).some(([id]) => id === typed.name)) {
      dropBeside(kindOf(form)); // it waits in a row, or stands on the sheet
      continue;
    }
    form.dataset.name = typed.name;
    form.elements.seen.value = typed.seen; // the sheet may have gone on: then it is compared
    form.dataset.after = typed.after;
    fill(form, typed.fields);
  }
}

document.body.addEventListener("drawn", restoreBeside);
document.addEventListener("toggle", restoreBeside, true); // it does not bubble
restoreBeside();
