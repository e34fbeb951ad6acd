// The time that the table has agreed on: counted down here, so that a phone's own clock may be wrong.

import { words } from "./sight.js";
import { lang } from "./times.js";

const MINUTE = 60 * 1000; // ms
const inUnits = (n, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(n);
const ends = new WeakMap();

function countDown() {
  for (const one of document.querySelectorAll("[data-left]")) {
    if (!ends.has(one)) ends.set(one, Date.now() + one.dataset.left * 1000);
    const left = ends.get(one) - Date.now();
    const time = left > MINUTE ? inUnits(Math.ceil(left / MINUTE), "minute") : inUnits(Math.ceil(left / 1000), "second");
    const text = left > 0 ? words.timeLeft.replace("{time}", time) : words.timeUp;
    one.classList.toggle("urgent", left <= 0);
    one.closest(".caption")?.querySelector(".ends")?.toggleAttribute("hidden", left > 0);
    if (one.textContent !== text) one.textContent = text;
  }
}

setInterval(countDown, 1000);
countDown();
