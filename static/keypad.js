// The keypad that fills number boxes one after the other, with sums and limits.

import { entry, say, tick } from "./dom.js";
import { changedIn } from "./form.js";
import { tabStorage } from "./storage.js";

const isShown = (box) => box.getClientRects().length > 0;
export const boxesOf = (of) => [...of.querySelectorAll("[data-box]")].filter(isShown);
export const changed = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
export const fingers = matchMedia("(pointer: coarse)");

const KEPT = `box:${location.pathname}`; // the key in this tab's storage
let left = JSON.parse(tabStorage.get(KEPT)); // the state before a reload: see keep()
let active = null; // the box that the keys fill, independent of the focus
let advanced = null; // the last automatic step: from which box to which
let anew = null; // in a box just chosen, the next digit replaces the number but keeps this sign

export const activeBox = () => active;

/** Store for a reload: the active box, the one before it after an automatic step, and hidden numbers. */
function keep(of) {
  const unseen = [...of.querySelectorAll("[data-was]")].map((box) => [box.name, box.dataset.was]);
  tabStorage.set(
    KEPT,
    JSON.stringify({
      box: active?.name ?? null,
      anew,
      from: advanced?.to === active ? advanced?.from.name : null,
      more: of.classList.contains("more"),
      unseen,
    }),
  );
}

/** Forget the box after a redraw without it. */
export function forgetGone() {
  if (!active?.isConnected) active = null;
}

const boxIn = (form, name) => form.querySelector(`[data-box][name="${CSS.escape(name)}"]`);

/** Transfer the active box, warnings and hidden numbers to a redrawn form. */
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

/** Activate the box that was active before a reload, if any. */
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

/** Activate the first empty box of a reopened form. */
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
  showKeys(); // before scrolling, because the keypad changes the layout
  if (!box) return;
  box.focus({ preventScroll: true });
  box.closest(".seat").scrollIntoView({ block: "nearest" });
}

/** Read from the page before writing to it, so that the browser computes the layout once per tap. */
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
  for (const strip of of.querySelectorAll(".strip"))
    strip.hidden = isUp && strip.dataset.player !== active.closest(".seat").dataset.player;
  if (isFilled) showLabels(of, keypad, next);
}

function showLabels(of, keypad, next) {
  of.querySelector("#sum").textContent = isSum(active.value) ? `= ${sumText(active.value)}` : "";
  requestAnimationFrame(showEnd);
  active.classList.toggle("anew", anew !== null && active.value !== "");
  const name = keypad.querySelector("#next-name");
  name.textContent = next ? boxLabel(next) : "";
  const nothing = of.querySelector("[data-nothing]");
  const key = keypad.querySelector("#nothing");
  const open = openQuestion(active);
  const onward = name.closest("button");
  onward.disabled = !next && !open;
  // elsewhere the key stays, because a choice may show the other box again
  onward.hidden = onward.disabled && of.matches(".mine");
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

/** Return whose box it is; in the active row, which of its boxes. */
const boxLabel = (box) =>
  box.closest(".seat") === active.closest(".seat")
    ? box.closest("label").querySelector(".unit > :not(.unseen)").textContent
    : briefName(box);

/** Return the checkbox that can be ticked instead of filling a box, if any. */
function insteadOf(box) {
  return [...box.closest(".seat").querySelectorAll("[data-nothing]")].find((tick) =>
    box.name.startsWith(`${tick.dataset.instead}[`),
  );
}

/** Return the checkbox that can be ticked in addition to the number in a box, if any. */
const tickBeside = (box) => box.closest(".seat").querySelector(".beside [data-nothing]");

/** Return all other boxes to fill or already filled, starting after the active one. */
function othersOf(of) {
  const boxes = [...of.querySelectorAll("[data-box]")]; // including hidden ones: the active one may just have been hidden
  const at = boxes.indexOf(active);
  return [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))].filter((box) => isShown(box) && !insteadOf(box)?.checked);
}

const emptyAfter = (of) => othersOf(of).find((box) => box.value === "" && !("counted" in box.dataset)) ?? null;

/** Return the next empty box, or the next box if none is empty. */
const nextOf = (of) => emptyAfter(of) ?? othersOf(of)[0] ?? null;

/** Return the box that the "nothing" key is for: the active one, or the next one if that has a number. */
const emptiedBy = (next) => (active.value !== "" && next && insteadOf(next) ? next : active);

/** Go on to the next empty box, or to Save if there is none. */
export function goOn(of) {
  const next = emptyAfter(of);
  if (next) return activate(next);
  activate(null);
  of.querySelector(".save").focus();
}

/** Change the sign of the number that is being typed, the last one of a sum. */
const turned = (text) => text.replace(/([+−]?)(\d*)$/, (_, sign, digits, at) => (sign === "−" ? (at ? "+" : "") : "−") + digits);

/** Answer the question that a number leaves open by a key; the question is also beside the box. */
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
  changed(nothing); // hides the box
}

/** Answer instead of a number and go on; a tap on Next after that does nothing. */
function byItself(of, answers) {
  answers();
  if (active) advanced = { from: active, to: active };
  keep(of);
}

const isImpossible = () => cannotBe(active) && active.ariaInvalid !== "true";

let warning = ""; // the current warning that a number is impossible

/** Remove the warning once the number is possible. */
function heed(form) {
  for (const box of form.querySelectorAll('[data-box][aria-invalid="true"]:not([aria-describedby="wrong"])'))
    if (!cannotBe(box)) box.ariaInvalid = null;
  const isStill = form.querySelector('[data-box][aria-invalid="true"]');
  if (!warning || isStill || document.getElementById("status")?.textContent !== warning) return;
  warning = "";
  say("");
}

/** Stay at an impossible number and warn; a second tap on Next goes on. */
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
  if (key === "next") return advance ? undefined : activate(nextOf(of)); // the keys have just gone on by themselves
  if (key === "more") {
    of.classList.add("more");
    return keep(of);
  }
  if (key === "nothing" && open) return byItself(of, () => answer(of, open.no));
  if (key === "+" && advance) activate(advance.from); // the number before is the first of a sum
  if (key === "nothing" && tickBeside(active)) return tickBeside(active).click();
  if (key === "nothing") return byItself(of, () => putNothing(of));
  // an extra tap goes back instead of deleting
  if (key === "back" && active.value === "") return advance ? activate(advance.from) : undefined;
  const isRefused = active.ariaInvalid === "true"; // a refused or impossible number is replaced
  if (active.getAttribute("aria-describedby") !== "wrong") active.ariaInvalid = null; // set by this script, not by the server
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

/** Let the first digit of a keyboard replace the number too, unless the cursor was moved. */
document.addEventListener("beforeinput", ({ target, data }) => {
  if (target !== active || anew === null) return;
  if (/^\d$/.test(data)) active.value = anew;
  anew = null;
});
document.addEventListener("keydown", ({ target, key }) => {
  if (target === active && /^(Arrow|Home|End)/.test(key)) anew = null;
});

// --- numbers in a box: sums, limits, and questions that a number may leave open

const sumOf = (text) =>
  [...text.matchAll(/([-−+]?)\s*(\d+)/g)].reduce((sum, [, sign, n]) => sum + (sign && sign !== "+" ? -n : Number(n)), 0);
const isNumber = (text) => /^\s*[-−+]?\s*\d+(\s*[-−+]\s*\d*)*\s*$/.test(text);
export const isSum = (text) => /\d\s*[-−+]/.test(text) && isNumber(text);
// an invalid text stays as typed
export const sumText = (text) => (isNumber(text) ? String(sumOf(text)).replace("-", "−") : text);

/** True if only points laid during play were typed, which the board shows, so that the form may be closed. */
export function isPad(form) {
  const changed = changedIn(form);
  return changed.length > 0 && changed.every((field) => "pad" in field.dataset);
}

const DIGITS = 3; // the most digits shown in full size

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

/** Return the highest number of a box. Some limits hold only for the player of an action, or only for this deal. */
function mostOf(box) {
  const { most, changes } = box.dataset;
  if (!most || (changes !== undefined && document.body.hasAttribute("data-ahead"))) return Infinity;
  const isOfAction = box.closest("label").querySelector(".other-unit") !== null;
  return isOfAction && !box.closest(".seat").querySelector(".deal-winner :checked") ? Infinity : Number(most);
}

/** True if another digit would exceed the highest number. */
const isWhole = (box) => box.value !== "" && !isSum(box.value) && sumOf(box.value) * 10 > mostOf(box);

/** True if no cards add up to the number: it is too high, or no multiple of `step`. */
const cannotBe = (box) =>
  box.value !== "" && (sumOf(box.value) > mostOf(box) || sumOf(box.value) % (box.dataset.step ?? 1) !== 0);

const isAsked = (question, box) => {
  const [least, most] = question.dataset.between.split(" ").map(Number);
  return (
    box.value !== "" && !cannotBe(box) && sumOf(box.value) >= least && sumOf(box.value) <= most && decides(question, box.form)
  );
};

/** True if the answer matters, given the other choices, and is not clear from another player already. */
function decides(question, { elements }) {
  const [name, ...values] = question.dataset.only?.split(" ") ?? [];
  if (name && !values.includes(elements[name].value)) return false;
  return (
    !("tillOne" in question.dataset) ||
    question.querySelector(":checked") !== null ||
    ![...question.form.querySelectorAll("[data-till-one]")].some((one) => one !== question && isSure(one))
  );
}

function isSure(question) {
  const seat = question.closest(".seat");
  const { value } = seat.querySelector("[data-box]");
  const isBelow = value !== "" && sumOf(value) < Number(question.dataset.between.split(" ")[0]);
  return !seat.classList.contains("did") && (isBelow || question.querySelector("[data-yes]").checked);
}

/** Return the two answers to the question that a number leaves open, if it does. */
function openQuestion(box) {
  const question = box.closest(".seat")?.querySelector("[data-between]");
  return question && isAsked(question, box)
    ? { yes: question.querySelector("[data-yes]"), no: question.querySelector("[data-nothing]") }
    : null;
}

/** Show a question while the number leaves it open, and allow one answer at most. */
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

/** Swap two numbers, as if they had been typed so. */
export function swapNumbers(of, { swap, numbers }) {
  const [one, other] = swap.split(" ").map((name) => of.elements[name]);
  // the correction has typed one of them twice
  [one.value, other.value] = one.value === other.value ? numbers.split(" ") : [other.value, one.value];
  tick();
  changed(one);
  of.querySelector(".save:not(.turned)").focus();
}
