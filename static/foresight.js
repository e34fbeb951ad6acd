// What the deal in the form would do: asked of the server while somebody types, and said under Save and in the rows.

import { stateOf, touched, unforetold } from "./form.js";
import { entryForm, seenNow } from "./sight.js";
import { isOurs } from "./transport.js";

let asked = ""; // the form, as it was asked about
let place = null; // where it was to be said
let sheet = null; // the version of the sheet on which it was to be done
let hears = false; // whether htmx is there to ask

document.body.addEventListener("htmx:configRequest", ({ detail: { elt } }) => {
  if (elt.id !== "preview") return;
  asked = stateOf(elt.closest("form"));
  elt.addEventListener("htmx:beforeOnLoad", dropLate); // of itself: drawn anew it hangs in no page
});

/** A preview of what was typed before, or of a deal that is on its way: on the sheet by now it would count twice. */
function dropLate(event) {
  const form = event.target.closest("form");
  if (!form.isConnected || "sent" in form.dataset || stateOf(form) !== asked) event.preventDefault();
}

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt.id === "preview" && !isOurs(detail.xhr) && entryForm()) unforetold(entryForm());
});

/** What was typed before the form was drawn, or before the sheet went on, nobody types once more: it is asked about anew. */
function askAnew() {
  const form = entryForm();
  const where = form?.querySelector("#preview");
  if (!hears || !where || !touched(form) || "sent" in form.dataset) return;
  if (where === place && sheet === seenNow()) return;
  [place, sheet] = [where, seenNow()];
  form.dispatchEvent(new Event("opened"));
}

document.body.addEventListener("drawn", askAnew);
document.addEventListener("DOMContentLoaded", () => {
  hears = true;
  askAnew();
});
