// Show the server's answers: the new sheet, a refusal, or a redrawn form with what was typed in it.

import { post } from "./api.js";
import { board, draw, entryForm, lifted, match, openConflict } from "./dom.js";
import { say, stopRepeating, vibrateRefused, vibrateSaved, words } from "./dom.js";
import { fieldsOf, fill, formOf, keepBeside, pathOf, stateOf, touched, valueOf } from "./form.js";
import { activate, boxesOf, carryOver, resume } from "./keypad.js";
import { dispatch, queue } from "./outbox_rows.js";
import { draftOf, keepDraft, keepSubmission, submissionsOf, tabStorage } from "./storage.js";

let isLeft = false; // true after what was typed was dropped and another page is being loaded: then no draft is stored any more

export const isLeaving = () => isLeft;
export const setLeaving = (is) => (isLeft = is);

/** Redraw a form in use for the current state of the match, with the new dealer and what was typed. */
export async function redrawForNews() {
  const form = entryForm();
  const news = document.getElementById("newer-entries");
  if (!form?.dataset.refresh || openConflict() || !news || news.hidden || form.dataset.position === news.dataset.seen) return;
  form.dataset.position = news.dataset.seen;
  // deals wait before this one: the question which deal it is comes for them first
  const isBehind = document.body.hasAttribute("data-ahead");
  // the form will ask which deal it is
  if (!isBehind) form.dataset.typedAs ??= form.querySelector("[data-deal]")?.dataset.deal ?? "";
  await redrawForm(form, fieldsOf(form));
}

/** Let the server draw the form for these fields; it may ask for more of them. */
export async function redrawForm(form, fields) {
  const asked = stateOf(form);
  const answer = await post(form.dataset.refresh, [...fields, ["seen", form.elements.seen.value], ["after", form.dataset.after]]);
  await lifted("form#entry");
  const fresh = answer?.page.querySelector("form#entry");
  if (!answer || !form.isConnected || form.dataset.sent || isLeft) return;
  if (stateOf(form) !== asked) return redrawForm(form, fieldsOf(form)); // something was typed meanwhile: redraw again
  if (answer.outcome === "same") {
    keepDraft(match, null);
    return showDone(answer, "same");
  }
  if (!fresh) return;
  const focused = document.activeElement;
  const at = [...form.elements].indexOf(focused);
  const { name, selectionStart, selectionEnd } = focused;
  Object.assign(fresh.dataset, { ...form.dataset, ...fresh.dataset });
  replace("#entry", answer.page);
  carryOver(form, fresh);
  draw();
  keepBeside(fresh, fill(fresh, fields), form, words.noPlace);
  const same =
    fresh.elements[at]?.name === name
      ? fresh.elements[at]
      : [...fresh.elements].find((field) => at >= 0 && name && field.name === name);
  same?.focus({ preventScroll: true });
  if (same?.selectionEnd != null) same.setSelectionRange(selectionStart, selectionEnd);
  draw();
}

/** Put what is typed in a row: `aside` if another deal takes its form, `otherwise` if the table has no such form now. */
export function setAside(typed, kind = "aside") {
  keepSubmission(match, { ...typed, trouble: { kind } });
  keepDraft(match, null);
  dispatch({ type: "stored", queue: submissionsOf(match) });
}

export function restore() {
  const draft = draftOf(match);
  const form = entryForm();
  if (!draft || !form || openConflict()) return;
  if (touched(form)) return void (form.dataset.entryId ??= draft.id); // the server has drawn the form with the draft
  // the draft is of another player's form, or the table has another kind of form now
  if (formOf(draft) !== form) return setAside(draft, draft.url === pathOf(form) ? "aside" : "otherwise");
  form.dataset.entryId = draft.id;
  if (draft.mends) form.dataset.mends = draft.mends;
  if (form.elements.seen) form.elements.seen.value = draft.seen; // if newer entries exist, the server compares them
  form.dataset.after = draft.after.join(" ");
  // a player's part of another deal: the server decides whether it fits this deal
  if (valueOf(draft.fields, "number") !== form.elements.number?.value) return void redrawForm(form, draft.fields);
  const left = fill(form, draft.fields);
  resume(form);
  keepBeside(form, left, null, words.noPlace);
  if (touched(form)) say(words.restored); // the form may be empty
  const now = document.getElementById("newer-entries")?.dataset.seen;
  const hasGoneOn = now && ![draft.seen, form.dataset.position].includes(now);
  if (hasGoneOn && !queue().length) form.dataset.typedAs = draft.what.title.match(/\d+/)?.[0] ?? "";
  // there are newer entries, or the typed values need more fields
  if ((hasGoneOn || left.length) && !queue().length) redrawForm(form, fieldsOf(form));
}

// --- answers of the server: saved or refused

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

/** Keep the forms of the menu in which something is typed; the others are redrawn. */
function keepTyped(old, fresh) {
  const kindOf = (form) => form.elements.kind?.value;
  const typed = [...old.querySelectorAll("#other form")].filter(touched);
  for (const form of typed)
    [...fresh.querySelectorAll("#other form")].find((one) => kindOf(one) === kindOf(form))?.replaceWith(form);
}

/** Abort a poll that was sent before this answer, because its form is older. */
const giveUp = (elt) => document.body.dispatchEvent(new CustomEvent("htmx:abort", { detail: { elt } }));

export function showDone({ page, redirected, url }, outcome) {
  const told =
    (page.querySelector(".done") ?? page.getElementById("status"))?.textContent.trim() ||
    (outcome === "same" ? words.same : words.saved);
  const here = redirected && new URL(url).pathname === location.pathname;
  if (!(here ? replace("main", page) : !redirected && replace("#live", page))) {
    tabStorage.set("told", told);
    return location.assign(redirected ? url : words.home);
  }
  if (outcome === "written") document.querySelector("#lines tbody tr:not(.remark)")?.classList.add("drying");
  replace("#saved", page);
  draw();
  say(told); // after draw(), which may have said that a draft was restored
  scrollTo(0, 0);
  // the focused Save button is gone
  if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
  vibrateSaved();
}

export function showFault(form, { page }) {
  vibrateRefused();
  stopRepeating(); // the repeated text is about an earlier entry
  say("");
  const fault = page.querySelector("#wrong");
  const beside = form && form !== entryForm() && !form.elements.correct && fault;
  if (beside) {
    forgetFault(form);
    form.prepend(document.adoptNode(fault));
    mark(form, page);
  } else if (!(page.querySelector("main") ? replace("main", page) : replace("#live", page) || replace("#entry", page)))
    return say(fault?.textContent);
  drawnNow(fault);
  draw();
  const news = document.querySelector(".conflict h2, #wrong");
  const isAtFault =
    document.activeElement.matches(":is(#entry :is(input, select), [aria-describedby=wrong])") &&
    !document.querySelector(".conflict");
  if (isAtFault && isInSight(news)) return;
  if (!isAtFault) news?.focus({ preventScroll: true });
  news?.scrollIntoView({ block: "center" });
}

function isInSight(element) {
  const box = element?.getBoundingClientRect();
  return !box || (box.top >= 0 && box.bottom <= innerHeight);
}

/** Mark the same fields as wrong as in the answer, and focus the first; what was typed stays in the form. */
function mark(form, page) {
  const named = (one) => [...form.elements].filter(({ name }) => name === one.name);
  const marked = [...page.querySelectorAll("[aria-describedby=wrong]")].flatMap((one) => named(one).map((field) => [field, one]));
  for (const [field, { ariaInvalid }] of marked) {
    field.ariaInvalid = ariaInvalid;
    field.setAttribute("aria-describedby", "wrong");
  }
  form.inert = false; // fields of an inert form cannot be focused
  marked[0]?.[0].focus();
}

/** Note that the form of a refusal is up to date: a further redraw would remove the refusal. */
function drawnNow(fault) {
  const form = entryForm();
  const now = document.getElementById("newer-entries")?.dataset.seen;
  if (now && form?.contains(fault)) form.dataset.position = now;
}

// --- the wrong field keeps the focus and stays visible until something is typed

let focused = null; // the refusal that was last brought into focus

export function focusFault(of) {
  const wrong = document.getElementById("wrong");
  if (!wrong || wrong === focused || wrong.closest("#other")) return; // the forms of the menu focus their own fields
  focused = wrong;
  const { field = "", player } = wrong.dataset;
  // the name of a player's field may end with a seat
  const named = field ? of.querySelector(["", "[@]"].map((whose) => `[name="${CSS.escape(field + whose)}"]`)) : null;
  const row = [...of.querySelectorAll("[data-player]")].find((one) => one.dataset.player === player);
  const folded = named?.closest("details.rare");
  if (folded) folded.open = true;
  const box = named?.matches("[data-box]")
    ? named
    : !folded && row && (boxesOf(row).find((one) => one.value === "") ?? boxesOf(row)[0]);
  if (box) activate(box);
  else activate(null);
  if (!box) (named || row?.querySelector("input, select, button:not([hidden])") || wrong).focus({ preventScroll: true });
  wrong.scrollIntoView({ block: "nearest" });
  if (folded) named.scrollIntoView({ block: "nearest" });
  if (box) uncover(of, box);
}

/** Remove the refusal, because something was typed. */
export function forgetFault(of) {
  of.querySelector("#wrong")?.remove();
  for (const field of of.querySelectorAll("[aria-describedby='wrong']")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/** Scroll so that the form's lower part does not cover the wrong box. */
function uncover(of, box) {
  const tools = of.querySelector(".deal-form");
  const hidden = box.getBoundingClientRect().bottom + 8 - tools.getBoundingClientRect().top;
  if (
    getComputedStyle(tools).position === "fixed" &&
    hidden > 0 &&
    box.getBoundingClientRect().right > tools.getBoundingClientRect().left
  )
    scrollBy(0, hidden);
}
