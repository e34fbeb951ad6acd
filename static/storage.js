// Keep submissions and drafts in the browser until the server has them.
//
// Storage must work over plain http, so it is localStorage. Each submission has its own key, so that tabs that add and remove at
// the same time never overwrite each other.

import { inOrder } from "./outbox.js";

function storage(name) {
  const here = new Map(); // values that the browser refused to store
  const ask = (action) => {
    try {
      return action(window[name]); // where storage is forbidden, even this throws
    } catch {
      return null;
    }
  };
  return {
    /** True if the browser refused to store something, which is lost when this page closes. */
    isShort: () => here.size > 0,
    get: (key) => here.get(key) ?? ask((place) => place.getItem(key)),
    set(key, text) {
      const isKept = ask((place) => place.setItem(key, text) ?? true);
      if (isKept) here.delete(key);
      else here.set(key, text);
    },
    remove(key) {
      here.delete(key);
      ask((place) => place.removeItem(key));
    },
    keys: () => [...new Set([...here.keys(), ...(ask((place) => Object.keys(place)) ?? [])])],
    clear() {
      here.clear();
      ask((place) => place.clear());
    },
  };
}

export const phoneStorage = storage("localStorage");
export const tabStorage = storage("sessionStorage");

const SUBMISSION = "wish:"; // the key of the first version, which phones still have in storage
const read = (key) => JSON.parse(phoneStorage.get(key) ?? "null");
const write = (key, value) => phoneStorage.set(key, JSON.stringify(value));

export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// --- submissions

const keyOf = (match, id) => `${SUBMISSION}${match}:${id}`;

/** Store a submission; one that has no number yet comes after all others. */
export const keepSubmission = (match, submission) =>
  write(keyOf(match, submission.id), { ...submission, nr: submission.nr ?? nextNumber(match) });
export const forgetSubmission = (match, id) => phoneStorage.remove(keyOf(match, id));
export const isKept = (match, id) => phoneStorage.get(keyOf(match, id)) !== null;

/** Return the number of the next submission: higher than those of all waiting ones, in any tab. */
export const nextNumber = (match) => 1 + Math.max(0, ...submissionsOf(match).map(({ nr }) => nr ?? 0));

/** Convert submissions that an older version took over from other phones: they count as put aside. */
const upToDate = (submission) =>
  submission.trouble?.kind === "carried" ? { ...submission, trouble: { kind: "aside" } } : submission;

/** Return all submissions of this phone by match, in the order in which they were saved. */
function allSubmissions() {
  const found = {};
  for (const key of phoneStorage.keys().filter((key) => key.startsWith(SUBMISSION))) {
    const match = key.slice(SUBMISSION.length, key.lastIndexOf(":"));
    (found[match] ??= []).push(upToDate(read(key)));
  }
  for (const submissions of Object.values(found)) submissions.sort(inOrder);
  return found;
}

export const submissionsOf = (match) => allSubmissions()[match] ?? [];

export function onOtherTab(match, told) {
  addEventListener("storage", (event) => event.key?.startsWith(`${SUBMISSION}${match}:`) && told());
}

// --- entries that were written

const WRITTEN = "written:";
const MOST = 20; // entries per match; other tabs may still have them in a form

/** Return the latest submissions that were written: [id, text] each. */
export const writtenOf = (match) => read(WRITTEN + match) ?? [];
export const keepWritten = (match, id, text) => write(WRITTEN + match, [...writtenOf(match), [id, text]].slice(-MOST));

/** Call back when another tab of this phone has stored that an entry was written. */
export function onWritten(match, told) {
  addEventListener("storage", (event) => event.key === WRITTEN + match && event.newValue !== null && told());
}

// --- the draft

const DRAFT = "draft:";
const taken = {}; // by match: the id of this tab's draft

/** Make the stored draft this tab's own: when a page opens, or is shown again with nothing typed in it. */
export const takeUpDraft = (match) => (taken[match] = read(DRAFT + match)?.id);

/** Return this tab's draft, not one that another tab has stored meanwhile. */
export function draftOf(match) {
  if (!(match in taken)) takeUpDraft(match);
  const found = read(DRAFT + match);
  return found && found.id === taken[match] ? { id: newId(), ...found } : null;
}

/** Return by match what was typed on this phone and is not written yet: submissions and drafts. */
export function allTyped() {
  const found = allSubmissions();
  for (const key of phoneStorage.keys().filter((key) => key.startsWith(DRAFT)))
    (found[key.slice(DRAFT.length)] ??= []).push(read(key));
  return found;
}

export function keepDraft(match, draft) {
  if (draft) write(DRAFT + match, draft);
  else if (draftOf(match)) phoneStorage.remove(DRAFT + match);
  taken[match] = draft?.id ?? null;
}

/** Call back when another tab of this phone has saved or dropped the draft. */
export function onDraftGone(match, told) {
  addEventListener("storage", (event) => event.key === DRAFT + match && event.newValue === null && told());
}

// --- drafts of entries other than new deals

const BESIDE = "beside:";

/** Return the draft of a penalty, a note and the like by its kind; a draft about a deal also has the deal's number in `kind`. */
export const typedBeside = (match, kind) => read(`${BESIDE}${match}:${kind}`);

export function keepTypedBeside(match, kind, typed) {
  if (typed) write(`${BESIDE}${match}:${kind}`, typed);
  else phoneStorage.remove(`${BESIDE}${match}:${kind}`);
}

export const kindsBeside = (match) =>
  phoneStorage
    .keys()
    .filter((key) => key.startsWith(`${BESIDE}${match}:`))
    .map((key) => key.slice(BESIDE.length + match.length + 1));

// --- one tab sends at a time

const LEASE = 12000; // ms: longer than one attempt, but short, because a closed tab may have left its lease
const LOOK_AGAIN = 25; // ms to wait before checking that no other tab has taken the lease at the same moment
const tab = newId();

/** Run `work` while no other tab of this phone sends for the match; undefined if another does. */
export async function withSendLock(match, work) {
  if (navigator.locks)
    return navigator.locks.request(`send:${match}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  const key = `sender:${match}`;
  const isMine = () => read(key)?.tab === tab;
  const left = (read(key)?.until ?? 0) - Date.now();
  if (!isMine() && left > 0 && left <= LEASE) return undefined; // a longer lease was taken before the clock was set back
  window.onpagehide = () => isMine() && phoneStorage.remove(key); // so that the next page need not wait
  write(key, { tab, until: Date.now() + LEASE });
  try {
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    return isMine() ? await work() : undefined;
  } finally {
    window.onpagehide();
  }
}
