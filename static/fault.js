// What was refused: in focus and in sight, until it is typed anew.

import { activate, boxesOf } from "./keypad.js";

let told = null; // the refusal that was last brought into focus

export function showFault(of) {
  const wrong = document.getElementById("wrong");
  if (!wrong || wrong === told || wrong.closest("#other")) return; // a form beside the deal has its own
  told = wrong;
  const { field = "", player } = wrong.dataset;
  const named = field ? of.querySelector(["", "[@]"].map((whose) => `[name="${CSS.escape(field + whose)}"]`)) : null; // a player may be named by the seat
  const row = [...of.querySelectorAll("[data-player]")].find((one) => one.dataset.player === player);
  const folded = named?.closest("details.rare");
  if (folded) folded.open = true;
  const box = named?.matches("[data-box]") ? named : !folded && row && (boxesOf(row).find((one) => one.value === "") ?? boxesOf(row)[0]);
  if (box) activate(box);
  else activate(null);
  if (!box) (named || row?.querySelector("input, select, button:not([hidden])") || wrong).focus({ preventScroll: true });
  wrong.scrollIntoView({ block: "nearest" });
  if (folded) named.scrollIntoView({ block: "nearest" });
  if (box) uncover(of, box);
}

/** What was refused has been typed anew. */
export function forgetFault(of) {
  of.querySelector("#wrong")?.remove();
  for (const field of of.querySelectorAll("[aria-describedby='wrong']")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/** A desk grown by what it says must not lie over the box that it speaks of. */
function uncover(of, box) {
  const desk = of.querySelector(".desk");
  const hidden = box.getBoundingClientRect().bottom + 8 - desk.getBoundingClientRect().top;
  if (getComputedStyle(desk).position === "fixed" && hidden > 0 && box.getBoundingClientRect().right > desk.getBoundingClientRect().left) scrollBy(0, hidden);
}
