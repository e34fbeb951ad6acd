// Forms as lists of fields: read, fill and empty them, describe them in a line, and show what the server says of them.

import { isOurs } from "./api.js";
import { correction, entryForm, seenNow } from "./dom.js";
import { newId } from "./storage.js";

const ENVELOPE = ["entry_id", "seen", "after"]; // fields about the submission, not part of the entry
const NEXT = "next"; // the field that marks a deal as a new one, not one of those that others wrote meanwhile
const BESIDE = ["against", NEXT]; // fields set by scripts, not typed
const SAME_FORM = ["kind", "correct", "strike", "entry", "for", "option"]; // the fields that identify a form

/** Join label and value by a colon, with a space before it in French. */
const told = (label, value) =>
  label.endsWith("?")
    ? `${label} ${value}`
    : (document.getElementById("words")?.dataset.told ?? "{label}: {value}").replace(
        /\{(\w+)\}/g,
        (_, name) => ({ label, value })[name],
      );

export const isTick = (field) => field.type === "checkbox" || field.type === "radio";
const isTyped = (field) => field.name && field.type !== "hidden" && field.tagName !== "BUTTON" && field.tagName !== "FIELDSET";

function differs(field) {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    // the browser selects the first by default
    const usual = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return field.value !== usual?.value && field.value !== "";
  }
  return field.value !== field.defaultValue;
}

/** Return the fields that differ from when the form was drawn. */
export const changedIn = (form) => [...form.elements].filter((field) => isTyped(field) && differs(field));

/** True if something was typed, and the form was not emptied again. */
export const touched = (form) => changedIn(form).length > 0 || ("typed" in form.dataset && inWords(form) !== "");

/** True if a form must not be redrawn: something is typed in it, or a field has the focus or is filled by the keys. */
export const inUse = (form) =>
  touched(form) ||
  form.querySelector("[data-box].active") !== null ||
  (form.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"));

export const slotsOf = (of) => [...of.querySelectorAll("[data-winner]")]; // one for each trick

export const pathOf = (form) => new URL(form.action).pathname;

/** Return the id of what is typed, the same after redraws, in other tabs and on retries, so that it is written once. */
export const idOf = (form) => (form.dataset.entryId ??= newId());

/** Return the fields with the version they were drawn from, to tell whether a response is about the current state. */
export const stateOf = (form) => JSON.stringify([fieldsOf(form), form.elements.seen?.value]);

/** Return the fields of the entry, with the button that was tapped. */
export function fieldsOf(form, by) {
  const fields = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !ENVELOPE.includes(name));
  return by?.name ? [...fields, [by.name, by.value]] : fields;
}

export const valueOf = (fields, name) => fields.find(([one]) => one === name)?.[1];
export const isNewDeal = ({ fields }) => valueOf(fields, "kind") === "deal" && valueOf(fields, "correct") === undefined;
const markOf = (url, fields) => JSON.stringify([url, ...SAME_FORM.map((name) => valueOf(fields, name) ?? null)]);

export const formOf = (submission) =>
  [...document.forms].find(
    (form) => form.method === "post" && markOf(pathOf(form), fieldsOf(form)) === markOf(submission.url, submission.fields),
  );

export const canEdit = (form) => [...form.elements].some(isTyped);

const isOffered = (field) => !field.matches(":disabled"); // not disabled, as for players who sit out
const hasPlace = (form, name, value) =>
  [...form.elements].some((field) => field.name === name && isOffered(field) && (!isTick(field) || field.value === value));

/** Mark what is typed as a new deal, not one of those that others wrote meanwhile. */
export function isNext(form) {
  if (!form.elements[NEXT])
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: NEXT, value: "1" }));
}

/** True for the default choice of nothing; fields without this name mean the same. */
const isNone = (field) => field.type === "radio" && field.value === "" && field.defaultChecked;

/** Put fields back, with one change event as if typed. Return those that do not fit into the form. */
export function fill(form, fields) {
  const homeless = [];
  const left = fields.map((pair) => [...pair]);
  const take = (name, value) => {
    const at = left.findIndex((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    return at < 0 ? undefined : left.splice(at, 1)[0][1];
  };
  for (const field of form.elements) {
    if (!isTyped(field) || !isOffered(field)) continue;
    if (isTick(field))
      field.checked = take(field.name, field.value) !== undefined || (isNone(field) && valueOf(fields, field.name) === undefined);
    else {
      const value = take(field.name) ?? field.value;
      field.value = value;
      if (field.value === value && !field.selectedOptions?.[0]?.disabled) continue;
      field.value = "";
      homeless.push([field.name, value]); // the list no longer has this option
    }
  }
  if (valueOf(fields, NEXT)) isNext(form);
  form.dataset.typed ??= "here";
  for (const details of form.querySelectorAll("details"))
    details.open ||= [...details.querySelectorAll("input, select")].some(differs);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  return [...homeless, ...left.filter(([name, value]) => value && !BESIDE.includes(name) && !hasPlace(form, name, value))];
}

/** Keep values that do not fit into the form as ticked boxes, labelled as in the form they were typed in. */
export function keepBeside(form, pairs, typed, title) {
  const place = form.querySelector(".asks");
  if (!pairs.length || !place) return;
  const group = place.appendChild(Object.assign(document.createElement("fieldset"), { className: "chips homeless" }));
  group.append(Object.assign(document.createElement("legend"), { textContent: title }));
  for (const [name, value] of pairs) {
    const was = [...(typed?.elements ?? [])].find((field) => field.name === name && field.value === value);
    const player = form.querySelectorAll(".seat[data-player]")[/\[@(\d+)\]/.exec(name)?.[1]]?.dataset.player;
    const said = (was && phrase(was)) || (player ? told(player, value) : value);
    const text = Object.assign(document.createElement("span"), { textContent: said });
    const tick = Object.assign(document.createElement("input"), { type: "checkbox", name, value, checked: true });
    const label = group.appendChild(document.createElement("label"));
    label.append(tick, text);
  }
  form.addEventListener("change", ({ target }) => dropKept(form, target));
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Let a new answer replace a kept value of the same name, except in lists, which can have several. */
function dropKept(form, said) {
  if (!said.form || said.type === "checkbox" || said.name.endsWith("[]")) return;
  for (const tick of form.querySelectorAll(".homeless input")) if (tick.name === said.name) tick.closest("label").remove();
  for (const group of form.querySelectorAll(".homeless")) if (!group.querySelector("input")) group.remove();
}

/** Empty the form, including defaults that the server set to what was typed. */
export function empty(form) {
  const asTyped = form.dataset.typed === ""; // the server has drawn it with what was typed as defaults
  for (const known of ["entryId", "typed", "typedAs"]) delete form.dataset[known];
  form.querySelector(".homeless")?.remove();
  for (const name of BESIDE) form.elements[name]?.remove();
  form.reset();
  for (const field of asTyped ? form.elements : []) {
    if (!isTyped(field)) continue;
    if (isTick(field)) field.checked = field.defaultChecked = false;
    else if (field.tagName === "SELECT") {
      for (const option of field.options) option.defaultSelected = false;
      field.selectedIndex = 0;
    } else field.value = field.defaultValue = "";
  }
  clearPreview(form);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  delete form.dataset.typed;
}

/** Return the label of a field, without its options. */
function labelOf(field) {
  const label = field.labels?.[0] ?? field.closest("label"); // a form that was removed from the page has no `labels`
  const parts = [...(label?.childNodes ?? [])].filter((node) => node !== field && !node.contains?.(field));
  return (field.ariaLabel ?? parts.map((node) => heldOf(node, field)).join("")).trim().replace(/\s+/g, " ");
}

/** Return the text of a label; of two names for a box, the one that applies to its row now. */
function heldOf(node, field) {
  if (!node.querySelector?.(".other-unit")) return node.textContent;
  const unsaid = field.closest(".did") ? ":has(+ .other-unit)" : ".other-unit";
  return [...node.children]
    .filter((one) => !one.matches(unsaid))
    .map((one) => one.textContent)
    .join("");
}

/** Return in words what is ticked and for whom; a tapped row has its own word for it. */
function tickOf(field, label, player) {
  const action = field.closest(".whether")?.querySelector(".unseen").textContent.trim().replace(/\s*:$/, "");
  const text = action ?? label;
  return !player || text.startsWith(player) ? text : told(player, text);
}

function phrase(field) {
  const player = field.closest("[data-player]")?.dataset.player;
  const label = labelOf(field);
  // a choice of nothing is left out
  if (isTick(field)) return field.checked && field.value !== "" ? tickOf(field, label, player) : "";
  if (field.value === "") return "";
  if (field.closest(".slots")) return field.value;
  // the number beside it is a field of its own
  if (field.tagName === "SELECT") return field.value === "#" ? "" : told(label || player, field.selectedOptions[0].text.trim());
  return told(label || player, field.value);
}

/** Return what was typed as a line of text: for waiting rows and for copying. */
export const inWords = (form) => [...form.elements].filter(isTyped).map(phrase).filter(Boolean).join(", ");

// --- the preview of the deal in the form, shown under Save and in the rows

/** Clear the preview. */
export function clearPreview(form) {
  for (const said of form.querySelectorAll("#preview, .to, .corrected td, #elsewhere")) said.replaceChildren();
}

/** Mark the preview as out of date. */
export function markPreviewStale(form) {
  const said = form.querySelector("#preview");
  const missing = said?.querySelector(".missing");
  if (said?.textContent.trim()) (missing ?? said).textContent = "…";
  for (const to of form.querySelectorAll(".to, #swap")) to.replaceChildren();
}

let previewed = ""; // the state of the form for which the preview was requested
let previewPlace = null; // the element of the last repeated request
let previewSheet = null; // the version of the match at the last repeated request
let isReady = false; // true once htmx has started

document.body.addEventListener("htmx:configRequest", ({ detail: { elt } }) => {
  if (elt.id !== "preview") return;
  previewed = stateOf(elt.closest("form"));
  // on the element itself, because after a redraw it is no longer in the page
  elt.addEventListener("htmx:beforeOnLoad", dropLate);
});

/** Ask for the preview on top of the entries that this page has saved since the form was drawn. */
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = detail.elt.closest("#preview")?.closest("form");
  if (form?.dataset.after) detail.parameters.after = form.dataset.after;
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
export function previewAgain() {
  const form = entryForm() ?? correction();
  const where = form?.querySelector("#preview");
  if (!isReady || !where || !touched(form) || "sent" in form.dataset) return;
  if (where === previewPlace && previewSheet === seenNow()) return;
  [previewPlace, previewSheet] = [where, seenNow()];
  form.dispatchEvent(new Event("opened"));
}

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
  for (const question of document.querySelectorAll("#entry [data-triggered]"))
    askTriggered(question, triggered[question.dataset.triggered] ?? []);
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
