// The keypad that fills number boxes one after the other: sums, limits, and whether a form is in use.

import { entry, say, tick } from "./dom.js";
import { changedIn, touched } from "./form.js";
import { tabStorage } from "./storage.js";

const isShown = (box) => box.getClientRects().length > 0;
export const boxesOf = (of) => [...of.querySelectorAll("[data-box]")].filter(isShown);
export const changed = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
export const fingers = matchMedia("(pointer: coarse)");

const KEPT = `box:${location.pathname}`; // for this tab
let left = JSON.parse(tabStorage.get(KEPT)); // what was kept of them when the page was left: see keep()
let active = null; // the box that the keys fill: known here alone, wherever the focus is
let advanced = null; // from where to where the keys have just gone on, a number being whole
let anew = null; // the sign that the next digit keeps of the number in a box that was just chosen, which it replaces

export const activeBox = () => active;

/** Keep for a reload: the active box, the one before it if the keys went on by themselves, and hidden numbers. */
function keep(of) {
  const unseen = [...of.querySelectorAll("[data-was]")].map((box) => [box.name, box.dataset.was]);
  tabStorage.set(KEPT, JSON.stringify({ box: active?.name ?? null, anew, from: advanced?.to === active ? advanced?.from.name : null, more: of.classList.contains("more"), unseen }));
}

/** The page was drawn anew without the box. */
export function forgetGone() {
  if (!active?.isConnected) active = null;
}

const boxIn = (form, name) => form.querySelector(`[data-box][name="${CSS.escape(name)}"]`);

/** Carry the active box, warnings and hidden numbers over to a form that was drawn anew. */
export function carryOver(old, fresh) {
  const same = (box) => (box && old.contains(box) ? boxIn(fresh, box.name) : null);
  for (const box of old.querySelectorAll("[data-box]")) {
    const now = same(box);
    if (!now) continue;
    if ("was" in box.dataset) now.dataset.was = box.dataset.was;
    now.ariaInvalid ??= box.getAttribute("aria-describedby") === "wrong" ? null : box.ariaInvalid;
  }
  fresh.classList.toggle("more", old.classList.contains("more"));
  const [from, to] = [advanced?.from, advanced?.to].map(same);
  advanced = from && to ? { from, to } : null;
  if (!old.contains(active)) return;
  active = same(active);
  active?.classList.add("active");
}

/** After a reload go on in the box that was active, if that is known. */
export function resume(form) {
  if (!left) return;
  const { unseen, more, anew: sign, ...names } = left;
  left = null;
  for (const [name, was] of unseen) if (boxIn(form, name)?.value === "") boxIn(form, name).dataset.was = was;
  const [box, from] = [names.box, names.from].map((name) => name && boxIn(form, name));
  if (!box || !isShown(box)) return;
  if (from) advanced = { from, to: box };
  activate(box);
  anew = sign;
  form.classList.toggle("more", more);
  keep(form);
}

/** Activate the first empty box of a form that is opened again. */
export function goOnIn(form) {
  const byCards = [...form.querySelectorAll("[data-cards]")].some((field) => field.value !== "");
  if (!byCards && form.querySelector(".deal-winner :checked")) activate(boxesOf(form).find((box) => box.value === "") ?? null);
}

export function activate(box) {
  active = box;
  anew = "";
  left = null;
  entry()?.classList.remove("more");
  for (const one of document.querySelectorAll("[data-box].active")) one.classList.remove("active");
  box?.classList.add("active");
  showKeys(); // which take their room before the row is brought into sight
  if (!box) return;
  box.focus({ preventScroll: true });
  box.closest(".seat").scrollIntoView({ block: "nearest" });
}

/** Read everything from the page before writing to it, so that the browser lays it out once a tap. */
export function showKeys() {
  const of = entry();
  const keypad = of?.querySelector("#keypad");
  if (!keypad) return;
  keep(of);
  const isFilled = Boolean(active?.isConnected);
  const next = isFilled ? nextOf(of) : null;
  const isUp = isFilled && fingers.matches;
  keypad.hidden = !isUp;
  of.classList.toggle("typing", isUp);
  for (const strip of of.querySelectorAll(".strip")) strip.hidden = isUp && strip.dataset.player !== active.closest(".seat").dataset.player;
  if (isFilled) showLabels(of, keypad, next);
}

function showLabels(of, keypad, next) {
  of.querySelector("#sum").textContent = isSum(active.value) ? `= ${sumText(active.value)}` : "";
  requestAnimationFrame(showEnd);
  active.classList.toggle("anew", anew !== null && active.value !== "");
  const name = keypad.querySelector("#next-name");
  name.textContent = next ? nameOf(next) : "";
  const nothing = of.querySelector("[data-nothing]");
  const key = keypad.querySelector("#nothing");
  const open = openQuestion(active);
  const onward = name.closest("button");
  onward.disabled = !next && !open;
  onward.hidden = onward.disabled && of.matches(".mine"); // elsewhere a choice may bring the other box back: no key moves
  const meant = emptiedBy(emptyAfter(of));
  if (open) name.textContent = next ? `${open.yes.dataset.yes} ${name.textContent}` : open.yes.labels[0].textContent.trim();
  key.querySelector("bdi").textContent = meant === active || open ? "" : briefName(meant);
  key.querySelector("span").textContent = nothing?.dataset.nothing ?? "";
  key.hidden = !nothing;
  key.disabled = !insteadOf(meant) && !open && !tickBeside(active); // it keeps its place
}

/** Scroll to what was typed last. */
function showEnd() {
  if (active) active.scrollLeft = active.scrollWidth;
}

function briefName(box) {
  const seat = box.closest(".seat");
  return seat.querySelector(".brief")?.textContent ?? seat.dataset.player;
}

/** Whose box it is; in the row that is being filled, which one. */
const nameOf = (box) => (box.closest(".seat") === active.closest(".seat") ? box.closest("label").querySelector(".unit > :not(.unseen)").textContent : briefName(box));

/** The tick that may stand in place of a box, if any. */
function insteadOf(box) {
  return [...box.closest(".seat").querySelectorAll("[data-nothing]")].find((tick) => box.name.startsWith(`${tick.dataset.instead}[`));
}

/** The tick that says something besides the number in a box, if any. */
const tickBeside = (box) => box.closest(".seat").querySelector(".beside [data-nothing]");

/** All boxes but the active one, from it on round the rows, that hold a number or want one. */
function othersOf(of) {
  const boxes = [...of.querySelectorAll("[data-box]")]; // put away or not: the active one may just have been
  const at = boxes.indexOf(active);
  return [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))].filter((box) => isShown(box) && !insteadOf(box)?.checked);
}

const emptyAfter = (of) => othersOf(of).find((box) => box.value === "" && !("counted" in box.dataset)) ?? null;

/** The next box that is empty, or once all have a number the next one. */
const nextOf = (of) => emptyAfter(of) ?? othersOf(of)[0] ?? null;

/** Whose box "nothing" stands instead of: the one that is filled, and once it has its number the next one. */
const emptiedBy = (next) => (active.value !== "" && next && insteadOf(next) ? next : active);

/** Go on to the next empty box, or once there is none to Save. */
export function goOn(of) {
  const next = emptyAfter(of);
  if (next) return activate(next);
  activate(null);
  of.querySelector(".save").focus();
}

/** The number that is being typed, of several that are added up, on the other side of zero. */
const turned = (text) => text.replace(/([+−]?)(\d*)$/, (_, sign, digits, at) => (sign === "−" ? (at ? "+" : "") : "−") + digits);

/** Answer by a key the question that a number leaves open; it is asked beside the box as well. */
function answer(of, tick) {
  tick.checked = true;
  changed(tick);
  goOn(of);
}

function putNothing(of) {
  const meant = emptiedBy(emptyAfter(of));
  if (meant !== active && isImpossible()) return warnImpossible(of);
  const nothing = insteadOf(meant);
  activate(meant);
  meant.value = "";
  nothing.checked = true;
  changed(nothing); // which puts the box away
}

/** Answer in place of a number: the keys go on by themselves, and Next tapped out of habit goes no further. */
function byItself(of, answers) {
  answers();
  if (active) advanced = { from: active, to: active };
  keep(of);
}

const isImpossible = () => cannotBe(active) && active.ariaInvalid !== "true";

let warning = ""; // that a number cannot be, as it was said

/** Say no more that a number cannot be, once it can. */
function heed(form) {
  for (const box of form.querySelectorAll('[data-box][aria-invalid="true"]:not([aria-describedby="wrong"])')) if (!cannotBe(box)) box.ariaInvalid = null;
  const isStill = form.querySelector('[data-box][aria-invalid="true"]');
  if (!warning || isStill || document.getElementById("status")?.textContent !== warning) return;
  warning = "";
  say("");
}

/** The keys stay at a number that cannot be; who taps Next all the same goes on. */
function warnImpossible(of) {
  active.ariaInvalid = "true";
  const { cannot, tooMuch } = of.querySelector("#keypad").dataset;
  const most = mostOf(active);
  warning = (sumOf(active.value) > most ? tooMuch.replace("{most}", most) : cannot).replace("{n}", sumText(active.value));
  say(warning);
}

export function press(of, key) {
  if (!active) return;
  const advance = active.value === "" && advanced?.to === active ? advanced : null;
  advanced = null;
  const open = openQuestion(active);
  if (key === "next" && open) return answer(of, open.yes);
  if (key === "next" && isImpossible()) return warnImpossible(of);
  if (key === "next") return advance ? undefined : activate(nextOf(of)); // who taps it all the same wants no more than that
  if (key === "more") {
    of.classList.add("more");
    return keep(of);
  }
  if (key === "nothing" && open) return byItself(of, () => answer(of, open.no));
  if (key === "+" && advance) activate(advance.from); // it was the first of a sum
  if (key === "nothing" && tickBeside(active)) return tickBeside(active).click();
  if (key === "nothing") return byItself(of, () => putNothing(of));
  if (key === "back" && active.value === "") return advance ? activate(advance.from) : undefined; // whoever taps it once too often loses nothing of another
  const isRefused = active.ariaInvalid === "true"; // what was refused, or cannot be, gives way
  if (active.getAttribute("aria-describedby") !== "wrong") active.ariaInvalid = null; // said on this phone alone
  const isDigit = /\d/.test(key);
  const before = isDigit && anew !== null ? anew : isDigit && isRefused ? "" : active.value;
  active.value = key === "back" ? active.value.slice(0, -1) : key === "−" ? turned(active.value) : before + key;
  anew = key === "−" && anew !== null && active.value.startsWith("−") ? "−" : null;
  active.dispatchEvent(new Event("input", { bubbles: true }));
  showKeys();
  const from = active;
  if (key === "back" || !isWhole(from) || openQuestion(from) || !emptyAfter(of)) return;
  if (cannotBe(from)) return warnImpossible(of);
  goOn(of);
  advanced = { from, to: active };
  keep(of);
}

/** On a keyboard the first digit replaces too, unless the cursor was moved before. */
document.addEventListener("beforeinput", ({ target, data }) => {
  if (target !== active || anew === null) return;
  if (/^\d$/.test(data)) active.value = anew;
  anew = null;
});
document.addEventListener("keydown", ({ target, key }) => {
  if (target === active && /^(Arrow|Home|End)/.test(key)) anew = null;
});

// --- numbers in a box: sums, limits, and the question that a number may leave open

const sumOf = (text) => [...text.matchAll(/([-−+]?)\s*(\d+)/g)].reduce((sum, [, sign, n]) => sum + (sign && sign !== "+" ? -n : Number(n)), 0);
const isNumber = (text) => /^\s*[-−+]?\s*\d+(\s*[-−+]\s*\d*)*\s*$/.test(text);
export const isSum = (text) => /\d\s*[-−+]/.test(text) && isNumber(text);
export const sumText = (text) => (isNumber(text) ? String(sumOf(text)).replace("-", "−") : text); // a slip stays in sight

/** Only points laid during play were typed, which the board goes on showing: the form may rest. */
export function isPad(form) {
  const changed = changedIn(form);
  return changed.length > 0 && changed.every((field) => "pad" in field.dataset);
}

const DIGITS = 3; // of a number that stands in a box in full size

export function showSums(form) {
  heed(form);
  for (const box of form.querySelectorAll("[data-box]")) {
    const { dataset } = box.closest("label");
    box.classList.toggle("is-sum", isSum(box.value));
    box.classList.toggle("many-digits", !isSum(box.value) && box.value.length > DIGITS);
    if (box.value === "") delete dataset.sum;
    else dataset.sum = sumText(box.value);
  }
}

/** Most that a box can hold. A limit of one action holds only for who did it, and one of this deal not for a later one. */
function mostOf(box) {
  const { most, changes } = box.dataset;
  if (!most || (changes !== undefined && document.body.hasAttribute("data-ahead"))) return Infinity;
  const isOfAction = box.closest("label").querySelector(".other-unit") !== null;
  return isOfAction && !box.closest(".seat").querySelector(".deal-winner :checked") ? Infinity : Number(most);
}

/** True if a further digit would exceed the most there can be. */
const isWhole = (box) => box.value !== "" && !isSum(box.value) && sumOf(box.value) * 10 > mostOf(box);

/** True if no cards come to the number: it exceeds the most, or is no multiple of `step`. */
const cannotBe = (box) => box.value !== "" && (sumOf(box.value) > mostOf(box) || sumOf(box.value) % (box.dataset.step ?? 1) !== 0);

const isAsked = (question, box) => {
  const [least, most] = question.dataset.between.split(" ").map(Number);
  return box.value !== "" && !cannotBe(box) && sumOf(box.value) >= least && sumOf(box.value) <= most && decides(question, box.form);
};

/** True if the answer changes anything: by what is chosen beside it, and while of nobody else it is sure. */
function decides(question, { elements }) {
  const [name, ...values] = question.dataset.only?.split(" ") ?? [];
  if (name && !values.includes(elements[name].value)) return false;
  return !("tillOne" in question.dataset) || question.querySelector(":checked") !== null || ![...question.form.querySelectorAll("[data-till-one]")].some((one) => one !== question && isSure(one));
}

function isSure(question) {
  const seat = question.closest(".seat");
  const { value } = seat.querySelector("[data-box]");
  const isBelow = value !== "" && sumOf(value) < Number(question.dataset.between.split(" ")[0]);
  return !seat.classList.contains("did") && (isBelow || question.querySelector("[data-yes]").checked);
}

/** The two answers to what the number in a box leaves open, if it does. */
function openQuestion(box) {
  const question = box.closest(".seat")?.querySelector("[data-between]");
  return question && isAsked(question, box) ? { yes: question.querySelector("[data-yes]"), no: question.querySelector("[data-nothing]") } : null;
}

/** A question is in sight while the number leaves it open, and has one answer or none. */
export function showQuestions(form) {
  for (const question of form.querySelectorAll("[data-between]")) {
    const seat = question.closest(".seat");
    question.hidden = !isAsked(question, seat.querySelector("[data-box]")) || seat.classList.contains("did");
    if (question.hidden) for (const tick of question.querySelectorAll(":checked")) tick.checked = false;
  }
}

document.addEventListener("change", ({ target }) => {
  const question = target.checked && target.closest?.("[data-between]");
  if (question) for (const other of question.querySelectorAll("input")) if (other !== target) other.checked = false;
});

/** Put two numbers the other way round, as if they had been typed so. */
export function swapNumbers(of, { swap, numbers }) {
  const [one, other] = swap.split(" ").map((name) => of.elements[name]);
  [one.value, other.value] = one.value === other.value ? numbers.split(" ") : [other.value, one.value]; // a correction has typed the one twice
  tick();
  changed(one);
  of.querySelector(".save:not(.turned)").focus();
}

// --- forms in use are not drawn anew, and nothing is taken away from under a finger

/** True if it must not be drawn anew: something is typed in it, or a field of it is in focus or filled by the keys. */
export const inUse = (form) => touched(form) || form.contains(activeBox()) || (form.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"));

const LOOK_AGAIN = 50; // ms
let pressed = null; // what a finger lies on

const lift = () => setTimeout(() => (pressed = null)); // the tap itself comes after it
document.addEventListener("pointerdown", ({ target }) => (pressed = target));
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, lift);

/** True while a finger lies there: a tap on what was drawn anew would be lost. */
export const isPressed = (place = "*") => Boolean(pressed?.closest?.(place));

/** Wait until no finger lies there any more. */
export async function lifted(place) {
  while (isPressed(place)) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
}
