// Requests that htmx sends by itself: polls of the score and of the pages beside it, and the preview of a deal.
// Only an answer of the server's own counts, and a form in use is left alone.

import { isOurs, isOut, pageAt } from "./api.js";
import { updateCorrection } from "./correction_form.js";
import { board, correction, draw, entryForm, hasWriteAccess, match, poll, POLLS, say, seenNow, side, stopRepeating, words } from "./dom.js";
import { clearPreview, fieldsOf, fill, pathOf, stateOf, touched, valueOf } from "./form.js";
import { inUse, isPressed } from "./keypad.js";
import { dispatch, isBarred } from "./outbox_rows.js";
import { replace } from "./redraw.js";

export const LONGEST = 5000; // ms that a poll may take
let asked = "none"; // how the last poll found the form

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = entryForm();
  if (!match || detail.elt !== board() || detail.elt === side()) return;
  if (hasWriteAccess()) detail.parameters.pen = "1";
  asked = detail.parameters.form = !form ? "none" : inUse(form) ? "typed" : "blank";
  if (form?.elements.for) detail.parameters.part = "1";
  const typed = form ?? correction();
  if (typed) Object.assign(detail.parameters, { seen: typed.elements.seen?.value ?? "", own: typed.dataset.after ?? "" });
});

/** A preview is of what would be sent: on top of what this page has written since the form was drawn. */
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = detail.elt.closest("#preview")?.closest("form");
  if (form?.dataset.after) detail.parameters.after = form.dataset.after;
});

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  const form = entryForm();
  if (!isOurs(xhr)) return event.preventDefault(); // a portal's page is put nowhere
  if (elt === side() && xhr.status === 200) return void (elt.isConnected && renew(elt, xhr.responseText));
  if (["derivation", "evening", "event"].includes(elt.id) && xhr.status === 200 && !carriesOver(elt, xhr.responseText)) return event.preventDefault();
  if (elt !== board() || asked !== "blank" || !form || !(isPressed("form#entry") || inUse(form)) || xhr.status !== 200) return;
  event.preventDefault(); // somebody has begun to type since it was asked, or is about to: a tap on what has gone is lost
  setTimeout(poll);
});

let carried = []; // forms under an entry in which somebody types, while what stands above them is drawn anew
let unfolded = []; // parts of it that are open
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

/** Return which deal a form is of, and whose part of it. */
const dealOf = (form) => [form.querySelector("[data-deal]")?.dataset.deal, form.elements.number?.value, form.elements.for?.value].join();

/** Keep what is half typed or open beside the deals while news bring other offers; not without write access, nor for another deal. */
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

/** Say in a word that this phone may write now: a form that appears may go unnoticed. */
function accessGiven() {
  const isGiven = mayWrite() && !mightWrite;
  mightWrite = mayWrite();
  if (isGiven) say(words.mayWrite);
  return isGiven;
}

document.body.addEventListener("htmx:afterSettle", draw);

if (board()) htmx.config.timeout = LONGEST;

// --- pages beside the score: drawn anew when something is written, or, where somebody types on one, only told

const isBusy = (main) => main.querySelector(".conflict") !== null || [...main.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);
const keyOf = (details) => details.id || (details.querySelector("summary")?.firstElementChild ?? details).textContent;

/** Draw the page as it is now, from the answer to a poll. */
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

/** Show what has come, and put back what is half typed on the page. */
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

/** True if it is the same form: two forms of a page may go to one address. */
const hiddenOf = (form, fields) => ["kind", "option", "question"].every((name) => !form.elements[name] || form.elements[name].type !== "hidden" || form.elements[name].value === valueOf(fields, name));

/** Keep the page as it is, and let it ask for what comes next. */
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

let previewed = ""; // the form, as it was asked about
let previewPlace = null; // where it was to be said
let previewSheet = null; // the version of the sheet on which it was to be done
let isReady = false; // htmx is there to ask

document.body.addEventListener("htmx:configRequest", ({ detail: { elt } }) => {
  if (elt.id !== "preview") return;
  previewed = stateOf(elt.closest("form"));
  elt.addEventListener("htmx:beforeOnLoad", dropLate); // of itself: drawn anew it hangs in no page
});

/** Drop a preview of what was typed before, or of a deal that is on its way, which would count twice. */
function dropLate(event) {
  const form = event.target.closest("form");
  if (!form.isConnected || "sent" in form.dataset || stateOf(form) !== previewed) event.preventDefault();
}

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig;
  const form = elt.id === "preview" && !isOurs(detail.xhr) ? elt.closest("form") : null;
  if (form) clearPreview(form);
});

/** Ask for the preview anew where something was typed before the form was drawn or the sheet changed. */
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

// --- choices that the deal itself brings up
//
// Once the server says who has a choice by what was typed, only those are asked, in sight. Until then, off the line or
// without scripts, the question stands folded for everybody.

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
    box.checked = false; // the tricks that gave the choice are others now
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
