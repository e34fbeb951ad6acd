// Forms other than that of the next deal: corrections, notes, penalties and the like. What is typed is stored until it is saved.
// Those that are not about a deal have a row each in a menu, which covers the lower half of the screen like the deal form.

import { pageAt } from "./api.js";
import { open } from "./deal_form.js";
import { correction, draw, entryForm, isPressed, lifted, match } from "./dom.js";
import { openConflict, say, shieldFromSecondTap, tick, words } from "./dom.js";
import { fieldsOf, fill, idOf, inUse, markPreviewStale, touched } from "./form.js";
import { activate, boxesOf, changed, fingers, resume } from "./keypad.js";
import { forgetFault, isLeaving, replace } from "./redraw.js";
import { isKept, keepTypedBeside, kindsBeside, typedBeside, writtenOf } from "./storage.js";

const BESIDE = "#other form, .acts details form, form.correcting";

export const dropCorrection = () => dropBeside(kindOf(correction()));

/** Show the number that is being corrected beside the name of its box. */
function showBefore(form) {
  for (const box of form.querySelectorAll("[data-box]")) {
    const { dataset } = box.closest("label").querySelector(".unit");
    if (box.value === box.defaultValue) delete dataset.before;
    else dataset.before = box.defaultValue;
  }
}

/** Open the form at the number that was tapped; the button opens it where it was left. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-correct]");
  const form = link && correction();
  if (!form) return;
  event.preventDefault();
  open(form);
  form.dispatchEvent(new Event("opened")); // its preview is requested
  const row = [...form.querySelectorAll(".seat")].find((one) => one.dataset.player === link.dataset.of);
  const box = boxesOf(form).find((one) => one.name === link.dataset.correct);
  if (box) activate(box);
  else
    (row?.querySelector("[data-takes], input") ?? form.querySelector(".seats button, .seats input")).focus({
      preventScroll: true,
    });
});

for (const kind of ["input", "change"])
  document.addEventListener(kind, ({ target }) => {
    const form = target.closest?.("form.correcting");
    if (form) markPreviewStale(form);
    if (form) showBefore(form);
  });

let late = null; // the newer form that a poll brought while this one was in use

const isFree = (target) =>
  !isPressed("form#entry") && ![...target.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);

/** Draw the form with the current entry; if it is in use, update only the standing and the newer entries around it. */
export function updateCorrection(detail) {
  const { target, fragment } = detail;
  detail.shouldSwap = isFree(target);
  late = detail.shouldSwap ? null : { target, fresh: fragment.firstElementChild.cloneNode(true) };
  if (late) return void showStanding(target, fragment.firstElementChild.cloneNode(true));
  fragment.querySelector("#newer-entries")?.toggleAttribute("hidden", true); // newer entries matter only to what is typed
  fragment.querySelector("form.correcting")?.classList.toggle("open", target.querySelector("form.correcting.open") !== null);
}

async function showStanding(target, page) {
  await lifted("form#entry");
  for (const fresh of page.querySelectorAll(".caption, .score, #effect, #newer-entries")) {
    const place = fresh.id ? `#${fresh.id}` : `.${[...fresh.classList].join(".")}`;
    target.querySelector(place)?.replaceWith(fresh);
  }
  for (const seat of target.querySelectorAll(".seat")) seat.classList.toggle("leads", seat.querySelector(".now em") !== null);
}

function drawLate() {
  if (!late?.target.isConnected) late = null;
  if (!late || !isFree(late.target)) return;
  const { target, fresh } = late;
  late = null;
  fresh.querySelector("#newer-entries")?.toggleAttribute("hidden", true);
  target.replaceWith(fresh);
  htmx.process(fresh);
  draw();
}

/** Make the typed correction replace the newer version. */
export function keepMine() {
  const [form, news] = [correction(), document.getElementById("newer-entries")];
  form.elements.seen.value = news.dataset.seen;
  news.hidden = true;
  keepBeside(form);
}

/** Put back what was typed about a deal, with the version of the match it was typed on. */
async function restore() {
  for (const form of document.querySelectorAll(".acts details form")) if (restoreIn(form)) form.closest("details").open = true;
  const form = correction();
  const drawn = form?.elements.seen.value;
  const typed = form && restoreIn(form);
  if (typed || document.querySelector(".acts details[open] form[data-typed]")) say(words.restored);
  if (!typed) return;
  resume(form);
  if (typed.seen === drawn) return;
  const page = await pageAt(`${location.pathname}?${new URLSearchParams({ seen: typed.seen, own: typed.after })}`);
  if (page) replace("#newer-entries", page);
}

// --- stored like a deal

const menuForms = () => [...document.querySelectorAll("#other form")];
const dropBeside = (kind) => keepTypedBeside(match, kind, null);

const keepBeside = (form) => keepTypedBeside(match, kindOf(form), touched(form) ? typedBesideIn(form) : null);

/** Return the key of a form's draft: its kind, and on the page of a deal the number of its entry. */
function kindOf(form) {
  if (form.closest("#other")) return form.elements.kind.value;
  const { entry } = document.getElementById("derivation").dataset;
  return `${form.closest(".acts details")?.id ?? "correct"}:${entry}`;
}

function typedBesideIn(form) {
  return { name: idOf(form), fields: fieldsOf(form), seen: form.elements.seen?.value, after: form.dataset.after ?? "" };
}

/** True if it waits in a row, or was written. */
const isSaved = ({ name }) => isKept(match, name) || writtenOf(match).some(([id]) => id === name);

function restoreIn(form) {
  const typed = typedBeside(match, kindOf(form));
  if (!typed || touched(form) || form.dataset.sent) return null;
  if (isSaved(typed)) return dropBeside(kindOf(form));
  form.dataset.entryId = typed.name;
  // the version it was typed on, so that the server finds conflicts
  if (form.elements.seen) form.elements.seen.value = typed.seen;
  // entries that this phone has saved since are no conflict
  form.dataset.after = [typed.after, ...writtenOf(match).map(([id]) => id)].join(" ").trim();
  fill(form, typed.fields);
  return typed;
}

for (const event of ["input", "change"])
  document.addEventListener(event, ({ target }) => {
    const form = target.closest?.(BESIDE);
    if (!form || form.dataset.sent || isLeaving() || openConflict()) return; // an open conflict keeps its own draft
    if (form !== correction()) forgetFault(form);
    keepBeside(form);
    showUnsaved();
  });

/** Show on the sheet and beside the correction's button that something typed about a deal is not saved yet. */
function showUnsaved() {
  const sign = document.querySelector(".to-correct .not-saved");
  if (sign) sign.hidden = !correction() || !touched(correction());
  for (const row of document.querySelectorAll("#lines tr.not-saved")) row.remove();
  if (document.getElementById("derivation")) return;
  for (const kind of kindsBeside(match).filter((one) => one.includes(":") && !isSaved(typedBeside(match, one)))) {
    const link = document.querySelector(`#lines th a[href$="/entries/${kind.split(":")[1]}"]`);
    const row = link?.closest("tr");
    if (!row || row.nextElementSibling?.matches(".not-saved")) continue;
    const line = Object.assign(document.createElement("tr"), { className: "remark not-saved" });
    line.append(document.createElement("td"), Object.assign(document.createElement("td"), { colSpan: row.cells.length - 1 }));
    line.cells[1].append(Object.assign(document.createElement("a"), { href: link.href, textContent: words.notSaved }));
    row.after(line);
  }
}

document.body.addEventListener("drawn", () => {
  drawLate();
  showUnsaved();
});
addEventListener("pageshow", showUnsaved);
restore();
showUnsaved();

/** Open a form about a deal above the foot of its page, at its field. */
document.addEventListener("click", (event) => {
  const details = event.target.closest(".acts summary")?.parentElement;
  if (!details) return;
  event.preventDefault();
  details.open = !details.open;
  if (!details.open) return;
  details.querySelector("form").scrollIntoView({ block: "nearest" });
  details.querySelector("input:not([type=hidden])")?.focus({ preventScroll: true });
});

// --- penalties, notes and the like

/** Drop the draft once its conflict is decided. */
document.addEventListener("click", ({ target }) => {
  const kind = target.closest(".conflict [data-drop-draft]")?.closest(".conflict").querySelector("[name=kind]")?.value;
  if (kind) dropBeside(kind);
});

function restoreBeside() {
  if (openConflict() || !menu()?.open) return;
  for (const form of menuForms()) restoreIn(form);
}

// --- the menu: open, on one of its rows, or closed

const root = document.documentElement.classList;
const menu = () => document.querySelector("details#other");
const openRow = () => (menu()?.open ? menu().querySelector("details[open]") : null);

/** Update the rows of the menu: which is open, what is typed in them, and the players that a tap can choose. */
function showMenu() {
  restoreBeside();
  root.toggle("menu-open", Boolean(menu()?.open));
  for (const form of menuForms()) {
    const line = form.closest("details").querySelector("summary small");
    line.classList.toggle("not-saved", touched(form));
    line.textContent = touched(form) ? words.notSaved : line.dataset.usual;
  }
  showPicks(openRow()?.querySelector("select[data-asks]"));
}

/** Close the menu; what is typed stays in its row. */
function shut() {
  if (!menu()?.open) return;
  shieldFromSecondTap();
  menu().open = false;
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target === menu()) {
      if (target.open) scrollTo(0, 0);
      else for (const row of target.querySelectorAll("details[open]")) row.open = false;
    } else if (target.open && target === openRow()) {
      target.dispatchEvent(new Event("foresee"));
      target.querySelector("input[name=text]")?.focus();
    } else if (target.closest("#other") && !openRow()) forgetForeseen();
    showMenu();
  },
  true,
); // toggle does not bubble

/** Remove the preview of a penalty from the board, and show that of a typed deal again. */
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

// --- choosing a player on the board

const isOnBoard = (seat) =>
  seat?.getClientRects().length > 0 && !document.querySelector("#live .result")?.getClientRects().length;

function showPicks(list) {
  const seats = [...document.querySelectorAll("#live .seat[data-player]")];
  const isAsked = Boolean(list) && isOnBoard(seats[0]);
  root.toggle("picking", isAsked);
  document.getElementById("board")?.toggleAttribute("data-asks", false);
  if (isAsked)
    document.getElementById("board").dataset.asks = list.value
      ? list.dataset.whose.replace("{name}", list.value)
      : list.dataset.asks;
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
  const pick =
    seat.querySelector(".pick") ??
    seat.appendChild(Object.assign(document.createElement("button"), { type: "button", className: "pick" }));
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

// --- choosing an amount

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
