// Numbers that people add up in a box: its sum, and points that are laid while the deal is still being played, which the
// board goes on showing when the form is put aside.

import { changedIn } from "./form.js";

export const sumOf = (text) => text.split("+").reduce((sum, term) => sum + (Number(term.replace("−", "-")) || 0), 0);

/** Whether nothing but such points has been written: then the form may rest. */
export function isPad(form) {
  const changed = changedIn(form);
  return changed.length > 0 && changed.every((field) => "pad" in field.dataset);
}

export function showSums(form) {
  for (const box of form.querySelectorAll("[data-box]")) {
    const { dataset } = box.closest("label");
    box.classList.toggle("is-sum", box.value.includes("+"));
    if (box.value === "") delete dataset.sum;
    else dataset.sum = sumOf(box.value);
  }
}
