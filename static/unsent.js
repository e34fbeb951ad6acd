// The start page says what still waits on this phone, match by match.

import { allWishes } from "./kept.js";

const list = document.getElementById("unsent");

function line(match, wishes) {
  const { one, many } = list.dataset;
  const link = Object.assign(document.createElement("a"), { className: "button wide-button", href: wishes[0].what.home });
  link.textContent = `${wishes[0].what.match}: ${(wishes.length === 1 ? one : many).replace("{n}", wishes.length)}`;
  const item = document.createElement("li");
  item.append(link);
  return item;
}

if (list) list.append(...Object.entries(allWishes()).map(([match, wishes]) => line(match, wishes)));
