// Choose between two versions of an entry; what was typed stays in its form meanwhile.

import { entryForm, match, openConflict, submissionForms } from "./dom.js";
import { empty, inWords, valueOf } from "./form.js";
import { waiting } from "./outbox_rows.js";
import { draftOf, keepDraft } from "./storage.js";

/** What stands in an open choice: as it was typed, by what its typist had seen. */
export function compared() {
  if (!openConflict()) return null;
  const row = waiting(openConflict().dataset.mends);
  const asked = row?.asked ?? row ?? draftOf(match);
  const kind = openConflict().querySelector("[name=kind]")?.value ?? "deal";
  return asked && valueOf(asked.fields, "kind") === kind ? asked : null;
}

/** While a choice stands open, what is kept is what was compared: a page loaded anew asks again. What a step back left there is known. */
export const asAsked = (submission) => ({ ...submission, seen: compared()?.seen ?? submission.seen, undone: draftOf(match)?.undone, step: draftOf(match)?.step, of: draftOf(match)?.of });

/** What was chosen takes along what was compared, and its name, to be asked again where it cannot be written. */
export function chosen(form, submission) {
  const old = waiting(form.dataset.mends);
  const asked = compared();
  if (asked) keepDraft(match, null);
  const what = old ? { ...old.what, mend: !form.elements.correct } : { ...submission.what, text: submission.what.text || asked?.what.text || "" };
  return { ...submission, asked, what };
}

/** The choices lie where the tabs and the bar are: the style sheet is told at the root, as it may not look for them from there. */
export const markConflict = () => document.documentElement.classList.toggle("deciding", openConflict() !== null);

function close() {
  openConflict().remove();
  markConflict();
}

/** What was typed is the next deal: its own form says it, and what it lacks. */
export function asNextDeal(choice) {
  const form = entryForm();
  const asked = compared();
  if (asked) form.dataset.name = asked.id; // under which it stands in other tabs too
  form.elements.seen.value = choice.elements.seen.value;
  close();
  form.inert = false;
  return form;
}

/** A choice between deals goes with the form of the deal: what was compared is then kept as what was typed. */
export function closeWithoutForm() {
  if (openConflict()?.querySelector("[data-next-deal]") && !entryForm()) close();
}

/** What was chosen between is not to be chosen twice, nor written once more from the form in which it stood. */
export function decided() {
  if (!openConflict()) return;
  close();
  keepDraft(match, null);
  const form = entryForm();
  if (!form) return;
  delete form.dataset.mends;
  empty(form); // until the next poll draws that of the deal that comes now
}

/** What is shown still waits before others: whatever is chosen takes its place among them, and has its name. */
export function undecided(id) {
  if (!waiting(id)) return;
  keepDraft(match, null); // it is kept as a row
  for (const place of [entryForm(), ...document.querySelectorAll(".conflict, .conflict form")]) if (place) Object.assign(place.dataset, { mends: id, name: id }); // there may be no form by now
}

/** What stands on the sheet is typed nowhere any more, whichever tab has sent it; what was changed since is another deal. */
export function landed(id, text) {
  if (compared()?.id === id) decided();
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
