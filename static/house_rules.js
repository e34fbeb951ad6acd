// House rules: show the number that a choice needs, empty it for other choices, and hide rules that do not apply.

import { fieldsOf, fill, touched } from "./form.js";
import { tabStorage } from "./storage.js";

const numberBeside = (choice) => choice.form?.elements[choice.name.replace(/\]$/, "_number]")];

document.addEventListener("change", (event) => {
  const number = event.target.tagName === "SELECT" && numberBeside(event.target);
  if (!number) return;
  if (!event.target.value.startsWith("#")) number.value = "";
  else if (!event.target.matches(":focus-visible")) number.focus(); // not with arrow keys, which pass all choices
});

const chosenFor = (form, name) => {
  const [{ value }, number] = [form.elements[`options[${name}]`], form.elements[`options[${name}_number]`]?.value];
  // the key of what is counted, with its number
  return value === "#" ? number : value.startsWith("#") ? `${value}:${number}` : value;
};
const optionOf = (form, name) => form.querySelector(`[name="options[${name}]"]`).closest(".option");
const isUsual = (form, name) => chosenFor(form, name) === optionOf(form, name).dataset.usual;

/** Set the list of all rules to the values of the presets, except rules that were changed there. */
function follow(form) {
  const brought = JSON.parse(form.dataset.book);
  for (const preset of form.querySelectorAll("[data-rules]")) {
    if (preset.checked) Object.assign(brought, JSON.parse(preset.dataset.rules));
    preset.closest("label").querySelector("[type='hidden']").disabled = !preset.checked;
  }
  for (const [name, value] of Object.entries(brought)) {
    if (isUsual(form, name)) choose(form, name, value);
    optionOf(form, name).dataset.usual = value;
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

/** Keep rules visible that were changed, because they are sent; also positions typed from a paper sheet. */
function sift(form) {
  for (const option of form.querySelectorAll(".option")) {
    option.hidden = isUsual(form, ruleOf(option)) && !applies(form, option.dataset);
  }
  for (const part of form.querySelectorAll("[data-part]")) {
    const typed = [...part.querySelectorAll("input, select")].some((field) =>
      field.type === "checkbox" ? field.checked : field.value,
    );
    part.hidden = !typed && !applies(form, part.dataset);
  }
  for (const name of askedBeside(form)) {
    const option = form.elements[`options[${name}]`] && optionOf(form, name);
    if (option) option.hidden ||= form.querySelector("[data-asks]:checked") !== null && isUsual(form, name);
  }
}

/** Return the names of rules that a preset asks for itself, which the list must not repeat. */
function askedBeside(form) {
  const presets = [...form.querySelectorAll("[data-asks]")].flatMap((preset) => Object.keys(JSON.parse(preset.dataset.rules)));
  return [...presets, ...[...form.querySelectorAll("[name^='beside[']")].map((field) => field.name.slice("beside[".length, -1))];
}

/** Show on each fold what is changed in it. */
function tellChanges(form) {
  for (const told of form.querySelectorAll(".fold > summary > [data-unchanged]")) {
    const fold = told.closest(".fold");
    const presets = [...fold.querySelectorAll("[data-rules]:checked")].map(
      (preset) => preset.closest("label").querySelector("b").textContent,
    );
    const own = [...fold.querySelectorAll(".option")].filter((option) => !isUsual(form, ruleOf(option))).map(inWords);
    told.textContent = [...presets, ...own].join(", ") || told.dataset.unchanged;
  }
}

const ruleOf = (option) => option.querySelector("[name]").name.slice("options[".length, -1);

function inWords(option) {
  const [choice, number] = [option.querySelector("select"), option.querySelector("input[name$='_number]']")?.value];
  const chosen = choice?.selectedOptions[0].textContent ?? option.querySelector("input:not([type=hidden])").value;
  const counted = choice?.value === "#" ? number : chosen.replace("…", number);
  return `${option.querySelector("label > span").textContent} ${counted}`;
}

// --- people: the next name is open below, and Enter goes to it

const fresh = document.querySelector("form[data-book]");
const rows = () => [...fresh.querySelectorAll(".people-list > li")];
const fieldIn = (row) => row.querySelector("[name='players[]']");
const names = () => rows().map((row) => fieldIn(row).value.trim());
const inSight = (field) => document.activeElement === field || field.hasAttribute("aria-invalid");

/** Update the names wherever they label a seat; what was typed for a position stays visible. */
function nameSeats() {
  const all = names();
  const shown = Math.max(all.findLastIndex(Boolean) + 2, fresh.querySelector(".people-list").dataset.least);
  rows().forEach((row, seat) => {
    const who = all[seat] || row.querySelector(".unseen").textContent;
    row.classList.toggle("seat-later", seat >= shown && !inSight(fieldIn(row)));
    for (const told of row.querySelectorAll("[data-who]")) {
      const text = told.dataset.who.replace("{name}", who);
      if (told.tagName === "BUTTON") told.setAttribute("aria-label", text);
      else told.textContent = text;
    }
    const me = fresh.elements.me.options[seat + 1];
    me.textContent = who;
    me.hidden = !all[seat] && !me.selected;
  });
  for (const place of fresh.querySelectorAll("[data-seat]")) {
    const name = all[place.dataset.seat];
    const field = place.querySelector("input");
    if (name) place.querySelector("span").textContent = name;
    place.hidden = !name && all.some(Boolean) && (field.type === "checkbox" ? !field.checked : !field.value);
  }
  for (const chip of fresh.querySelectorAll("[data-name]")) chip.setAttribute("aria-pressed", all.includes(chip.dataset.name));
  sayOrder(all.filter(Boolean));
}

/** Hide the order of play for two players. */
function sayOrder([first, ...others]) {
  const order = fresh.querySelector(".order");
  order.hidden = others.length < 2;
  const told = order.querySelector("[data-order]");
  if (first) told.textContent = told.dataset.order.replace("{names}", [first, ...others.reverse()].join(", "));
}

/** Move everybody below a row up by one, with the fields of their seats. */
function remove(row) {
  const gone = rows().indexOf(row);
  moveUp(rows().map(fieldIn), gone);
  for (const group of new Set([...fresh.querySelectorAll("[data-seat]")].map((place) => place.parentElement))) {
    moveUp([...group.querySelectorAll(":scope > [data-seat] input")], gone);
  }
  const { dealer, me } = fresh.elements;
  dealer.value = moved(dealer.value, gone, "draw");
  me.value = moved(me.value, gone, "");
  nameSeats();
}

function moveUp(fields, gone) {
  for (let n = gone; n < fields.length; n += 1) {
    fields[n].value = fields[n].type === "checkbox" ? fields[n].value : (fields[n + 1]?.value ?? "");
    fields[n].checked = fields[n + 1]?.checked ?? false;
  }
}

/** Return the number of a seat after one was removed; other texts are unchanged. */
const moved = (seat, gone, none) => (Number(seat) === gone && seat !== "" ? none : seat > gone ? String(seat - 1) : seat);

/** Seat a known name that was tapped, in the order of the taps, or remove it. */
function seat(name) {
  const sitting = rows().find((row) => fieldIn(row).value === name);
  if (sitting) return remove(sitting);
  const free = rows().find((row) => fieldIn(row).value === "");
  if (free) fieldIn(free).value = name;
  nameSeats();
}

function goOn(event) {
  if (event.key !== "Enter" || event.isComposing || event.target.tagName !== "INPUT") return;
  event.preventDefault(); // only the Start button begins the match
  const field = event.target;
  if (field.name === "title") return fieldIn(rows()[0]).focus();
  if (field.name !== "players[]") return field.blur();
  const next = rows()[rows().indexOf(field.closest("li")) + 1];
  if (!field.value.trim() || !next) return field.blur();
  next.classList.remove("seat-later");
  fieldIn(next).focus();
  next.scrollIntoView({ block: "nearest" });
}

// --- what is typed stays in this tab until it is sent

const DRAFT = `new:${location.pathname}`;
const forget = () => tabStorage.remove(DRAFT);
const keep = () => (touched(fresh) ? tabStorage.set(DRAFT, JSON.stringify(fieldsOf(fresh))) : forget());

/** Put back what was typed before a reload, except into a refused form, which has it already. */
function restore() {
  const typed = JSON.parse(tabStorage.get(DRAFT) ?? "null");
  if (typed && !document.getElementById("wrong")) fill(fresh, typed);
}

const show = () => [follow, sift, tellChanges, nameSeats].forEach((one) => one(fresh));

if (fresh) {
  fresh.addEventListener("change", show);
  fresh.addEventListener("input", nameSeats);
  fresh.addEventListener("keydown", goOn);
  restore();
  let dealing = fresh.elements.dealer.value;
  fresh.addEventListener("click", ({ target }) => {
    if (target.name === "dealer") {
      if (target.value === dealing) fresh.elements.dealer.value = "draw"; // a second tap undoes it
      dealing = fresh.elements.dealer.value;
    }
    const [chip, cross] = [target.closest("[data-name]"), target.closest("[data-remove]")];
    if (chip) seat(chip.dataset.name);
    if (cross) remove(cross.closest("li"));
  });
  for (const kind of ["input", "change", "click"]) fresh.addEventListener(kind, keep); // after other handlers of the tap
  fresh.addEventListener("formdata", forget); // the form is being sent
  show();
  document.querySelector("[aria-invalid]")?.scrollIntoView({ block: "center" }); // hidden fields have moved it
}
