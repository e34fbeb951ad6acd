// Where a match opens no more on this phone: what was typed for it there, to be copied or dropped.

import { draftOf, forgetWish, keepDraft, wishesOf } from "./kept.js";
import { copy, really } from "./rows.js";

const place = document.getElementById("left");
const [, match] = /^.*\/m\/([^/]+)/.exec(location.pathname) ?? [];

function row(wish, drop) {
  const item = document.getElementById("waiting-row").content.cloneNode(true).firstElementChild;
  item.querySelector(".what").textContent = wish.what.title;
  item.querySelector(".typed").textContent = wish.what.text;
  for (const button of item.querySelectorAll("[data-deed]")) button.hidden = !["copy", "drop"].includes(button.dataset.deed);
  item.querySelector("[data-deed=copy]").addEventListener("click", () => copy(item));
  item.querySelector("[data-deed=drop]").addEventListener("click", ({ currentTarget }) => {
    if (!really(currentTarget)) return;
    drop();
    item.remove();
  });
  return item;
}

const draft = match && draftOf(match);
const rows = (match ? wishesOf(match) : []).map((wish) => row(wish, () => forgetWish(match, wish.id)));
if (draft) rows.push(row(draft, () => keepDraft(match, null)));
place.querySelector("ul").replaceChildren(...rows);
place.hidden = !rows.length;
