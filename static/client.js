// The match on this phone: what happens on the page becomes an event of the machine, and what the machine wants is done.

import { canMend, empty, fieldsOf, fill, formOf, inUse, inWords, keepBeside, pathOf, touched, unforetold } from "./form.js";
import { alone, draftOf, forgetWish, isKept, keepDraft, keepWish, newId, onOtherTab, wishesOf } from "./kept.js";
import { opened } from "./carry.js";
import { begin, isHeldUp, next, view } from "./machine.js";
import { handOn, really, showRows } from "./rows.js";
import * as touch from "./touch.js";
import { isOurs, isOut, isThere, post } from "./transport.js";

const words = document.getElementById("words")?.dataset ?? {};
const match = words.match;
const SECOND = 1000; // ms between ticks
const POLL = 5000; // ms that a poll may take
const SAID = 5000; // ms that a saying stands on the page, and for each sign of it
const READ = 100; // ms more
const OPENS = "opens"; // the wish that is opened on the next page
let passing = { text: "", clock: 0 }; // what was said last, and when it goes
let isLeft = false; // what was typed is dropped and this page on its way out: nothing that is still drawn in it is kept
let own = null; // said of this phone's own entry, and not to be drowned by the polls that bring it, as long as these may take
const answers = new Map(); // by wish: the page that the server answered with

const POLLS = "#board, #bigboard, #derivation, #phones";
const board = () => document.querySelector(POLLS);
const entryForm = () => document.querySelector("form[data-draft]");
const wishForms = () => [...document.forms].filter((form) => form.method === "post" && [words.writes, words.own].some((path) => pathOf(form).startsWith(path)));
const sentForm = (id) => wishForms().find((form) => form.dataset.sent === id);
const draw = () => document.body.dispatchEvent(new Event("drawn"));

let state = begin(Date.now(), { polls: Boolean(board()) });

function happen(event) {
  const [after, effects] = next(state, { now: Date.now(), ...event });
  state = after;
  for (const effect of effects) DO[effect.do](effect);
  showAll();
}

// --- what the machine wants done

const DO = {
  keep: ({ wish }) => keepWish(match, wish),
  forget: ({ id }) => forgetWish(match, id),
  async send({ wish }) {
    const { id, url, fields, seen, after } = wish;
    const envelope = [["entry_id", id], ["seen", seen], ["after", after.join(" ")]];
    const answer = await alone(match, () => isKept(match, id) && post(url, [...fields, ...envelope]));
    if (answer === undefined || answer === false) return happen({ type: "elsewhere", id });
    if (answer === null) return happen({ type: "unanswered", id });
    answers.set(id, answer);
    happen({ type: "answered", id, outcome: answer.outcome, why: answer.why });
    answers.delete(id);
  },
  clear({ id }) {
    const form = sentForm(id);
    if (!form) return;
    delete form.dataset.sent;
    if (form.dataset.drawn) [form.elements.seen.value, form.dataset.after] = JSON.parse(form.dataset.drawn);
    form.dataset.after = [form.dataset.after, id].filter(Boolean).join(" ");
    form.dataset.drawn = JSON.stringify([form.elements.seen?.value, form.dataset.after]);
    empty(form);
    decided();
    form.classList.remove("open");
    draw();
    const wish = state.queue.find((one) => one.id === id);
    say(wish && isHeldUp(state.queue, wish) ? words.fateBehindOther : words.kept); // the server may well answer
    scrollTo(0, 0);
  },
  show({ id, outcome, wish }) {
    const form = sentForm(id);
    delete form?.dataset.sent;
    if (wish && isDeal(wish)) keepDraft(match, draftOf(match) ?? wish); // the page that is shown may have no form that holds it
    if (outcome === "refused" || outcome === "behind") {
      showFault(form, answers.get(id));
      return undecided(id);
    }
    if (form === entryForm()) keepDraft(match, null);
    else if (form) empty(form); // what stands beside it may stay, but is not to be written twice
    showDone(answers.get(id), outcome);
  },
  told({ outcome, why }) {
    own = { text: why || (outcome === "same" ? words.same : words.sent), until: Date.now() + POLL };
    say(own.text);
    poll();
  },
  open({ wish }) {
    const form = formOf(wish);
    if (!form) return;
    empty(form);
    const left = fill(form, wish.fields);
    if (form.elements.seen) form.elements.seen.value = wish.seen;
    form.dataset.after = wish.after.join(" ");
    if (wish.trouble?.kind === "behind") form.dataset.sent = wish.id; // on its way, to be compared
    else form.dataset.mends = wish.id;
    form.closest("details")?.setAttribute("open", "");
    form.scrollIntoView({ block: "nearest" });
    if (left.length && !form.dataset.sent) drawAnew(form, wish.fields); // it has more fields than an empty one
  },
};

/** The form of a wish may stand on another page: there it is opened, with what was typed. */
async function openElsewhere(wish) {
  const { page = words.home } = wish.what;
  if (page === location.pathname + location.search) return say(words.noForm);
  if (!(await isThere(page))) return say(words.opensLater); // a page that cannot be fetched would take this one away
  sessionStorage.setItem(OPENS, wish.id);
  location.assign(page);
}

function openHere() {
  const id = sessionStorage.getItem(OPENS);
  sessionStorage.removeItem(OPENS);
  const wish = state.queue.find((one) => one.id === id);
  if (!wish) return;
  if (!formOf(wish)) return say(words.noForm);
  park();
  happen({ type: "take", id });
}

/** What was chosen between is not to be chosen twice, nor written once more from the form in which it stood. */
function decided() {
  const race = document.querySelector(".race");
  if (!race) return;
  race.remove();
  if (entryForm()) empty(entryForm());
  keepDraft(match, null);
}

/** What is shown still waits before others: whatever is chosen takes its place among them. */
function undecided(id) {
  if (!state.queue.some((wish) => wish.id === id)) return;
  keepDraft(match, null); // it is kept as a row
  for (const form of [entryForm(), ...document.querySelectorAll(".race form")]) if (form) form.dataset.mends = id;
}

function say(text) {
  const status = document.getElementById("status");
  if (!status) return;
  status.textContent = text ?? "";
  delete status.dataset.lasting;
  delete status.dataset.news;
  delete status.dataset.own;
  passing.text = "";
  passes();
}

/** What was said goes again, so that the house rules under it are in sight; what lasts is not ours to end. */
function passes() {
  const text = document.getElementById("status")?.textContent;
  if (!text || text === passing.text) return;
  clearTimeout(passing.clock);
  passing = { text, clock: setTimeout(fade, SAID + READ * text.length, text) };
}

function fade(text) {
  const status = document.getElementById("status");
  if (status?.textContent === text && !("lasting" in status.dataset)) status.textContent = "";
  passing.text = "";
}

const isDeal = ({ fields }) => fields.some(([name, value]) => name === "kind" && value === "deal") && !fields.some(([name]) => name === "correct");

const poll = () => document.body.dispatchEvent(new Event("wake"));

// --- what an answer shows

function replace(selector, page) {
  const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
  if (!old || !fresh) return false;
  const asks = board();
  if (selector === "#live") keepTyped(old, fresh);
  old.replaceWith(document.adoptNode(fresh));
  htmx.process(document.querySelector(selector));
  if (asks && !asks.isConnected) giveUp(asks);
  return true;
}

/** What is half typed beside the score stays in its form; what is offered there besides is drawn anew. */
function keepTyped(old, fresh) {
  const kindOf = (form) => form.elements.kind?.value;
  const typed = [...old.querySelectorAll("#other form")].filter(touched);
  for (const form of typed) [...fresh.querySelectorAll("#other form")].find((one) => kindOf(one) === kindOf(form))?.replaceWith(form);
  if (typed.length) fresh.querySelector("#other")?.toggleAttribute("open", old.querySelector("#other").open);
}

/** A poll asked before this answer knows less than it: its news would drown what is said now, and its form is an old one. */
const giveUp = (elt) => document.body.dispatchEvent(new CustomEvent("htmx:abort", { detail: { elt } }));

function showDone({ page, redirected, url }, outcome) {
  const told = (page.querySelector(".done") ?? page.getElementById("status"))?.textContent.trim() || (outcome === "same" ? words.same : words.saved);
  const here = redirected && new URL(url).pathname === location.pathname;
  if (!(here ? replace("main", page) : !redirected && replace("#live", page))) {
    sessionStorage.setItem("told", told);
    return location.assign(redirected ? url : words.home);
  }
  if (outcome === "written") document.querySelector("#lines tbody tr:not(.remark)")?.classList.add("drying");
  replace("#saved", page);
  say(told);
  draw();
  scrollTo(0, 0);
  touch.saved();
}

function showFault(form, { page }) {
  touch.refused();
  const fault = page.querySelector("#wrong");
  const beside = form && form !== entryForm() && !form.elements.correct && fault;
  if (beside) {
    form.querySelector("#wrong")?.remove();
    form.prepend(document.adoptNode(fault));
  } else if (!(page.querySelector("main") ? replace("main", page) : replace("#live", page) || replace("#entry", page))) return say(fault?.textContent);
  draw();
  if (document.activeElement.matches("#entry :is(input, select)") && !document.querySelector(".race")) return; // what is at fault is in focus and in sight
  const news = document.querySelector(".race h2, #wrong");
  news?.focus({ preventScroll: true });
  news?.scrollIntoView({ block: "center" });
}

function showAll() {
  const seen = view(state, Date.now());
  for (const form of wishForms()) form.inert = Boolean(state.shown) && form.dataset.sent === state.shown;
  showRows(seen, state, { draft: !entryForm() && document.getElementById("waiting") ? draftOf(match) : null, form: entryForm() });
}

// --- what people do

document.addEventListener("submit", (event) => {
  const form = event.target;
  const by = event.submitter;
  if (!match || !wishForms().includes(form) || by?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (form.elements.again) form.elements.again.disabled = draftOf(match) !== null; // what is undone returns to an empty form only
  if (!form.dataset.sent) form.dataset.sent = newId(); // a second tap is the same wish
  const wish = wishOf(form, by);
  const old = form.closest(".race") && state.queue.find((one) => one.id === form.dataset.mends);
  happen({ type: "save", wish: old ? { ...wish, what: { ...old.what, mend: !form.elements.correct } } : wish, mends: form.dataset.mends });
  delete form.dataset.mends;
});

function wishOf(form, by) {
  const heading = form.querySelector("h2")?.firstChild ?? by;
  const about = form.closest("main")?.querySelector("#derivation h2")?.firstChild; // on the page of an entry
  return {
    id: form.dataset.sent,
    at: Date.now(),
    url: pathOf(form),
    fields: fieldsOf(form, by),
    seen: form.elements.seen?.value ?? "",
    after: [...new Set([...form.dataset.after.split(" "), ...state.queue.map((wish) => wish.id)])].filter((id) => id && id !== form.dataset.sent), // all that was in sight
    what: { title: [about, heading].map((one) => one?.textContent.trim()).filter(Boolean).join(": "), text: inWords(form), deal: form === entryForm(), mend: canMend(form), match: words.title, home: words.home, page: location.pathname + location.search },
    trouble: null,
  };
}

for (const kind of ["input", "change"])
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form[data-draft]");
    if (form?.dataset.after !== undefined && !form.dataset.sent && !isLeft) keepDraft(match, touched(form) ? asAsked(wishOf(form)) : null);
  });

/** While a choice stands open, what is kept is what was compared: a page loaded anew asks again. */
const asAsked = (wish) => (document.querySelector(".race") ? { ...wish, seen: draftOf(match)?.seen ?? wish.seen } : wish);

document.addEventListener("click", (event) => {
  const drops = event.target.closest("[data-drop-draft]");
  if (drops) keepDraft(match, null);
  const mends = drops?.href && drops.closest(".race") && entryForm()?.dataset.mends;
  if (mends) happen({ type: "drop", id: mends });
  if (drops?.href) isLeft = true;
  if (event.target.closest("[data-next]")) asNext();
  const button = match && event.target.closest("[data-deed]");
  if (button) DEEDS[button.dataset.deed](button.closest("[data-wish]").dataset.wish, button);
});

const DEEDS = {
  open(id) {
    const wish = state.queue.find((one) => one.id === id);
    if (!formOf(wish)) return openElsewhere(wish);
    park();
    happen({ type: "take", id });
  },
  compare(id) {
    park();
    happen({ type: "again", id, compare: true });
  },
  again: (id) => happen({ type: "again", id }),
  drop(id, button) {
    if (!really(button)) return;
    for (const form of wishForms()) form.dataset.after &&= form.dataset.after.split(" ").filter((one) => one !== id).join(" ");
    happen({ type: "drop", id });
  },
  copy(id, button) {
    const wish = id === "draft" ? { id: newId(), ...draftOf(match) } : state.queue.find((one) => one.id === id);
    if (id === "draft") keepDraft(match, wish);
    handOn(button.closest("[data-wish]"), words.home, wish);
  },
  discard() {
    keepDraft(match, null);
    showAll();
  },
};

/** What is typed is another deal than those that were written meanwhile. */
function asNext() {
  const form = entryForm();
  const news = document.getElementById("meanwhile");
  if (!form) return;
  form.elements.seen.value = news.dataset.seen;
  delete form.dataset.position;
  redraw().then(() => (document.getElementById("meanwhile").hidden = true));
  form.dataset.drawn = JSON.stringify([news.dataset.seen, form.dataset.after]);
  keepDraft(match, wishOf(form));
}

/** What stands half typed in the form waits as well, taken back, while another deal is opened there. */
function park() {
  const form = entryForm();
  if (!form || !touched(form)) return;
  const wish = { ...wishOf(form), id: newId(), trouble: { kind: "taken" } };
  keepWish(match, wish);
  empty(form);
  keepDraft(match, null);
  happen({ type: "stored", queue: wishesOf(match) });
}

let asked = "none"; // how the last poll found the form
let isPressed = false; // whether a finger lies on it

document.addEventListener("pointerdown", ({ target }) => (isPressed = Boolean(target.closest?.("form#entry"))));
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => setTimeout(() => (isPressed = false))); // the tap itself comes after it

// --- polls: only an answer of ours counts, and a form in use is left alone

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = entryForm();
  if (detail.elt !== board()) return;
  if (hasPen()) detail.parameters.pen = "1";
  asked = detail.parameters.form = !form ? "none" : inUse(form) ? "typed" : "blank";
  if (form) detail.parameters.seen = form.elements.seen?.value ?? "";
});

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  const form = entryForm();
  if (!isOurs(xhr)) return event.preventDefault(); // a portal's page is put nowhere
  if (elt.id === "derivation" && [...elt.querySelectorAll("form")].some(touched)) return event.preventDefault();
  if (elt !== board() || asked !== "blank" || !form || !(isPressed || inUse(form)) || xhr.status !== 200) return;
  event.preventDefault(); // somebody has begun to type since it was asked, or is about to: a tap on what has gone is lost
  setTimeout(poll);
});

/** What is half typed beside the deals stays, and what is open stays open, while news bring other offers; not without the pen. */
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const [old, fresh] = [detail.target, detail.fragment.querySelector("details#other")];
  if (old.id !== "other" || !fresh) return;
  detail.shouldSwap = ![...old.querySelectorAll("form")].some(inUse);
  fresh.toggleAttribute("open", old.hasAttribute("open"));
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (elt.id === "preview" && !isOurs(detail.xhr) && entryForm()) unforetold(entryForm());
  if (!elt.matches(POLLS)) return;
  const { status } = detail.xhr;
  if (status === 204) own = null;
  if (!isOurs(detail.xhr)) return happen({ type: "missed" });
  if (status === 403 || status === 404) return happen({ type: "barred", why: isOut(detail.xhr) ? words.shownOut : words.deleted });
  happen({ type: state.barred !== null || penGiven() ? "admitted" : "heard" });
});

const hasPen = () => document.querySelector("details#other") !== null;
let hadPen = hasPen();

function penGiven() {
  const [had, has] = [hadPen, hasPen()];
  hadPen = has;
  return has && !had;
}

for (const kind of ["htmx:afterSwap", "htmx:afterSettle"]) document.body.addEventListener(kind, draw); // at once: no row is out of use for a moment

const penHere = () => document.getElementById("derivation")?.dataset.pen;
let drawnWithPen = penHere();

/** The page of an entry is fetched anew when the pen is given or taken; what was typed there waits, taken back. */
function penTurned() {
  if (penHere() === drawnWithPen) return;
  drawnWithPen = penHere();
  for (const form of wishForms()) if (canMend(form) && touched(form)) keepWish(match, { ...wishOf(form), id: newId(), trouble: { kind: "taken" } });
  location.reload();
}

document.body.addEventListener("drawn", () => {
  if (!match) return;
  const waiting = state.queue.map((wish) => wish.id).join(" ");
  for (const form of wishForms()) {
    form.dataset.after ??= waiting;
    form.dataset.drawn ??= JSON.stringify([form.elements.seen?.value, form.dataset.after]);
  }
  if (own && Date.now() < own.until && !document.querySelector("#status[data-own]")) say(own.text);
  penTurned();
  passes();
  if (document.querySelector("#meanwhile:not([hidden])")) entryForm()?.classList.add("open");
  showAll(); // behind deals that wait there are rows for who sits out now
  restore();
  redraw();
});

const stateOf = (form) => JSON.stringify([fieldsOf(form), form.elements.seen?.value]);

/** A form in use is drawn anew for where the sheet stands now, with what was typed: whose deal it is, who must do what. */
async function redraw() {
  const form = entryForm();
  const news = document.getElementById("meanwhile");
  if (!form?.dataset.refresh || !news || news.hidden || form.dataset.position === news.dataset.seen) return;
  form.dataset.position = news.dataset.seen;
  await drawAnew(form, fieldsOf(form));
}

/** The form as the server draws it for these fields, which may ask for more of them. */
async function drawAnew(form, fields) {
  const asked = stateOf(form);
  const answer = await post(form.dataset.refresh, [...fields, ["seen", form.elements.seen.value], ["after", form.dataset.after]]);
  const fresh = answer?.page.querySelector("form#entry");
  if (!answer || !form.isConnected || form.dataset.sent || isLeft) return;
  if (stateOf(form) !== asked) {
    delete form.dataset.position; // somebody typed on, or chose: once more
    return redraw();
  }
  if (answer.outcome === "same") {
    keepDraft(match, null);
    return showDone(answer, "same");
  }
  if (!fresh) return;
  const at = [...form.elements].indexOf(document.activeElement);
  const name = document.activeElement.name;
  Object.assign(fresh.dataset, { ...form.dataset });
  replace("#entry", answer.page);
  draw();
  keepBeside(fresh, fill(fresh, fields), form, words.noPlace);
  const same = fresh.elements[at]?.name === name ? fresh.elements[at] : [...fresh.elements].find((field) => name && field.name === name);
  same?.focus({ preventScroll: true });
  draw();
}

function restore() {
  const draft = draftOf(match);
  const form = draft && formOf(draft);
  if (!form || form !== entryForm() || touched(form)) return;
  keepBeside(form, fill(form, draft.fields), null, words.noPlace);
  if (form.elements.seen) form.elements.seen.value = draft.seen; // the sheet may have gone on: then it is compared
  form.dataset.after = draft.after.join(" ");
  say(words.restored);
  const now = document.getElementById("meanwhile")?.dataset.seen;
  if (now && now !== draft.seen && !state.queue.length) drawAnew(form, fieldsOf(form)); // with what was written meanwhile
}

/** What another phone could not send waits here in a row of its own, under the same name: so it is written once. */
function takeIn(text) {
  const found = opened(text, words.home);
  if (!found) return say(words.noneCarried);
  if (found.match !== match) return say(words.otherMatch);
  const url = found.own ? words.own : words.writes;
  const seen = entryForm()?.elements.seen?.value ?? document.querySelector("form [name=seen]")?.value ?? "";
  const what = { ...found.what, match: words.title, home: words.home, page: found.page };
  if (!isKept(match, found.id)) keepWish(match, { id: found.id, at: found.at, url, fields: found.fields, seen, after: [], what, trouble: { kind: "carried" } });
  const queue = wishesOf(match);
  for (const [at, wish] of queue.entries()) {
    if (wish.trouble?.kind !== "carried") continue;
    wish.after = queue.slice(0, at).map((one) => one.id); // in whatever order they were taken in
    keepWish(match, wish);
  }
  happen({ type: "stored", queue });
  document.getElementById("other")?.removeAttribute("open"); // it would lie over the rows
  scrollTo(0, 0);
  say(words.carriedIn);
}

function carried() {
  const text = location.href;
  if (!opened(text, words.home)) return;
  history.replaceState(null, "", location.pathname);
  takeIn(text);
}

document.addEventListener("click", (event) => {
  const field = event.target.closest("[data-take-in]")?.parentElement.querySelector("input");
  if (!field) return;
  takeIn(field.value);
  field.value = "";
});

// --- beginning

if (match) {
  htmx.config.timeout = POLL;
  for (const sign of ["online", "pageshow"]) addEventListener(sign, () => happen({ type: "woke" }));
  addEventListener("pageshow", () => (isLeft = false)); // come back to
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    happen({ type: "woke" });
    poll();
  });
  onOtherTab(match, () => happen({ type: "stored", queue: wishesOf(match) }));
  setInterval(() => happen({ type: "tick" }), SECOND);
  const told = sessionStorage.getItem("told");
  sessionStorage.removeItem("told");
  if (told) say(told);
  happen({ type: "stored", queue: wishesOf(match) });
  draw();
  carried();
  openHere();
}
