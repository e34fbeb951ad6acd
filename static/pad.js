// Numbers that people add up in a box: its sum, and points that are laid while the deal is still being played, which the
// board goes on showing when the form is put aside.

import { changedIn } from "./form.js";

export const sumOf = (text) => [...text.matchAll(/([-−+]?)\s*(\d+)/g)].reduce((sum, [, sign, n]) => sum + (sign && sign !== "+" ? -n : Number(n)), 0);
export const isSum = (text) => /\d\s*[-−+]/.test(text);
export const sumText = (text) => String(sumOf(text)).replace("-", "−");

/** Whether nothing but such points has been written: then the form may rest. */
export function isPad(form) {
  const changed = changedIn(form);
  return changed.length > 0 && changed.every((field) => "pad" in field.dataset);
}

export function showSums(form) {
  for (const box of form.querySelectorAll("[data-box]")) {
    const { dataset } = box.closest("label");
    box.classList.toggle("is-sum", isSum(box.value));
    if (box.value === "") delete dataset.sum;
    else dataset.sum = sumText(box.value);
  }
}
