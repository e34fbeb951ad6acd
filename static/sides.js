// Pages beside the score: drawn anew when something is written; where somebody is at work on one, it is told.

import { replace } from "./answer.js";
import { fieldsOf, fill, pathOf, touched, valueOf } from "./form.js";
import { inUse, isPressed } from "./hands.js";
import { say } from "./saying.js";
import { draw } from "./sight.js";
import { pageAt } from "./transport.js";

const isBusy = (main) => main.querySelector(".race") !== null || [...main.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);
const keyOf = (details) => details.id || (details.querySelector("summary")?.firstElementChild ?? details).textContent;

/** With the answer to a poll: the page as it is now. */
export function renew(main, text) {
  if (isPressed()) return; // the next poll brings it again
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("main");
  if (!fresh) return;
  for (const place of ["#terms", "#pens", "#saved"]) replace(place, page);
  const news = fresh.querySelector("#fresh");
  news?.remove();
  if (isBusy(main) || main.innerHTML === fresh.innerHTML) asksOn(main, fresh, isBusy(main) && news);
  else drawAnew(main, page);
}

/** What has come is shown, with what is half typed on the page put back in its place. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("#fresh a");
  if (!link) return;
  event.preventDefault();
  const page = await pageAt(location.href);
  if (!page) return say(document.body.dataset.away);
  const typed = [...document.querySelectorAll("main form")].filter(touched).map((form) => [pathOf(form), fieldsOf(form)]);
  drawAnew(document.querySelector("main"), page);
  for (const [path, fields] of typed) {
    const form = [...document.querySelectorAll("main form")].find((one) => pathOf(one) === path && hiddenOf(one, fields));
    if (form) fill(form, fields);
  }
});

/** Whether it is the form of the same thing: two forms of a page may go to one address. */
const hiddenOf = (form, fields) => ["kind", "option", "question"].every((name) => !form.elements[name] || form.elements[name].type !== "hidden" || form.elements[name].value === valueOf(fields, name));

/** What stands there stays, and asks after what comes next. */
function asksOn(main, fresh, news) {
  main.setAttribute("hx-get", fresh.getAttribute("hx-get"));
  htmx.process(main);
  if (!news) return;
  main.querySelector("#fresh")?.remove();
  main.prepend(document.adoptNode(news));
}

function drawAnew(main, page) {
  const open = [...main.querySelectorAll("details[open]")].map(keyOf);
  const focused = main.contains(document.activeElement) && document.activeElement.getAttribute("href");
  replace("main", page);
  const now = document.querySelector("main");
  for (const details of now.querySelectorAll("details")) details.open ||= open.includes(keyOf(details));
  if (focused) now.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  draw();
}
