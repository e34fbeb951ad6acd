// The scoreboard as the form: a tap on a row, the keys from below, and the strokes in pencil. Without scripts the same
// fields stand in the page; here they only come and go.

import { isPad, isSum, isWhole, openQuestion, showQuestions, showSums, sumText } from "./pad.js";
import { tick } from "./touch.js";

const form = () => document.querySelector("form#entry[data-draft]");
const entry = () => document.querySelector("form#entry");
const boxesOf = (of) => [...of.querySelectorAll("[data-box]")].filter((box) => box.getClientRects().length);
const slotsOf = (of) => [...of.querySelectorAll(".slots select[name='tricks[]']")];
const changed = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
const fingers = matchMedia("(pointer: coarse)");

let active = null; // the box that the keys fill
let inSight = 0; // boxes, after the last choice
let byItself = null; // from where to where the keys have just gone on, a number being whole

// --- open and put aside

function open(of) {
  if (of.classList.contains("open")) return;
  of.classList.add("open", "rising");
  document.body.classList.add("writing");
  if (card()) goOnFrom();
  scrollTo(0, 0);
}

const TWICE = 500; // ms in which a second tap still means the button that has just gone
const FINGER = 40; // px between two taps of one finger on one spot
let lowered = -TWICE;
let spot = { x: 0, y: 0 }; // of the last tap

/** The desk has gone, and what lay under it can be tapped. */
function lower() {
  if (document.body.classList.contains("writing")) lowered = performance.now();
  document.body.classList.remove("writing");
}

document.addEventListener(
  "click",
  (event) => {
    const isSameSpot = Math.hypot(event.clientX - spot.x, event.clientY - spot.y) < FINGER;
    spot = { x: event.clientX, y: event.clientY };
    if (!isSameSpot || performance.now() - lowered > TWICE || !event.target.closest(".tabs, .bar")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("animationend", ({ target }) => target.closest(".rising")?.classList.remove("rising")); // drawn anew it stands at once

function putAside(of) {
  of.classList.remove("open");
  lower();
  document.activeElement?.blur();
}

// --- numbers

function activate(box) {
  active = box;
  entry()?.classList.remove("more");
  for (const one of document.querySelectorAll("[data-box].active")) one.classList.remove("active");
  box?.classList.add("active");
  if (box) {
    box.focus({ preventScroll: true });
    box.closest(".seat").scrollIntoView({ block: "nearest" });
  }
  showKeys();
}

function showKeys() {
  const of = entry();
  const keypad = of?.querySelector("#keypad");
  if (!keypad) return;
  keypad.hidden = !active?.isConnected || !fingers.matches;
  of.classList.toggle("typing", !keypad.hidden);
  if (!active?.isConnected) return;
  of.querySelector("#sum").textContent = isSum(active.value) ? `= ${sumText(active.value)}` : "";
  active.scrollLeft = active.scrollWidth; // what was typed last is in sight
  const next = nextOf(of);
  const name = keypad.querySelector("#next-name");
  name.textContent = next ? (next.closest(".seat").querySelector(".brief")?.textContent ?? next.closest(".seat").dataset.player) : name.dataset.done;
  const nothing = of.querySelector("[data-nothing]");
  const key = keypad.querySelector("#nothing");
  const open = openQuestion(active);
  if (open) name.textContent = `${open.yes.dataset.yes}: ${name.textContent}`;
  key.textContent = nothing?.dataset.nothing ?? "";
  key.hidden = !nothing;
  key.disabled = !insteadOf(active) && !open; // it keeps its place
}

/** The tick that may stand in place of a box, if any. */
function insteadOf(box) {
  return [...box.closest(".seat").querySelectorAll("[data-nothing]")].find((tick) => box.name.startsWith(`${tick.dataset.instead}[`));
}

/** The next empty box after the one that is filled, in the order of the rows. */
function nextOf(of) {
  const boxes = [...of.querySelectorAll("[data-box]")]; // put away or not: the active one may just have been
  const at = boxes.indexOf(active);
  const shown = boxesOf(of);
  const open = (box) => box !== active && box.value === "" && !("counted" in box.dataset) && shown.includes(box) && !insteadOf(box)?.checked;
  return [...boxes.slice(at + 1), ...boxes.slice(0, at)].find(open) ?? null;
}

function goOn(of) {
  const next = nextOf(of);
  if (next) return activate(next);
  activate(null);
  of.querySelector(".save").focus();
}

/** The number that is being typed, of several that are added up, on the other side of zero. */
const turned = (text) => text.replace(/([+−]?)(\d*)$/, (_, sign, digits, at) => (sign === "−" ? (at ? "+" : "") : "−") + digits);

/** What the keys say of the number that leaves it open; it is asked beside the box as well. */
function answer(of, tick) {
  tick.checked = true;
  changed(tick);
  goOn(of);
}

function press(of, key) {
  if (!active) return;
  const came = active.value === "" && byItself?.to === active ? byItself : null;
  byItself = null;
  const open = openQuestion(active);
  if (key === "next" && open) return answer(of, open.yes);
  if (key === "next") return came ? undefined : goOn(of); // who taps it all the same wants no more than that
  if (key === "more") return of.classList.add("more");
  if (key === "nothing" && open) return answer(of, open.no);
  if (key === "+" && came) activate(came.from); // it was the first of a sum
  if (key === "nothing") {
    const nothing = insteadOf(active);
    nothing.checked = true;
    active.value = "";
    return changed(nothing); // which puts the box away
  }
  if (key === "back" && active.value === "") return activate(boxesOf(of)[boxesOf(of).indexOf(active) - 1] ?? active);
  active.value = key === "back" ? active.value.slice(0, -1) : key === "−" ? turned(active.value) : active.value + key;
  active.dispatchEvent(new Event("input", { bubbles: true }));
  showKeys();
  const from = active;
  if (key === "back" || !isWhole(from) || openQuestion(from) || !nextOf(of)) return;
  goOn(of);
  byItself = { from, to: active };
}

// --- rows

function chosen(of, seat) {
  for (const box of seat.querySelectorAll("[data-nothing]")) box.checked = false;
  const own = boxesOf(seat).find((box) => box.value === "");
  activate(own ?? boxesOf(of).find((box) => box.value === "") ?? null);
}

function strokes(n) {
  const SVG = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "strokes");
  picture.setAttribute("viewBox", `0 0 ${Math.min(n, 4) * 7 + 8} 24`);
  for (let at = 0; at < n; at += 1) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", at === 4 ? "M1.5 18.5L33 5" : `M${at * 7 + 6} 2L${at * 7 + 5} 22`);
    picture.append(path);
  }
  return picture;
}

function showTricks(of) {
  const slots = slotsOf(of);
  if (!slots.length) return;
  const left = slots.filter((slot) => slot.value === "").length;
  for (const slot of slots) slot.classList.toggle("filled", slot.value !== "");
  for (const button of of.querySelectorAll("[data-takes]")) {
    const seat = button.closest(".seat");
    const taken = slots.filter((slot) => slot.value === button.dataset.takes).length;
    button.querySelector(".pips").replaceChildren(...(taken ? [strokes(taken)] : []));
    button.setAttribute("aria-pressed", taken > 0);
    seat.classList.toggle("touched", taken > 0);
    button.disabled = seat.querySelector(".zone :checked") !== null || of.classList.contains("sent");
  }
  const back = of.querySelector("[data-desk=untake]");
  back.hidden = false; // it keeps its place: Save does not move
  back.disabled = left === slots.length;
}

/** What a choice has put out of sight says nothing any more: it could be taken out nowhere. */
function emptyHidden(of) {
  for (const box of of.querySelectorAll("[data-box]:enabled")) if (!box.getClientRects().length) box.value = "";
  showSums(of);
}

/** What a tick in the row or a choice in the desk makes needless is put out of sight by the style sheet. */
function showAll(of) {
  showTricks(of);
  showSums(of);
  showQuestions(of);
  for (const seat of of.querySelectorAll(".seat")) {
    const did = seat.querySelector(".take :checked") !== null;
    seat.classList.toggle("did", did);
    for (const cards of of.querySelectorAll("[data-of-others]")) if (cards.dataset.player === seat.dataset.player) cards.hidden = did;
  }
}

document.addEventListener("click", (event) => {
  const of = entry();
  if (!of) return;
  const row = event.target.closest("[data-takes]");
  const key = event.target.closest("[data-key]");
  const deed = event.target.closest("[data-desk]")?.dataset.desk;
  if (row) {
    open(of);
    const free = slotsOf(of).find((slot) => slot.value === "");
    if (!free) return;
    free.value = row.dataset.takes;
    tick();
    changed(free);
  } else if (key) {
    tick();
    press(of, key.dataset.key);
  } else if (deed === "aside") putAside(of);
  else if (deed === "untake") {
    tick();
    const last = slotsOf(of).findLast((slot) => slot.value !== "");
    last.value = "";
    changed(last);
  } else if (event.target.closest("#deal-now p") && form()) {
    open(form());
    form().dispatchEvent(new Event("opened")); // Save says what to do first
  }
  else if (event.target.closest("form[data-draft] .seat .score")) {
    open(of);
    const box = boxesOf(event.target.closest(".seat"))[0];
    if (box && !event.target.closest("label.take")) activate(box);
  }
});

// --- what has just ended: shown until somebody goes on, and told to others as a text

const GONE = "went-on"; // the number of the last line that this phone has gone on from
const card = () => document.querySelector("#live .result");
const cardMark = () => `${location.pathname} ${document.querySelector("#board")?.getAttribute("hx-get")}`;

function goOnFrom() {
  sessionStorage.setItem(GONE, cardMark());
  document.body.classList.add(GONE);
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-go-on]")) goOnFrom();
});

document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-key]")) event.preventDefault(); // the box keeps the focus
  const slot = event.target.closest(".slots select.filled");
  if (!slot || slot.name !== "tricks[]") return;
  event.preventDefault();
  slot.value = "";
  changed(slot);
});

document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.("[data-box]")) return;
  open(event.target.form);
  if (event.target !== active) activate(event.target);
});

document.addEventListener("change", (event) => {
  const of = event.target.form ?? event.target;
  if (of.id !== "entry" || of.tagName !== "FORM") return;
  if (event.target === of) return redraw(of); // filled or emptied as a whole
  if (event.target.closest(".take")) {
    open(of);
    tick();
    chosen(of, event.target.closest(".seat"));
  }
  if (event.target.closest(".zone")) {
    open(of);
    tick();
  }
  showAll(of);
  emptyHidden(of);
  const boxes = boxesOf(of);
  const isBack = event.target.closest(".segments") && boxes.length > inSight;
  if (active && !active.getClientRects().length) goOn(of); // what was chosen has put it away
  else if (active && isBack) activate(boxes.find((box) => box.value === "") ?? active); // or what was put away is asked again
  inSight = boxes.length;
  showKeys();
  if (event.target.matches("[data-refresh]")) htmx.ajax("POST", of.dataset.refresh, { source: of, target: of, select: "#entry", swap: "outerHTML" });
});

function redraw(of) {
  activate(null);
  const isTyped = of.dataset.typed !== undefined;
  const byCards = [...of.querySelectorAll("[data-cards]")].some((field) => field.value !== "");
  if (isTyped && !isPad(of)) open(of);
  else if (!isTyped && of.dataset.draft !== undefined) putAside(of);
  showAll(of);
  if (isTyped && !byCards && of.querySelector(".take :checked")) activate(boxesOf(of).find((box) => box.value === "") ?? null); // one goes on where one was
}

document.addEventListener("input", (event) => {
  if (event.target === active) showKeys();
  if (event.target.form?.id === "entry") forgetFault(event.target);
  if (!event.target.matches("[data-box]")) return;
  showSums(event.target.form);
  showQuestions(event.target.form);
});

/** What was refused has been typed anew. */
function forgetFault(field) {
  document.querySelector("#desk > #wrong")?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}

document.addEventListener("keydown", (event) => {
  const of = entry();
  if (!of) return;
  if (event.key === "Escape" && of.classList.contains("open") && of.dataset.draft !== undefined) return putAside(of);
  if (event.key !== "Enter" || !event.target.matches?.("#entry input")) return;
  event.preventDefault(); // a number is never saved by a slip
  if (event.target.matches("[data-box]")) goOn(of);
});

/** After every drawing: rows that can be tapped, what was typed in sight, and the fault in focus. */
function drawn() {
  const of = entry();
  document.body.classList.toggle(GONE, card() !== null && sessionStorage.getItem(GONE) === cardMark());
  if (form()?.classList.contains("open")) document.body.classList.add("writing");
  else lower();
  if (!of) return;
  for (const button of of.querySelectorAll("[data-takes]")) button.disabled = false;
  for (const box of of.querySelectorAll("[data-box]")) if (fingers.matches) box.inputMode = "none";
  if (of.dataset.typed !== undefined && of.dataset.draft !== undefined && !isPad(of) && !document.querySelector(".race")) open(of); // nor over the choices of a comparison
  if (!active?.isConnected) active = null;
  showAll(of);
  showKeys();
  const wrong = document.getElementById("wrong");
  if (!wrong || wrong === drawn.told) return;
  drawn.told = wrong;
  const { field = "", player } = wrong.dataset;
  const named = field ? of.querySelector(["", "[@]"].map((whose) => `[name="${CSS.escape(field + whose)}"]`)) : null; // a player may be named by the seat
  if (named) {
    named.ariaInvalid = "true";
    named.setAttribute("aria-describedby", wrong.id);
  }
  const row = [...of.querySelectorAll("[data-player]")].find((one) => one.dataset.player === player);
  const folded = named?.closest("details.rare");
  if (folded) folded.open = true;
  const box = named?.matches("[data-box]") ? named : !folded && row && (boxesOf(row).find((one) => one.value === "") ?? boxesOf(row)[0]);
  if (box) activate(box);
  else activate(null);
  if (!box) (named || row?.querySelector("input, select, button:not([hidden])") || wrong).focus({ preventScroll: true });
  wrong.scrollIntoView({ block: "nearest" });
  if (folded) named.scrollIntoView({ block: "nearest" });
  if (box) uncover(of, box);
}

/** A desk grown by what it says must not lie over the box that it speaks of. */
function uncover(of, box) {
  const desk = of.querySelector(".desk");
  const hidden = box.getBoundingClientRect().bottom + 8 - desk.getBoundingClientRect().top;
  if (getComputedStyle(desk).position === "fixed" && hidden > 0 && box.getBoundingClientRect().right > desk.getBoundingClientRect().left) scrollBy(0, hidden);
}

document.body.addEventListener("drawn", drawn);
drawn();
