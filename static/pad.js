// Numbers in a box: their sum, and points that are laid while the deal is still being played, which the board goes on
// showing when the form is put aside; that no further digit can follow, or that a question about them stays open.

import { changedIn } from "./form.js";

export const sumOf = (text) => [...text.matchAll(/([-−+]?)\s*(\d+)/g)].reduce((sum, [, sign, n]) => sum + (sign && sign !== "+" ? -n : Number(n)), 0);
const isNumber = (text) => /^\s*[-−+]?\s*\d+(\s*[-−+]\s*\d*)*\s*$/.test(text);
export const isSum = (text) => /\d\s*[-−+]/.test(text) && isNumber(text);
export const sumText = (text) => (isNumber(text) ? String(sumOf(text)).replace("-", "−") : text); // a slip stays in sight

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

/** What a box can hold at most. A limit for one deed alone holds only for who did it, and one of this deal not for a later one. */
function mostOf(box) {
  const { most, changes } = box.dataset;
  if (!most || (changes !== undefined && document.body.hasAttribute("data-ahead"))) return Infinity;
  const isOfDeed = box.closest("label").querySelector(".other-unit") !== null;
  return isOfDeed && !box.closest(".seat").querySelector(".take :checked") ? Infinity : Number(most);
}

/** Whether a further digit would be more than there can be. */
export const isWhole = (box) => box.value !== "" && !isSum(box.value) && sumOf(box.value) * 10 > mostOf(box);

/** Whether no cards come to the number: there is a most, and each of them may count a multiple of `step`. */
export const cannotBe = (box) => box.value !== "" && (sumOf(box.value) > mostOf(box) || sumOf(box.value) % (box.dataset.step ?? 1) !== 0);

const isAsked = (question, box) => {
  const [least, most] = question.dataset.between.split(" ").map(Number);
  return box.value !== "" && sumOf(box.value) >= least && sumOf(box.value) <= most;
};

/** The two answers to what the number in a box leaves open, if it does. */
export function openQuestion(box) {
  const question = box.closest(".seat")?.querySelector("[data-between]");
  return question && isAsked(question, box) ? { yes: question.querySelector("[data-yes]"), no: question.querySelector("[data-nothing]") } : null;
}

/** A question is in sight while the number leaves it open, and has one answer or none. */
export function showQuestions(form) {
  for (const question of form.querySelectorAll("[data-between]")) {
    const seat = question.closest(".seat");
    question.hidden = !isAsked(question, seat.querySelector("[data-box]")) || seat.classList.contains("did");
    if (question.hidden) for (const tick of question.querySelectorAll(":checked")) tick.checked = false;
  }
}

document.addEventListener("change", ({ target }) => {
  const question = target.checked && target.closest?.("[data-between]");
  if (question) for (const other of question.querySelectorAll("input")) if (other !== target) other.checked = false;
});
