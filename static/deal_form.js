// The score board as the form of a deal: rows to tap, tricks, what has just ended; it only shows and hides what stands in the page.

import { entry, say, tick } from "./dom.js";
import { fieldsOf, slotsOf } from "./form.js";
import { activate, activeBox, boxesOf, changed, fingers, forgetGone, goOn, isPad, press, showKeys, showQuestions, showSums, sumText, swapNumbers } from "./keypad.js";
import { goOnFrom, isEnded, showEnded, strokes } from "./pages.js";
import { drawAnew, focusFault, forgetFault } from "./redraw.js";

const root = document.documentElement.classList; // what the style sheets must know of all the page: looked for with :has(), it would be styled anew at each tap
const form = () => document.querySelector("form#entry[data-draft]");

let known; // the form as it was drawn last
let inSight = 0; // boxes, after the last choice
let byArrow = false; // whether the arrows of the keyboard made it, on their way through all of them
let cameFrom = null; // where the focus was before the form was opened
let chosenAt = -Infinity; // when a tap last chose who did it

// --- tricks: drawn as strokes beside who took them

function showTricks(of) {
  const slots = slotsOf(of);
  if (!slots.length) return;
  const left = slots.filter((slot) => slot.value === "").length;
  const none = of.querySelector("[data-no-winner]");
  if (none && left < slots.length) none.checked = false;
  for (const slot of slots) slot.classList.toggle("filled", slot.value !== "");
  for (const button of of.querySelectorAll("[data-takes]")) {
    const seat = button.closest(".seat");
    const taken = slots.filter((slot) => slot.value === button.dataset.takes).length;
    button.querySelector(".pips").replaceChildren(...(taken ? [strokes(taken)] : []));
    button.setAttribute("aria-pressed", taken > 0);
    seat.classList.toggle("touched", taken > 0);
    button.disabled = seat.querySelector(".zone :checked") !== null || of.classList.contains("sent");
  }
  const back = of.querySelector("[data-tool=untake]");
  back.hidden = false; // it keeps its place: Save does not move
  back.disabled = left === slots.length;
}

// --- open and put aside

export function open(of) {
  if (of.classList.contains("open")) return;
  cameFrom = document.activeElement;
  of.classList.add("open", "rising");
  of.querySelector(".seats").inert = false;
  root.add("writing");
  if (isEnded()) goOnFrom();
  scrollTo(0, 0);
}

/** Open it with nothing said yet: Save says what to do first. */
function openUnsaid(of) {
  if (of.classList.contains("open")) return;
  open(of);
  of.dispatchEvent(new Event("opened"));
}

/** Open it where nobody has tapped a row. */
function begin(of) {
  openUnsaid(of);
  const answers = answersOf(of).filter((one) => !one.hidden);
  if (answers.length === 1) return give(answers[0]); // there is nothing to choose
  const first = of.querySelector("[data-answer]:not([hidden])") ?? of.querySelector(".deal-winner")?.closest(".seat").querySelector("button, input");
  if (first) first.focus({ preventScroll: true });
  else activate(boxesOf(of).find((box) => box.value === "") ?? null);
}

const TWICE = 500; // ms in which a second tap still means the button that has just gone
const FINGER = 40; // px between two taps of one finger on one spot
let lowered = -TWICE;
let spot = { x: 0, y: 0 }; // of the last tap

/** What lay under a form can be tapped now. */
export const shieldFromSecondTap = () => (lowered = performance.now());

/** The form was put aside. */
function lower() {
  if (root.contains("writing")) shieldFromSecondTap();
  root.remove("writing");
}

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

document.addEventListener("animationend", ({ target }) => target.closest(".rising")?.classList.remove("rising")); // drawn anew it stands at once

function putAside(of, isByKey = false) {
  activate(null);
  of.classList.remove("open");
  of.querySelector(".seats").inert = of.matches(".correcting");
  lower();
  document.activeElement?.blur();
  if (isByKey) (cameFrom?.isConnected && cameFrom !== document.body ? cameFrom : of.querySelector(".seat :is(button, input):not(:disabled)"))?.focus(); // whoever goes by keys goes on from there
}

// --- rows

function chosen(of, seat) {
  for (const box of seat.querySelectorAll("[data-nothing]")) box.checked = false;
  const own = boxesOf(seat).find((box) => box.value === "");
  activate(own ?? boxesOf(of).find((box) => box.value === "") ?? null);
}

/** Empty boxes that a choice has hidden, as nobody could correct them there; shown again, they get their number back. */
function emptyHidden(of) {
  for (const box of of.querySelectorAll("[data-box]:enabled")) {
    const { value, dataset } = box;
    if (box.getClientRects().length) box.value ||= dataset.was ?? "";
    else box.value = "";
    if (box.value) delete dataset.was;
    else if (value) dataset.was = value;
  }
  showSums(of);
}

/** Take a choice back by a second tap: there may be no other row to tap instead. */
function takeBack(choice) {
  choice.checked = false;
  showAll(choice.form); // its boxes are asked again
  changed(choice);
}

/** Return the radio button that a tap or the space bar here takes back, if any. */
function choiceAt({ target }) {
  const choice = target.closest("#entry.open :is(.deal-winner, .setting)")?.control;
  return choice?.type === "radio" && choice.checked && performance.now() - chosenAt > TWICE ? choice : null;
}

document.addEventListener("click", (event) => {
  const choice = event.target.matches("input") ? null : choiceAt(event);
  if (choice && !isBeside(event)) {
    event.preventDefault();
    takeBack(choice);
  }
});

/** A tap on one's own row leads to its boxes: it is an answer that says that one went out. */
const isBeside = ({ target }) => target.closest(".mine label.deal-winner");

// --- a part of one's own: answers, each of which stands for a field

const answersOf = (of) => [...of.querySelectorAll("[data-answer]")];
const fieldOf = (answer) => answer.form.querySelector(`[name="${CSS.escape(answer.dataset.answer)}"]`);
const isTick = (field) => field.matches("[type=radio], [type=checkbox]");

function give(answer) {
  const of = answer.form;
  const field = fieldOf(answer);
  open(of);
  tick();
  for (const other of answersOf(of).map(fieldOf)) {
    if (!other || other === field || !isTick(other) || !other.checked) continue;
    other.checked = false;
    changed(other);
  }
  if ("winner" in field.dataset) of.querySelector("[data-takes]").click();
  else if (isTick(field)) {
    for (const slot of slotsOf(of)) slot.value = "";
    field.checked = true;
    changed(field);
  } else activate(field);
  showAnswers(of);
}

function showAnswers(of) {
  const answers = answersOf(of);
  const isTicked = answers.some((one) => fieldOf(one)?.checked);
  for (const answer of answers) {
    const field = fieldOf(answer);
    const taken = slotsOf(of).filter((slot) => slot.value !== "").length;
    const held = field && isTick(field) ? "" : field && "winner" in field.dataset ? taken || "" : field?.value;
    const number = answer.querySelector(".held");
    if (number) number.textContent = isTicked ? "" : sumText(`${held}`);
    answer.hidden = !field;
    answer.ariaPressed = Boolean(field?.checked || (!isTicked && (held || (field && field === activeBox()))));
  }
}

/** Show what the ticks and choices mean; the style sheet hides what they make needless. */
function showAll(of) {
  showAnswers(of);
  showTricks(of);
  showSums(of);
  showQuestions(of);
  for (const whose of ["all", "own"]) of.classList.toggle(`hides-${whose}`, of.querySelector(`[data-hides=${whose}]:checked`) !== null);
  for (const seat of of.querySelectorAll(".seat")) {
    const did = !of.classList.contains("hides-all") && seat.querySelector(".deal-winner :checked") !== null; // a void deal is nobody's
    seat.classList.toggle("did", did);
    for (const cards of of.querySelectorAll("[data-of-others]")) if (cards.dataset.player === seat.dataset.player) cards.hidden = did;
  }
}

const CONTROL = "label, button, input, select, a";
let pressedOn = null; // where the finger came down: a box that moves away from under it is tapped all the same, and not its row

document.addEventListener("click", (event) => {
  const of = entry();
  const pressed = pressedOn;
  pressedOn = null;
  if (!of) return;
  const row = event.target.closest("[data-takes]");
  const key = event.target.closest("[data-key]");
  const action = event.target.closest("[data-tool]")?.dataset.tool;
  const answer = event.target.closest("[data-answer]");
  const swap = event.target.closest("[data-swap]");
  const isAnyone = document.body.hasAttribute("data-ahead") || root.contains("picking"); // the deal that is typed behind others may be theirs, and so may a penalty
  const idle = isAnyone ? null : event.target.closest("#entry [data-sits-out]");
  if (idle) return say(idle.dataset.sitsOut);
  if (swap) {
    event.preventDefault();
    swapNumbers(of, swap.dataset);
  } else if (event.target.matches("[data-box]")) goInto(event.target); // which may have had the focus all along
  else if (row) {
    open(of);
    const free = slotsOf(of).find((slot) => slot.value === "");
    if (!free) return;
    free.value = row.dataset.takes;
    tick();
    changed(free);
  } else if (key) {
    tick();
    press(of, key.dataset.key);
  } else if (event.target.closest(".typing .newer-entries")) activate(null); // what has been written meanwhile, in place of the keys
  else if (action === "aside") putAside(of, event.detail === 0);
  else if (action === "untake") {
    tick();
    const last = slotsOf(of).findLast((slot) => slot.value !== "");
    last.value = "";
    changed(last);
  } else if (answer) give(answer);
  else if (action === "begin" || (event.target.closest("#next-deal p") && form())) {
    event.preventDefault(); // without scripts the link leads to the form
    begin(form());
  }
  else if (isBeside(event)) {
    event.preventDefault();
    toBox(of, event.target.closest(".seat"));
  } else if (event.target.closest("form[data-draft] label.deal-winner")) open(of); // who did it may be chosen already
  else if (![event.target, pressed].some((one) => one?.closest(CONTROL))) rowTapped(of, event.target.closest("#entry .seat"));
});

function toBox(of, seat) {
  openUnsaid(of);
  const box = boxesOf(seat)[0];
  if (box) activate(box);
}

const goInto = (box) => (openUnsaid(box.form), activate(box));
const isPassed = (one) => one.matches?.("#entry:not(.open) [data-box]") && one !== activeBox(); // it has the focus alone, which opens nothing

document.addEventListener("beforeinput", ({ target }) => isPassed(target) && goInto(target), true); // before the digit is written

/** A row does the same wherever it is tapped. */
function rowTapped(of, seat) {
  const control = seat?.querySelector("[data-takes]:enabled, label.deal-winner");
  if (control) control.click();
  else if (seat?.querySelector("[data-box]")) toBox(of, seat);
}

document.addEventListener("mousedown", (event) => {
  pressedOn = event.target;
  if (event.target.closest("[data-key], [data-swap]")) event.preventDefault(); // the box keeps the focus, and no change takes the button away
  const slot = event.target.closest("[data-winner].filled");
  if (!slot) return;
  event.preventDefault();
  slot.value = "";
  changed(slot);
});

document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.("[data-box]") || isPassed(event.target)) return;
  openUnsaid(event.target.form);
  if (event.target !== activeBox()) activate(event.target);
  showAnswers(event.target.form);
});

document.addEventListener("change", (event) => {
  const of = event.target.form ?? event.target;
  if (of.id !== "entry" || of.tagName !== "FORM") return;
  if (event.target === of) return redraw(of); // filled or emptied as a whole
  if (!event.target.matches("[data-cards]")) forgetFault(of); // which are counted as they are drawn, refused or not
  if (event.target.closest(".deal-winner")) {
    open(of);
    tick();
    if (byArrow) activate(null); // whoever reads through the rows stays among them
    else chosen(of, event.target.closest(".seat"));
  }
  if (event.target.closest(".zone")) {
    open(of);
    tick();
  }
  if (event.target.type === "radio") chosenAt = performance.now();
  showAll(of);
  if (!byArrow) emptyHidden(of);
  const boxes = boxesOf(of);
  const isBack = event.target.closest(".segments") && boxes.length > inSight;
  const active = activeBox();
  if (active && !active.getClientRects().length) goOn(of); // what was chosen has put it away
  else if (active && isBack) activate(boxes.find((box) => box.value === "") ?? active); // or what was put away is asked again
  inSight = boxes.length;
  showKeys();
  if (event.target.matches("[data-refresh]")) drawAnew(of, fieldsOf(of));
});

function redraw(of) {
  const isTyped = of.dataset.typed !== undefined;
  if (!isTyped) activate(null);
  for (const box of isTyped ? [] : of.querySelectorAll("[data-was]")) delete box.dataset.was;
  if (isTyped && !isPad(of)) open(of);
  else if (!isTyped) putAside(of);
  showAll(of);
  if (activeBox() && !activeBox().getClientRects().length) activate(null); // what is asked now has no place for it
}

document.addEventListener("input", (event) => {
  if (event.target === activeBox()) showKeys();
  if (event.target.form?.id === "entry") forgetFault(event.target.form);
  if (!event.target.matches("[data-box]")) return;
  showSums(event.target.form);
  showQuestions(event.target.form);
  showAnswers(event.target.form);
});

/** On a keyboard an initial taps the only row that begins with it; typed in a number box it leads to the box there. */
function initial(of, { key, target, ctrlKey, metaKey, altKey }) {
  if (root.contains("picking")) return null; // the rows ask something else
  const isHere = target.closest("#entry") || (of.classList.contains("open") && target.matches("body, main")); // opened from the bar, nothing in it has the focus
  if (!/^\p{L}$/u.test(key) || ctrlKey || metaKey || altKey || !isHere || target.matches("select, [data-cards]")) return null;
  const seats = [...of.querySelectorAll(".seat")].filter((seat) => seat.dataset.player.toLowerCase().startsWith(key.toLowerCase()));
  return seats.length === 1 ? seats[0].querySelector(target.matches("[data-box]") ? "[data-box]" : "[data-takes], .deal-winner input, [data-box]") : null;
}

document.addEventListener("pointerdown", () => (byArrow = false));

document.addEventListener("keydown", (event) => {
  byArrow = event.key.startsWith("Arrow");
  const of = entry();
  if (!of) return;
  const choice = event.key === " " && event.target.type === "radio" ? choiceAt(event) : null;
  if (choice) {
    event.preventDefault();
    return takeBack(choice);
  }
  const row = initial(of, event);
  if (row) {
    event.preventDefault();
    if (row.matches("[data-box]")) row.focus();
    else row.click();
    return;
  }
  if (event.key === "Escape" && of.classList.contains("open")) return putAside(of, true);
  if (["Enter", " "].includes(event.key) && isPassed(event.target)) {
    event.preventDefault();
    return goInto(event.target);
  }
  if (event.key !== "Enter" || !event.target.matches?.("#entry input")) return;
  event.preventDefault(); // a number is never saved by a slip
  if (event.target.matches("[data-box]")) goOn(of);
});

/** Fit digits and leader after news that bring numbers without rows, while a form is in use. */
function fitScore() {
  const shape = document.getElementById("board")?.dataset.shape;
  const seats = document.querySelector("#live .seats");
  if (!shape || !seats) return;
  seats.className = `seats ${shape}`;
  for (const seat of seats.children) seat.classList.toggle("leads", seat.querySelector(".now em") !== null);
}

/** After every drawing: enable the rows, show what was typed, focus the fault. */
function drawn() {
  const of = entry();
  fitScore();
  showEnded();
  if (of?.classList.contains("open")) root.add("writing");
  else lower();
  if (!of) return;
  of.querySelector(".seats").inert = of.matches(".correcting:not(.open)"); // only the numbers of the deal open it
  for (const button of of.querySelectorAll("[data-takes]")) button.disabled = false;
  for (const box of of.querySelectorAll("[data-box]")) if (fingers.matches) box.inputMode = "none";
  if (of !== known && of.dataset.typed !== undefined && of.dataset.draft !== undefined && !isPad(of) && !document.querySelector(".conflict")) open(of); // once; nor over the choices of a comparison
  known = of;
  forgetGone();
  showAll(of);
  showKeys();
  focusFault(of);
}

document.body.addEventListener("drawn", drawn);
drawn();
