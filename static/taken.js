// What another phone could not send and this one was given: it waits here in a row of its own.

import { opened } from "./carry.js";
import { isKept, keepWish, wishesOf } from "./kept.js";
import { happen } from "./running.js";
import { say } from "./saying.js";
import { match, words } from "./sight.js";

/** Under the name that it has there: so it is written once. */
function takeIn(text) {
  const found = opened(text, words.home);
  if (!found) return say(words.noneCarried);
  if (found.isCut) return say(words.cutShort);
  if (found.match !== match) return say(words.otherMatch);
  const url = found.own ? words.own : found.rules ? words.rules : words.writes;
  const what = { ...found.what, match: words.title, home: words.home, page: found.page };
  const { id, nr, at, fields, seen, after } = found;
  if (!isKept(match, id)) keepWish(match, { id, nr, at, url, fields, seen, after, what, trouble: { kind: "carried" } });
  happen({ type: "stored", queue: wishesOf(match) });
  document.getElementById("other")?.removeAttribute("open"); // it would lie over the rows
  scrollTo(0, 0);
  say(words.carriedIn);
}

export function carried() {
  const text = location.href;
  if (!opened(text, words.home)) return;
  history.replaceState(null, "", location.pathname);
  takeIn(text);
}

addEventListener("hashchange", carried); // pasted where the match lies open

document.addEventListener("click", (event) => {
  const field = event.target.closest("[data-take-in]")?.parentElement.querySelector("input");
  if (!field) return;
  takeIn(field.value);
  field.value = "";
});
