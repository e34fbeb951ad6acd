// Small scripts of single pages: times and countdowns, the picture and the card of a result, tricks as tally marks.

import { say, seenNow, tick, words } from "./dom.js";
import { slotsOf } from "./form.js";
import { phoneStorage, tabStorage } from "./storage.js";

const pageLang = document.documentElement.lang;
// for example British dates on a British phone
const lang = navigator.languages.find((one) => one.startsWith(pageLang)) ?? pageLang;
const hour = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
const weekday = new Intl.DateTimeFormat(lang, { weekday: "long", day: "numeric", month: "long" });
const near = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
const DAY = 24 * 60 * 60 * 1000; // ms

export function timeInWords(moment) {
  const days = Math.round((midnight(moment) - midnight(new Date())) / DAY);
  const day = days === 0 ? "" : days === -1 ? near.format(-1, "day") : date.format(moment);
  return [day, hour.format(moment)].filter(Boolean).join(" ");
}

function localise() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const words = "whole" in time.dataset ? `${weekday.format(moment)}, ${hour.format(moment)}` : timeInWords(moment);
    if (time.textContent !== words) time.textContent = words;
  }
}

for (const change of ["htmx:afterSettle", "drawn", "wake"]) document.body.addEventListener(change, localise);
localise();

// --- the days in a list begin at midnight of this phone's time zone

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
for (const zone of document.querySelectorAll("input[name=zone]")) zone.value = timeZone ?? "";

// --- countdown of the playing time: from the remaining time, so that the phone's clock may be wrong

const MINUTE = 60 * 1000; // ms
const inUnits = (n, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(n);
const ends = new WeakMap();

function countDown() {
  for (const one of document.querySelectorAll("[data-left]")) {
    if (!ends.has(one)) ends.set(one, Date.now() + one.dataset.left * 1000);
    const left = ends.get(one) - Date.now();
    const time = left > MINUTE ? inUnits(Math.ceil(left / MINUTE), "minute") : inUnits(Math.ceil(left / 1000), "second");
    const text = left > 0 ? words.timeLeft.replace("{time}", time) : (one.dataset.up ?? words.timeUp);
    one.classList.toggle("urgent", left <= 0);
    one
      .closest(".caption")
      ?.querySelector(".ends")
      ?.toggleAttribute("hidden", left > 0);
    if (one.textContent !== text) one.textContent = text;
  }
}

setInterval(countDown, 1000);
countDown();

// --- after returning from a clause, reopen its chapter

function reopenChapter() {
  const clause = document.getElementById(location.hash.slice(1));
  const chapter = clause?.closest(".part");
  if (!chapter) return;
  chapter.open = true;
  if (history.scrollRestoration === "manual") clause.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const clause = event.target.closest?.(".part article[id] a")?.closest("article");
  if (!clause) return;
  history.scrollRestoration = "manual"; // the stored position is wrong while the chapter is closed
  history.replaceState(history.state, "", `#${clause.id}`);
});

/** Go to the server's name before joining, if this phone can resolve it, because its address may change. */
function tryName(link) {
  const { to, picture } = link.dataset;
  const found = new Image();
  found.onload = () => location.replace(to);
  found.src = picture;
}

/** Clear this phone's storage when the form is really sent. */
function forgetWith(form) {
  form.addEventListener("formdata", () => {
    phoneStorage.clear();
    tabStorage.clear();
  });
}

/** Turn the picture of a result into a PNG that can be shared or saved. */
function drawPicture(shown) {
  const share = document.getElementById("share-picture");
  const text = document.getElementById("share-words");

  async function prepare() {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [shown.naturalWidth, shown.naturalHeight];
    canvas.getContext("2d").drawImage(shown, 0, 0);
    // without https the phone cannot share: the picture is saved by the link or by a long press
    share.href = shown.src = canvas.toDataURL("image/png");
    share.dataset.ready = "";
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const file = new File([blob], share.download, { type: "image/png" });
    if (!navigator.canShare?.({ files: [file] })) return;
    share.addEventListener("click", (event) => {
      event.preventDefault();
      navigator.share({ files: [file] }).catch(() => {}); // cancelling is no error
    });
  }

  if (shown.complete && shown.naturalWidth) prepare();
  else shown.addEventListener("load", prepare, { once: true });

  document.getElementById("share-text").addEventListener("click", () => {
    if (navigator.share) return navigator.share({ text: text.value }).catch(() => {});
    text.select();
    document.execCommand("copy"); // navigator.clipboard needs https
    say(text.dataset.told);
  });
}

// --- started once per element

/** Run each function once for the element of its selector, also if the element is drawn later. */
export function startOnce(starts) {
  const begun = new WeakSet();
  const begin = () => {
    for (const [selector, start] of Object.entries(starts)) {
      const element = document.querySelector(selector);
      if (!element || begun.has(element)) continue;
      begun.add(element);
      start(element);
    }
  };
  document.body.addEventListener("drawn", begin);
  begin();
}

startOnce({ "#forget": forgetWith, "[data-named]": tryName, "#picture": drawPicture, ".part": reopenChapter });

// --- the result card, shown until somebody goes on

const GONE = "went-on"; // storage key of the result from which this phone has gone on
const resultCard = () => document.querySelector("#live .result");
// only the number of entries: other changes must not show the card again
const cardMark = () => `${location.pathname} ${parseInt(seenNow())}`;

export function goOnFrom() {
  tabStorage.set(GONE, cardMark());
  document.body.classList.add(GONE);
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-go-on]")) goOnFrom();
});

export const isEnded = () => resultCard() !== null;

let wasEnded = isEnded();

/** Scroll to the top when the result card appears, unless somebody is typing. */
export function showEnded() {
  const isGone = isEnded() && tabStorage.get(GONE) === cardMark();
  const isNew = isEnded() && !isGone && !wasEnded;
  wasEnded = isEnded();
  document.body.classList.toggle(GONE, isGone);
  if (isNew && !document.documentElement.classList.contains("writing")) scrollTo(0, 0);
}

// --- tricks as tally marks

export function strokes(n) {
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

// --- all remaining tricks by one tap on the player who took them

/** Show the buttons once a trick is taken and more than one is left, unless play has stopped early (`data-unless`). */
function showRest() {
  const rest = document.querySelector("#entry .rest");
  if (!rest) return;
  const form = rest.closest("form");
  const slots = slotsOf(form);
  const left = slots.filter((slot) => slot.value === "").length;
  rest.hidden =
    left < 2 ||
    left === slots.length ||
    form.querySelector(".asks > .rare[open]") !== null ||
    Boolean(form.elements[rest.dataset.unless]?.value);
  for (const button of rest.querySelectorAll("[data-rest]")) {
    const row = [...form.querySelectorAll("[data-takes]")].find((one) => one.dataset.takes === button.dataset.rest);
    button.hidden = !row || row.matches(":disabled"); // a player who folds or sits out takes none
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rest]");
  if (!button) return;
  const free = slotsOf(button.form).filter((slot) => slot.value === "");
  for (const slot of free) slot.value = button.dataset.rest;
  tick();
  free.at(-1).dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", showRest);
document.body.addEventListener("drawn", showRest);
showRest();

/** Close the menu by Escape, and focus the button that opens it. */
document.addEventListener("keydown", ({ key }) => {
  const menu = document.querySelector(".main-menu[open]");
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
