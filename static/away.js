// A tap while the server does not answer: the page stays, with what was typed in it, instead of the browser's own error.

import { SLOW } from "./machine.js";
import { say } from "./saying.js";
import { isThere } from "./transport.js";

const { away, asks } = document.body.dataset;
const asked = new WeakSet(); // forms tapped already, which go once
const sure = new WeakSet(); // forms whose server has just answered

async function goes(go) {
  const slow = setTimeout(say, SLOW, asks);
  const found = await isThere();
  clearTimeout(slow);
  say(found ? "" : away);
  if (found) go();
}

/** Forms that no other script sends: asked for first, whether somebody is there to take them. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || sure.delete(form)) return;
  event.preventDefault();
  if (asked.has(form)) return;
  asked.add(form);
  const by = event.submitter;
  goes(() => {
    sure.add(form);
    if (!form.isConnected) document.body.append(form); // a poll has drawn another in its place
    form.requestSubmit(by);
  }).finally(() => asked.delete(form));
});

/** Links ask only where the line is known to be lost: otherwise they are as quick as ever. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isLost = !navigator.onLine || "old" in document.body.dataset;
  const isPlain = link && link.origin === location.origin && !link.target && !link.download && !(event.ctrlKey || event.metaKey || event.shiftKey);
  const isHere = link && link.pathname + link.search === location.pathname + location.search && link.hash;
  if (event.defaultPrevented || !isLost || !isPlain || isHere) return;
  event.preventDefault();
  goes(() => location.assign(link.href));
});
