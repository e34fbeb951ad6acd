// A form drawn anew with what was typed in it: where the sheet has gone on, where it asks for more, after a reload.

import { replace } from "./answer.js";
import { fieldsOf, fill, formOf, keepBeside, pathOf, stateOf, touched } from "./form.js";
import { draftOf, keepDraft, keepWish, wishesOf } from "./kept.js";
import { happen, queue } from "./running.js";
import { say } from "./saying.js";
import { draw, entryForm, match, openChoice, words } from "./sight.js";
import { post } from "./transport.js";

let isLeft = false; // what was typed is dropped and this page on its way out: nothing that is still drawn in it is kept

export const isLeaving = () => isLeft;
export const leaves = (is) => (isLeft = is);

/** A form in use is drawn anew for where the sheet stands now, with what was typed: whose deal it is, who must do what. */
export async function redraw() {
  const form = entryForm();
  const news = document.getElementById("meanwhile");
  if (!form?.dataset.refresh || openChoice() || !news || news.hidden || form.dataset.position === news.dataset.seen) return;
  form.dataset.position = news.dataset.seen;
  const isBehind = document.body.hasAttribute("data-ahead"); // deals that wait, about which the same is asked first
  if (!isBehind) form.dataset.typedAs ??= form.querySelector("[data-deal]")?.dataset.deal ?? ""; // which deal it is stands to be asked
  await drawAnew(form, fieldsOf(form));
}

/** The form as the server draws it for these fields, which may ask for more of them. */
export async function drawAnew(form, fields) {
  const asked = stateOf(form);
  const answer = await post(form.dataset.refresh, [...fields, ["seen", form.elements.seen.value], ["after", form.dataset.after]]);
  const fresh = answer?.page.querySelector("form#entry");
  if (!answer || !form.isConnected || form.dataset.sent || isLeft) return;
  if (stateOf(form) !== asked) return drawAnew(form, fieldsOf(form)); // somebody typed on, or chose: once more
  if (!fresh) return;
  const at = [...form.elements].indexOf(document.activeElement);
  const name = document.activeElement.name;
  Object.assign(fresh.dataset, { ...form.dataset, ...fresh.dataset });
  replace("#entry", answer.page);
  draw();
  keepBeside(fresh, fill(fresh, fields), form, words.noPlace);
  const same = fresh.elements[at]?.name === name ? fresh.elements[at] : [...fresh.elements].find((field) => name && field.name === name);
  same?.focus({ preventScroll: true });
  draw();
}

/** What is typed waits in a row: aside where another deal is to stand in its form, `otherwise` where the table has no such form now. */
export function setAside(typed, kind = "aside") {
  keepWish(match, { ...typed, trouble: { kind } });
  keepDraft(match, null);
  happen({ type: "stored", queue: wishesOf(match) });
}

export function restore() {
  const draft = draftOf(match);
  const form = entryForm();
  if (!draft || !form || openChoice()) return;
  if (touched(form)) return void (form.dataset.name ??= draft.id); // drawn with it
  if (formOf(draft) !== form) return setAside(draft, draft.url === pathOf(form) ? "aside" : "otherwise"); // it is of another player, or the table writes in another way now
  form.dataset.name = draft.id;
  if (draft.mends) form.dataset.mends = draft.mends;
  if (form.elements.seen) form.elements.seen.value = draft.seen; // the sheet may have gone on: then it is compared
  form.dataset.after = draft.after.join(" ");
  const left = fill(form, draft.fields);
  keepBeside(form, left, null, words.noPlace);
  say(words.restored);
  const now = document.getElementById("meanwhile")?.dataset.seen;
  const hasGoneOn = now && ![draft.seen, form.dataset.position].includes(now);
  if (hasGoneOn && !queue().length) form.dataset.typedAs = draft.what.title.match(/\d+/)?.[0] ?? "";
  if ((hasGoneOn || left.length) && !queue().length) drawAnew(form, fieldsOf(form)); // what was written meanwhile, or what it asks by what was typed
}
