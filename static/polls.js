// Requests that htmx sends by itself: polls of the score and of the pages beside it, and the preview of a deal.
// Only the server's own answers count, and a form in use is not redrawn.

import { isOurs, isOut, pageAt } from "./api.js";
import { updateCorrection } from "./correction_form.js";
import { board, correction, draw, entryForm, hasWriteAccess, match, poll, POLLS, say, seenNow, side, stopRepeating, words } from "./dom.js";
import { clearPreview, fieldsOf, fill, pathOf, stateOf, touched, valueOf } from "./form.js";
import { inUse, isPressed } from "./keypad.js";
import { dispatch, isBarred } from "./outbox_rows.js";
import { replace } from "./redraw.js";

export const LONGEST = 5000; // ms that a poll may take
let asked = "none"; // the state of the form at the last poll: none, blank or typed

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = entryForm();
  if (!match || detail.elt !== board() || detail.elt === side()) return;
  if (hasWriteAccess()) detail.parameters.pen = "1";
  asked = detail.parameters.form = !form ? "none" : inUse(form) ? "typed" : "blank";
  if (form?.elements.for) detail.parameters.part = "1";
  const typed = form ?? correction();
  if (typed) Object.assign(detail.parameters, { seen: typed.elements.seen?.value ?? "", own: typed.dataset.after ?? "" });
});

/** Ask for the preview on top of the entries that this page has saved since the form was drawn. */
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = detail.elt.closest("#preview")?.closest("form");
  if (form?.dataset.after) detail.parameters.after = form.dataset.after;
});

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  const form = entryForm();
  if (!isOurs(xhr)) return event.preventDefault(); // do not show a captive portal's page
  if (elt === side() && xhr.status === 200) return void (elt.isConnected && renew(elt, xhr.responseText));
  if (["derivation", "evening", "event"].includes(elt.id) && xhr.status === 200 && !carriesOver(elt, xhr.responseText)) return event.preventDefault();
  if (elt !== board() || asked !== "blank" || !form || !(isPressed("form#entry") || inUse(form)) || xhr.status !== 200) return;
  event.preventDefault(); // the form has come into use since the poll was sent, or a finger is on it: a tap on a replaced element is lost
  setTimeout(poll);
});

let carried = []; // forms in use on the page of an entry, kept while the page around them is redrawn
let unfolded = []; // ids of the open parts of that page
let focused = null;
const formLike = (form, page) => page.querySelector(`#derivation form[action="${CSS.escape(form.getAttribute("action"))}"]`);

function carriesOver(elt, text) {
  carried = [...elt.querySelectorAll("form")].filter(inUse);
  unfolded = [...elt.querySelectorAll("details[id][open]")].map((one) => one.id);
  focused = document.activeElement;
  const page = carried.length ? new DOMParser().parseFromString(text, "text/html") : null;
  return carried.every((form) => formLike(form, page));
}

document.body.addEventListener("htmx:afterSwap", () => {
  for (const form of carried) formLike(form, document)?.replaceWith(form);
  for (const id of unfolded) document.getElementById(id)?.toggleAttribute("open", true);
  unfolded = [];
  if (carried.some((form) => form.contains(focused))) focused.focus({ preventScroll: true });
  carried = [];
});

/** Identify the deal of a form, and the player if it is a part of a deal. */
const dealOf = (form) => [form.querySelector("[data-deal]")?.dataset.deal, form.elements.number?.value, form.elements.for?.value].join();

/** Keep forms in use and open parts of the menu when a poll brings a new menu; not without write access, nor for another deal. */
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "mend") return updateCorrection(detail);
  const [old, fresh] = [detail.target, detail.fragment.firstElementChild];
  if (old.matches("form.open") && fresh.matches("form") && dealOf(old) === dealOf(fresh)) fresh.classList.add("open");
  if (!fresh.matches("details#other")) return;
  detail.shouldSwap = ![...old.querySelectorAll("form")].some(inUse);
  for (const fold of [old, ...old.querySelectorAll("details")]) (fold === old ? fresh : fresh.querySelector(`#${fold.id}`))?.toggleAttribute("open", fold.open);
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (!elt.matches(POLLS)) return;
  const { status } = detail.xhr;
  if (status === 204) stopRepeating();
  if (!isOurs(detail.xhr)) return dispatch({ type: "missed" });
  if (status === 403 || status === 404) return dispatch({ type: "barred", why: isOut(detail.xhr) ? words.shownOut : words.deleted });
  dispatch({ type: isBarred() || accessGiven() ? "admitted" : "heard" });
});

const mayWrite = () => document.querySelector("#writers[data-mine]") !== null;
let mightWrite = mayWrite();

/** Say that this phone may write now, because a form that appears may go unnoticed. */
function accessGiven() {
  const isGiven = mayWrite() && !mightWrite;
  mightWrite = mayWrite();
  if (isGiven) say(words.mayWrite);
  return isGiven;
}

document.body.addEventListener("htmx:afterSettle", draw);

if (board()) htmx.config.timeout = LONGEST;

// --- pages other than the score are redrawn after new entries; a page in use only says that there are some

const isBusy = (main) => main.querySelector(".conflict") !== null || [...main.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);
const keyOf = (details) => details.id || (details.querySelector("summary")?.firstElementChild ?? details).textContent;

/** Redraw the page from the answer to a poll. */
function renew(main, text) {
  if (isPressed()) return; // the next poll brings it again
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("main");
  if (!fresh) return;
  for (const place of ["#terms", "#writers", "#saved"]) replace(place, page);
  const news = fresh.querySelector("#fresh");
  news?.remove();
  if (isBusy(main) || main.innerHTML === fresh.innerHTML) asksOn(main, fresh, isBusy(main) && news);
  else drawAnew(main, page);
}

/** Load the new state of the page on a tap, and put back what was typed on it. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("#fresh a");
  if (!link) return;
  event.preventDefault();
  const page = await pageAt(location.href);
  if (!page) return say(document.body.dataset.away);
  const typed = [...document.querySelectorAll("main form")].filter(touched).map((form) => [pathOf(form), fieldsOf(form)]);
  drawAnew(document.querySelector("main"), page);
  for (const [path, fields] of typed) {
    const form = [...document.querySelectorAll("main form")].find((one) => pathOf(one) === path && hiddenOf(one, fields));
    if (form) fill(form, fields);
  }
});

/** True if the fields are of this form: two forms of a page may have the same address. */
const hiddenOf = (form, fields) => ["kind", "option", "question"].every((name) => !form.elements[name] || form.elements[name].type !== "hidden" || form.elements[name].value === valueOf(fields, name));

/** Keep the page, and poll on from the new state. */
function asksOn(main, fresh, news) {
  main.setAttribute("hx-get", fresh.getAttribute("hx-get"));
  htmx.process(main);
  if (!news) return;
  main.querySelector("#fresh")?.remove();
  main.prepend(document.adoptNode(news));
}

function drawAnew(main, page) {
  const open = [...main.querySelectorAll("details[open]")].map(keyOf);
  const focused = main.contains(document.activeElement) && document.activeElement.getAttribute("href");
  replace("main", page);
  const now = document.querySelector("main");
  for (const details of now.querySelectorAll("details")) details.open ||= open.includes(keyOf(details));
  if (focused) now.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  draw();
}

// --- the preview of the deal in the form, shown under Save and in the rows

let previewed = ""; // the state of the form for which the preview was requested
let previewPlace = null; // the element of the last repeated request
let previewSheet = null; // the version of the match at the last repeated request
let isReady = false; // true once htmx has started

document.body.addEventListener("htmx:configRequest", ({ detail: { elt } }) => {
  if (elt.id !== "preview") return;
  previewed = stateOf(elt.closest("form"));
  elt.addEventListener("htmx:beforeOnLoad", dropLate); // on the element itself, because after a redraw it is no longer in the page
});

/** Drop a preview that is out of date, or of a deal that is being sent, which would count twice. */
function dropLate(event) {
  const form = event.target.closest("form");
  if (!form.isConnected || "sent" in form.dataset || stateOf(form) !== previewed) event.preventDefault();
}

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig;
  const form = elt.id === "preview" && !isOurs(detail.xhr) ? elt.closest("form") : null;
  if (form) clearPreview(form);
});

/** Request the preview again after the form was redrawn with what was typed, or after the match has changed. */
function previewAgain() {
  const form = entryForm() ?? correction();
  const where = form?.querySelector("#preview");
  if (!isReady || !where || !touched(form) || "sent" in form.dataset) return;
  if (where === previewPlace && previewSheet === seenNow()) return;
  [previewPlace, previewSheet] = [where, seenNow()];
  form.dispatchEvent(new Event("opened"));
}

document.body.addEventListener("drawn", previewAgain);
document.addEventListener("DOMContentLoaded", () => {
  isReady = true;
  previewAgain();
});

// --- choices that only some players have, depending on the deal
//
// Once the server says who has a choice by what was typed, only these players are asked, and the question is open. Until then,
// and without a connection or scripts, the question is folded and lists everybody.

document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id !== "triggered-choices") return;
  const triggered = JSON.parse(document.getElementById("triggered-choices").value);
  for (const question of document.querySelectorAll("#entry [data-triggered]")) askTriggered(question, triggered[question.dataset.triggered] ?? []);
});

function askTriggered(question, players) {
  const was = question.classList.contains("brought-up");
  question.classList.toggle("brought-up", players.length > 0);
  if (players.length) question.open = true;
  else if (was) question.open = false;
  for (const choice of question.querySelectorAll("[data-raises]")) {
    choice.hidden = players.length > 0 && !players.includes(choice.dataset.raises);
    const box = choice.querySelector("input");
    if (!was || !box.checked || players.includes(box.value)) continue;
    box.checked = false; // the tricks have changed, so the player has no choice any more
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
