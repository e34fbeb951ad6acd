// The board keeps the screen on: where the browser allows it (https or localhost), and only after a tap asks for it.

const button = document.getElementById("awake");
let lock = null;

async function stayAwake() {
  try {
    lock = await navigator.wakeLock.request("screen");
    button.hidden = true;
    lock.addEventListener("release", () => (button.hidden = false));
  } catch {
    button.hidden = false; // the browser refuses, e.g. to save its battery: a tap may try again
  }
}

if ("wakeLock" in navigator) {
  button.addEventListener("click", stayAwake);
  document.addEventListener("visibilitychange", () => !document.hidden && stayAwake());
  stayAwake();
}
