// A phone that is forgotten keeps nothing itself: no draft, no entry that waits, no setting.

import { phoneKept, tabKept } from "./storage.js";

/** It goes, and was not only tapped while no server answers. */
document.getElementById("forget").addEventListener("formdata", () => {
  phoneKept.clear();
  tabKept.clear();
});
