// Times stand in the phone's own zone, with the day where it is not today.

const page = document.documentElement.lang;
const lang = navigator.languages.find((one) => one.startsWith(page)) ?? page; // British dates where the phone is British
const hour = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
const near = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
const DAY = 24 * 60 * 60 * 1000; // ms

function inWords(moment) {
  const days = Math.round((midnight(moment) - midnight(new Date())) / DAY);
  const day = days === 0 ? "" : days === -1 ? near.format(-1, "day") : date.format(moment);
  return [day, hour.format(moment)].filter(Boolean).join(" ");
}

function localise() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const words = inWords(new Date(time.dateTime));
    if (time.textContent !== words) time.textContent = words;
  }
}

// --- the time that the table has agreed on: counted down here, so that a phone's own clock may be wrong

const words = document.getElementById("words")?.dataset ?? {};
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

for (const change of ["htmx:afterSettle", "drawn", "wake"]) document.body.addEventListener(change, localise);
localise();
