// The outbox: a pure state machine for what is written on this phone, without page, clock, network or storage.
//
// A submission is one entry that somebody wants written: {id, nr, at, url, fields, seen, after, what, trouble}. `seen` is the
// version its form was drawn from, `after` names this phone's own submissions that it was typed on top of. They go up one by
// one in the order of `nr`, in which they were saved, each until the server has answered for it; the first that is not
// written stops those behind it, but for a strike-out: it is about what stands on the sheet, and may be just what makes
// room for the one that was refused. Only an answer of the server's own, or the person who typed it, ends a submission.
// Which of others' entries a submission stands in for the server decides, by `seen` and `after`; here nothing is worked out.
//
// next(state, event) -> [state, effects]. Times are milliseconds and come with the events.

const SILENCE = 6000; // without an answer for so long the line is down
const GONE = 30000; // down for so long, the server may be at another address
const MISSES = 2; // so are so many polls in a row without one
const RETRY = 4000; // from a try that failed to the next
const OWN_FIRST = 500; // the tab in which it was typed sends it, and another one only where it does not
export const SLOW = 3000; // a save that takes longer says what it waits for

export const begin = (now, { polls = true } = {}) => ({
  polls, // whether this page asks by itself, so that silence means something
  heard: now, // the server's last answer
  missed: 0,
  down: null, // since when nothing was heard; null while the line is live
  barred: null, // why the server knows this phone no more
  queue: [],
  sending: null, // {id, since} of the submission under way
  shown: null, // the submission whose form still stands as it was sent
  compared: null, // the submission that is asked about once more, as it is kept: still turned away, so that no other tab sends it
  again: 0, // not to be tried before
});

const waits = (submission) => !submission.trouble;
/** Two submissions in the order in which they were saved, whatever the clock says; those of an older version have no number. */
export const inOrder = (a, b) => (a.nr ?? 0) - (b.nr ?? 0) || a.at - b.at || (a.id < b.id ? -1 : 1);
const strikesOut = (submission) => submission.fields.some(([name]) => name === "strike");
const valueIn = (submission, field) => submission.fields.find(([name]) => name === field)?.[1];
/** True for an entry beside the deals, which is never the draft of a deal. */
const isBeside = (submission) => !["deal", undefined].includes(valueIn(submission, "kind")) && !["correct", "strike"].some((deed) => valueIn(submission, deed));
const hasNoForm = (submission) => isBeside(submission) && (submission.what?.mend === false || Boolean(submission.asked)); // it was one tap, or chosen on a card that is gone
const stepOf = (submission) => JSON.stringify(submission.fields.filter(([name]) => name !== "again")); // what is struck out, and why: not whether it returns to the form
const without = (queue, id) => queue.filter((submission) => submission.id !== id);
const put = (queue, submission) => [...without(queue, submission.id), submission].sort(inOrder);
const find = (state, id) => state.queue.find((submission) => submission.id === id);

// --- the line

const hear = (state, now) => ({ ...state, heard: now, missed: 0, down: null });

function miss(state, now) {
  const missed = state.missed + 1;
  return { ...state, missed, down: state.down ?? (missed >= MISSES ? state.heard : null) };
}

// --- sending

/** True if a submission waits for one before it that was not written. */
export const isHeldUp = (queue, submission) => !strikesOut(submission) && queue.slice(0, queue.indexOf(submission)).some((one) => one.trouble);

function go(state, now, effects = []) {
  const head = state.queue.find((submission) => waits(submission) && !isHeldUp(state.queue, submission));
  if (state.sending || !head || now < state.again) return [state, effects];
  return [{ ...state, sending: { id: head.id, since: now } }, [...effects, { do: "send", submission: head }]];
}

const stop = (state, id) => ({
  ...state,
  sending: state.sending?.id === id ? null : state.sending,
  shown: state.shown === id ? null : state.shown,
  compared: state.compared?.id === id ? null : state.compared,
});

/** A submission that is not written yet becomes a row of its own, and its form is free for the next one. */
function row(state, id) {
  const queue = state.compared?.id === id ? put(state.queue, state.compared) : state.queue;
  return [{ ...stop(state, id), queue }, state.shown === id ? [{ do: "clear", id }] : []];
}

const saidNext = ({ fields }) => fields.filter(([name]) => name === "next"); // said with a deal: it is none of those that others wrote meanwhile

function save(state, { submission, mends, now }) {
  const known = find(state, submission.id);
  if (known && waits(known)) return go({ ...state, again: now }, now); // tapped twice
  const twin = strikesOut(submission) && state.queue.find((one) => waits(one) && stepOf(one) === stepOf(submission));
  if (twin) return go(state, now, [{ do: "clear", id: submission.id, as: twin.id }]);
  const old = known ?? (mends && find(state, mends));
  const effects = [];
  let queue = state.queue;
  if (old) {
    submission = { ...submission, nr: old.nr, at: old.at, after: old.after };
    const onTop = (one) => one.after.includes(old.id); // and so is none of them either
    queue = without(queue, old.id).map((one) => (onTop(one) ? { ...one, fields: [...one.fields, ...saidNext(submission)], after: one.after.map((id) => (id === old.id ? submission.id : id)) } : one));
    effects.push(...(known ? [] : [{ do: "forget", id: old.id }]), ...queue.filter((one) => one.after.includes(submission.id)).map((one) => ({ do: "keep", submission: one })));
  }
  const first = queue.length === 0 && state.down === null && !state.sending;
  const after = { ...state, queue: put(queue, submission), shown: first ? submission.id : state.shown, again: first ? now : state.again };
  effects.unshift({ do: "keep", submission });
  if (!first) effects.push({ do: "clear", id: submission.id });
  return go(after, now, effects);
}

export const DONE = ["written", "known", "same"];

function answered(state, { id, outcome, why, now }) {
  const submission = find(state, id);
  const shown = state.shown === id;
  const heard = hear(state, now);
  if (DONE.includes(outcome)) {
    const done = { ...stop(heard, id), queue: without(heard.queue, id), again: now };
    return go(done, now, [{ do: "forget", id }, shown ? { do: "show", id, outcome } : { do: "told", id, outcome }]);
  }
  if (!submission) return [stop(heard, id), []]; // taken back meanwhile
  if (outcome === "busy") {
    const [rowed, effects] = row(heard, id);
    return [{ ...rowed, again: now + RETRY }, effects];
  }
  if (shown && outcome === "refused" && hasNoForm(submission)) return trouble(heard, submission, { kind: outcome, why });
  if (shown && outcome !== "barred" && (heard.queue.length > 1 || (outcome === "behind" && hasNoForm(submission)))) {
    const stuck = { ...submission, trouble: { kind: outcome, why } }; // it waits until it is decided, and with it what was typed on top of it
    return [{ ...stop(heard, id), queue: put(heard.queue, stuck) }, [{ do: "keep", submission: stuck }, { do: "show", id, outcome }]];
  }
  if (shown && outcome !== "barred")
    return [{ ...stop(heard, id), queue: without(heard.queue, id) }, [{ do: "forget", id }, { do: "show", id, outcome, submission }]];
  return trouble(heard, submission, { kind: outcome, why });
}

function trouble(state, submission, found) {
  const stuck = { ...submission, trouble: found };
  const [rowed, effects] = row(state, submission.id);
  return [{ ...rowed, queue: put(rowed.queue, stuck) }, [...effects, { do: "keep", submission: stuck }, { do: "told", id: submission.id, outcome: found.kind, why: found.why }]];
}

function unanswered(state, { id, now }) {
  const [rowed, effects] = row(miss(state, now), id);
  return [{ ...rowed, again: now + RETRY }, effects];
}

// --- what people do with what waits

/** Drop a submission. With `seen` it gave way to what it was compared with, and what was typed on top of it has seen that. */
function drop(state, { id, seen, now }) {
  const changed = state.queue.filter((submission) => seen && submission.after.includes(id)).map((submission) => ({ ...submission, seen: parseInt(submission.seen) > parseInt(seen) ? submission.seen : seen, after: submission.after.filter((one) => one !== id) }));
  return go({ ...stop(state, id), queue: changed.reduce(put, without(state.queue, id)) }, now, [{ do: "forget", id }, ...changed.map((submission) => ({ do: "keep", submission }))]);
}

function take(state, { id }) {
  const submission = find(state, id);
  if (!submission) return [state, []];
  const taken = { ...submission, trouble: { kind: "taken" } };
  return [{ ...stop(state, id), queue: put(state.queue, taken) }, [{ do: "keep", submission: taken }, { do: "open", submission }]];
}

/** Send it once more as it is. */
function again(state, { id, now }) {
  const submission = find(state, id);
  if (!submission) return [state, []];
  const free = { ...submission, trouble: null };
  return go({ ...state, queue: put(state.queue, free), again: now }, now, [{ do: "keep", submission: free }]);
}

/** Send it to be compared with what was written meanwhile, with its form on the screen. */
function compare(state, { id, now }) {
  const submission = find(state, id);
  if (!submission || state.sending) return [state, []];
  const free = { ...submission, trouble: null };
  return [
    { ...state, queue: put(state.queue, free), shown: id, compared: submission, sending: { id, since: now } },
    [{ do: "open", submission }, { do: "send", submission: free }],
  ];
}

/** Let in, or given write access: what was turned away for want of it may go now. */
function admitted(state, { now }) {
  const freed = state.queue.filter((submission) => submission.trouble?.kind === "barred").map((submission) => ({ ...submission, trouble: null }));
  const queue = freed.reduce(put, state.queue);
  return go({ ...hear(state, now), barred: null, queue, again: now }, now, freed.map((submission) => ({ do: "keep", submission })));
}

/** Take over what this phone's storage holds by now, also from another tab, which may have been answered for a form shown here. */
function stored(state, { queue, now, byOther = false }) {
  const asked = state.compared && queue.some((one) => one.id === state.compared.id) ? [find(state, state.compared.id)] : [];
  const kept = { ...state, queue: [...queue, ...asked].reduce(put, []), again: byOther ? Math.max(state.again, now + OWN_FIRST) : state.again };
  const { shown, sending } = state;
  const submission = shown && find(kept, shown);
  if (!shown || sending?.id === shown || (submission && waits(submission))) return go(kept, now);
  return go({ ...kept, shown: null }, now, [{ do: submission ? "clear" : "gone", id: shown }]);
}

// --- everything that happens

const EVENTS = {
  tick(state, { now }) {
    const silent = state.polls && state.down === null && now - state.heard > SILENCE;
    return go(silent ? { ...state, down: state.heard } : state, now);
  },
  heard: (state, { now }) => go({ ...hear(state, now), again: state.missed || state.down !== null ? now : state.again }, now), // what went unanswered may stand on the sheet that comes with it
  missed: (state, { now }) => [miss(state, now), []],
  woke: (state, { now }) => go({ ...state, heard: state.down === null ? now : state.heard, again: now }, now), // slept, not silent
  barred: (state, { why, now }) => [{ ...hear(state, now), barred: why }, []],
  stored,
  elsewhere: (state, { id, now }) => go({ ...state, again: now + RETRY, sending: state.sending?.id === id ? null : state.sending }, now), // another tab sends: what is shown waits for its answer
  admitted,
  save,
  answered,
  unanswered,
  drop,
  take,
  again,
  compare,
};

/** The clock may be set back: then the last answer counts as of now, and the next try is not put off. */
const upTo = (state, now) => (state.heard > now || state.again > now + RETRY ? { ...state, heard: now, again: now, down: state.down && now } : state);

export const next = (state, event) => EVENTS[event.type](upTo(state, event.now), event);

/** Describe the state for the page: {line: live | unasked (this page hears nothing by itself) | saving | slow | down | waiting | stopped | barred, since, barred, waiting, stuck, old, gone}. */
export function view(state, now) {
  const waiting = state.queue.filter((submission) => submission.id !== state.shown);
  const old = state.down !== null || state.barred !== null;
  const stuck = waiting.filter((submission) => submission.trouble).length;
  return { line: lineOf(state, waiting, now), since: state.down, barred: state.barred, waiting: waiting.length, stuck, old, gone: state.down !== null && now - state.down > GONE };
}

function lineOf(state, waiting, now) {
  if (state.barred !== null) return "barred";
  if (state.down !== null) return "down";
  if (state.shown) return now - state.sending?.since > SLOW ? "slow" : "saving";
  if (waiting.some((submission) => submission.trouble)) return "stopped";
  if (waiting.length) return "waiting";
  return state.polls ? "live" : "unasked";
}
