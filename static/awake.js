// The screen stays on while a match is on it: where the browser allows it, https or localhost. Where it does not, that is
// said once on each phone, with what helps.

import { phoneKept } from "./storage.js";

const words = document.getElementById("words")?.dataset;
const TOLD = "sleep-told";
let lock = null;

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // refused, to save a battery: the next tap asks again
  }
}

if (words?.match && "wakeLock" in navigator) {
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", stayAwake);
  stayAwake();
} else if (words?.match && !phoneKept.get(TOLD)) {
  phoneKept.set(TOLD, "1");
  const status = document.getElementById("status");
  if (status) Object.assign(status, { textContent: words.sleeps }).dataset.over = ""; // to its end, and nothing moves when it goes
}
