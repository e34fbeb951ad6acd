// A number in a box and the cards for which it stands: what is said last counts, and the other gives way till that is taken out again.

import { changed } from "./keypad.js";

function giveWay(said, other) {
  if (!other) return;
  if (said.value && other.value) {
    other.dataset.gaveWay = other.value;
    other.value = "";
  } else if (!said.value && other.dataset.gaveWay) {
    other.value = other.dataset.gaveWay;
    delete other.dataset.gaveWay;
  } else return;
  changed(other); // it is drawn, counted and kept as it is now
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("form#entry [data-box]")) giveWay(target, target.form.querySelector(`[data-counts="${CSS.escape(target.name)}"]`));
});

document.addEventListener("change", ({ target }) => {
  if (target.matches("form#entry [data-counts]")) giveWay(target, target.form.elements[target.dataset.counts]);
  if (target.matches("form#entry") && target.dataset.typed === undefined) for (const field of target.querySelectorAll("[data-gave-way]")) delete field.dataset.gaveWay; // emptied as a whole
});
