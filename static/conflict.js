// Choose between two versions of an entry; what was typed stays in its form meanwhile.

import { entryForm, match, openConflict, submissionForms } from "./dom.js";
import { empty, inWords, valueOf } from "./form.js";
import { waiting } from "./outbox_rows.js";
import { draftOf, keepDraft } from "./storage.js";

/** Return the submission that is being compared, as it was typed; null if none is. */
export function compared() {
  if (!openConflict()) return null;
  const row = waiting(openConflict().dataset.mends);
  const asked = row?.asked ?? row ?? draftOf(match);
  const kind = openConflict().querySelector("[name=kind]")?.value ?? "deal";
  return asked && valueOf(asked.fields, "kind") === kind ? asked : null;
}

/** Keep what is compared as the draft while the conflict is open, so that a reload asks again. */
export const withCompared = (submission) => ({ ...submission, seen: compared()?.seen ?? submission.seen, undone: draftOf(match)?.undone, step: draftOf(match)?.step, of: draftOf(match)?.of });

/** Add what was compared to the choice, so that it can be asked again if the choice cannot be written. */
export function chosen(form, submission) {
  const old = waiting(form.dataset.mends);
  const asked = compared();
  if (asked) keepDraft(match, null);
  const what = old ? { ...old.what, mend: old.what.mend && !form.elements.correct } : { ...submission.what, text: submission.what.text || asked?.what.text || "" };
  return { ...submission, asked, what };
}

/** Mark the root for the style sheet: the choices lie where the tabs and the bar are. */
export const markConflict = () => document.documentElement.classList.toggle("deciding", openConflict() !== null);

/** True if what is compared is of the kind that a form writes. */
const isOfSameKind = (form) => (openConflict().querySelector("[name=kind]")?.value ?? "deal") === form.elements.kind?.value;

function close() {
  openConflict().remove();
  markConflict();
}

/** Give what was typed back to the deal form as the next deal; the form says what is missing. */
export function asNextDeal(choice) {
  const form = entryForm();
  const asked = compared();
  if (asked) form.dataset.name = asked.id; // under which it stands in other tabs too
  form.elements.seen.value = choice.elements.seen.value;
  close();
  form.inert = false;
  return form;
}

/** Close a conflict between deals when the deal form has gone: what was compared stays as the draft. */
export function closeWithoutForm() {
  if (openConflict()?.querySelector("[data-next-deal]") && !entryForm()) close();
}

/** Close a decided conflict and empty its form, so that nothing is decided or written twice. */
export function closeDecided() {
  const form = entryForm();
  if (!openConflict()) return;
  const isOfForm = !form || isOfSameKind(form);
  close();
  if (!isOfForm) return; // what is typed there is something else
  keepDraft(match, null);
  if (!form) return;
  delete form.dataset.mends;
  empty(form); // until the next poll draws that of the deal that comes now
}

/** While it still waits before others, let whatever is chosen take its place among them, under its name. */
export function keepUndecided(id) {
  if (!waiting(id)) return;
  const form = entryForm();
  const isOfForm = form && valueOf(waiting(id).fields, "kind") === form.elements.kind?.value; // else something else is typed there
  if (isOfForm || !form) keepDraft(match, null); // it is kept as a row
  for (const place of [isOfForm && form, ...document.querySelectorAll(".conflict, .conflict form")]) if (place) Object.assign(place.dataset, { mends: id, name: id }); // there may be no form by now
}

/** Empty every form that holds what is on the sheet by now, whichever tab has sent it; what was changed since is another deal. */
export function clearWritten(id, text) {
  if (compared()?.id === id) closeDecided();
  for (const form of submissionForms()) {
    if (form.dataset.name !== id || form.dataset.sent) continue;
    const isAnother = inWords(form) !== text;
    delete form.dataset.name;
    if (isAnother) continue;
    empty(form);
    form.classList.remove("open");
  }
  if (draftOf(match)?.id === id) keepDraft(match, null);
}
