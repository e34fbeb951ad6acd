// What an answer of the server shows: what is done, or what is wrong.

import { forgetFault } from "./fault.js";
import { touched } from "./form.js";
import { letGo, say } from "./saying.js";
import { board, draw, entryForm, words } from "./sight.js";
import { tabKept } from "./storage.js";
import * as touch from "./touch.js";

export function replace(selector, page) {
  const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
  if (!old || !fresh) return false;
  const asks = board();
  if (selector === "#live") keepTyped(old, fresh);
  old.replaceWith(document.adoptNode(fresh));
  htmx.process(document.querySelector(selector));
  if (asks && !asks.isConnected) giveUp(asks);
  return true;
}

/** What is half typed beside the score stays in its form; what is offered there besides is drawn anew. */
function keepTyped(old, fresh) {
  const kindOf = (form) => form.elements.kind?.value;
  const typed = [...old.querySelectorAll("#other form")].filter(touched);
  for (const form of typed) [...fresh.querySelectorAll("#other form")].find((one) => kindOf(one) === kindOf(form))?.replaceWith(form);
  if (typed.length) fresh.querySelector("#other")?.toggleAttribute("open", old.querySelector("#other").open);
}

/** A poll asked before this answer knows less than it: its news would drown what is said now, and its form is an old one. */
const giveUp = (elt) => document.body.dispatchEvent(new CustomEvent("htmx:abort", { detail: { elt } }));

export function showDone({ page, redirected, url }, outcome) {
  const told = (page.querySelector(".done") ?? page.getElementById("status"))?.textContent.trim() || (outcome === "same" ? words.same : words.saved);
  const here = redirected && new URL(url).pathname === location.pathname;
  if (!(here ? replace("main", page) : !redirected && replace("#live", page))) {
    tabKept.set("told", told);
    return location.assign(redirected ? url : words.home);
  }
  if (outcome === "written") document.querySelector("#lines tbody tr:not(.remark)")?.classList.add("drying");
  replace("#saved", page);
  draw();
  say(told); // also where what is typed beside it has been put back
  scrollTo(0, 0);
  if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true }); // Save is gone: not back to the top of all
  touch.saved();
}

export function showFault(form, { page }) {
  touch.refused();
  letGo(); // of what was saved before it
  say("");
  const fault = page.querySelector("#wrong");
  const beside = form && form !== entryForm() && !form.elements.correct && fault;
  if (beside) {
    forgetFault(form);
    form.prepend(document.adoptNode(fault));
    mark(form, page);
  } else if (!(page.querySelector("main") ? replace("main", page) : replace("#live", page) || replace("#entry", page))) return say(fault?.textContent);
  drawnNow(fault);
  draw();
  const news = document.querySelector(".race h2, #wrong");
  const isAtFault = document.activeElement.matches(":is(#entry :is(input, select), [aria-describedby=wrong])") && !document.querySelector(".race");
  if (isAtFault && isInSight(news)) return;
  if (!isAtFault) news?.focus({ preventScroll: true });
  news?.scrollIntoView({ block: "center" });
}

function isInSight(element) {
  const box = element?.getBoundingClientRect();
  return !box || (box.top >= 0 && box.bottom <= innerHeight);
}

/** What was typed stays in the form as it was; its fields are marked as those of the answer are, and the first is in focus. */
function mark(form, page) {
  const named = (one) => [...form.elements].filter(({ name }) => name === one.name);
  const marked = [...page.querySelectorAll("[aria-describedby=wrong]")].flatMap((one) => named(one).map((field) => [field, one]));
  for (const [field, { ariaInvalid }] of marked) {
    field.ariaInvalid = ariaInvalid;
    field.setAttribute("aria-describedby", "wrong");
  }
  form.inert = false; // no field of one that is being sent takes the focus
  marked[0]?.[0].focus();
}

/** The form of a refusal is drawn for where the sheet stands: drawn once more, it would no longer say what is wrong. */
function drawnNow(fault) {
  const form = entryForm();
  const now = document.getElementById("meanwhile")?.dataset.seen;
  if (now && form?.contains(fault)) form.dataset.position = now;
}
