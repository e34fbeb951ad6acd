// Times stand in the phone's own zone, with the day where it is not today.

const page = document.documentElement.lang;
export const lang = navigator.languages.find((one) => one.startsWith(page)) ?? page; // British dates where the phone is British
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

for (const change of ["htmx:afterSettle", "drawn", "wake"]) document.body.addEventListener(change, localise);
localise();
