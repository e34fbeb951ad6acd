// A correction that is typed on the page of its entry: kept over a reload, and told what the entry says by now.

import { isLeaving } from "./anew.js";
import { replace } from "./answer.js";
import { fieldsOf, fill, touched } from "./form.js";
import { inUse, isPressed } from "./hands.js";
import { takeUp } from "./keypad.js";
import { say } from "./saying.js";
import { correction, words } from "./sight.js";
import { tabKept } from "./storage.js";
import { pageAt } from "./transport.js";

const KEPT = `correction:${location.pathname}`; // for this tab
const keep = (typed) => (typed ? tabKept.set(KEPT, JSON.stringify(typed)) : tabKept.remove(KEPT));
const typedIn = (form) => ({ fields: fieldsOf(form), seen: form.elements.seen.value, after: form.dataset.after });

export const dropCorrection = () => keep(null);

for (const kind of ["input", "change"])
  document.addEventListener(kind, ({ target }) => {
    const form = target.closest?.("form.correcting");
    if (form && !form.dataset.sent && !isLeaving()) keep(touched(form) ? typedIn(form) : null);
  });

/** In use it is told what was written; else it is drawn anew with what the entry says now. */
export function mendAnew(detail) {
  const { target, fragment } = detail;
  detail.shouldSwap = !isPressed("form#entry") && ![...target.querySelectorAll("form")].some((form) => inUse(form) || form.dataset.sent);
  const [old, fresh] = [target, fragment].map((one) => one.querySelector("#meanwhile"));
  if (!detail.shouldSwap && fresh) old?.replaceWith(fresh);
  if (!detail.shouldSwap) return;
  fresh?.toggleAttribute("hidden", true); // nothing was being typed
  fragment.querySelector("#strike")?.toggleAttribute("open", target.querySelector("#strike[open]") !== null);
}

/** What is typed is to stand in the place of what was written meanwhile. */
export function keepMine() {
  const [form, news] = [correction(), document.getElementById("meanwhile")];
  form.elements.seen.value = news.dataset.seen;
  news.hidden = true;
  keep(typedIn(form));
}

/** The browser would put it back as if it had been typed by what the entry says now. */
async function restore() {
  const [form, typed] = [correction(), JSON.parse(tabKept.get(KEPT))];
  if (!form || !typed || touched(form)) return;
  const drawn = form.elements.seen.value;
  form.elements.seen.value = typed.seen;
  form.dataset.after = typed.after;
  fill(form, typed.fields);
  takeUp(form);
  say(words.restored);
  if (typed.seen === drawn) return;
  const page = await pageAt(`${location.pathname}?${new URLSearchParams({ seen: typed.seen, own: typed.after })}`);
  if (page) replace("#meanwhile", page);
}

restore();
