// The outbox: a pure state machine for the submissions of this phone, without page, clock, network or storage.
//
// A submission is an entry to be written: {id, nr, at, url, fields, seen, after, what, trouble}. `seen` is the
// version its form was drawn from, `after` has the ids of this phone's own submissions before it. They are sent one at a time
// in the order in which they were saved (`nr`), and each is repeated until the server answers. The first one that is not
// written stops those behind it, except strike-outs: these are about written entries, and may remove what the refused one
// conflicts with. A submission ends only by a response of the server, or when the person who typed it deletes it.
// The server alone decides by `seen` and `after` how a submission relates to other phones' entries.
//
// next(state, event) -> [state, effects]. Times are milliseconds and come with the events.

const SILENCE = 6000; // ms without a response until the connection counts as down
const GONE = 30000; // ms down until the page says that the server may have another address
const MISSES = 2; // polls in a row without a response until the connection counts as down
const RETRY = 4000; // ms from a failed attempt to the next
const OWN_FIRST = 500; // ms until another tab sends it, if the tab where it was typed does not
export const SLOW = 3000; // ms until a save says that it is waiting

export const begin = (now, { polls = true } = {}) => ({
  polls, // whether this page polls, so that missing responses count
  heard: now, // time of the server's last response
  missed: 0,
  down: null, // time at which the connection went down; null while it is up
  barred: null, // text of the reason why the server refuses this phone
  queue: [],
  sending: null, // {id, since} of the submission that is being sent
  shown: null, // the submission whose form is still shown as it was sent
  // the conflicting submission that is sent again to be compared; stored as refused, so that no other tab sends it
  compared: null,
  again: 0, // the earliest time of the next attempt
});

const waits = (submission) => !submission.trouble;
/** Compare submissions by the order in which they were saved, not by the clock; those of older versions have no number. */
export const inOrder = (a, b) => (a.nr ?? 0) - (b.nr ?? 0) || a.at - b.at || (a.id < b.id ? -1 : 1);
const strikesOut = (submission) => submission.fields.some(([name]) => name === "strike");
const valueIn = (submission, field) => submission.fields.find(([name]) => name === field)?.[1];
/** True for a new entry that is no deal. */
const isBeside = (submission) =>
  !["deal", undefined].includes(valueIn(submission, "kind")) &&
  !["correct", "strike"].some((action) => valueIn(submission, action));
// made by one tap, or chosen in a conflict that was closed
const hasNoForm = (submission) => isBeside(submission) && (submission.what?.mend === false || Boolean(submission.asked));
// fields that identify a strike-out, without whether the deal returns to the form
const stepOf = (submission) => JSON.stringify(submission.fields.filter(([name]) => name !== "again"));
const without = (queue, id) => queue.filter((submission) => submission.id !== id);
const put = (queue, submission) => [...without(queue, submission.id), submission].sort(inOrder);
const find = (state, id) => state.queue.find((submission) => submission.id === id);

// --- the connection

const hear = (state, now) => ({ ...state, heard: now, missed: 0, down: null });

function miss(state, now) {
  const missed = state.missed + 1;
  return { ...state, missed, down: state.down ?? (missed >= MISSES ? state.heard : null) };
}

// --- sending

/** True if a submission waits for an earlier one that was not written. */
export const isHeldUp = (queue, submission) =>
  !strikesOut(submission) && queue.slice(0, queue.indexOf(submission)).some((one) => one.trouble);

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

/** Move a waiting submission to a row of its own, so that its form is free for the next one. */
function row(state, id) {
  const queue = state.compared?.id === id ? put(state.queue, state.compared) : state.queue;
  return [{ ...stop(state, id), queue }, state.shown === id ? [{ do: "clear", id }] : []];
}

// marks a deal as none of those that others wrote meanwhile
const saidNext = ({ fields }) => fields.filter(([name]) => name === "next");

function save(state, { submission, mends, now }) {
  const known = find(state, submission.id);
  if (known && waits(known)) return go({ ...state, again: now }, now); // a second tap
  const twin = strikesOut(submission) && state.queue.find((one) => waits(one) && stepOf(one) === stepOf(submission));
  if (twin) return go(state, now, [{ do: "clear", id: submission.id, as: twin.id }]);
  const old = known ?? (mends && find(state, mends));
  const effects = [];
  let queue = state.queue;
  if (old) {
    submission = { ...submission, nr: old.nr, at: old.at, after: old.after };
    const onTop = (one) => one.after.includes(old.id); // it was typed after the old one, so it is a new deal too
    queue = without(queue, old.id).map((one) =>
      onTop(one)
        ? {
            ...one,
            fields: [...one.fields, ...saidNext(submission)],
            after: one.after.map((id) => (id === old.id ? submission.id : id)),
          }
        : one,
    );
    effects.push(
      ...(known ? [] : [{ do: "forget", id: old.id }]),
      ...queue.filter((one) => one.after.includes(submission.id)).map((one) => ({ do: "keep", submission: one })),
    );
  }
  const first = queue.length === 0 && state.down === null && !state.sending;
  const after = {
    ...state,
    queue: put(queue, submission),
    shown: first ? submission.id : state.shown,
    again: first ? now : state.again,
  };
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
  if (!submission) return [stop(heard, id), []]; // deleted meanwhile
  if (outcome === "busy") {
    const [rowed, effects] = row(heard, id);
    return [{ ...rowed, again: now + RETRY }, effects];
  }
  if (shown && outcome === "refused" && hasNoForm(submission)) return trouble(heard, submission, { kind: outcome, why });
  if (shown && outcome !== "barred" && (heard.queue.length > 1 || (outcome === "behind" && hasNoForm(submission)))) {
    // it waits until people decide, and those typed after it wait too
    const stuck = { ...submission, trouble: { kind: outcome, why } };
    return [
      { ...stop(heard, id), queue: put(heard.queue, stuck) },
      [
        { do: "keep", submission: stuck },
        { do: "show", id, outcome },
      ],
    ];
  }
  if (shown && outcome !== "barred")
    return [
      { ...stop(heard, id), queue: without(heard.queue, id) },
      [
        { do: "forget", id },
        { do: "show", id, outcome, submission },
      ],
    ];
  return trouble(heard, submission, { kind: outcome, why });
}

function trouble(state, submission, found) {
  const stuck = { ...submission, trouble: found };
  const [rowed, effects] = row(state, submission.id);
  return [
    { ...rowed, queue: put(rowed.queue, stuck) },
    [...effects, { do: "keep", submission: stuck }, { do: "told", id: submission.id, outcome: found.kind, why: found.why }],
  ];
}

function unanswered(state, { id, now }) {
  const [rowed, effects] = row(miss(state, now), id);
  return [{ ...rowed, again: now + RETRY }, effects];
}

// --- actions of people on waiting submissions

/** Drop a submission. With `seen` it gave way to the entry it was compared with, and those typed after it have seen that. */
function drop(state, { id, seen, now }) {
  const changed = state.queue
    .filter((submission) => seen && submission.after.includes(id))
    .map((submission) => ({
      ...submission,
      seen: parseInt(submission.seen) > parseInt(seen) ? submission.seen : seen,
      after: submission.after.filter((one) => one !== id),
    }));
  return go({ ...stop(state, id), queue: changed.reduce(put, without(state.queue, id)) }, now, [
    { do: "forget", id },
    ...changed.map((submission) => ({ do: "keep", submission })),
  ]);
}

function take(state, { id }) {
  const submission = find(state, id);
  if (!submission) return [state, []];
  const taken = { ...submission, trouble: { kind: "taken" } };
  return [
    { ...stop(state, id), queue: put(state.queue, taken) },
    [
      { do: "keep", submission: taken },
      { do: "open", submission },
    ],
  ];
}

/** Send it again unchanged. */
function again(state, { id, now }) {
  const submission = find(state, id);
  if (!submission) return [state, []];
  const free = { ...submission, trouble: null };
  return go({ ...state, queue: put(state.queue, free), again: now }, now, [{ do: "keep", submission: free }]);
}

/** Send it again to be compared with newer entries, while its form is shown. */
function compare(state, { id, now }) {
  const submission = find(state, id);
  if (!submission || state.sending) return [state, []];
  const free = { ...submission, trouble: null };
  return [
    { ...state, queue: put(state.queue, free), shown: id, compared: submission, sending: { id, since: now } },
    [
      { do: "open", submission },
      { do: "send", submission: free },
    ],
  ];
}

/** The phone was let in or given write access: send what was refused for lack of it. */
function admitted(state, { now }) {
  const freed = state.queue
    .filter((submission) => submission.trouble?.kind === "barred")
    .map((submission) => ({ ...submission, trouble: null }));
  const queue = freed.reduce(put, state.queue);
  return go(
    { ...hear(state, now), barred: null, queue, again: now },
    now,
    freed.map((submission) => ({ do: "keep", submission })),
  );
}

/** Read the submissions in storage again, as another tab may have sent or added some, also that of a form shown here. */
function stored(state, { queue, now, byOther = false }) {
  const asked = state.compared && queue.some((one) => one.id === state.compared.id) ? [find(state, state.compared.id)] : [];
  const kept = {
    ...state,
    queue: [...queue, ...asked].reduce(put, []),
    again: byOther ? Math.max(state.again, now + OWN_FIRST) : state.again,
  };
  const { shown, sending } = state;
  const submission = shown && find(kept, shown);
  if (!shown || sending?.id === shown || (submission && waits(submission))) return go(kept, now);
  return go({ ...kept, shown: null }, now, [{ do: submission ? "clear" : "gone", id: shown }]);
}

// --- events

const EVENTS = {
  tick(state, { now }) {
    const silent = state.polls && state.down === null && now - state.heard > SILENCE;
    return go(silent ? { ...state, down: state.heard } : state, now);
  },
  // an unanswered submission may have been written
  heard: (state, { now }) => go({ ...hear(state, now), again: state.missed || state.down !== null ? now : state.again }, now),
  missed: (state, { now }) => [miss(state, now), []],
  // the device slept, so missing responses do not count
  woke: (state, { now }) => go({ ...state, heard: state.down === null ? now : state.heard, again: now }, now),
  barred: (state, { why, now }) => [{ ...hear(state, now), barred: why }, []],
  stored,
  elsewhere: (state, { id, now }) =>
    // another tab is sending: wait for its response
    go({ ...state, again: now + RETRY, sending: state.sending?.id === id ? null : state.sending }, now),
  admitted,
  save,
  answered,
  unanswered,
  drop,
  take,
  again,
  compare,
};

/** If the clock was set back, treat the last response as new, and do not delay the next attempt. */
const upTo = (state, now) =>
  state.heard > now || state.again > now + RETRY ? { ...state, heard: now, again: now, down: state.down && now } : state;

export const next = (state, event) => EVENTS[event.type](upTo(state, event.now), event);

/**
 * Describe the state for the page: {line, since, barred, waiting, stuck, old, gone}. The line is live, unasked (this page hears
 * nothing by itself), saving, slow, down, waiting, stopped or barred.
 */
export function view(state, now) {
  const waiting = state.queue.filter((submission) => submission.id !== state.shown);
  const old = state.down !== null || state.barred !== null;
  const stuck = waiting.filter((submission) => submission.trouble).length;
  return {
    line: lineOf(state, waiting, now),
    since: state.down,
    barred: state.barred,
    waiting: waiting.length,
    stuck,
    old,
    gone: state.down !== null && now - state.down > GONE,
  };
}

function lineOf(state, waiting, now) {
  if (state.barred !== null) return "barred";
  if (state.down !== null) return "down";
  if (state.shown) return now - state.sending?.since > SLOW ? "slow" : "saving";
  if (waiting.some((submission) => submission.trouble)) return "stopped";
  if (waiting.length) return "waiting";
  return state.polls ? "live" : "unasked";
}
