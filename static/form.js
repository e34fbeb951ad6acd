// Read, fill and empty forms as lists of fields, and describe them in a line.

import { newId } from "./storage.js";

const ENVELOPE = ["entry_id", "seen", "after"]; // about the submission, not of it
const NEXT = "next"; // said of a deal beside which others were written meanwhile: it is none of them
const BESIDE = ["against", NEXT]; // said with it, and typed by nobody
const SAME_FORM = ["kind", "correct", "strike", "entry", "for", "option"]; // by these a form is found again

/** Join label and value; French sets the colon apart. */
const told = (label, value) => label.endsWith("?") ? `${label} ${value}` : (document.getElementById("words")?.dataset.told ?? "{label}: {value}").replace(/\{(\w+)\}/g, (_, name) => ({ label, value })[name]);

const isTick = (field) => field.type === "checkbox" || field.type === "radio";
const isTyped = (field) => field.name && field.type !== "hidden" && field.tagName !== "BUTTON" && field.tagName !== "FIELDSET";

function differs(field) {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    const usual = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]; // the browser shows the first
    return field.value !== usual?.value && field.value !== "";
  }
  return field.value !== field.defaultValue;
}

/** The fields that are not as they were drawn. */
export const changedIn = (form) => [...form.elements].filter((field) => isTyped(field) && differs(field));

/** True if somebody has begun to type. */
export const touched = (form) => changedIn(form).length > 0 || ("typed" in form.dataset && inWords(form) !== ""); // else it was emptied again

export const slotsOf = (of) => [...of.querySelectorAll("[data-winner]")]; // one for each trick

export const pathOf = (form) => new URL(form.action).pathname;

/** Give what is typed one name through every drawing, tab and try: whoever sends it, it is written once. */
export const nameOf = (form) => (form.dataset.name ??= newId());

/** Fields and the version they were drawn from, to tell an earlier question from the present one. */
export const stateOf = (form) => JSON.stringify([fieldsOf(form), form.elements.seen?.value]);

/** The entry's own fields, with the button that was tapped. */
export function fieldsOf(form, by) {
  const fields = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !ENVELOPE.includes(name));
  return by?.name ? [...fields, [by.name, by.value]] : fields;
}

export const valueOf = (fields, name) => fields.find(([one]) => one === name)?.[1];
const markOf = (url, fields) => JSON.stringify([url, ...SAME_FORM.map((name) => valueOf(fields, name) ?? null)]);

export const formOf = (submission) => [...document.forms].find((form) => form.method === "post" && markOf(pathOf(form), fieldsOf(form)) === markOf(submission.url, submission.fields));

export const canEdit = (form) => [...form.elements].some(isTyped);

const isOffered = (field) => !field.matches(":disabled"); // not of who sits this deal out
const hasPlace = (form, name, value) => [...form.elements].some((field) => field.name === name && isOffered(field) && (!isTick(field) || field.value === value));

/** Mark what is typed as a new deal, not one of those that others have written by now. */
export function isNext(form) {
  if (!form.elements[NEXT]) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: NEXT, value: "1" }));
}

/** True for the usual choice of nothing, which any form that has it sends: one that did not say it had no such choice. */
const isNone = (field) => field.type === "radio" && field.value === "" && field.defaultChecked;

/** Put fields back, with one change event as if typed. Returns those for which there is no place. */
export function fill(form, fields) {
  const homeless = [];
  const left = fields.map((pair) => [...pair]);
  const take = (name, value) => {
    const at = left.findIndex((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    return at < 0 ? undefined : left.splice(at, 1)[0][1];
  };
  for (const field of form.elements) {
    if (!isTyped(field) || !isOffered(field)) continue;
    if (isTick(field)) field.checked = take(field.name, field.value) !== undefined || (isNone(field) && valueOf(fields, field.name) === undefined);
    else {
      const value = take(field.name) ?? field.value;
      field.value = value;
      if (field.value === value && !field.selectedOptions?.[0]?.disabled) continue;
      field.value = "";
      homeless.push([field.name, value]); // a list that no longer offers it
    }
  }
  if (valueOf(fields, NEXT)) isNext(form);
  form.dataset.typed ??= "here";
  for (const details of form.querySelectorAll("details")) details.open ||= [...details.querySelectorAll("input, select")].some(differs);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  return [...homeless, ...left.filter(([name, value]) => value && !BESIDE.includes(name) && !hasPlace(form, name, value))];
}

/** Keep values without a place in the form as ticked boxes, in the words of the form they were typed in. */
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
  form.addEventListener("change", ({ target }) => giveWay(form, target));
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

/** A new answer replaces one kept without a place under the same name, except in lists, which have several. */
function giveWay(form, said) {
  if (!said.form || said.type === "checkbox" || said.name.endsWith("[]")) return;
  for (const tick of form.querySelectorAll(".homeless input")) if (tick.name === said.name) tick.closest("label").remove();
  for (const group of form.querySelectorAll(".homeless")) if (!group.querySelector("input")) group.remove();
}

/** Clear the preview: what the deal would do is not known any more. */
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

/** Empty the form, also of defaults that the server drew from what was typed. */
export function empty(form) {
  const asTyped = form.dataset.typed === ""; // by the server: its defaults are what was typed
  for (const known of ["name", "typed", "typedAs"]) delete form.dataset[known];
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

/** Return the label of a field, without what may be chosen in it. */
function labelOf(field) {
  const label = field.labels?.[0] ?? field.closest("label"); // a form that is in the page no more has no labels
  const parts = [...(label?.childNodes ?? [])].filter((node) => node !== field && !node.contains?.(field));
  return (field.ariaLabel ?? parts.map((node) => heldOf(node, field)).join("")).trim().replace(/\s+/g, " ");
}

/** Return the words of a label; of two names for a box, the one that applies after what its row did. */
function heldOf(node, field) {
  if (!node.querySelector?.(".other-unit")) return node.textContent;
  const unsaid = field.closest(".did") ? ":has(+ .other-unit)" : ".other-unit";
  return [...node.children].filter((one) => !one.matches(unsaid)).map((one) => one.textContent).join("");
}

/** Say what is ticked and for whom; a tapped row has its own word for it, beside the score. */
function tickOf(field, label, player) {
  const action = field.closest(".whether")?.querySelector(".unseen").textContent.trim().replace(/\s*:$/, "");
  const text = action ?? label;
  return !player || text.startsWith(player) ? text : told(player, text);
}

function phrase(field) {
  const player = field.closest("[data-player]")?.dataset.player;
  const label = labelOf(field);
  if (isTick(field)) return field.checked && field.value !== "" ? tickOf(field, label, player) : ""; // a choice of nothing says nothing
  if (field.value === "") return "";
  if (field.closest(".slots")) return field.value;
  if (field.tagName === "SELECT") return field.value === "#" ? "" : told(label || player, field.selectedOptions[0].text.trim()); // how many stands beside it
  return told(label || player, field.value);
}

/** Say what was typed in a line: for people who see it waiting, and for copying. */
export const inWords = (form) => [...form.elements].filter(isTyped).map(phrase).filter(Boolean).join(", ");
