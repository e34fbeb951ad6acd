// What scripts add to pages that work without them: a tap fills the next trick, what was typed is kept, the page wakes up.

import "./picker.js";

import { touched } from "./offline.js";

document.documentElement.classList.add("scripted");

// --- tapping a name gives that player the next trick; tapping a filled slot empties it

const slotsOf = (form) => [...form.querySelectorAll(".slots select")];

function showTricks(form) {
  const slots = slotsOf(form);
  for (const slot of slots) slot.classList.toggle("filled", slot.value !== "");
  for (const button of form.querySelectorAll("[data-takes]")) {
    const taken = slots.filter((slot) => slot.value === button.dataset.takes).length;
    button.querySelector(".pips").textContent = "●".repeat(taken);
    button.classList.toggle("won", taken > 0);
  }
}

function changed(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-takes]");
  if (!button) return;
  const free = slotsOf(button.form).find((slot) => slot.value === "");
  if (!free) return;
  free.value = button.dataset.takes;
  changed(free);
});

document.addEventListener("mousedown", (event) => {
  const slot = event.target.closest(".slots select.filled");
  if (!slot) return;
  event.preventDefault();
  slot.value = "";
  changed(slot);
});

document.addEventListener("change", (event) => {
  if (event.target.form?.querySelector(".slots")) showTricks(event.target.form);
});

// --- where the rules decide what the form asks next, the server draws it anew

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-refresh]")) return;
  const form = event.target.form;
  htmx.ajax("POST", form.dataset.refresh, { source: form, target: form, select: "#entry", swap: "outerHTML" });
});

// --- polling: wake at once, and leave a form alone in which something was typed

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.body.dispatchEvent(new Event("wake"));
});

document.body.addEventListener("htmx:configRequest", (event) => {
  const form = document.getElementById("entry");
  if (event.detail.elt.id === "board" && form?.tagName === "FORM" && !touched(form)) event.detail.parameters.untouched = "1";
});

// --- after every swap: tricks shown, the fault in sight and in focus; when saved the score in sight, and a short buzz

function settle(root) {
  for (const form of document.querySelectorAll("form")) if (form.querySelector(".slots")) showTricks(form);
  const wrong = root.querySelector?.("#wrong");
  if (wrong) {
    const player = wrong.dataset.player;
    const field = player && [...document.querySelectorAll("#entry [data-player]")].find((row) => row.dataset.player === player);
    (field?.querySelector("input, select, button:not([hidden])") ?? wrong).focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "nearest" });
  }
}

document.body.addEventListener("htmx:afterSettle", (event) => {
  const { elt, xhr, requestConfig } = event.detail;
  settle(elt);
  if (elt.id !== "live" || requestConfig?.verb !== "post" || xhr.status !== 200) return;
  scrollTo(0, 0);
  navigator.vibrate?.(15);
});
document.body.addEventListener("swapped", () => settle(document));
settle(document);
