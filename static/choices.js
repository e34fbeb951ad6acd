// House rules: a number typed beside a choice chooses it, and a choice empties the number beside it.

const beside = (field, from, to) => (field.name?.endsWith(from) ? field.form?.elements[field.name.slice(0, -from.length) + to] : null);

document.addEventListener("input", (event) => {
  const choice = beside(event.target, "_number]", "]");
  const free = [...(choice?.options ?? [])].filter((option) => option.value.startsWith("#"));
  if (event.target.value && free.length === 1) choice.value = free[0].value;
});

document.addEventListener("change", (event) => {
  const number = event.target.tagName === "SELECT" && beside(event.target, "]", "_number]");
  if (number && !event.target.value.startsWith("#")) number.value = "";
});

// --- names known on this phone: a tap seats, in the order of the taps

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-name]");
  if (!chip) return;
  const seats = [...chip.form.querySelectorAll("input[name='players[]']")];
  const sitting = seats.find((seat) => seat.value === chip.dataset.name);
  const free = seats.find((seat) => seat.value === "");
  if (sitting) sitting.value = "";
  else if (free) {
    free.value = chip.dataset.name;
    free.closest("details")?.setAttribute("open", "");
  }
  for (const one of chip.form.querySelectorAll("[data-name]")) one.setAttribute("aria-pressed", seats.some((seat) => seat.value === one.dataset.name));
});
