// The rest of the tricks, by one tap on who took them all.

import { tick } from "./touch.js";

const slotsIn = (form) => [...form.querySelectorAll("[data-winner]")];

/** In sight once a trick is taken and more than one is left, in the place of what is asked before or after the tricks;
 * not where play may stop at any trick, which a field says that the game names. */
function show() {
  const rest = document.querySelector("#entry .rest");
  if (!rest) return;
  const form = rest.closest("form");
  const slots = slotsIn(form);
  const left = slots.filter((slot) => slot.value === "").length;
  rest.hidden = left < 2 || left === slots.length || form.querySelector(".asks > .rare[open]") !== null || Boolean(form.elements[rest.dataset.unless]?.value);
  for (const button of rest.querySelectorAll("[data-rest]")) {
    const row = [...form.querySelectorAll("[data-takes]")].find((one) => one.dataset.takes === button.dataset.rest);
    button.hidden = !row || row.matches(":disabled"); // who folds or sits out takes none
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rest]");
  if (!button) return;
  const free = slotsIn(button.form).filter((slot) => slot.value === "");
  for (const slot of free) slot.value = button.dataset.rest;
  tick();
  free.at(-1).dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", show);
document.body.addEventListener("drawn", show);
show();
