// Run the outbox on this page, and show its state: the connection line in the head, and a row for each waiting entry.

import { board, entryForm, match, openConflict, say, side, submissionForms, words } from "./dom.js";
import { changedIn, fieldsOf, isNewDeal } from "./form.js";
import { begin, isHeldUp, next, view } from "./outbox.js";
import { startOnce, timeInWords } from "./pages.js";
import { allTyped, draftOf, forgetSubmission, keepDraft, phoneStorage, submissionsOf } from "./storage.js";

let state = begin(Date.now(), { polls: Boolean(board()) });
const handlers = {}; // functions by the name of their effect

export const handleEffects = (effects) => Object.assign(handlers, effects);
export const queue = () => state.queue;
export const waiting = (id) => state.queue.find((submission) => submission.id === id);
export const isBarred = () => state.barred !== null;

export function dispatch(event) {
  const [after, effects] = next(state, { now: Date.now(), ...event });
  state = after;
  for (const effect of effects) handlers[effect.do](effect);
  showAll();
}

export function showAll() {
  const seen = view(state, Date.now());
  const form = entryForm();
  for (const one of submissionForms())
    one.inert = (Boolean(state.shown) && one.dataset.sent === state.shown) || (one === form && openConflict() !== null);
  for (const one of document.querySelectorAll("button.offer"))
    one.disabled = state.queue.some(
      ({ fields }) => one.form && JSON.stringify(fields) === JSON.stringify(fieldsOf(one.form, one)),
    ); // already in the outbox
  showRows(seen, state, { draft: !form && !openConflict() && document.getElementById("live") ? draftOf(match) : null, form });
}

// --- the connection line and the rows of waiting entries

const clock = (time) => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const count = (one, many, n) => (n === 1 ? one : many).replace("{n}", n);

const LINES = {
  live: () => "",
  unasked: () => "",
  saving: () => words.saving,
  slow: () => words.slow,
  waiting: ({ waiting }) => count(words.waitingOne, words.waitingMany, waiting),
  stopped: ({ waiting }) => count(words.stoppedOne, words.stoppedMany, waiting), // including those that wait behind it
  down: (seen) => (seen.waiting ? LINES.waiting(seen) : words.down),
  barred: () => words.out,
};
/** Return the text about the connection in the head of the page. */
export const connectionLine = (seen) => LINES[seen.line](seen);

const LASTING = {
  down: ({ since, gone, waiting }) =>
    [(side() ? words.oldPage : words.old).replace("{time}", clock(since)), gone && words.scan, gone && waiting && words.keepOpen]
      .filter(Boolean)
      .join(" "),
  barred: (seen) => seen.barred,
};

const STATUSES = {
  waiting: (submission) => words.statusWaiting.replace("{time}", clock(submission.at)),
  behindOther: () => words.statusBehindOther,
  taken: () => words.statusTaken,
  aside: () => words.statusAside,
  otherwise: () => words.statusOtherwise,
  refused: (submission) => `${words.statusRefused} ${submission.trouble.why}`,
  behind: () => words.statusBehind,
  barred: (submission) => `${words.statusRefused} ${submission.trouble.why}`,
};
const ACTIONS = {
  waiting: ["open", "copy", "drop"],
  behindOther: ["open", "copy", "drop"],
  taken: ["open", "again", "copy", "drop"],
  aside: ["open", "again", "copy", "drop"],
  otherwise: ["open", "again", "copy", "drop"],
  refused: ["open", "again", "copy", "drop"],
  behind: ["compare", "copy", "drop"],
  barred: ["again", "copy", "drop"],
};

/** Return why there is no form for what was typed, which the server shows instead of the form. */
const why = () => document.getElementById("entry")?.dataset.why ?? "";

let drawn = ""; // the state of the drawn rows, which are redrawn only if it changes

function showRows(seen, state, { draft, form }) {
  showLine(seen);
  const list = document.getElementById("waiting");
  if (!list) return;
  const waiting = state.queue.filter((submission) => submission.id !== state.shown);
  number(waiting, form);
  const titles = waiting.map((submission) => titleOf(submission, waiting));
  const now = JSON.stringify([waiting, titles, draft, draft && why(), list.id]);
  if (now === drawn && (list.childElementCount || (!waiting.length && !draft))) return;
  drawn = now;
  const rows = waiting.map((submission, at) =>
    row(submission, titles[at], submission.trouble?.kind ?? (isHeldUp(waiting, submission) ? "behindOther" : "waiting")),
  );
  const asking = rows.filter(isAsking).reverse(); // the newest first
  if (asking.length)
    // those to decide on first, then those that wait, in sending order
    rows.splice(0, rows.length, ...asking, ...rows.filter((one) => !isAsking(one)));
  else rows.reverse();
  if (draft) rows.unshift(row({ ...draft, id: "draft" }, draft.what.title, "draft"));
  if (form && rows.length)
    rows.push(Object.assign(document.createElement("li"), { className: "status", textContent: words.standing }));
  list.replaceChildren(...rows);
}

function showLine(seen) {
  document.body.dataset.line = seen.line;
  document.body.toggleAttribute("data-old", seen.old);
  const connection = document.getElementById("connection-text");
  if (!connection) return;
  const text = connectionLine(seen);
  if (connection.textContent !== text) connection.textContent = text;
  connection.parentElement.hidden = seen.line === "unasked";
  const status = document.getElementById("status");
  const told = [LASTING[seen.line]?.(seen), phoneStorage.isShort() && words.keepsNothing].filter(Boolean).join(" ");
  if (told ? status.textContent === told : !("lasting" in status.dataset)) return;
  status.textContent = told;
  status.toggleAttribute("data-lasting", Boolean(told));
  const isLong = Boolean(told) && seen.line !== "barred" && seen.gone;
  // other texts replace the line of the house rules, so that nothing moves
  status.toggleAttribute("data-whole", Boolean(told) && seen.line === "barred");
  status.toggleAttribute("data-more", isLong); // a long text opens over the board by a tap
  if (isLong) status.tabIndex = 0;
  else status.removeAttribute("tabindex");
  delete status.dataset.over;
}

const isAsking = (item) => !["waiting", "behindOther"].includes(item.dataset.kind);
const isOpened = (submission) => submission.id === entryForm()?.dataset.mends; // its form is open
const isAhead = (submission) =>
  submission.what.deal &&
  submission.url === words.writes &&
  (isOpened(submission) || !["taken", "aside", "otherwise"].includes(submission.trouble?.kind));
// in a conflict it may be a deal that was written already
const hasPlace = (submission) => isAhead(submission) && submission.trouble?.kind !== "behind";
const placesIn = (submissions) => submissions.filter(hasPlace).length;

/** True if the form asks which deal is typed; not while an earlier one waits for a decision. */
const isAsked = () => document.querySelector("body:not([data-ahead]) #newer-entries:not([hidden])");

/** Return the number of the next deal by this page; beside newer entries, what is typed may be that deal or a later one. */
function nextDeal() {
  const [now, typed] = ["#next-deal [data-deal]", "#entry [data-deal]"].map(
    (place) => document.querySelector(place)?.dataset.deal,
  );
  return (isAsked() && typed) || now || typed;
}

/** Return the number that a deal was typed as, if another phone has written it meanwhile and both will be compared. */
function stillCompared() {
  return isAsked()?.querySelector("[data-both]") && entryForm()?.dataset.typedAs;
}

/** Name a waiting deal by its future number, if this page knows it; others may have written since. */
function titleOf(submission, waiting) {
  const next = nextDeal();
  if (!next || !hasPlace(submission)) return submission.what.title;
  return submission.what.title.replace(/\d+/, Number(next) + placesIn(waiting.slice(0, waiting.indexOf(submission))));
}

/** Number the next deal after those that wait; dealer and players are known only once these are written. */
function number(waiting, form) {
  const opened = form ? waiting.findIndex(isOpened) : -1;
  const here = opened < 0 ? placesIn(waiting) : placesIn(waiting.slice(0, opened));
  const isUnsure = waiting.some(isAhead);
  document.body.toggleAttribute("data-ahead", isUnsure);
  // also after this phone's own waiting deals
  if (!isAsked()) for (const one of document.querySelectorAll("#entry [data-deal]")) one.dataset.deal = nextDeal();
  if (isUnsure)
    for (const one of document.querySelectorAll("[data-usual-ahead]"))
      for (const other of one.form.elements[one.name]) other.defaultChecked = other === one;
  for (const one of document.querySelectorAll("[data-later]"))
    one.disabled = !isUnsure && !(one.selected ?? changedIn(one).length);
  for (const one of document.querySelectorAll("[data-deal]")) {
    const saved = one.closest(".save") && stillCompared(); // Save keeps the number until the deal is marked as a new one
    one.firstChild.textContent = one.firstChild.textContent.replace(
      /\d+/,
      one.closest("#entry") ? Number(saved || nextDeal()) + here : Number(one.dataset.deal) + placesIn(waiting),
    );
    const position = one.parentElement.querySelector("small:not([id])");
    if (position) position.hidden = isUnsure;
  }
}

function row(submission, title, kind) {
  const item = document.getElementById("waiting-row").content.firstElementChild.cloneNode(true);
  item.dataset.submission = submission.id;
  item.dataset.kind = kind;
  item.querySelector(".what").textContent = title;
  item.querySelector(".typed").textContent = submission.what.text;
  item.querySelector(".status").textContent = kind === "draft" ? why() : STATUSES[kind](submission);
  const actions =
    kind === "draft" ? ["copy", "discard"] : ACTIONS[kind].filter((action) => action !== "open" || submission.what.mend);
  for (const button of item.querySelectorAll("[data-action]")) button.hidden = !actions.includes(button.dataset.action);
  return item;
}

/** Return true at the second tap of a button that deletes something; the first tap only asks. */
export function isConfirmed(button) {
  const isSure = "sure" in button.dataset;
  button.dataset.sure = "";
  if (!isSure) button.textContent = words.really;
  return isSure;
}

/** Copy a row as text. It stays selected, to be copied by hand if the browser does not allow this. */
export function copy(row) {
  getSelection().selectAllChildren(row.querySelector("p"));
  if (!document.execCommand("copy")) return; // navigator.clipboard needs https
  const status = row.querySelector(".status");
  // the status line shows the connection meanwhile
  if (!status.textContent.endsWith(words.copied)) status.append(" ", words.copied);
  say(words.copied);
}

// --- pages without the match: what was typed for it, on the start page and where this phone has no access any more

/** List by match what was typed on this phone and is not written yet: on the start page, and before the phone is forgotten. */
function listUnsent(list) {
  const { one, many, oneDeal, manyDeals } = list.dataset;
  for (const submissions of Object.values(allTyped())) {
    const [single, several] = submissions.every(isNewDeal) ? [oneDeal, manyDeals] : [one, many];
    const link = Object.assign(document.createElement("a"), { className: "button wide-button", href: submissions[0].what.home });
    link.textContent = `${submissions[0].what.match}: ${count(single, several, submissions.length)}`;
    link.append(Object.assign(document.createElement("small"), { textContent: tellingApart(submissions) }));
    list.appendChild(document.createElement("li")).append(link);
    list.parentElement.hidden = false; // the list and its heading
  }
}

/** Return the people, the typed entries and the time, because two matches may have the same name. */
function tellingApart([first, ...others]) {
  const titles = [first, ...others].map(({ what }) => what.title);
  return [first.what.who, titles.join(", "), timeInWords(new Date(first.at))].filter(Boolean).join(" · ");
}

/** List what was typed for a match that this phone can no longer open, to be copied or deleted. */
function listLeft(place) {
  const [, match] = /^.*\/m\/([^/]+)/.exec(location.pathname) ?? [];
  if (!match) return;
  const draft = draftOf(match);
  const rows = submissionsOf(match).map((submission) => leftRow(submission, () => forgetSubmission(match, submission.id)));
  if (draft) rows.push(leftRow(draft, () => keepDraft(match, null)));
  place.querySelector("ul").replaceChildren(...rows);
  place.hidden = !rows.length;
}

function leftRow(submission, drop) {
  const item = document.getElementById("waiting-row").content.cloneNode(true).firstElementChild;
  item.querySelector(".what").textContent = submission.what.title;
  item.querySelector(".typed").textContent = submission.what.text;
  for (const button of item.querySelectorAll("[data-action]")) button.hidden = !["copy", "drop"].includes(button.dataset.action);
  item.querySelector("[data-action=copy]").addEventListener("click", () => copy(item));
  item.querySelector("[data-action=drop]").addEventListener("click", ({ currentTarget }) => {
    if (!isConfirmed(currentTarget)) return;
    drop();
    item.remove();
  });
  return item;
}

startOnce({ "#unsent": listUnsent, "#left": listLeft });
