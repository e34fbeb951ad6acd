// Run the outbox on this page, and show its state: the connection line in the head, and a row for each waiting entry.

import { board, entryForm, match, openConflict, say, side, submissionForms, words } from "./dom.js";
import { changedIn, fieldsOf } from "./form.js";
import { begin, isHeldUp, next, view } from "./outbox.js";
import { draftOf, phoneStorage } from "./storage.js";

let state = begin(Date.now(), { polls: Boolean(board()) });
const handlers = {}; // by the name of an effect: what does it

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
  for (const one of submissionForms()) one.inert = (Boolean(state.shown) && one.dataset.sent === state.shown) || (one === form && openConflict() !== null);
  for (const one of document.querySelectorAll("button.offer")) one.disabled = state.queue.some(({ fields }) => one.form && JSON.stringify(fields) === JSON.stringify(fieldsOf(one.form, one))); // taken up already
  showRows(seen, state, { draft: !form && !openConflict() && document.getElementById("live") ? draftOf(match) : null, form });
}

// --- the connection line and the rows

const clock = (time) => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const count = (one, many, n) => (n === 1 ? one : many).replace("{n}", n);

const LINES = {
  live: () => "",
  unasked: () => "",
  saving: () => words.saving,
  slow: () => words.slow,
  waiting: ({ waiting }) => count(words.waitingOne, words.waitingMany, waiting),
  stopped: ({ waiting }) => count(words.stoppedOne, words.stoppedMany, waiting), // with those that wait behind it
  down: (seen) => (seen.waiting ? LINES.waiting(seen) : words.down),
  barred: () => words.out,
};
/** Return the text about the connection in the head of the page. */
export const connectionLine = (seen) => LINES[seen.line](seen);

const LASTING = {
  down: ({ since, gone, waiting }) => [(side() ? words.oldPage : words.old).replace("{time}", clock(since)), gone && words.scan, gone && waiting && words.keepOpen].filter(Boolean).join(" "),
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

/** Reason why there is no form for what was typed, as the server says it in the form's place. */
const why = () => document.getElementById("entry")?.dataset.why ?? "";

let drawn = ""; // what the rows were drawn from: they are not drawn anew under a finger

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
  const rows = waiting.map((submission, at) => row(submission, titles[at], submission.trouble?.kind ?? (isHeldUp(waiting, submission) ? "behindOther" : "waiting")));
  const asking = rows.filter(isAsking).reverse(); // the newest first
  if (asking.length) rows.splice(0, rows.length, ...asking, ...rows.filter((one) => !isAsking(one))); // what is to be decided is in sight, and what waits behind it in the order in which it goes
  else rows.reverse();
  if (draft) rows.unshift(row({ ...draft, id: "draft" }, draft.what.title, "draft"));
  if (form && rows.length) rows.push(Object.assign(document.createElement("li"), { className: "status", textContent: words.standing }));
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
  status.toggleAttribute("data-whole", Boolean(told) && seen.line === "barred"); // else in the line of the rules: nothing moves when the network goes
  status.toggleAttribute("data-more", isLong); // what has no room there opens over the board by a tap
  if (isLong) status.tabIndex = 0;
  else status.removeAttribute("tabindex");
  delete status.dataset.over;
}

const isAsking = (item) => !["waiting", "behindOther"].includes(item.dataset.kind);
const isOpened = (submission) => submission.id === entryForm()?.dataset.mends; // its form is on the screen, and it keeps its place
const isAhead = (submission) => submission.what.deal && submission.url === words.writes && (isOpened(submission) || !["taken", "aside", "otherwise"].includes(submission.trouble?.kind));
const hasPlace = (submission) => isAhead(submission) && submission.trouble?.kind !== "behind"; // else it may be a deal that stands already
const placesIn = (submissions) => submissions.filter(hasPlace).length;

/** True if it is asked which deal is typed; not while one before it waits, which is decided first. */
const isAsked = () => document.querySelector("body:not([data-ahead]) #newer-entries:not([hidden])");

/** The number of the next deal on the sheet, as this page has it now; what is typed beside news may be that deal or the next. */
function nextDeal() {
  const [now, typed] = ["#next-deal [data-deal]", "#entry [data-deal]"].map((place) => document.querySelector(place)?.dataset.deal);
  return (isAsked() && typed) || now || typed;
}

/** The number that a deal was typed as which somebody else has written meanwhile: what is saved now is compared with that. */
function stillCompared() {
  return isAsked()?.querySelector("[data-both]") && entryForm()?.dataset.typedAs;
}

/** A deal that waits is called by the number that it will have, where this page knows: others may have written since. */
function titleOf(submission, waiting) {
  const next = nextDeal();
  if (!next || !hasPlace(submission)) return submission.what.title;
  return submission.what.title.replace(/\d+/, Number(next) + placesIn(waiting.slice(0, waiting.indexOf(submission))));
}

/** The next deal is numbered after those that wait; who deals, who sits out and who must what is only known when they are written. */
function number(waiting, form) {
  const opened = form ? waiting.findIndex(isOpened) : -1;
  const here = opened < 0 ? placesIn(waiting) : placesIn(waiting.slice(0, opened));
  const isUnsure = waiting.some(isAhead);
  document.body.toggleAttribute("data-ahead", isUnsure);
  if (!isAsked()) for (const one of document.querySelectorAll("#entry [data-deal]")) one.dataset.deal = nextDeal(); // also after own ones
  if (isUnsure) for (const one of document.querySelectorAll("[data-usual-ahead]")) for (const other of one.form.elements[one.name]) other.defaultChecked = other === one;
  for (const one of document.querySelectorAll("[data-later]")) one.disabled = !isUnsure && !(one.selected ?? changedIn(one).length);
  for (const one of document.querySelectorAll("[data-deal]")) {
    const saved = one.closest(".save") && stillCompared(); // Save keeps the number until somebody says that it is another deal
    one.firstChild.textContent = one.firstChild.textContent.replace(/\d+/, one.closest("#entry") ? Number(saved || nextDeal()) + here : Number(one.dataset.deal) + placesIn(waiting));
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
  const actions = kind === "draft" ? ["copy", "discard"] : ACTIONS[kind].filter((action) => (action !== "open" || submission.what.mend));
  for (const button of item.querySelectorAll("[data-action]")) button.hidden = !actions.includes(button.dataset.action);
  return item;
}

/** True at the second tap of a button that throws something away: the first only asks. */
export function isConfirmed(button) {
  const isSure = "sure" in button.dataset;
  button.dataset.sure = "";
  if (!isSure) button.textContent = words.really;
  return isSure;
}

/** Copy a row as text. It stays selected, so that it can be copied by hand where the browser does not allow this. */
export function copy(row) {
  getSelection().selectAllChildren(row.querySelector("p"));
  if (!document.execCommand("copy")) return; // the newer way asks for https
  const status = row.querySelector(".status");
  if (!status.textContent.endsWith(words.copied)) status.append(" ", words.copied); // the line above is taken while the server is away
  say(words.copied);
}
