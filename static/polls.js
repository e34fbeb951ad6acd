// Polls: only an answer of ours counts, and a form in use is left alone.

import { inUse, isPressed } from "./hands.js";
import { mendAnew } from "./mending.js";
import { happen, isBarred } from "./running.js";
import { letGo, say } from "./saying.js";
import { POLLS, board, correction, draw, entryForm, hasPen, match, poll, side, words } from "./sight.js";
import { isOurs, isOut } from "./transport.js";

export const LONGEST = 5000; // ms that a poll may take
let asked = "none"; // how the last poll found the form

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = entryForm();
  if (detail.elt !== board() || detail.elt === side()) return;
  if (hasPen()) detail.parameters.pen = "1";
  asked = detail.parameters.form = !form ? "none" : inUse(form) ? "typed" : "blank";
  if (form?.elements.for) detail.parameters.part = "1";
  const typed = form ?? correction();
  if (typed) Object.assign(detail.parameters, { seen: typed.elements.seen?.value ?? "", own: typed.dataset.after ?? "" });
});

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  const form = entryForm();
  if (!isOurs(xhr)) return event.preventDefault(); // a portal's page is put nowhere
  if (elt === side() && xhr.status === 200) return void import("./sides.js").then(({ renew }) => elt.isConnected && renew(elt, xhr.responseText));
  if (elt.id === "derivation" && xhr.status === 200 && !carriesOver(elt, xhr.responseText)) return event.preventDefault();
  if (elt !== board() || asked !== "blank" || !form || !(isPressed("form#entry") || inUse(form)) || xhr.status !== 200) return;
  event.preventDefault(); // somebody has begun to type since it was asked, or is about to: a tap on what has gone is lost
  setTimeout(poll);
});

let carried = []; // forms under an entry in which somebody types, while what stands above them is drawn anew
let focused = null;
const formLike = (form, page) => page.querySelector(`#derivation form[action="${CSS.escape(form.getAttribute("action"))}"]`);

function carriesOver(elt, text) {
  carried = [...elt.querySelectorAll("form")].filter(inUse);
  focused = document.activeElement;
  const page = carried.length ? new DOMParser().parseFromString(text, "text/html") : null;
  return carried.every((form) => formLike(form, page));
}

document.body.addEventListener("htmx:afterSwap", () => {
  for (const form of carried) formLike(form, document)?.replaceWith(form);
  if (carried.some((form) => form.contains(focused))) focused.focus({ preventScroll: true });
  carried = [];
});

/** What is half typed beside the deals stays, and what is open stays open, while news bring other offers; not without the pen, nor for another deal. */
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "mend") return mendAnew(detail);
  const [old, fresh] = [detail.target, detail.fragment.firstElementChild];
  if (old.matches("form.open") && fresh.querySelector(`[data-deal="${old.querySelector("[data-deal]")?.dataset.deal}"]`)) fresh.classList.add("open");
  if (!fresh.matches("details#other")) return;
  detail.shouldSwap = ![...old.querySelectorAll("form")].some(inUse);
  fresh.toggleAttribute("open", old.hasAttribute("open"));
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (!elt.matches(POLLS)) return;
  const { status } = detail.xhr;
  if (status === 204) letGo();
  if (!isOurs(detail.xhr)) return happen({ type: "missed" });
  if (status === 403 || status === 404) return happen({ type: "barred", why: isOut(detail.xhr) ? words.shownOut : words.deleted });
  happen({ type: isBarred() || penGiven() ? "admitted" : "heard" });
});

const mayWrite = () => document.querySelector("#pens[data-mine]") !== null;
let mightWrite = mayWrite();

/** Told in a word: of a form alone nobody hears who does not look there. */
function penGiven() {
  const isGiven = mayWrite() && !mightWrite;
  mightWrite = mayWrite();
  if (isGiven) say(words.mayWrite);
  return isGiven;
}

for (const kind of ["htmx:afterSwap", "htmx:afterSettle"]) document.body.addEventListener(kind, draw); // at once: no row is out of use for a moment

if (match) htmx.config.timeout = LONGEST;
