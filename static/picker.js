// A card picker for text fields with cards ("7H KH", melds separated by |). Without scripts the cards are typed.

import { say, tick } from "./dom.js";

const GROUP = "|";
let open = null; // the field in which cards are chosen now

const template = () => document.getElementById("picker");
const words = (field) =>
  field.input.value
    .toUpperCase()
    .replaceAll("10", "T")
    .replaceAll(GROUP, ` ${GROUP} `)
    .split(/[\s,]+/)
    .filter(Boolean);
const cardsOf = (field) => words(field).filter((word) => word !== GROUP);
const most = (field) => Number(field.input.dataset.most) || Infinity;
const isFull = (field) => cardsOf(field).length >= most(field);
const cardName = (key) => (key.dataset.name ??= key.ariaLabel ?? key.textContent); // without the number of times it was picked
const keyOf = (field, card) => field.keys.querySelector(`[data-card="${card}"]`);

const fields = new WeakMap(); // input -> field
const fieldsOf = (form) =>
  [...form.querySelectorAll(".cards-field:not([hidden]) input[data-cards]")].map((input) => fields.get(input)).filter(Boolean);

// --- showing the fields

// the template has the right spacing of the colon for the language
const labelled = (what, text) => `${template().dataset.of.replace("{what}", what)} ${text}`;

function chip(field, card, place) {
  const button = document.createElement("button");
  const key = keyOf(field, card);
  button.type = "button";
  button.className = "card " + (key ? key.className.replace("key", "").trim() : "");
  button.innerHTML = key ? key.firstElementChild.innerHTML : "";
  if (!key) button.textContent = card;
  button.setAttribute("aria-label", labelled(key ? cardName(key) : card, template().dataset.remove));
  button.addEventListener("click", () => {
    const left = words(field);
    left.splice(place, 1);
    write(field, left);
    choose(field);
  });
  return button;
}

function show(field) {
  const melds = [document.createElement("span")];
  words(field).forEach((word, place) => {
    if (word === GROUP) melds.push(document.createElement("span"));
    else melds.at(-1).append(chip(field, word, place));
  });
  for (const meld of melds) meld.className = field.input.dataset.groups === undefined ? "heap" : "meld";
  field.row.replaceChildren(...melds, field.add);
  if (open === field)
    field.keys.querySelector(".picker-bar").after(field.row); // visible above the keys
  else field.input.after(field.row);
  showCount(field);
  field.add.hidden = isFull(field) || open === field;
  showKeys(field);
}

function showCount(field) {
  const n = cardsOf(field).length;
  const { one, many } = template().dataset;
  const points = n ? field.points : undefined;
  const count = n ? (n === 1 ? one : many).replace("{n}", n) : "";
  field.keys.querySelector(".picker-count").textContent = points === undefined ? count : `${count} = ${points}`;
  const box = field.input.form.elements[field.input.dataset.counts];
  if (!box) return;
  box.dataset.usual ??= box.placeholder;
  box.placeholder = points ?? box.dataset.usual;
  box.toggleAttribute("data-counted", n > 0);
}

/** Show the points that the server has counted beside the cards, and in the number box that they replace. */
function hear(of) {
  const points = JSON.parse(document.getElementById("counted")?.value || "{}");
  for (const field of fieldsOf(of)) {
    field.points = points[field.input.name];
    showCount(field);
  }
}

function showKeys(field) {
  const { copies, jokers } = field.input.dataset;
  const others =
    field.input.dataset.apart === undefined
      ? fieldsOf(field.input.form).filter((one) => one.input.dataset.apart === undefined)
      : [field];
  const taken = others.flatMap(cardsOf);
  const own = cardsOf(field);
  for (const key of field.keys.querySelectorAll(".key")) {
    const limit = key.dataset.card === "JK" ? Number(jokers) : Number(copies);
    const count = taken.filter((card) => card === key.dataset.card).length;
    const here = own.filter((card) => card === key.dataset.card).length;
    key.disabled = count >= limit && !(limit === 1 && here);
    key.classList.toggle("on", here > 0);
    key.setAttribute("aria-pressed", here > 0);
    if (here > 1) key.dataset.count = here;
    else delete key.dataset.count;
    key.ariaLabel = here > 1 ? labelled(cardName(key), template().dataset.many.replace("{n}", here)) : cardName(key);
  }
  const next = field.keys.querySelector("[data-do=next]");
  const ask = field.input.form.querySelector("[data-ask]");
  next.textContent = following(field) ? template().dataset.next : (ask?.textContent ?? template().dataset.done);
  field.keys.querySelector("[data-do=back]").disabled = own.length === 0;
}

// --- taps

function write(field, list) {
  const clean = list.filter((word, n) => word !== GROUP || (n > 0 && list[n - 1] !== GROUP));
  field.input.value = clean.join(" ");
  field.points = undefined; // until the server has counted again
  field.input.dispatchEvent(new Event("input", { bubbles: true }));
  field.input.dispatchEvent(new Event("change", { bubbles: true }));
}

function tap(field, key) {
  const list = words(field);
  const card = key.dataset.card;
  if (Number(field.input.dataset.copies) === 1 && list.includes(card)) list.splice(list.indexOf(card), 1);
  else if (isFull(field)) return;
  else list.push(card);
  write(field, list);
  say(key.getAttribute("aria-label") ?? key.textContent);
  // this form has no other question
  if (isFull(field) && field.input.form.dataset.atOnce !== undefined) return act(field, "next");
  const next = following(field);
  if (isFull(field) && next && cardsOf(next).length === 0) choose(next);
  // one card confirms itself
  else if (isFull(field) && !next && most(field) === 1 && !field.input.form.querySelector("[data-ask]")) goBack();
}

function act(field, what) {
  if (what === "back") write(field, words(field).slice(0, -1));
  if (what === "group") write(field, [...words(field), GROUP]);
  if (what === "close") return goBack();
  if (what !== "next") return;
  const next = following(field);
  const form = field.input.form;
  if (next) return choose(next);
  if (!form.querySelector("[data-ask]")) return goBack();
  close();
  leave(() => form.requestSubmit());
}

function following(field) {
  const all = fieldsOf(field.input.form).filter(({ box }) => !box.closest("details:not([open])")); // skip fields in closed folds
  return all[all.indexOf(field) + 1];
}

// --- a number box and the cards that replace it: the last one filled counts, and the other comes back when that is emptied

function replaceOther(said, other) {
  if (!other) return;
  if (said.value) delete said.dataset.gaveWay; // its older value must not come back
  const held = other.value || other.dataset.was; // visible or hidden
  if (said.value && held) {
    other.dataset.gaveWay = held;
    other.value = "";
    delete other.dataset.was;
  } else if (!said.value && other.dataset.gaveWay) {
    other.value = other.dataset.gaveWay;
    delete other.dataset.gaveWay;
  } else return;
  other.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("#entry [data-box]"))
    replaceOther(target, target.form.querySelector(`[data-counts="${CSS.escape(target.name)}"]`));
});

document.addEventListener("change", ({ target }) => {
  if (target.matches("#entry [data-counts]")) replaceOther(target, target.form.elements[target.dataset.counts]);
  if (target.id === "entry" && target.dataset.typed === undefined)
    for (const field of target.querySelectorAll("[data-gave-way]")) delete field.dataset.gaveWay; // the whole form was emptied
});

// --- the phone's Back button closes the keys and stays on the page

const PICKING = { picking: true }; // state of the history entry while the keys are open
const isPicking = () => history.state?.picking === true;
let after = null; // what to do once that history entry is gone

function stayOnBack() {
  if (!isPicking()) history.pushState(PICKING, "");
}

/** Remove the history entry, then call `then`. */
function leave(then = () => {}) {
  if (!isPicking()) return then();
  after = then;
  history.back();
}

addEventListener("popstate", () => {
  const then = after;
  after = null;
  if (then && open)
    stayOnBack(); // the keys were opened again meanwhile
  else if (open) goBack();
  then?.();
});

/** Close the keys, and focus the field from which they were opened. */
function goBack() {
  const { add, box } = open;
  close();
  leave();
  if (add.hidden) box.querySelector(".chosen button")?.focus();
  else add.focus();
  box.scrollIntoView({ block: "nearest" });
}

/** Copy the upcard into the deal form, which asks for it too, if it was picked outside the form and could not be sent. */
function takeAlong(of) {
  for (const card of document.querySelectorAll("#upcard [data-cards]")) {
    const field = of.elements[card.name];
    if (!field || field.value || card.value === card.defaultValue) continue;
    field.value = card.value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.form?.id === "entry") takeAlong(target.form);
});

// --- opening and closing

function choose(field) {
  if (open !== field) close();
  open = field;
  field.box.classList.add("choosing");
  field.keys.hidden = false;
  field.add.setAttribute("aria-expanded", "true");
  document.body.classList.add("picking");
  show(field);
}

function close() {
  if (!open) return;
  const field = open;
  open = null;
  field.box.classList.remove("choosing");
  field.keys.hidden = true;
  field.add.setAttribute("aria-expanded", "false");
  document.body.classList.remove("picking");
  show(field);
}

document.addEventListener("pointerdown", (event) => {
  if (
    open &&
    !open.box.contains(event.target) &&
    event.target.closest("input:not([type=radio], [type=checkbox]), select, summary")
  ) {
    close();
    leave();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && open) goBack();
});

function dress(input) {
  const box = input.closest(".cards-field");
  const label = box.querySelector("label");
  const row = Object.assign(document.createElement("div"), { className: "chosen" });
  const add = Object.assign(document.createElement("button"), {
    type: "button",
    className: "card add",
    textContent: "+",
    id: `${input.id}-add`,
  });
  const keys = template().content.firstElementChild.cloneNode(true);
  const field = { input, box, row, add, keys };
  fields.set(input, field);
  label.id = `${input.id}-label`;
  label.htmlFor = add.id;
  add.setAttribute("aria-label", labelled(label.textContent.trim(), template().dataset.add));
  add.setAttribute("aria-expanded", "false");
  keys.hidden = true;
  keys.setAttribute("aria-labelledby", label.id);
  keys.classList.toggle("short", input.dataset.pack === "32");
  keys.classList.toggle("no-jokers", input.dataset.jokers === "0");
  keys.querySelector(".picker-title").textContent = label.textContent.trim();
  keys.querySelector("[data-do=group]").hidden = input.dataset.groups === undefined;
  keys.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) tick();
    if (button?.dataset.card) tap(field, button);
    else if (button) act(field, button.dataset.do);
  });
  add.addEventListener("click", () => {
    choose(field);
    stayOnBack();
  });
  input.hidden = true; // not type=hidden, because drafts keep only typed fields
  input.after(row);
  box.append(keys);
}

function dressCards(root = document) {
  if (!template()) return;
  const inputs = [...root.querySelectorAll("input[data-cards]")].filter((input) => !fields.has(input));
  for (const input of inputs) dress(input);
  for (const input of inputs) show(fields.get(input));
  // lets the server count the cards
  inputs.find((input) => input.value && input.form.id === "entry")?.dispatchEvent(new Event("change", { bubbles: true }));
  if (inputs.length) chooseFirst();
}

const hasRoom = matchMedia("(min-height: 43.75em)"); // high enough to show the question above the keys

/** Open the first empty field, once the questions before it are answered, because the keys would cover them. */
function chooseFirst() {
  const first = [...document.querySelectorAll("form[data-pick=now] input[data-cards]")].find((input) => !input.value);
  const before = first
    ? [...first.form.querySelectorAll("[type=radio]")].filter(
        (one) => one.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    : [];
  const isOpen = ({ name }) => !before.some((one) => one.name === name && one.checked);
  if (first && hasRoom.matches && !open && !before.some(isOpen)) choose(fields.get(first));
}

function dressAgain() {
  if (open && !open.input.isConnected) {
    open = null;
    document.body.classList.remove("picking");
    leave();
  }
  dressCards();
}

dressCards();
if (!open) leave(); // the page was reloaded with the keys open
document.body.addEventListener("drawn", dressAgain);
document.body.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  const form = document.querySelector("form#entry");
  if (target.id === "counted" && form) hear(form);
});
document.addEventListener("change", (event) => {
  if (event.target.type === "radio" && event.target.form?.dataset.pick === "now") chooseFirst();
  if (event.target.tagName === "FORM")
    fieldsOf(event.target).forEach(show); // a draft was restored
  // a card taken in one field is not free in the others
  else if (event.target.matches("[data-cards]")) fieldsOf(event.target.form).forEach(show);
});
