// House rules: a choice that wants a number asks for it, another empties it; what does not apply is hidden.

const numberBeside = (choice) => choice.form?.elements[choice.name.replace(/\]$/, "_number]")];

document.addEventListener("change", (event) => {
  const number = event.target.tagName === "SELECT" && numberBeside(event.target);
  if (!number) return;
  if (!event.target.value.startsWith("#")) number.value = "";
  else if (!event.target.matches(":focus-visible")) number.focus(); // not under the arrows of a keyboard, on their way through the list
});

const chosenFor = (form, name) => form.elements[`options[${name}]`].value.replace(/^#$/, form.elements[`options[${name}_number]`]?.value);
const isUsual = (form, name) => chosenFor(form, name) === form.elements[`options[${name}]`].closest(".option").dataset.usual;

/** Set the list of all rules to what the presets bring, except where somebody has set a rule there. */
function follow(form) {
  const brought = JSON.parse(form.dataset.book);
  for (const preset of form.querySelectorAll("[data-rules]")) {
    if (preset.checked) Object.assign(brought, JSON.parse(preset.dataset.rules));
    preset.closest("label").querySelector("[type='hidden']").disabled = !preset.checked;
  }
  for (const [name, value] of Object.entries(brought)) {
    if (isUsual(form, name)) choose(form, name, value);
    form.elements[`options[${name}]`].closest(".option").dataset.usual = value;
  }
}

function choose(form, name, value) {
  const choice = form.elements[`options[${name}]`];
  const isListed = [...(choice.options ?? [])].some((one) => one.value === value);
  choice.value = isListed ? value : "#";
  const number = numberBeside(choice);
  if (number) number.value = isListed ? "" : value;
}

function applies(form, { only = "{}", unless = "{}" }) {
  const are = (rules) => Object.entries(JSON.parse(rules)).map(([name, value]) => chosenFor(form, name) === value);
  return are(only).every(Boolean) && !are(unless).some(Boolean);
}

/** A rule that somebody has set stays in sight: it is sent. Likewise what was typed from a paper sheet. */
function sift(form) {
  for (const option of form.querySelectorAll(".option")) {
    const name = option.querySelector("[name]").name.slice("options[".length, -1);
    option.hidden = isUsual(form, name) && !applies(form, option.dataset);
  }
  for (const part of form.querySelectorAll("[data-part]")) {
    const typed = [...part.querySelectorAll("input, select")].some((field) => (field.type === "checkbox" ? field.checked : field.value));
    part.hidden = !typed && !applies(form, part.dataset);
  }
  for (const name of askedBeside(form)) {
    const option = form.elements[`options[${name}]`]?.closest(".option");
    if (option) option.hidden ||= form.querySelector("[data-asks]:checked") !== null && isUsual(form, name);
  }
}

/** Names of rules that a preset asks for itself: the list below would contradict it. */
function askedBeside(form) {
  const presets = [...form.querySelectorAll("[data-asks]")].flatMap((preset) => Object.keys(JSON.parse(preset.dataset.rules)));
  return [...presets, ...[...form.querySelectorAll("[name^='beside[']")].map((field) => field.name.slice("beside[".length, -1))];
}

/** Ask the paper sheet of those who are named, by their names; what was typed in it stays in sight. */
function nameSeats(form) {
  const names = [...form.querySelectorAll("input[name='players[]']")].map((field) => field.value);
  for (const place of form.querySelectorAll("[data-seat]")) {
    const name = names[place.dataset.seat];
    const field = place.querySelector("input");
    if (name) place.querySelector("span").textContent = name;
    place.hidden = !name && names.some(Boolean) && (field.type === "checkbox" ? !field.checked : !field.value);
  }
}

const fresh = document.querySelector("form.next[data-book]");
const show = () => [follow, sift, nameSeats].forEach((one) => one(fresh));
fresh?.addEventListener("change", show);
if (fresh) {
  show();
  document.querySelector("[aria-invalid]")?.scrollIntoView({ block: "center" }); // what is put out of sight has moved it
}

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
  nameSeats(chip.form);
  for (const one of chip.form.querySelectorAll("[data-name]")) one.setAttribute("aria-pressed", seats.some((seat) => seat.value === one.dataset.name));
});
