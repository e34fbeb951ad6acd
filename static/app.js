// What scripts add to pages that work without them.

import "./picker.js";
import "./keys.js";
import "./client.js";
import "./unsent.js";

document.documentElement.classList.add("scripted");
