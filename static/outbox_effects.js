// Carry out the effects of the outbox: keep, send, show, open.

import { post } from "./api.js";
import { clearWritten, closeDecided, keepUndecided } from "./conflict.js";
import { draw, entryForm, match, poll, say, sayRepeatedly, sentForm, submissionForms, words } from "./dom.js";
import { empty, fill, formOf, isNewDeal, valueOf } from "./form.js";
import { goOnIn } from "./keypad.js";
import { DONE, isHeldUp } from "./outbox.js";
import { dispatch, handleEffects, queue, waiting } from "./outbox_rows.js";
import { LONGEST } from "./polls.js";
import { redrawForm, showDone, showFault } from "./redraw.js";
import { draftOf, forgetSubmission, isKept, keepDraft, keepSubmission } from "./storage.js";
import { keepWritten, onWritten, submissionsOf, withSendLock, writtenOf } from "./storage.js";

const answers = new Map(); // the server's responses, by submission
// submissions typed on this page or waiting when it was opened, by id
const ours = new Map(submissionsOf(match).map((one) => [one.id, one]));

/** Replace a stored submission by the note that it is written. */
function keepNoteInstead({ id, what }) {
  keepWritten(match, id, what.text);
  forgetSubmission(match, id);
}

handleEffects({
  keep({ submission }) {
    ours.set(submission.id, submission);
    keepSubmission(match, submission);
  },
  forget: ({ id }) => forgetSubmission(match, id),
  async send({ submission }) {
    const { id, url, fields, seen, after } = submission;
    const envelope = [
      ["entry_id", id],
      ["seen", seen],
      ["after", after.join(" ")],
    ];
    const answer = await withSendLock(match, async () => {
      const answered = isKept(match, id) && (await post(url, [...fields, ...envelope]));
      // before the lock is released, so that no other tab sends it again
      if (DONE.includes(answered?.outcome)) keepNoteInstead(submission);
      return answered;
    });
    if (answer === undefined || answer === false) {
      dispatch({ type: "elsewhere", id });
      return answer === false && dispatch({ type: "stored", queue: submissionsOf(match) });
    }
    if (answer === null) return dispatch({ type: "unanswered", id });
    answers.set(id, answer);
    const isDone = DONE.includes(answer.outcome);
    dispatch({ type: "answered", id, outcome: answer.outcome, why: answer.why });
    answers.delete(id);
    if (isDone) clearWritten(id, submission.what.text);
  },
  clear({ id, as = id }) {
    const form = sentForm(id);
    if (!form) return;
    delete form.dataset.sent;
    const [seen, after] = JSON.parse(form.dataset.drawn ?? "[]");
    if (form.elements.seen && seen) form.elements.seen.value = seen; // a form of one player's part has no version
    form.dataset.after = after ?? form.dataset.after;
    form.dataset.after = [form.dataset.after, as].filter(Boolean).join(" ");
    form.dataset.drawn = JSON.stringify([form.elements.seen?.value, form.dataset.after]);
    empty(form);
    closeDecided();
    form.classList.remove("open");
    form.closest("#other")?.removeAttribute("open"); // the menu would cover the new row
    draw();
    const submission = waiting(as);
    say(submission && isHeldUp(queue(), submission) ? words.statusBehindOther : words.kept); // the server may be reachable
    scrollTo(0, 0);
  },
  show({ id, outcome, submission }) {
    const form = sentForm(id);
    delete form?.dataset.sent;
    const typed = submission?.asked ?? (submission && isNewDeal(submission) ? submission : null);
    if (typed) keepDraft(match, draftOf(match) ?? typed); // the new page may have no form for it
    if (outcome === "refused" || outcome === "behind") {
      showFault(form, answers.get(id));
      if (outcome === "behind" && form?.closest("#other")) empty(form); // the conflict holds it now
      return keepUndecided(id);
    }
    noteWritten(id);
    if (form === entryForm()) keepDraft(match, null);
    else if (form) empty(form); // so that it is not written twice
    const answer = answers.get(id);
    const brings = form?.elements.again && answer.page.querySelector("form#entry[data-typed]");
    if (brings) keepDraft(match, null); // the restored deal replaces the draft
    showDone(answer, outcome);
    if (brings) keepUndone(answer.number, form.elements.strike.value);
  },
  told({ id, outcome, why }) {
    if (DONE.includes(outcome)) noteWritten(id);
    sayRepeatedly(why || (outcome === "same" ? words.same : words.sent), LONGEST);
    poll();
  },
  gone({ id }) {
    const form = sentForm(id);
    delete form?.dataset.sent;
    if (form === entryForm()) {
      keepDraft(match, null);
      form?.classList.remove("open");
    }
    noteWritten(id);
    if (form) empty(form); // it counts again: saved from the form, it would be a second deal
    draw();
    sayRepeatedly(words.sent, LONGEST);
    poll();
  },
  open({ submission }) {
    const form = formOf(submission);
    if (!form) return;
    empty(form);
    if (form.elements.seen) form.elements.seen.value = submission.seen;
    form.dataset.after = submission.after.join(" ");
    if (submission.trouble?.kind === "behind")
      Object.assign(form.dataset, { sent: submission.id, entryId: submission.id }); // being sent to be compared
    else form.dataset.mends = submission.id;
    const left = fill(form, submission.fields);
    goOnIn(form);
    for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    form.scrollIntoView({ block: "nearest" });
    if (left.length && !form.dataset.sent) redrawForm(form, submission.fields); // the form needs more fields for it
  },
});

/** Store the deal that undo has put into the form as a draft, marked as undone. */
function keepUndone(step, of) {
  entryForm()?.dispatchEvent(new Event("change", { bubbles: true }));
  const draft = draftOf(match);
  if (draft) keepDraft(match, { ...draft, undone: draft.what.text, step, of });
}

const writtenHere = []; // own entries that were written, and when

/** Return own entries written recently: a poll sent before may return a form without them. */
export const recentlyWritten = () => writtenHere.filter(([, at]) => Date.now() - at < LONGEST).map(([id]) => id);

const ENDS_DEAL = ["deal", "misdeal"]; // kinds of entries after which the next deal is typed
const endsDeal = ({ fields }) => ENDS_DEAL.includes(valueOf(fields, "kind")) && valueOf(fields, "correct") === undefined;

/**
 * Note that an entry of this page was written: everything else typed on this page counts as typed after it. A draft of
 * another page does not if this entry may be the same deal, for example when the referee saves it: then the sheet asks.
 */
function noteWritten(id) {
  if (!ours.has(id)) return;
  writtenHere.push([id, Date.now()]);
  for (const form of submissionForms()) form.dataset.after = [form.dataset.after, id].filter(Boolean).join(" ");
  const draft = draftOf(match);
  if (draft && (entryForm() || !endsDeal(ours.get(id)))) keepDraft(match, { ...draft, after: [...draft.after, id] });
}

onWritten(match, () => {
  for (const [id, text] of writtenOf(match)) clearWritten(id, text);
  draw();
  poll();
});
