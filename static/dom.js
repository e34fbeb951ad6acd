// The parts of the page that several modules read, its status line, and taps.

// Without :has() the style sheets cannot hide one of two ways of entry, and without htmx nothing is sent: then the pages stay
// as they are without scripts.
if (!CSS.supports("selector(:has(a))") || !window.htmx) throw new Error("no :has(), or no htmx");

// --- parts of the page of a match

export const words = document.getElementById("words")?.dataset ?? {};
export const match = words.match;
export const POLLS = "#board, #bigboard, #derivation, #phones, #event, #event-board, #evening, main[hx-get]";
export const side = () => document.querySelector("main[hx-get]"); // the root of a polling page other than the score
export const board = () => document.querySelector(POLLS);
// the version of the match on the page
export const seenNow = () => new URLSearchParams(board()?.getAttribute("hx-get")?.split("?")[1]).get("after");
export const entryForm = () => document.querySelector("form[data-draft]");
export const correction = () => document.querySelector("form.correcting"); // on the page of an entry
export const openConflict = () => document.querySelector("#live .conflict"); // a choice between two versions
export const entry = () => document.querySelector("form#entry"); // the form of the next deal, or what takes its place
export const submissionForms = () => [...document.querySelectorAll("form[hx-post]")];
export const sentForm = (id) => submissionForms().find((form) => form.dataset.sent === id);
export const draw = () => document.body.dispatchEvent(new Event("drawn"));
export const poll = () => document.body.dispatchEvent(new Event("wake"));
export const hasWriteAccess = () => document.querySelector("details#other") !== null;

// --- the status line

const BRIEF = 20; // letters that are read at a glance
const GLANCE = 2500; // ms that such a text is shown
const SHOWN = 5000; // ms for any other text
const PER_LETTER = 100; // ms more
let shownText = { text: "", clock: 0 }; // the current text and the timer that clears it
let own = null; // the text about this phone's own entry: polls that bring the entry must not replace it

export function say(text) {
  const status = document.getElementById("status");
  if (!status) return;
  status.textContent = text ?? "";
  for (const how of ["lasting", "whole", "more", "over", "news", "own"]) delete status.dataset[how];
  status.removeAttribute("tabindex");
  shownText.text = "";
  scheduleClear();
}

/** Clear the text after a while, so that the house rules under it are visible; lasting texts stay. */
export function scheduleClear() {
  const text = document.getElementById("status")?.textContent;
  if (!text || text === shownText.text) return;
  clearTimeout(shownText.clock);
  const time = text.length > BRIEF ? SHOWN + PER_LETTER * text.length : GLANCE;
  shownText = { text, clock: setTimeout(fade, time, text) };
}

function fade(text) {
  const status = document.getElementById("status");
  if (status?.textContent === text && !("lasting" in status.dataset)) status.textContent = "";
  shownText.text = "";
  if (own?.text === text) own = null; // it was shown long enough
}

/** Show the text again after each poll until `time` (ms) has passed or polls change nothing. */
export function sayRepeatedly(text, time) {
  own = { text, until: Date.now() + time };
  say(text);
}

export function sayAgain() {
  if (own && Date.now() < own.until && !document.querySelector("#status[data-own]")) say(own.text);
}

export const stopRepeating = () => (own = null);

// --- vibration after taps, only for actions on this phone

const vibrate = (pattern) => navigator.vibrate?.(pattern);

export const tick = () => vibrate(10);
export const vibrateSaved = () => vibrate([10, 60, 10]);
export const vibrateRefused = () => vibrate(60);

// --- nothing is redrawn under a finger

const LOOK_AGAIN = 50; // ms
let pressed = null; // the element under a finger

const lift = () => setTimeout(() => (pressed = null)); // the click event comes later
document.addEventListener("pointerdown", ({ target }) => (pressed = target));
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, lift);

/** True while a finger is on the element: a tap on a redrawn element would be lost. */
export const isPressed = (place = "*") => Boolean(pressed?.closest?.(place));

/** Wait until no finger is on the element. */
export async function lifted(place) {
  while (isPressed(place)) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
}

// --- a second tap after the form has closed

export const TWICE = 500; // ms in which a second tap is meant for the button that has just disappeared
const FINGER = 40; // px between two taps on the same spot
let lowered = -TWICE;
let spot = { x: 0, y: 0 }; // position of the last tap

/** Ignore a second tap on the same spot for a moment, as the form no longer covers what lies there. */
export const shieldFromSecondTap = () => (lowered = performance.now());

document.addEventListener(
  "click",
  (event) => {
    const isSameSpot = Math.hypot(event.clientX - spot.x, event.clientY - spot.y) < FINGER;
    spot = { x: event.clientX, y: event.clientY };
    if (!isSameSpot || performance.now() - lowered > TWICE || !event.target.closest("a, .tabs, .bar")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
