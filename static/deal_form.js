// The scoreboard as the form of a deal: rows to tap, tricks, how the deal ended. It only shows and hides parts of the page.

import { entry, say, shieldFromSecondTap, tick, TWICE } from "./dom.js";
import { fieldsOf, isTick, slotsOf } from "./form.js";
import { activate, activeBox, boxesOf, changed, fingers, forgetGone, goOn } from "./keypad.js";
import { isPad, press, showKeys, showQuestions, showSums, sumText, swapNumbers } from "./keypad.js";
import { goOnFrom, isEnded, showEnded, strokes } from "./pages.js";
import { focusFault, forgetFault, redrawForm } from "./redraw.js";

const root = document.documentElement.classList; // classes of the root, because :has() on it would restyle the page at each tap
const form = () => document.querySelector("form#entry[data-draft]");

let known; // the form that was drawn last
let inSight = 0; // the number of visible boxes after the last choice
let byArrow = false; // true if the choice was made by the arrow keys, which pass all choices
let cameFrom = null; // the focused element before the form was opened
let chosenAt = -Infinity; // the time when a tap last chose a player

// --- tricks, drawn as strokes beside the players

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
  back.hidden = false; // always takes up space, so that Save does not move
  back.disabled = left === slots.length;
}

// --- opening and closing

export function open(of) {
  if (of.classList.contains("open")) return;
  cameFrom = document.activeElement;
  of.classList.add("open", "rising");
  of.querySelector(".seats").inert = false;
  root.add("writing");
  if (isEnded()) goOnFrom();
  scrollTo(0, 0);
}

/** Open the empty form; Save says what to do first. */
function openUnsaid(of) {
  if (of.classList.contains("open")) return;
  open(of);
  of.dispatchEvent(new Event("opened"));
}

/** Open the form without a tapped row. */
function begin(of) {
  openUnsaid(of);
  const answers = answersOf(of).filter((one) => !one.hidden);
  if (answers.length === 1) return give(answers[0]); // only one answer is possible
  const first =
    of.querySelector("[data-answer]:not([hidden])") ??
    of.querySelector(".deal-winner")?.closest(".seat").querySelector("button, input");
  if (first) first.focus({ preventScroll: true });
  else activate(boxesOf(of).find((box) => box.value === "") ?? null);
}

/** Note that the form no longer covers the page. */
function lower() {
  if (root.contains("writing")) shieldFromSecondTap();
  root.remove("writing");
}

// a redrawn form is not animated
document.addEventListener("animationend", ({ target }) => target.closest(".rising")?.classList.remove("rising"));

function putAside(of, isByKey = false) {
  activate(null);
  of.classList.remove("open");
  of.querySelector(".seats").inert = of.matches(".correcting");
  lower();
  document.activeElement?.blur();
  if (isByKey)
    (cameFrom?.isConnected && cameFrom !== document.body
      ? cameFrom
      : of.querySelector(".seat :is(button, input):not(:disabled)")
    )?.focus(); // for keyboard users
}

// --- rows

function chosen(of, seat) {
  for (const box of seat.querySelectorAll("[data-nothing]")) box.checked = false;
  const own = boxesOf(seat).find((box) => box.value === "");
  activate(own ?? boxesOf(of).find((box) => box.value === "") ?? null);
}

/** Empty boxes that a choice has hidden, as nobody could correct them; shown again, they get their numbers back. */
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

/** Undo a choice by a second tap, because there may be no other row to choose instead. */
function takeBack(choice) {
  choice.checked = false;
  showAll(choice.form); // shows its boxes again
  changed(choice);
}

/** Return the radio button that this tap or key press unchecks, if any. */
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

/** Go to the boxes after a tap on one's own row: an answer says who went out. */
const isBeside = ({ target }) => target.closest(".mine label.deal-winner");

// --- one's own part of a deal: answers, each of which sets a field

const answersOf = (of) => [...of.querySelectorAll("[data-answer]")];
const fieldOf = (answer) => answer.form.querySelector(`[name="${CSS.escape(answer.dataset.answer)}"]`);

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

/** Update the rows to the ticks and choices; the style sheet hides what these make unnecessary. */
function showAll(of) {
  showAnswers(of);
  showTricks(of);
  showSums(of);
  showQuestions(of);
  for (const whose of ["all", "own"])
    of.classList.toggle(`hides-${whose}`, of.querySelector(`[data-hides=${whose}]:checked`) !== null);
  for (const seat of of.querySelectorAll(".seat")) {
    // nobody wins a void deal
    const did = !of.classList.contains("hides-all") && seat.querySelector(".deal-winner :checked") !== null;
    seat.classList.toggle("did", did);
    for (const cards of of.querySelectorAll("[data-of-others]"))
      if (cards.dataset.player === seat.dataset.player) cards.hidden = did;
  }
}

const CONTROL = "label, button, input, select, a";
let pressedOn = null; // the box under the finger at pointerdown: it may move away before the click

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
  // players who sit out may play a later deal, or get a penalty
  const isAnyone = document.body.hasAttribute("data-ahead") || root.contains("picking");
  const idle = isAnyone ? null : event.target.closest("#entry [data-sits-out]");
  if (idle) return say(idle.dataset.sitsOut);
  if (swap) {
    event.preventDefault();
    swapNumbers(of, swap.dataset);
  } else if (event.target.matches("[data-box]"))
    goInto(event.target); // even if it had the focus already
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
  } else if (event.target.closest(".typing .newer-entries"))
    activate(null); // show newer entries instead of the keys
  else if (action === "aside") putAside(of, event.detail === 0);
  else if (action === "untake") {
    tick();
    const last = slotsOf(of).findLast((slot) => slot.value !== "");
    last.value = "";
    changed(last);
  } else if (answer) give(answer);
  else if (action === "begin" || (event.target.closest("#next-deal p") && form())) {
    event.preventDefault(); // without scripts the link goes to the form
    begin(form());
  } else if (isBeside(event)) {
    event.preventDefault();
    toBox(of, event.target.closest(".seat"));
  } else if (event.target.closest("form[data-draft] label.deal-winner"))
    open(of); // a player may be chosen already
  else if (![event.target, pressed].some((one) => one?.closest(CONTROL))) rowTapped(of, event.target.closest("#entry .seat"));
});

function toBox(of, seat) {
  openUnsaid(of);
  const box = boxesOf(seat)[0];
  if (box) activate(box);
}

const goInto = (box) => (openUnsaid(box.form), activate(box));
// focused by the Tab key only, which opens no keypad
const isPassed = (one) => one.matches?.("#entry:not(.open) [data-box]") && one !== activeBox();

// before the digit is inserted
document.addEventListener("beforeinput", ({ target }) => isPassed(target) && goInto(target), true);

/** Treat a tap anywhere in a row as a tap on its button. */
function rowTapped(of, seat) {
  const control = seat?.querySelector("[data-takes]:enabled, label.deal-winner");
  if (control) control.click();
  else if (seat?.querySelector("[data-box]")) toBox(of, seat);
}

document.addEventListener("mousedown", (event) => {
  pressedOn = event.target;
  // the box keeps the focus, so that no change event removes the button
  if (event.target.closest("[data-key], [data-swap]")) event.preventDefault();
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
  if (event.target === of) return showRefilled(of); // the whole form was filled or emptied
  if (!event.target.matches("[data-cards]")) forgetFault(of); // cards report their own errors
  if (event.target.closest(".deal-winner")) {
    open(of);
    tick();
    if (byArrow)
      activate(null); // arrow keys stay in the rows
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
  if (active && !active.getClientRects().length)
    goOn(of); // the choice has hidden the box
  else if (active && isBack) activate(boxes.find((box) => box.value === "") ?? active); // or a hidden box is shown again
  inSight = boxes.length;
  showKeys();
  if (event.target.matches("[data-refresh]")) redrawForm(of, fieldsOf(of));
});

function showRefilled(of) {
  const isTyped = of.dataset.typed !== undefined;
  if (!isTyped) activate(null);
  for (const box of isTyped ? [] : of.querySelectorAll("[data-was]")) delete box.dataset.was;
  if (isTyped && !isPad(of)) open(of);
  else if (!isTyped) putAside(of);
  showAll(of);
  if (activeBox() && !activeBox().getClientRects().length) activate(null); // the active box is hidden now
}

document.addEventListener("input", (event) => {
  if (event.target === activeBox()) showKeys();
  if (event.target.form?.id === "entry") forgetFault(event.target.form);
  if (!event.target.matches("[data-box]")) return;
  showSums(event.target.form);
  showQuestions(event.target.form);
  showAnswers(event.target.form);
});

/** Let a letter key tap the only row that begins with it; in a number box it goes to the box of that row. */
function initial(of, { key, target, ctrlKey, metaKey, altKey }) {
  if (root.contains("picking")) return null; // the board asks for another choice
  // opened by the bar, nothing in the form has the focus
  const isHere = target.closest("#entry") || (of.classList.contains("open") && target.matches("body, main"));
  if (!/^\p{L}$/u.test(key) || ctrlKey || metaKey || altKey || !isHere || target.matches("select, [data-cards]")) return null;
  const seats = [...of.querySelectorAll(".seat")].filter((seat) =>
    seat.dataset.player.toLowerCase().startsWith(key.toLowerCase()),
  );
  return seats.length === 1
    ? seats[0].querySelector(target.matches("[data-box]") ? "[data-box]" : "[data-takes], .deal-winner input, [data-box]")
    : null;
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
  event.preventDefault(); // Enter in a number box does not submit
  if (event.target.matches("[data-box]")) goOn(of);
});

/** Run after every redraw: enable the rows, show what was typed, focus the refused field. */
function drawn() {
  const of = entry();
  showEnded();
  if (of?.classList.contains("open")) root.add("writing");
  else lower();
  if (!of) return;
  of.querySelector(".seats").inert = of.matches(".correcting:not(.open)"); // a correction opens by its numbers only
  for (const button of of.querySelectorAll("[data-takes]")) button.disabled = false;
  for (const box of of.querySelectorAll("[data-box]")) if (fingers.matches) box.inputMode = "none";
  if (
    of !== known &&
    of.dataset.typed !== undefined &&
    of.dataset.draft !== undefined &&
    !isPad(of) &&
    !document.querySelector(".conflict")
  )
    open(of); // only once, and not over an open conflict
  known = of;
  forgetGone();
  showAll(of);
  showKeys();
  focusFault(of);
}

document.body.addEventListener("drawn", drawn);
drawn();
