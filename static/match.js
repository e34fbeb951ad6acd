// The match page: turn submits, taps and browser events into events of the outbox.

import { pageAt } from "./api.js";
import { asNextDeal, chosen, closeWithoutForm, compared, markConflict, withCompared } from "./conflict.js";
import { dropCorrection, keepMine } from "./correction_form.js";
import { correction, draw, entryForm, hasWriteAccess, match, openConflict, poll } from "./dom.js";
import { say, sayAgain, scheduleClear, seenNow, stopRepeating, submissionForms, words } from "./dom.js";
import { canEdit, empty, fieldsOf, formOf, idOf, inWords, isNext } from "./form.js";
import { markPreviewStale, pathOf, previewAgain, touched } from "./form.js";
import { recentlyWritten } from "./outbox_effects.js";
import { copy, dispatch, isConfirmed, queue, showAll, waiting } from "./outbox_rows.js";
import "./polls.js";
import { isLeaving, redrawForNews, restore, setAside, setLeaving } from "./redraw.js";
import { draftOf, isKept, keepDraft, keepSubmission, nextNumber, onDraftGone } from "./storage.js";
import { onOtherTab, submissionsOf, tabStorage, takeUpDraft, writtenOf } from "./storage.js";

const SECOND = 1000; // ms between ticks
const APART = 500; // ms between two undo steps, so that a double tap is one step
const OPENS = "opens"; // storage key of the submission to open on the next page

let stepped = -APART;

document.body.addEventListener("htmx:confirm", (event) => {
  const form = event.detail.elt;
  if (!submissionForms().includes(form)) return;
  event.preventDefault(); // the outbox stores the submission and sends it; the form may be gone before the response
  const by = event.detail.triggeringEvent.submitter;
  if (form.matches("[data-next-deal]") && entryForm()) return asNextDeal(form).requestSubmit();
  if (form.elements.again) {
    if (event.timeStamp - stepped < APART) return;
    stepped = event.timeStamp;
    const draft = draftOf(match);
    if (draft && draft.step === form.elements.strike.value) dropUndone();
    // an undone deal returns only to an empty form
    form.elements.again.disabled = draft !== null && draft.undone !== draft.what.text;
  }
  if (form.closest(".conflict") && compared()) form.dataset.entryId = compared().id;
  form.dataset.sent ||= idOf(form); // a second tap sends the same id
  const submission = submissionFrom(form, by);
  stopRepeating(); // the repeated text is about the entry before
  say("");
  const nr = nextNumber(match);
  dispatch({ type: "stored", queue: submissionsOf(match) });
  dispatch({
    type: "save",
    submission: { ...(form.closest(".conflict") ? chosen(form, submission) : submission), nr },
    mends: form.dataset.mends,
  });
  delete form.dataset.mends;
});

function submissionFrom(form, by) {
  const heading = form.querySelector("h2")?.firstChild ?? by?.querySelector(".unseen, .save > span") ?? by; // the title in words
  const about = form.closest("main")?.querySelector("#derivation h2")?.firstChild; // the title on the page of an entry
  return {
    id: form.dataset.sent ?? idOf(form),
    mends: form.dataset.mends,
    at: Date.now(),
    url: pathOf(form),
    fields: fieldsOf(form, by),
    seen: form.elements.seen?.value ?? "",
    after: [...new Set([...form.dataset.after.split(" "), ...queue().map((submission) => submission.id)])].filter(
      (id) => id && id !== form.dataset.sent,
    ), // the submissions that the writer has seen
    what: {
      title: [about, heading]
        .map((one) => one?.textContent.trim())
        .filter(Boolean)
        .join(": ")
        .replace(/\d+/, (n) => form.dataset.typedAs || n),
      text: inWords(form),
      deal: form === entryForm(),
      mend: canEdit(form),
      match: words.title,
      who: words.who,
      home: words.home,
      page: location.pathname + location.search,
    },
    trouble: null,
  };
}

/** Drop the undone deal from the form once redo has restored it. */
function dropUndone() {
  keepDraft(match, null);
  if (entryForm()) empty(entryForm());
}

/** Drop an undone deal that was restored elsewhere, because it would count twice. */
function dropStanding() {
  const draft = draftOf(match);
  const isThere = draft?.of && document.querySelector(`#lines tr:not(.struck) > th a[href$="/entries/${draft.of}"]`);
  if (isThere && draft.undone === draft.what.text) dropUndone();
}

for (const kind of ["input", "change"])
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form[data-draft]");
    if (form) markPreviewStale(form);
    if (form?.dataset.after !== undefined && !form.dataset.sent && !isLeaving())
      keepDraft(match, touched(form) ? withCompared(submissionFrom(form)) : null);
  });

document.addEventListener("click", (event) => {
  const drops = event.target.closest("[data-drop-draft]");
  if (drops && correction())
    dropCorrection(); // the draft belongs to another deal
  else if (drops?.href && (!openConflict() || compared())) keepDraft(match, null); // else the draft is something else
  const conflict = event.target.closest(".conflict .choices > a")?.closest(".conflict").dataset; // the stored version was chosen
  if (conflict?.mends) dispatch({ type: "drop", id: conflict.mends, seen: conflict.against });
  if (drops?.href) setLeaving(true);
  if (event.target.closest("[data-next]")) asNext();
  const button = match && event.target.closest("[data-action]");
  if (button) ACTIONS[button.dataset.action](button.closest("[data-submission]").dataset.submission, button);
});

const ACTIONS = {
  open(id) {
    const submission = waiting(id);
    if (!formOf(submission)) return openElsewhere(submission);
    park();
    dispatch({ type: "take", id });
  },
  compare(id) {
    park();
    dispatch({ type: "compare", id });
  },
  again: (id) => dispatch({ type: "again", id }),
  drop(id, button) {
    if (!isConfirmed(button)) return;
    dispatch({ type: "drop", id });
  },
  copy: (_, button) => copy(button.closest("[data-submission]")),
  discard() {
    keepDraft(match, null);
    showAll();
  },
};

/** Mark what is typed as a new deal, not one of those written meanwhile. */
function asNext() {
  if (correction()) return keepMine();
  const form = entryForm();
  const news = document.getElementById("newer-entries");
  if (!form) return;
  form.elements.seen.value = news.dataset.seen;
  isNext(form);
  delete form.dataset.position;
  delete form.dataset.typedAs;
  redrawForNews().then(() => (document.getElementById("newer-entries").hidden = true));
  form.dataset.drawn = JSON.stringify([news.dataset.seen, form.dataset.after]);
  keepDraft(match, submissionFrom(form));
}

/** Move what is typed in the form to a row, while another deal is opened there. */
function park() {
  const form = entryForm();
  if (!form || !touched(form)) return;
  const typed = submissionFrom(form);
  empty(form);
  setAside(typed);
}

/** Open a submission on the page that has its form. */
async function openElsewhere(submission) {
  const { page = words.home } = submission.what;
  if (page === location.pathname + location.search) return say(words.noForm);
  if (!(await pageAt(page))) return say(words.opensLater); // stay here if the page cannot be fetched
  tabStorage.set(OPENS, submission.id);
  location.assign(page);
}

function openHere() {
  const id = tabStorage.get(OPENS);
  tabStorage.remove(OPENS);
  const submission = waiting(id);
  if (!submission) return;
  if (!formOf(submission)) return say(words.noForm);
  park();
  dispatch({ type: "take", id });
}

// --- after each redraw

const writesHere = () => document.getElementById("derivation")?.hasAttribute("data-may-write");
let drawnWithAccess = writesHere();

/** Reload the page of an entry when write access is given or taken; what was typed moves to a row. */
function accessChanged() {
  const before = drawnWithAccess;
  drawnWithAccess = writesHere();
  if ([before, drawnWithAccess].includes(undefined) || before === drawnWithAccess) return; // a response may be another page
  for (const form of submissionForms())
    if (canEdit(form) && touched(form)) keepSubmission(match, { ...submissionFrom(form), trouble: { kind: "aside" } });
  location.reload();
}

/** Show newer entries above what is typed, or in an open conflict. */
function showNews() {
  const news = document.querySelector("#newer-entries:not([hidden])");
  if (news && openConflict()) openConflict().querySelector("h2").after(news);
  else if (news) entryForm()?.classList.add("open");
}

/** Hide newer entries if nothing is typed. */
function hideNews() {
  const news = document.querySelector("form#entry #newer-entries");
  if (news && !touched(news.closest("form"))) news.hidden = true;
}

let offered = seenNow();

/** Set the current version in untouched forms of the menu, and update its preview. */
function offerNow() {
  const now = seenNow();
  if (now === offered) return;
  offered = now;
  const menu = document.getElementById("other");
  for (const form of menu?.querySelectorAll("form") ?? [])
    if (form.elements.seen && !touched(form) && !form.dataset.sent) form.elements.seen.value = now;
  if (menu?.open) menu.querySelector("details[open]")?.dispatchEvent(new Event("foresee")); // requests its preview again
}

document.body.addEventListener("drawn", () => {
  if (!match) return;
  previewAgain();
  const before = [...recentlyWritten(), ...queue().map((submission) => submission.id)].join(" ");
  for (const form of submissionForms()) {
    form.dataset.after ??= before;
    form.dataset.drawn ??= JSON.stringify([form.elements.seen?.value, form.dataset.after]);
  }
  dropStanding();
  sayAgain();
  accessChanged();
  scheduleClear();
  closeWithoutForm();
  markConflict();
  offerNow();
  showNews();
  showAll(); // while deals wait, players who sit out have rows too
  restore();
  redrawForNews();
  hideNews();
});

// --- when the page opens

/** Keep what a ruling has filled in like what is typed here, so that it stays when the page is left. */
function keepFilledIn() {
  const form = entryForm();
  if (form?.dataset.typed === "" && !form.dataset.sent && !openConflict() && touched(form))
    keepDraft(match, withCompared(submissionFrom(form)));
}

/** If nothing is typed here, take over what was typed in another tab. */
function comeBack() {
  dispatch({ type: "stored", queue: submissionsOf(match) }); // the outbox does not follow other pages
  const form = entryForm();
  if (openConflict() || (form && (touched(form) || form.dataset.sent))) return;
  takeUpDraft(match);
  restore();
  showAll();
}

if (match) {
  for (const sign of ["online", "pageshow"]) addEventListener(sign, () => dispatch({ type: "woke" }));
  addEventListener("pageshow", ({ persisted }) => {
    setLeaving(false);
    if (persisted) comeBack();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    comeBack();
    dispatch({ type: "woke" });
    poll();
  });
  onDraftGone(match, () => {
    const form = entryForm();
    // waiting in a row, or written
    const isElsewhere = form && (isKept(match, idOf(form)) || writtenOf(match).some(([id]) => id === idOf(form)));
    if (form && !isElsewhere && touched(form) && !form.dataset.sent && !isLeaving())
      keepDraft(match, withCompared(submissionFrom(form)));
  });
  onOtherTab(match, () => dispatch({ type: "stored", queue: submissionsOf(match), byOther: true }));
  setInterval(() => dispatch({ type: "tick" }), SECOND);
  const told = tabStorage.get("told");
  tabStorage.remove("told");
  if (told) say(told);
  dispatch({ type: "stored", queue: submissionsOf(match) });
  if (hasWriteAccess()) dispatch({ type: "admitted" }); // sends what was refused before this phone was let in again
  draw();
  keepFilledIn();
  openHere();
}
