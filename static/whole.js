// Numbers that say something by themselves: that no further digit can follow, or that a question about them stays open.

import { isSum, sumOf } from "./pad.js";

/** Whether a further digit would be more than there can be. A limit for one deed alone holds only for who did it. */
export function isWhole(box) {
  const { most } = box.dataset;
  if (!most || box.value === "" || isSum(box.value) || document.body.hasAttribute("data-ahead")) return false; // after a deal that waits, limits are not known
  const isOfDeed = box.closest("label").querySelector(".other-unit") !== null;
  if (isOfDeed && !box.closest(".seat").querySelector(".take :checked")) return false;
  return sumOf(box.value) * 10 > Number(most);
}

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
