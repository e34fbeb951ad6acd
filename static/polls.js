// Polls of the score and of the pages beside it. Only the server's own answers count, and a form in use is not redrawn.

import { isOurs, isOut, pageAt } from "./api.js";
import { updateCorrection } from "./correction_form.js";
import { board, correction, draw, entryForm, hasWriteAccess, isPressed, match } from "./dom.js";
import { poll, POLLS, say, side, stopRepeating, words } from "./dom.js";
import { fieldsOf, fill, inUse, pathOf, touched, valueOf } from "./form.js";
import { dispatch, isBarred } from "./outbox_rows.js";
import { replace } from "./redraw.js";

export const LONGEST = 5000; // ms that a poll may take
let asked = "none"; // the state of the form at the last poll: none, blank or typed

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = entryForm();
  if (!match || detail.elt !== board() || detail.elt === side()) return;
  if (hasWriteAccess()) detail.parameters.writes = "1";
  asked = detail.parameters.form = !form ? "none" : inUse(form) ? "typed" : "blank";
  if (form?.elements.for) detail.parameters.part = "1";
  const typed = form ?? correction();
  if (typed) Object.assign(detail.parameters, { seen: typed.elements.seen?.value ?? "", own: typed.dataset.after ?? "" });
});

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  const form = entryForm();
  if (!isOurs(xhr)) return event.preventDefault(); // do not show a captive portal's page
  if (elt === side() && xhr.status === 200) return void (elt.isConnected && renew(elt, xhr.responseText));
  if (["derivation", "evening", "event"].includes(elt.id) && xhr.status === 200 && !carriesOver(elt, xhr.responseText))
    return event.preventDefault();
  if (elt !== board() || asked !== "blank" || !form || !(isPressed("form#entry") || inUse(form)) || xhr.status !== 200) return;
  // the form has come into use since the poll was sent, or a finger is on it: a tap on a replaced element is lost
  event.preventDefault();
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
const dealOf = (form) =>
  [form.querySelector("[data-deal]")?.dataset.deal, form.elements.number?.value, form.elements.for?.value].join();

/** Keep forms in use and open parts of the menu when a poll brings a new menu; not without write access, nor for another deal. */
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "mend") return updateCorrection(detail);
  const [old, fresh] = [detail.target, detail.fragment.firstElementChild];
  if (old.matches("form.open") && fresh.matches("form") && dealOf(old) === dealOf(fresh)) fresh.classList.add("open");
  if (!fresh.matches("details#other")) return;
  detail.shouldSwap = ![...old.querySelectorAll("form")].some(inUse);
  for (const fold of [old, ...old.querySelectorAll("details")])
    (fold === old ? fresh : fresh.querySelector(`#${fold.id}`))?.toggleAttribute("open", fold.open);
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (!elt.matches(POLLS)) return;
  const { status } = detail.xhr;
  if (status === 204) stopRepeating();
  if (!isOurs(detail.xhr)) return dispatch({ type: "missed" });
  if (status === 403 || status === 404)
    return dispatch({ type: "barred", why: isOut(detail.xhr) ? words.shownOut : words.deleted });
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

/** Update digits and leader after a poll that brought numbers only, because a form is in use. */
function fitScore() {
  const shape = document.getElementById("board")?.dataset.shape;
  const seats = document.querySelector("#live .seats");
  if (!shape || !seats) return;
  seats.className = `seats ${shape}`;
  for (const seat of seats.children) seat.classList.toggle("leads", seat.querySelector(".now em") !== null);
}

document.body.addEventListener("drawn", fitScore);
fitScore();

if (board()) htmx.config.timeout = LONGEST;

// --- pages other than the score are redrawn after new entries; a page in use only says that there are some

const isBusy = (main) =>
  main.querySelector(".conflict") !== null || [...main.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);
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
  else redrawPage(main, page);
}

/** Load the new state of the page on a tap, and put back what was typed on it. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("#fresh a");
  if (!link) return;
  event.preventDefault();
  const page = await pageAt(location.href);
  if (!page) return say(document.body.dataset.away);
  const typed = [...document.querySelectorAll("main form")].filter(touched).map((form) => [pathOf(form), fieldsOf(form)]);
  redrawPage(document.querySelector("main"), page);
  for (const [path, fields] of typed) {
    const form = [...document.querySelectorAll("main form")].find((one) => pathOf(one) === path && hiddenOf(one, fields));
    if (form) fill(form, fields);
  }
});

/** True if the fields are of this form: two forms of a page may have the same address. */
const hiddenOf = (form, fields) =>
  ["kind", "option", "question"].every(
    (name) =>
      !form.elements[name] || form.elements[name].type !== "hidden" || form.elements[name].value === valueOf(fields, name),
  );

/** Keep the page, and poll on from the new state. */
function asksOn(main, fresh, news) {
  main.setAttribute("hx-get", fresh.getAttribute("hx-get"));
  htmx.process(main);
  if (!news) return;
  main.querySelector("#fresh")?.remove();
  main.prepend(document.adoptNode(news));
}

function redrawPage(main, page) {
  const open = [...main.querySelectorAll("details[open]")].map(keyOf);
  const focused = main.contains(document.activeElement) && document.activeElement.getAttribute("href");
  replace("main", page);
  const now = document.querySelector("main");
  for (const details of now.querySelectorAll("details")) details.open ||= open.includes(keyOf(details));
  if (focused) now.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  draw();
}
