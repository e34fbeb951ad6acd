// Under whose hands the page is: what somebody is at work on is not drawn anew, and nothing goes from under a finger.

import { touched } from "./form.js";
import { activeBox } from "./keypad.js";

/** Whether it must not be drawn anew: something is typed in it, a field of it is in focus, or the keys fill one. */
export const inUse = (form) => touched(form) || form.contains(activeBox()) || (form.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"));

const LOOK_AGAIN = 50; // ms
let under = null; // what a finger lies on

const lift = () => setTimeout(() => (under = null)); // the tap itself comes after it
document.addEventListener("pointerdown", ({ target }) => (under = target));
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, lift);

/** Whether a finger lies on the page, or on what is named: a tap on what has gone is lost. */
export const isPressed = (place = "*") => Boolean(under?.closest?.(place));

/** Once no finger lies there any more. */
export async function lifted(place) {
  while (isPressed(place)) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
}
