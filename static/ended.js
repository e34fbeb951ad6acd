// What has just ended: shown until somebody goes on.

import { tabKept } from "./storage.js";

const GONE = "went-on"; // the number of the last line that this phone has gone on from
const card = () => document.querySelector("#live .result");
const cardMark = () => `${location.pathname} ${document.querySelector("#board")?.getAttribute("hx-get")}`;

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
