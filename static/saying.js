// What the page says in a line, and for how long.

const SAID = 5000; // ms that a saying stands on the page, and for each sign of it
const READ = 100; // ms more
let passing = { text: "", clock: 0 }; // what was said last, and when it goes
let own = null; // said of this phone's own entry, and not to be drowned by the polls that bring it, as long as these may take

export function say(text) {
  const status = document.getElementById("status");
  if (!status) return;
  status.textContent = text ?? "";
  for (const how of ["lasting", "whole", "more", "over", "news", "own"]) delete status.dataset[how];
  status.removeAttribute("tabindex");
  passing.text = "";
  passes();
}

/** What was said goes again, so that the house rules under it are in sight; what lasts is not ours to end. */
export function passes() {
  const text = document.getElementById("status")?.textContent;
  if (!text || text === passing.text) return;
  clearTimeout(passing.clock);
  passing = { text, clock: setTimeout(fade, SAID + READ * text.length, text) };
}

function fade(text) {
  const status = document.getElementById("status");
  if (status?.textContent === text && !("lasting" in status.dataset)) status.textContent = "";
  passing.text = "";
}

/** Said again with each poll until `time` has passed, or the polls bring nothing more. */
export function insist(text, time) {
  own = { text, until: Date.now() + time };
  say(text);
}

export function sayAgain() {
  if (own && Date.now() < own.until && !document.querySelector("#status[data-own]")) say(own.text);
}

export const letGo = () => (own = null);
