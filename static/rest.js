// The rest of the tricks, by one tap on who took them all.

/** In sight once a trick is taken and more than one is left, in the place of what is asked before or after the tricks. */
export function showRest(form, left, all) {
  const rest = form.querySelector(".rest");
  if (!rest) return;
  rest.hidden = left < 2 || left === all || form.querySelector(".asks > .rare[open]") !== null;
  for (const button of rest.querySelectorAll("[data-rest]")) {
    const row = [...form.querySelectorAll("[data-takes]")].find((one) => one.dataset.takes === button.dataset.rest);
    button.hidden = !row || row.disabled;
  }
}

/** Fills the free slots; gives the last of them. */
export function takeRest(slots, player) {
  for (const slot of slots) if (slot.value === "") slot.value = player;
  return slots.at(-1);
}
