// The machine as it runs on this page: what happens goes in, what it wants is done, and what it says is shown.

import { draftOf } from "./kept.js";
import { begin, next, view } from "./machine.js";
import { showRows } from "./rows.js";
import { board, entryForm, match, openChoice, wishForms } from "./sight.js";

let state = begin(Date.now(), { polls: Boolean(board()) });
const hands = {}; // by the name of an effect: what does it

export const does = (effects) => Object.assign(hands, effects);
export const queue = () => state.queue;
export const waiting = (id) => state.queue.find((wish) => wish.id === id);
export const isBarred = () => state.barred !== null;

export function happen(event) {
  const [after, effects] = next(state, { now: Date.now(), ...event });
  state = after;
  for (const effect of effects) hands[effect.do](effect);
  showAll();
}

export function showAll() {
  const seen = view(state, Date.now());
  const form = entryForm();
  for (const one of wishForms()) one.inert = (Boolean(state.shown) && one.dataset.sent === state.shown) || (one === form && openChoice() !== null);
  showRows(seen, state, { draft: !form && !openChoice() && document.getElementById("live") ? draftOf(match) : null, form });
}
