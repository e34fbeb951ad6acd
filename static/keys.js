// Tapping a name gives that player the next trick; tapping a filled slot empties it. Where the rules decide what the form
// asks next, the server draws it anew.

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

const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

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
  const form = event.target.form ?? event.target.closest("form");
  if (form?.querySelector(".slots")) showTricks(form);
  if (event.target.matches("[data-refresh]") && event.target !== form) htmx.ajax("POST", form.dataset.refresh, { source: form, target: form, select: "#entry", swap: "outerHTML" });
});

/** After every drawing: tricks shown, and the fault in sight and in focus. */
function drawn() {
  for (const form of document.forms) if (form.querySelector(".slots")) showTricks(form);
  const wrong = document.getElementById("wrong");
  if (!wrong || wrong === drawn.told) return;
  drawn.told = wrong;
  const field = [...document.querySelectorAll("#entry [data-player]")].find((row) => row.dataset.player === wrong.dataset.player);
  (field?.querySelector("input, select, button:not([hidden])") ?? wrong).focus({ preventScroll: true });
  wrong.scrollIntoView({ block: "nearest" });
}

document.body.addEventListener("drawn", drawn);
drawn();
