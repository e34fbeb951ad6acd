// What scripts add to pages that work without them.

import "./picker.js";
import "./desk.js";
import "./choices.js";
import "./client.js";
import "./unsent.js";
import "./awake.js";
import "./times.js";

document.documentElement.classList.add("scripted");
