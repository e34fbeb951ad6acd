"""The outbox as a table: an event, its effects, and the text of the page."""

from typing import Any

import pytest
from playwright.sync_api import Page

PLAY = """async ([events, now, polls]) => {
  const { begin, next, view } = await import("/static/outbox.js");
  let state = begin(0, { polls });
  const done = [];
  for (const event of events) {
    const [after, effects] = next(state, event);
    if (JSON.stringify(next(state, event)) !== JSON.stringify([after, effects])) throw Error("not pure");
    state = after;
    done.push(effects.map((one) => [one.do, one.id ?? one.submission.id, one.outcome].filter(Boolean).join(" ")));
  }
  return { done, state, seen: view(state, now) };
}"""
Event = dict[str, Any]


def submission(name: str, at: int = 0, **more: Any) -> Event:
    return {"id": name, "at": at, "url": "", "fields": [], "seen": "", "after": [], "trouble": None, **more}


def save(name: str, now: int = 0, mends: str | None = None, **more: Any) -> Event:
    return {"type": "save", "submission": submission(name, now, **more), "mends": mends, "now": now}


def answer(name: str, outcome: str, now: int = 0) -> Event:
    return {"type": "answered", "id": name, "outcome": outcome, "why": "because", "now": now}


def no_answer(name: str, now: int = 0) -> Event:
    return {"type": "unanswered", "id": name, "now": now}


def at(kind: str, now: int = 0, **more: Any) -> Event:
    return {"type": kind, "now": now, **more}


def play(modules: Page, events: list[Event], now: int = 0, polls: bool = True) -> Any:
    return modules.evaluate(PLAY, [events, now, polls])


FINE = [["kind", "penalty"]]
OFFLINE = [at("missed", 2000), at("missed", 4000)]
THREE = [*OFFLINE, save("a", 5000), no_answer("a", 5001), save("b", 5002), save("c", 5003, after=["a", "b"])]
REFUSED = [*THREE, at("heard", 9000), answer("a", "refused", 9001)]
COMPARED = [
    *THREE,
    at("heard", 9000),
    answer("a", "behind", 9001),
    at("compare", 9500, id="a"),
    answer("a", "behind", 9501),
]

EFFECTS = {
    "a save is kept before it is sent": ([save("a")], [["keep a", "send a"]]),
    "written: forgotten, and the new sheet is shown": (
        [save("a"), answer("a", "written")],
        [["keep a", "send a"], ["forget a", "show a written"]],
    ),
    "a second tap sends nothing": ([save("a"), save("a")], [["keep a", "send a"], []]),
    "refused while its form is shown: the form holds it": (
        [save("a"), answer("a", "refused")],
        [["keep a", "send a"], ["forget a", "show a refused"]],
    ),
    "somebody was first: both are shown": (
        [save("a"), answer("a", "behind")],
        [["keep a", "send a"], ["forget a", "show a behind"]],
    ),
    "somebody was first, and no form holds it: it stays until it is decided": (
        [save("a", fields=FINE, what={"mend": False}), answer("a", "behind")],
        [["keep a", "send a"], ["keep a", "show a behind"]],
    ),
    "refused, and no form of its own holds it: a row that says why": (
        [save("a", fields=FINE, what={"mend": False}), answer("a", "refused")],
        [["keep a", "send a"], ["clear a", "keep a", "told a refused"]],
    ),
    "refused after it was compared: so too": (
        [save("a", fields=FINE, what={"mend": True}, asked={}), answer("a", "refused")],
        [["keep a", "send a"], ["clear a", "keep a", "told a refused"]],
    ),
    "without the pen it stays": (
        [save("a"), answer("a", "barred")],
        [["keep a", "send a"], ["clear a", "keep a", "told a barred"]],
    ),
    "no answer: a row, and a fresh form": ([save("a"), no_answer("a")], [["keep a", "send a"], ["clear a"]]),
    "tried again, but not at once": (
        [save("a"), no_answer("a", 0), at("tick", 1000), at("tick", 4000)],
        [["keep a", "send a"], ["clear a"], [], ["send a"]],
    ),
    "but with the first answer to anything: it may stand on the sheet that this brings": (
        [save("a"), no_answer("a", 0), at("heard", 1000), answer("a", "known", 1001)],
        [["keep a", "send a"], ["clear a"], ["send a"], ["forget a", "told a known"]],
    ),
    "a server that is too busy is tried again": (
        [save("a"), answer("a", "busy"), at("tick", 4000)],
        [["keep a", "send a"], ["clear a"], ["send a"]],
    ),
    "and not sooner for what it answers besides": (
        [save("a"), answer("a", "busy"), at("heard", 1000)],
        [["keep a", "send a"], ["clear a"], []],
    ),
    "behind one that waits nothing goes first": (
        [save("a"), no_answer("a"), save("b")],
        [["keep a", "send a"], ["clear a"], ["keep b", "clear b"]],
    ),
    "connected again they go up one by one": (
        [
            *THREE,
            at("heard", 9000),
            answer("a", "written", 9001),
            answer("b", "known", 9002),
            answer("c", "same", 9003),
        ],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["forget a", "told a written", "send b"],
            ["forget b", "told b known", "send c"],
            ["forget c", "told c same"],
        ],
    ),
    "the first that is refused stops those behind it": (
        [*REFUSED, at("tick", 20_000)],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["keep a", "told a refused"],
            [],
        ],
    ),
    "mended it takes its place, and those typed on top of it follow it": (
        [*REFUSED, at("take", 20_000, id="a"), save("m", 20_001, mends="a")],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["keep a", "told a refused"],
            ["keep a", "open a"],
            ["keep m", "forget a", "keep c", "clear m", "send m"],
        ],
    ),
    "a strike-out goes past what was refused: it may be what stands in its way": (
        [*REFUSED, save("d", 10_000, fields=[["strike", "3"]]), answer("d", "written", 10_001)],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["keep a", "told a refused"],
            ["keep d", "clear d", "send d"],
            ["forget d", "told d written"],
        ],
    ),
    "but not past what only waits": (
        [*THREE, save("d", 6000, fields=[["strike", "3"]]), at("heard", 9000)],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["keep d", "clear d"],
            ["send a"],
        ],
    ),
    "dropped it frees the way": (
        [*REFUSED, at("drop", 20_000, id="a")],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["keep a", "told a refused"],
            ["forget a", "send b"],
        ],
    ),
    "let in again, what was turned away goes": (
        [save("a"), answer("a", "barred"), at("tick", 9000), at("admitted", 9001)],
        [["keep a", "send a"], ["clear a", "keep a", "told a barred"], [], ["keep a", "send a"]],
    ),
    "written after it was taken back: said, and the sheet shows it": (
        [save("a"), no_answer("a"), at("tick", 4000), at("drop", 4001, id="a"), answer("a", "written", 4002)],
        [["keep a", "send a"], ["clear a"], ["send a"], ["forget a"], ["forget a", "told a written"]],
    ),
    "what another tab sends is not sent here": (
        [save("a"), at("elsewhere", 0, id="a"), at("tick", 10), at("stored", 20, queue=[])],
        [["keep a", "send a"], [], [], ["gone a"]],
    ),
    "what another tab was refused is a row, and no longer in the form": (
        [save("a"), at("elsewhere", 0, id="a"), at("stored", 20, queue=[submission("a", trouble={"kind": "refused"})])],
        [["keep a", "send a"], [], ["clear a"]],
    ),
    "saved in another tab, it is sent by that: from here where that does not": (
        [at("stored", 0, queue=[submission("a")], byOther=True), at("tick", 499), at("tick", 500)],
        [[], [], ["send a"]],
    ),
    "kept from an earlier visit, they go at once": (
        [at("stored", 0, queue=[submission("b", 2), submission("a", 1)])],
        [["send a"]],
    ),
    "looked at again beside what was written meanwhile": (
        [*THREE, at("heard", 9000), answer("a", "behind", 9001), at("compare", 9500, id="a")],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["keep a", "told a behind"],
            ["open a", "send a"],
        ],
    ),
    "compared, it holds up what was typed on top of it until it is decided, and what is chosen takes its place": (
        [*COMPARED, at("tick", 20_000), save("m", 20_001, mends="a", seen="4.0"), answer("m", "written", 20_002)],
        [
            [],
            [],
            ["keep a", "clear a", "send a"],
            [],
            ["keep b", "clear b"],
            ["keep c", "clear c"],
            ["send a"],
            ["keep a", "told a behind"],
            ["open a", "send a"],
            ["keep a", "show a behind"],
            [],
            ["keep m", "forget a", "keep c", "clear m", "send m"],
            ["forget m", "told m written", "send b"],
        ],
    ),
}


@pytest.mark.parametrize(("events", "done"), EFFECTS.values(), ids=EFFECTS)
def test_what_is_done(modules: Page, events: list[Event], done: list[list[str]]) -> None:
    assert play(modules, events)["done"] == done


LINES = {
    "at first": ([], 0, {"line": "live", "old": False}),
    "one poll missed": ([at("missed", 2000)], 2000, {"line": "live"}),
    "two polls missed: since the last answer": (
        [at("heard", 1500), at("missed", 4000), at("missed", 6000)],
        6000,
        {"line": "down", "since": 1500, "old": True},
    ),
    "six seconds of silence": ([at("heard", 500), at("tick", 6501)], 6501, {"line": "down", "since": 500}),
    "the phone slept": ([at("woke", 60_000), at("tick", 61_000)], 61_000, {"line": "live"}),
    "heard again": ([*OFFLINE, at("heard", 9000)], 9000, {"line": "live", "old": False, "since": None}),
    "not for long": (OFFLINE, 9000, {"line": "down", "gone": False}),
    "since stays while it lasts": ([*OFFLINE, at("missed", 90_000)], 90_000, {"line": "down", "since": 0}),
    "gone": ([*OFFLINE, at("missed", 90_000)], 90_000, {"gone": True}),
    "saving": ([save("a")], 1000, {"line": "saving", "waiting": 0}),
    "a slow server": ([save("a")], 3001, {"line": "slow"}),
    "waiting": ([save("a"), no_answer("a")], 1, {"line": "waiting", "waiting": 1}),
    "waiting, and offline": (THREE, 6000, {"line": "down", "waiting": 3}),
    "stopped": (REFUSED, 9001, {"line": "stopped", "waiting": 3, "stuck": 1}),
    "removed from the match": ([at("barred", 1000, why="out")], 1000, {"line": "barred", "old": True}),
    "is back": ([at("barred", 1000, why="out"), at("admitted", 2000)], 2000, {"line": "live", "old": False}),
}


@pytest.mark.parametrize(("events", "now", "says"), LINES.values(), ids=LINES)
def test_what_the_page_says(modules: Page, events: list[Event], now: int, says: dict[str, Any]) -> None:
    seen = play(modules, events, now)["seen"]
    assert {key: seen[key] for key in says} == says


IN_A_LINE = """async ([seen, said]) => {
  document.body.append(Object.assign(document.createElement("i"), { id: "words" }));
  Object.assign(document.getElementById("words").dataset, said);
  return (await import("/static/outbox_rows.js")).connectionLine(seen);
}"""
SAID = {"stoppedOne": "{n} not saved", "stoppedMany": "{n} are not saved", "waitingMany": "{n} are waiting"}
COUNTED = {
    "one refused": ([*OFFLINE, save("a"), answer("a", "refused")], "1 not saved"),
    "with all that wait behind it": (REFUSED, "3 are not saved"),
    "none refused": (THREE, "3 are waiting"),
}


@pytest.mark.parametrize(("events", "line"), COUNTED.values(), ids=COUNTED)
def test_how_many_are_not_written(modules: Page, events: list[Event], line: str) -> None:
    assert modules.evaluate(IN_A_LINE, [play(modules, events)["seen"], SAID]) == line


FULL_PHONE = """async () => {
  const { phoneStorage } = await import("/static/storage.js");
  phoneStorage.set("old", "1");
  const put = Storage.prototype.setItem;
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") };
  phoneStorage.set("old", "2");
  phoneStorage.set("new", "3");
  Storage.prototype.setItem = put;
  const kept = [phoneStorage.get("old"), phoneStorage.get("new"), phoneStorage.keys().length, phoneStorage.isShort()];
  for (const key of ["old", "new"]) phoneStorage.remove(key);
  return [...kept, phoneStorage.get("old"), phoneStorage.isShort()];
}"""


def test_what_a_full_phone_does_not_take_is_kept_while_the_page_is_open(modules: Page) -> None:
    before = modules.evaluate("localStorage.length")
    assert modules.evaluate(FULL_PHONE) == ["2", "3", before + 2, True, None, False]


SUM = """async (text) => {
  const { isSum, sumText } = await import("/static/keypad.js");
  return [isSum(text), sumText(text)];
}"""
SUMS = {
    "40": [False, "40"],
    "40+15": [True, "55"],
    " 40 + 15 − 5": [True, "50"],
    "−5": [False, "−5"],
    "40+": [True, "40"],
    "40+15l5": [False, "40+15l5"],
    "40+1o5": [False, "40+1o5"],
    "12+11+7l": [False, "12+11+7l"],
}


@pytest.mark.parametrize(("typed", "shown"), SUMS.items(), ids=SUMS)
def test_what_is_no_number_comes_to_none(modules: Page, typed: str, shown: list[object]) -> None:
    assert modules.evaluate(SUM, typed) == shown


def queued(modules: Page, events: list[Event]) -> list[tuple[str, str, list[str], list[list[str]]]]:
    queue = play(modules, events)["state"]["queue"]
    return [(one["id"], one["seen"], one["after"], one["fields"]) for one in queue]


def test_what_was_typed_on_top_of_a_decided_submission_is_on_top_of_it_under_its_new_name(modules: Page) -> None:
    """It keeps `after`: the server knows the position of the decided submission."""
    assert queued(modules, [*COMPARED, save("m", 20_001, mends="a", seen="4.0")]) == [
        ("m", "4.0", [], []),
        ("b", "", [], []),
        ("c", "", ["m", "b"], []),
    ]


def test_behind_what_was_said_to_be_the_next_deal_it_is_taken_for_no_other_either(modules: Page) -> None:
    said = [["next", "1"]]
    assert queued(modules, [*COMPARED, save("m", 20_001, mends="a", seen="4.0", fields=said)]) == [
        ("m", "4.0", [], said),
        ("b", "", [], []),
        ("c", "", ["m", "b"], said),
    ]


def test_dropped_in_favour_of_another_what_was_typed_on_top_of_it_has_seen_that(modules: Page) -> None:
    assert queued(modules, [*COMPARED, at("drop", 20_001, id="a", seen="2.0")]) == [
        ("b", "", [], []),
        ("c", "2.0", ["b"], []),
    ]


def test_but_never_less_than_it_has_seen(modules: Page) -> None:
    later = save("d", 9000, seen="5.0", after=["a"])
    found = queued(modules, [*COMPARED, later, at("drop", 20_001, id="a", seen="2.0")])
    assert found[-1] == ("d", "5.0", [], [])


def test_dropped_for_nothing_it_is_still_missing(modules: Page) -> None:
    assert queued(modules, [*COMPARED, at("drop", 20_001, id="a")])[-1] == ("c", "", ["a", "b"], [])


def test_what_waits_stands_in_the_order_in_which_it_was_saved_whatever_the_clock_says(modules: Page) -> None:
    """The clock may be set back between two deals; that must not delay the next attempt either."""
    hour = 3_600_000
    events = [
        *(at("missed", hour), at("missed", hour), save("a", hour, nr=1), no_answer("a", hour)),
        *(save("b", 5000, nr=2), at("tick", 9000)),
    ]
    played = play(modules, events, 9000)
    assert [one["id"] for one in played["state"]["queue"]] == ["a", "b"]
    assert played["done"][-2:] == [["keep b", "clear b", "send a"], []]


def test_the_same_step_back_tapped_again_is_one(modules: Page) -> None:
    strike = [["strike", "3"], ["reason", "undone"]]
    taps = [save(name, 5000 + n, nr=n, fields=strike) for n, name in enumerate("abc")]
    played = play(modules, [*OFFLINE, *taps, save("d", 6000, nr=4, fields=[["strike", "2"], ["reason", "undone"]])])
    assert [one["id"] for one in played["state"]["queue"]] == ["a", "d"]
    assert played["done"][3:5] == [["clear b"], ["clear c"]]


def test_a_page_that_does_not_ask_is_not_lost_in_silence(modules: Page) -> None:
    assert play(modules, [at("tick", 60_000)], 60_000, polls=False)["seen"]["line"] == "unasked"


def test_a_mended_submission_keeps_its_place_and_its_name_among_those_behind_it(modules: Page) -> None:
    state = play(modules, [*REFUSED, at("take", 20_000, id="a"), save("m", 20_001, mends="a")])["state"]
    assert [one["id"] for one in state["queue"]] == ["m", "b", "c"]
    assert state["queue"][2]["after"] == ["m", "b"]
