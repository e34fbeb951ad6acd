// What is typed on this phone and not on the sheet, match by match: on the start page, and before the phone is forgotten.

import { valueOf } from "./form.js";
import { allTyped } from "./kept.js";

const list = document.getElementById("unsent");

const isDeal = ({ fields }) => valueOf(fields, "kind") === "deal" && valueOf(fields, "correct") === undefined;

function line(match, wishes) {
  const { one, many, oneDeal, manyDeals } = list.dataset;
  const [single, several] = wishes.every(isDeal) ? [oneDeal, manyDeals] : [one, many];
  const link = Object.assign(document.createElement("a"), { className: "button wide-button", href: wishes[0].what.home });
  link.textContent = `${wishes[0].what.match}: ${(wishes.length === 1 ? single : several).replace("{n}", wishes.length)}`;
  const item = document.createElement("li");
  item.append(link);
  return item;
}

const lines = Object.entries(allTyped()).map(([match, wishes]) => line(match, wishes));
list.append(...lines);
if (lines.length) list.parentElement.hidden = false; // with what is said of them
