// What scripts add to pages that work without them.

import "./desk.js";
import "./client.js";
import "./awake.js";
import "./times.js";

document.documentElement.classList.add("scripted");

const WHERE = { "#picker": "./picker.js", "[name^='options[']": "./choices.js", "#unsent": "./unsent.js", "#forget": "./forget.js", "[data-named]": "./named.js", "#picture": "./picture.js" };

/** What only some pages need comes when it is there to be used. */
function load() {
  for (const [sight, script] of Object.entries(WHERE)) if (document.querySelector(sight)) import(script);
}

document.body.addEventListener("drawn", load);
load();
