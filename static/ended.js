// What has just ended: shown until somebody goes on.

import { seenNow } from "./sight.js";
import { tabKept } from "./storage.js";

const GONE = "went-on"; // the number of the last line that this phone has gone on from
const card = () => document.querySelector("#live .result");
const cardMark = () => `${location.pathname} ${parseInt(seenNow())}`; // the entries of the sheet: what else changes brings it back to nobody

export function goOnFrom() {
  tabKept.set(GONE, cardMark());
  document.body.classList.add(GONE);
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-go-on]")) goOnFrom();
});

export const isShown = () => card() !== null;

export const showEnded = () => document.body.classList.toggle(GONE, isShown() && tabKept.get(GONE) === cardMark());
