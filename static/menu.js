// What is typed beside the deals, a penalty or a note, kept over a reload as the deal is; come when the menu is opened.

import { isLeaving } from "./anew.js";
import { fieldsOf, fill, nameOf, touched } from "./form.js";
import { isKept, keepTypedBeside, typedBeside, writtenOf } from "./kept.js";
import { match, openChoice } from "./sight.js";

const forms = () => [...document.querySelectorAll("#other form")];
const kindOf = (form) => form.elements.kind.value;
const drop = (kind) => keepTypedBeside(match, kind, null);

const keep = (form) => keepTypedBeside(match, kindOf(form), touched(form) ? typedIn(form) : null);

function typedIn(form) {
  return { name: nameOf(form), fields: fieldsOf(form), seen: form.elements.seen.value, after: form.dataset.after ?? "" };
}

for (const event of ["input", "change"])
  document.addEventListener(event, ({ target }) => {
    const form = target.closest?.("#other form");
    if (!form || form.dataset.sent || isLeaving() || openChoice()) return; // what a choice holds is kept till it is decided
    keep(form);
  });

/** What was chosen between is kept as what is to be written, or dropped. */
for (const event of ["submit", "click"])
  document.addEventListener(event, ({ target }) => {
    const choice = target.closest?.(event === "submit" ? ".race form" : ".race [data-drop-draft]")?.closest(".race");
    const kind = choice?.querySelector("[name=kind]")?.value;
    if (kind) drop(kind);
  });

function restore() {
  if (openChoice()) return;
  for (const form of forms()) {
    const typed = typedBeside(match, kindOf(form));
    if (!typed || touched(form) || form.dataset.sent) continue;
    if (isKept(match, typed.name) || writtenOf(match).some(([id]) => id === typed.name)) {
      drop(kindOf(form)); // it waits in a row, or stands on the sheet
      continue;
    }
    form.dataset.name = typed.name;
    form.elements.seen.value = typed.seen; // the sheet may have gone on: then it is compared
    form.dataset.after = typed.after;
    fill(form, typed.fields);
  }
}

document.body.addEventListener("drawn", restore);
restore();
for (const form of forms()) if (touched(form) && !form.dataset.sent) keep(form); // typed while this was on its way
