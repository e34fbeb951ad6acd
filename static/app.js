// What scripts add to pages that work without them.

import "./able.js";
import "./desk.js";
import "./client.js";
import "./times.js";
import "./away.js";
import { fieldsOf, touched } from "./form.js";

document.documentElement.classList.add("scripted");

const CARDS = ":is(form:not(.entry), .entry.open) [data-cards]"; // a sheet at rest asks for none: its first visit is light
const MENU = "#other[open]";
const WHERE = { [CARDS]: "./picker.js", [MENU]: "./menu.js", "main[hx-get]": "./sides.js", "[data-left]": "./countdown.js", "[name^='options[']": "./choices.js", "[data-raised]": "./raised.js", ".rest": "./rest.js", "#unsent": "./unsent.js", "#left": "./left.js", "#forget": "./forget.js", "[data-named]": "./named.js", "#picture": "./picture.js", ".part": "./chapters.js" };

/** What only some pages need comes when it is there to be used. */
function load() {
  for (const [sight, script] of Object.entries(WHERE)) if (document.querySelector(sight)) import(script);
}

function rests() {
  import("./awake.js");
  fetchAhead();
}

/** A sheet at rest has all that an entry needs, before the network goes: fetched, not yet at work. */
function fetchAhead() {
  if (!document.querySelector("form.entry")) return;
  const here = document.querySelector("script[type=module]").src;
  for (const { href } of [CARDS, MENU].map((sight) => new URL(WHERE[sight], here))) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}

/** The referee is told what is being typed: that need not be said again. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-with-deal]");
  const form = link && document.querySelector("form#entry[data-draft]");
  if (form && touched(form)) link.search = new URLSearchParams({ deal: new URLSearchParams(fieldsOf(form)) });
});

const AT_REST = 1000; // ms after all that is seen has come
addEventListener("load", () => setTimeout(rests, AT_REST));
document.body.addEventListener("drawn", load);
document.addEventListener("click", load);
document.addEventListener("toggle", load, true); // it does not bubble
load();
