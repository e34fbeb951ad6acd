// Entry point of the scripts. Every page works without them too.

import { say, words } from "./dom.js"; // first, because it stops here in browsers that are too old
import "./deal_form.js";
import "./match.js";
import "./pages.js";
import { isThere } from "./api.js";
import { fieldsOf, touched } from "./form.js";
import { SLOW } from "./outbox.js";
import { phoneStorage } from "./storage.js";

document.documentElement.classList.add("scripted");

// a closed form does not load the card picker, so that the first visit is light
const CARDS = ":is(form:not(.entry), .entry.open) [data-cards]";
const LATER = { [CARDS]: "./picker.js", "[name^='options[']": "./house_rules.js" };

/** Load modules that only some pages need, once their elements are there. */
function load() {
  for (const [selector, script] of Object.entries(LATER)) if (document.querySelector(selector)) import(script);
}

/** Preload the modules that an entry needs, in case the network fails later. */
function fetchAhead() {
  if (!document.querySelector("form.entry")) return;
  const link = Object.assign(document.createElement("link"), {
    rel: "modulepreload",
    href: new URL(LATER[CARDS], import.meta.url),
  });
  if (link.relList.supports("modulepreload")) document.head.append(link);
  else import(link.href); // Safari below 17 has no modulepreload, so the module is run
}

/** Add the deal that is being typed to links to the referee, so that nobody types it twice. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-with-deal]");
  const form = link && document.querySelector("form#entry[data-draft]");
  if (!form || !touched(form)) return;
  const search = new URLSearchParams(link.search); // keep the other parameters, such as the entry that is asked about
  search.set("deal", new URLSearchParams(fieldsOf(form)));
  link.search = search;
});

const AT_REST = 1000; // ms after the page has loaded
addEventListener("load", () => setTimeout(rest, AT_REST));

function rest() {
  keepAwake();
  fetchAhead();
}

document.body.addEventListener("drawn", load);
document.addEventListener("click", load);
document.addEventListener("toggle", load, true); // toggle does not bubble
load();

// --- while the server does not answer, a tap keeps the page and what was typed, instead of opening the browser's error page

const { away, asks } = document.body.dataset;
const askedFor = new WeakSet(); // forms that were submitted already
const sure = new WeakSet(); // forms to send without asking, as the server has just answered

async function ifServerAnswers(go, unsent = away) {
  const slow = setTimeout(say, SLOW, asks);
  const found = await isThere();
  clearTimeout(slow);
  say(found ? "" : unsent);
  const needs = document.querySelector("[data-needs-server]"); // the search box of the referee, which needs the server
  needs?.toggleAttribute("hidden", found);
  if (found) go();
  else needs?.scrollIntoView({ block: "nearest" });
}

/**
 * Before a form without hx-post is sent, check that the server answers: the browser sends it and shows the page of the answer.
 * A form with hx-post writes an entry of a match, which the outbox stores on the phone and sends (match.js).
 */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || sure.delete(form)) return;
  event.preventDefault();
  if (askedFor.has(form)) return;
  askedFor.add(form);
  const by = event.submitter;
  ifServerAnswers(() => {
    sure.add(form);
    if (!form.isConnected) document.body.append(form); // a poll has replaced it meanwhile
    form.requestSubmit(by);
  }, form.dataset.away).finally(() => askedFor.delete(form));
});

/** Check the server before following a link only if the connection is known to be lost. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isLost = !navigator.onLine || "old" in document.body.dataset;
  const isPlain =
    link &&
    link.origin === location.origin &&
    !link.target &&
    !link.download &&
    !(event.ctrlKey || event.metaKey || event.shiftKey);
  const isHere = link && link.pathname + link.search === location.pathname + location.search && link.hash;
  if (event.defaultPrevented || !isLost || !isPlain || isHere) return;
  event.preventDefault();
  ifServerAnswers(() => location.assign(link.href));
});

const SLEEP_TOLD = "sleep-told";
let lock = null;

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // refused, for example to save battery: the next tap asks again
  }
}

/** Keep the screen on during a match, over https or on localhost; over http say once how to do it by hand. */
function keepAwake() {
  if (!words.match) return;
  if ("wakeLock" in navigator) {
    document.addEventListener("visibilitychange", stayAwake);
    document.addEventListener("click", stayAwake);
    stayAwake();
  } else if (!phoneStorage.get(SLEEP_TOLD)) {
    phoneStorage.set(SLEEP_TOLD, "1");
    const status = document.getElementById("status");
    // show the whole text over the page, so that nothing moves when it disappears
    if (status) Object.assign(status, { textContent: words.sleeps }).dataset.over = "";
  }
}
