// Forms other than the next deal's, a correction or a penalty and the like: kept over a reload, and told what was written meanwhile.
// Those beside the deals have a row each in a menu, which covers the lower half of the screen as the form of a deal does.

import { pageAt } from "./api.js";
import { open, shieldFromSecondTap } from "./deal_form.js";
import { correction, entryForm, match, openConflict, say, tick, words } from "./dom.js";
import { fieldsOf, fill, markPreviewStale, nameOf, touched } from "./form.js";
import { activate, boxesOf, changed, fingers, inUse, isPressed, resume } from "./keypad.js";
import { forgetFault, isLeaving, replace } from "./redraw.js";
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
    forgetFault(form);
    keepBeside(form);
  });

/** Once a conflict is decided, drop the draft: it is kept as a submission, or not wanted. */
document.addEventListener("click", ({ target }) => {
  const kind = target.closest(".conflict [data-drop-draft]")?.closest(".conflict").querySelector("[name=kind]")?.value;
  if (kind) dropBeside(kind);
});

function restoreBeside() {
  if (openConflict() || !menu()?.open) return;
  for (const form of menuForms()) {
    const typed = typedBeside(match, kindOf(form));
    if (!typed || touched(form) || form.dataset.sent) continue;
    if (isKept(match, typed.name) || writtenOf(match).some(([id]) => id === typed.name)) {
      dropBeside(kindOf(form)); // it waits in a row, or stands on the sheet
      continue;
    }
    form.dataset.name = typed.name;
    form.elements.seen.value = typed.seen; // the sheet may have gone on: then it is compared
    form.dataset.after = [typed.after, ...writtenOf(match).map(([id]) => id)].join(" ").trim(); // what this phone has saved since is nobody else's
    fill(form, typed.fields);
  }
}

// --- the menu: open, on one of its rows, or closed

const root = document.documentElement.classList;
const menu = () => document.querySelector("details#other");
const openRow = () => (menu()?.open ? menu().querySelector("details[open]") : null);

/** Show what is open, what is typed in the rows, and on the board whom it is about. */
function showMenu() {
  restoreBeside();
  root.toggle("menu-open", Boolean(menu()?.open));
  for (const form of menuForms()) {
    const line = form.closest("details").querySelector("summary small");
    line.classList.toggle("not-saved", touched(form));
    line.textContent = touched(form) ? menu().dataset.notSaved : line.dataset.usual;
  }
  showPicks(openRow()?.querySelector("select[data-asks]"));
}

/** Go back to the score: what is typed stays in its row. */
function shut() {
  if (!menu()?.open) return;
  shieldFromSecondTap();
  menu().open = false;
}

document.addEventListener("toggle", ({ target }) => {
  if (target === menu()) {
    if (target.open) scrollTo(0, 0);
    else for (const row of target.querySelectorAll("details[open]")) row.open = false;
  } else if (target.open && target === openRow()) {
    target.dispatchEvent(new Event("foresee"));
    target.querySelector("input[name=text]")?.focus();
  } else if (target.closest("#other") && !openRow()) forgetForeseen();
  showMenu();
}, true); // it does not bubble

/** Clear what a penalty would do from the board; a deal half typed there says again what it would. */
function forgetForeseen() {
  for (const to of document.querySelectorAll("#live .to")) to.replaceChildren();
  if (entryForm() && touched(entryForm())) entryForm().dispatchEvent(new Event("opened"));
}

document.addEventListener("click", (event) => {
  const isBack = event.target.closest("#other [data-shut]");
  if (isBack) event.preventDefault();
  if (isBack || (menu()?.open && event.target.closest("#entry, #lines") && !event.target.closest(".pick"))) shut();
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu()?.open) return;
  const summary = (openRow() ?? menu()).querySelector("summary");
  summary.click();
  summary.focus();
});

// --- who: by a tap on the board

const isOnBoard = (seat) => seat?.getClientRects().length > 0 && !document.querySelector("#live .result")?.getClientRects().length;

function showPicks(list) {
  const seats = [...document.querySelectorAll("#live .seat[data-player]")];
  const isAsked = Boolean(list) && isOnBoard(seats[0]);
  root.toggle("picking", isAsked);
  document.getElementById("board")?.toggleAttribute("data-asks", false);
  if (isAsked) document.getElementById("board").dataset.asks = list.dataset.asks;
  for (const seat of seats) showPick(seat, isAsked ? list : null);
  const title = menu()?.querySelector("summary:has(+ form [data-asks]) b");
  if (!title) return;
  title.dataset.usual ??= title.textContent;
  title.textContent = list?.value ? list.dataset.whose.replace("{name}", list.value) : title.dataset.usual;
}

function showPick(seat, list) {
  const isPicked = list?.value === seat.dataset.player;
  seat.classList.toggle("picked", isPicked);
  for (const part of seat.children) if (!part.matches(".pick")) part.inert = list !== null;
  if (!list) return seat.querySelector(".pick")?.remove();
  const pick = seat.querySelector(".pick") ?? seat.appendChild(Object.assign(document.createElement("button"), { type: "button", className: "pick" }));
  pick.ariaLabel = list.dataset.whose.replace("{name}", seat.dataset.player);
  pick.ariaPressed = isPicked;
}

document.addEventListener("click", ({ target }) => {
  const pick = target.closest(".pick");
  const list = openRow()?.querySelector("select[data-asks]");
  if (!pick || !list) return;
  tick();
  list.value = pick.closest(".seat").dataset.player;
  changed(list);
});

// --- how much: by a chip, or by keys of our own

document.addEventListener("focusin", ({ target }) => {
  const form = target.closest?.("#other form");
  if (!form || target.matches("[data-digit]")) return;
  const isKeyed = target.matches("[data-keyed]") && fingers.matches;
  if (isKeyed) target.inputMode = "none";
  form.classList.toggle("keying", isKeyed);
});

document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit]")) event.preventDefault(); // the field keeps the focus
});

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-digit]")?.dataset.digit;
  if (!key) return;
  const form = target.closest("form");
  const field = form.querySelector("[data-keyed]");
  tick();
  if (key === "next") return form.classList.remove("keying");
  field.value = key === "back" ? field.value.slice(0, -1) : field.value + key;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("#other form");
  if (!form) return;
  const isElse = target.matches?.(".else input:checked");
  form.classList.toggle("keying", form.matches(".keying") && target.name !== "amount" && target.name !== "reason");
  if (isElse) form.querySelector(target.name === "amount" ? "[data-keyed]" : "[name=reason_text]").focus();
  showMenu();
});

document.body.addEventListener("drawn", showMenu);
showMenu();
