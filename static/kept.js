// What this phone keeps until the server has it: wishes, and the draft in the form. Plain http is no secure context, so it
// is localStorage, a key for each wish: tabs that add and remove at once never write over one another.

import { inOrder } from "./machine.js";
import { phoneKept } from "./storage.js";

const WISH = "wish:";
const read = (key) => JSON.parse(phoneKept.get(key) ?? "null");
const write = (key, value) => phoneKept.set(key, JSON.stringify(value));

export const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// --- wishes

const keyOf = (match, id) => `${WISH}${match}:${id}`;

/** A wish that was not saved, but put aside, comes behind all that were. */
export const keepWish = (match, wish) => write(keyOf(match, wish.id), { ...wish, nr: wish.nr ?? nextNumber(match) });
export const forgetWish = (match, id) => phoneKept.remove(keyOf(match, id));
export const isKept = (match, id) => phoneKept.get(keyOf(match, id)) !== null;

/** The number of what is saved now: after all that waits, in whatever tab it was saved. */
export const nextNumber = (match) => 1 + Math.max(0, ...wishesOf(match).map(({ nr }) => nr ?? 0));

/** What an older version took in from another phone waits as what was put aside. */
const upToDate = (wish) => (wish.trouble?.kind === "carried" ? { ...wish, trouble: { kind: "aside" } } : wish);

/** All wishes of this phone, by match: in the order in which they were saved. */
export function allWishes() {
  const found = {};
  for (const key of phoneKept.keys().filter((key) => key.startsWith(WISH))) {
    const match = key.slice(WISH.length, key.lastIndexOf(":"));
    (found[match] ??= []).push(upToDate(read(key)));
  }
  for (const wishes of Object.values(found)) wishes.sort(inOrder);
  return found;
}

export const wishesOf = (match) => allWishes()[match] ?? [];

export function onOtherTab(match, told) {
  addEventListener("storage", (event) => event.key?.startsWith(`${WISH}${match}:`) && told());
}

// --- what is on the sheet

const WRITTEN = "written:";
const MOST = 20; // of a match: what other tabs may still have in a form

/** What this phone has been answered for, the latest: the names of wishes, and what was typed in them. */
export const writtenOf = (match) => read(WRITTEN + match) ?? [];
export const keepWritten = (match, id, text) => write(WRITTEN + match, [...writtenOf(match), [id, text]].slice(-MOST));

/** Another tab of this phone was answered. */
export function onWritten(match, told) {
  addEventListener("storage", (event) => event.key === WRITTEN + match && event.newValue !== null && told());
}

// --- the draft

const DRAFT = "draft:";
const taken = {}; // by match: the name of the draft that is this tab's

/** A page that is opened, or come back to with nothing typed on it, takes up what was typed on this phone. */
export const takeUpDraft = (match) => (taken[match] = read(DRAFT + match)?.id);

/** What is typed in another tab meanwhile is that tab's. One that was kept before there were names gets one. */
export function draftOf(match) {
  if (!(match in taken)) takeUpDraft(match);
  const found = read(DRAFT + match);
  return found && found.id === taken[match] ? { id: newId(), ...found } : null;
}

/** What of each match is typed on this phone and not on the sheet: its wishes, and what stands in its form. */
export function allTyped() {
  const found = allWishes();
  for (const key of phoneKept.keys().filter((key) => key.startsWith(DRAFT))) (found[key.slice(DRAFT.length)] ??= []).push(read(key));
  return found;
}

export function keepDraft(match, draft) {
  if (draft) write(DRAFT + match, draft);
  else if (draftOf(match)) phoneKept.remove(DRAFT + match);
  taken[match] = draft?.id ?? null;
}

/** Another tab of this phone has written its own, or dropped it. */
export function onDraftGone(match, told) {
  addEventListener("storage", (event) => event.key === DRAFT + match && event.newValue === null && told());
}

// --- what is typed beside the deals

const BESIDE = "beside:";

/** By the kind of entry that it is to be. */
export const typedBeside = (match, kind) => read(`${BESIDE}${match}:${kind}`);

export function keepTypedBeside(match, kind, typed) {
  if (typed) write(`${BESIDE}${match}:${kind}`, typed);
  else phoneKept.remove(`${BESIDE}${match}:${kind}`);
}

// --- one tab sends

const LEASE = 12000; // ms: longer than a try may take, so that a tab that was closed holds nobody up for long
const LOOK_AGAIN = 25; // ms in which another tab may have taken it at the same moment
const tab = newId();

/** Run `work` while no other tab of this phone sends for the match; undefined if another does. */
export async function alone(match, work) {
  if (navigator.locks) return navigator.locks.request(`send:${match}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  const key = `sender:${match}`;
  const isMine = () => read(key)?.tab === tab;
  const left = (read(key)?.until ?? 0) - Date.now();
  if (!isMine() && left > 0 && left <= LEASE) return undefined; // a longer one was taken before the clock was set back
  window.onpagehide = () => isMine() && phoneKept.remove(key); // the page that follows need not wait
  write(key, { tab, until: Date.now() + LEASE });
  try {
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    return isMine() ? await work() : undefined;
  } finally {
    window.onpagehide();
  }
}
