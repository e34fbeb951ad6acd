// Choose between two versions of an entry; what was typed stays in its form until then.

import { entryForm, match, openConflict, submissionForms } from "./dom.js";
import { empty, inWords, valueOf } from "./form.js";
import { waiting } from "./outbox_rows.js";
import { draftOf, keepDraft } from "./storage.js";

/** Return the submission of the open conflict, as it was typed; null if there is none. */
export function compared() {
  if (!openConflict()) return null;
  const row = waiting(openConflict().dataset.mends);
  const asked = row?.asked ?? row ?? draftOf(match);
  const kind = openConflict().querySelector("[name=kind]")?.value ?? "deal";
  return asked && valueOf(asked.fields, "kind") === kind ? asked : null;
}

/** Store the compared submission as the draft while the conflict is open, so that a reload asks again. */
export const withCompared = (submission) => ({
  ...submission,
  seen: compared()?.seen ?? submission.seen,
  undone: draftOf(match)?.undone,
  step: draftOf(match)?.step,
  of: draftOf(match)?.of,
});

/** Add the compared submission to the choice, so that the conflict can be shown again if the choice fails. */
export function chosen(form, submission) {
  const old = waiting(form.dataset.mends);
  const asked = compared();
  if (asked) keepDraft(match, null);
  const what = old
    ? { ...old.what, mend: old.what.mend && !form.elements.correct }
    : { ...submission.what, text: submission.what.text || asked?.what.text || "" };
  return { ...submission, asked, what };
}

/** Mark the root for the style sheet, because the choices cover the tabs and the bar. */
export const markConflict = () => document.documentElement.classList.toggle("deciding", openConflict() !== null);

/** True if the compared submission is of the form's kind. */
const isOfSameKind = (form) => (openConflict().querySelector("[name=kind]")?.value ?? "deal") === form.elements.kind?.value;

function close() {
  openConflict().remove();
  markConflict();
}

/** Put the compared submission back into the deal form, as the next deal; the form says what is missing. */
export function asNextDeal(choice) {
  const form = entryForm();
  const asked = compared();
  if (asked) form.dataset.entryId = asked.id; // the same id as in other tabs
  form.elements.seen.value = choice.elements.seen.value;
  close();
  form.inert = false;
  return form;
}

/** Close a conflict between deals when the page has no deal form any more; the submission stays as the draft. */
export function closeWithoutForm() {
  if (openConflict()?.querySelector("[data-next-deal]") && !entryForm()) close();
}

/** Close a decided conflict and empty its form, so that it is not decided or written twice. */
export function closeDecided() {
  const form = entryForm();
  if (!openConflict()) return;
  const isOfForm = !form || isOfSameKind(form);
  close();
  if (!isOfForm) return; // the form holds something else
  keepDraft(match, null);
  if (!form) return;
  delete form.dataset.mends;
  empty(form); // until the next poll draws the form of the next deal
}

/** If the compared submission waits before others, give the choice its id and its place among them. */
export function keepUndecided(id) {
  if (!waiting(id)) return;
  const form = entryForm();
  // else the form holds something else
  const isOfForm = form && valueOf(waiting(id).fields, "kind") === form.elements.kind?.value;
  if (isOfForm || !form) keepDraft(match, null); // it has a row
  for (const place of [isOfForm && form, ...document.querySelectorAll(".conflict, .conflict form")])
    if (place) Object.assign(place.dataset, { mends: id, entryId: id }); // there may be no form
}

/** Empty every form whose content was written meanwhile, also by another tab; changed content is another deal. */
export function clearWritten(id, text) {
  if (compared()?.id === id) closeDecided();
  for (const form of submissionForms()) {
    if (form.dataset.entryId !== id || form.dataset.sent) continue;
    const isAnother = inWords(form) !== text;
    delete form.dataset.entryId;
    if (isAnother) continue;
    empty(form);
    form.classList.remove("open");
  }
  if (draftOf(match)?.id === id) keepDraft(match, null);
}
