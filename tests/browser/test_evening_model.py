"""A model of an evening: phones, tabs, queues and a bad network with a real server.

The phones run the outbox of the scripts in the browser; the network, storage and people are simulated with hypothesis.
There are few different deals, so that two are often equal by chance. More examples:
`pytest tests/browser/test_evening_model.py --hypothesis-profile=many`.
"""

import io
import json
import re
from dataclasses import dataclass
from html import unescape
from itertools import count, pairwise
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from playwright.sync_api import Page
from support.phones import stored, text_of
from support.share import some

from companion.match_cache import match_of
from companion.rules.history import Standing
from companion.web.http.rate_limit import Rates

BEGIN = """async (tab) => {
  const { begin } = await import("/static/outbox.js");
  (window.tabs ??= {})[tab] = begin(0);
}"""
STEP = """async ([tab, event]) => {
  const { next } = await import("/static/outbox.js");
  const [after, effects] = next(window.tabs[tab], event);
  window.tabs[tab] = after;
  return effects;
}"""
QUEUE = "(tab) => window.tabs[tab].queue"
NAMES = ["Anna", "Bo", "Cia"]
MATCH = {"format": "companion-match/1", "game": "toy", "players": NAMES, "entries": []}
OUTCOMES = {403: "barred", 404: "barred", 429: "busy"}
HOUR = 3_600_000
ANY = st.integers(0, 9)
TABS = st.integers(0, 3)
DEALS = st.sampled_from([("1", ""), ("1", ""), ("2", ""), ("", "1"), ("", "2")])  # the points of Anna and of Bo
SOME_DEALS = st.lists(DEALS, min_size=1, max_size=3)
CHOICES = st.sampled_from(["theirs", "mine", "next", "both"])
Submission = dict[str, Any]
Fields = list[list[str]]


@dataclass(frozen=True)
class Card:
    """A conflict as the server has drawn it: the fields that each button sends."""

    against: str  # the version up to which choosing "theirs" decides; empty: it decides nothing
    forms: tuple[Fields, ...]

    @classmethod
    def read(cls, html: str) -> "Card":
        race = html.partition('<section class="conflict"')[2].partition("</section>")[0]
        against = re.match(r'[^>]*data-against="([^"]*)"', race)
        forms = re.findall(r"<form.*?</form>", race.partition('class="choices"')[2], re.DOTALL)
        hidden = r'<input type="hidden" name="([^"]*)" value="([^"]*)">'
        return cls(
            against[1] if against else "",
            tuple([[unescape(one) for one in pair] for pair in re.findall(hidden, form)] for form in forms),
        )

    def sends(self, choice: str) -> Fields | None:
        """Return the fields that a button sends, including `seen`; None if there is no such button."""
        for fields in self.forms:
            names = {name for name, _ in fields}
            kind = "both" if "both" in names else "mine" if "correct" in names else "next"
            if kind == choice:
                return fields
        return None


class Phone:
    """A phone with several tabs: its cookies, its storage, and what the person was told."""

    def __init__(self, client: FlaskClient):
        self.client = client
        self.kept: dict[str, Submission] = {}
        self.saved: list[str] = []  # deals, in order
        self.as_saved: dict[str, Submission] = {}
        self.acknowledged: set[str] = set()
        self.let_go: dict[str, int] = {}  # by the person; the number of the entry that was preferred, or 0
        self.said_next: set[str] = set()
        self.placed: set[str] = set()  # chosen from the form as the right version of another deal
        self.question: tuple[Submission, Card] | None = (
            None  # about the form that was typed last, which is stored as a draft
        )

    def asking(self) -> list[Submission]:
        """Return the submissions that the person is asked about: the form as it was sent, or else rows."""
        rows = [one for one in self.queue() if (one["trouble"] or {}).get("kind") == "behind"]
        return [self.question[0]] if self.question else rows

    def queue(self) -> list[Submission]:
        return sorted(self.kept.values(), key=lambda submission: (submission["nr"], submission["at"], submission["id"]))


class Tab:
    """A tab of a phone: the version its form was drawn from."""

    def __init__(self, name: str, phone: Phone):
        self.name = name
        self.phone = phone
        self.seen = ""
        self.after: list[str] = []


def is_deal(submission: Submission) -> bool:
    return not {"correct", "strike"} & {name for name, _ in submission["fields"]}


class Evening(RuleBasedStateMachine):
    def __init__(self, page: Page, app: Flask):
        super().__init__()
        self.page = page
        self.app = app
        self.now = 10 * HOUR
        self.numbers = count(1)
        self.tabs: list[Tab] = []
        self.under_way: list[tuple[Tab, Submission]] = []
        self.copies: list[tuple[Phone, Submission]] = []  # in the network, with their phones
        self.cards: dict[str, Card] = {}

    @initialize()
    def open_session(self) -> None:
        self.app.extensions["rates"] = Rates()
        clients = [self.app.test_client() for _ in NAMES]
        file = {"file": (io.BytesIO(json.dumps(MATCH).encode()), "match.json")}
        self.path = clients[0].post("/import", data=file).headers["Location"]
        clients[0].post(f"{self.path}/who", data={"player": NAMES[0]})
        self.store = stored(self.app)
        self.match = self.path.rsplit("/", 1)[1]
        row = self.store.match(self.match)
        assert row
        for client, name in list(zip(clients, NAMES, strict=True))[1:]:
            client.get(f"/j/{row.write_code}")
            client.post("/join", data={"code": row.write_code, "player": name})
        self.phones = [Phone(client) for client in clients]
        for phone in (*self.phones, self.phones[0]):  # the first has two tabs
            self.tabs.append(Tab("", phone))
            self.open_anew(self.tabs[-1])

    def teardown(self) -> None:
        if not self.tabs:
            return
        for phone in self.phones:
            self.nothing_is_lost(phone)
            self.written_once_and_in_order(phone)
        self.merges_are_in_the_record()
        self.store.close()

    # --- the outbox and its effects

    def happen(self, tab: Tab, **event: Any) -> None:
        for effect in self.page.evaluate(STEP, [tab.name, {"now": self.now, **event}]):
            getattr(self, f"do_{effect['do']}")(tab, **{key: value for key, value in effect.items() if key != "do"})

    def do_keep(self, tab: Tab, submission: Submission) -> None:
        tab.phone.kept[submission["id"]] = submission

    def do_forget(self, tab: Tab, id: str) -> None:
        tab.phone.kept.pop(id, None)

    def do_send(self, tab: Tab, submission: Submission) -> None:
        self.under_way.append((tab, submission))

    def do_clear(self, tab: Tab, id: str, **_: Any) -> None:
        tab.after.append(id)

    def do_gone(self, tab: Tab, id: str) -> None:
        tab.after.append(id)

    def do_show(self, tab: Tab, id: str, outcome: str, submission: Submission | None = None) -> None:
        if outcome == "behind" and submission and is_deal(tab.phone.as_saved.get(id, submission)):
            tab.phone.question = (submission, self.cards[id])
        self.draw(tab)

    def do_told(self, tab: Tab, **_: Any) -> None:
        pass

    def do_open(self, tab: Tab, submission: Submission) -> None:
        pass

    def draw(self, tab: Tab) -> None:
        """Redraw the form from the current state of the server."""
        tab.seen = tab.phone.client.get(f"{self.path}/live?after={tab.seen}").headers["Companion"]
        tab.after = [submission["id"] for submission in tab.phone.queue()]

    def open_anew(self, tab: Tab) -> None:
        """Close the tab and open it again: only the phone's storage remains."""
        self.under_way = [(one, submission) for one, submission in self.under_way if one is not tab]
        tab.name = f"{self.match}.{next(self.numbers)}"
        self.page.evaluate(BEGIN, tab.name)
        self.draw(tab)
        self.happen(tab, type="stored", queue=tab.phone.queue())

    # --- the server

    def post(self, phone: Phone, submission: Submission) -> str:
        fields = [
            *submission["fields"],
            ["entry_id", submission["id"]],
            ["seen", submission["seen"]],
            ["after", " ".join(submission["after"])],
        ]
        before = self.history()
        answer = phone.client.post(f"{self.path}/entries", data=dict(fields))
        assert answer.status_code < 500
        outcome = answer.headers.get("Companion-Entry") or OUTCOMES.get(answer.status_code, "written")
        if outcome == "same" and is_deal(submission) and submission["id"] in phone.as_saved:
            self.merged_rightly(phone, submission["id"], before, int(answer.headers["Companion-Number"]))
        if outcome == "behind":
            self.cards[submission["id"]] = Card.read(answer.text)
        return outcome

    def history(self) -> tuple[Standing, ...]:
        row = self.store.match(self.match)
        assert row
        match = match_of(row, self.store.entries(self.match))
        assert match
        return match.replay.history

    # --- people and the network

    @rule(which=TABS, live=st.integers(0, 3), deals=SOME_DEALS)
    def save(self, which: int, live: int, deals: list[tuple[str, str]]) -> None:
        tab = self.tabs[which]
        if live == 3:  # the form was drawn a moment ago
            self.draw(tab)
        for points in deals:
            if not tab.phone.question:
                self.save_one(tab, points)

    def save_one(self, tab: Tab, points: tuple[str, str], mends: str | None = None) -> None:
        names = ("points[@0]", "points[@1]")
        fields = [["kind", "deal"], *([name, n] for name, n in zip(names, points, strict=True) if n)]
        submission = self.submission(tab, fields)
        phone = tab.phone
        if mends in phone.saved:
            phone.saved[phone.saved.index(mends)] = submission["id"]
            phone.as_saved[submission["id"]] = {**phone.as_saved[mends], "fields": fields}
            for one in phone.as_saved.values():
                one["after"] = [submission["id"] if id == mends else id for id in one["after"]]
        else:
            phone.saved.append(submission["id"])
            phone.as_saved[submission["id"]] = dict(submission)
        self.put_in(tab, submission, mends)

    def put_in(self, tab: Tab, submission: Submission, mends: str | None = None) -> None:
        """Read the waiting submissions from storage first, as the page does."""
        self.happen(tab, type="stored", queue=tab.phone.queue())
        self.happen(tab, type="save", submission=submission, mends=mends)

    def submission(self, tab: Tab, fields: Fields, **more: Any) -> Submission:
        """Return a submission of what was typed, as the page makes it."""
        self.now += 1
        queue = tab.phone.queue()
        found = {"id": f"{next(self.numbers):016x}", "nr": 1 + max((one["nr"] for one in queue), default=0)}
        found |= {"at": self.now, "url": "", "fields": fields, "seen": tab.seen, "trouble": None, **more}
        after = dict.fromkeys([*tab.after, *(one["id"] for one in queue)])
        return {**found, "after": [id for id in after if id != found["id"]]}

    @rule(who=TABS, other=TABS, waits=SOME_DEALS, written=SOME_DEALS, choices=st.lists(CHOICES, max_size=3))
    def be_away(
        self,
        who: int,
        other: int,
        waits: list[tuple[str, str]],
        written: list[tuple[str, str]],
        choices: list[str],
    ) -> None:
        """A phone saves deals without a network, another writes some with one; then the first is connected again."""
        away = self.tabs[who]
        others = [tab for tab in self.tabs if tab.phone is not away.phone]
        there = others[other % len(others)]
        for tab in (away, there):
            if tab.phone.question:
                self.decide_each(tab, choices or ["theirs"])
            if tab.phone.question:
                return
        self.draw(away)
        for points in waits:
            self.save_one(away, points)
        for tab, submission in [one for one in self.under_way if one[0] is away]:
            self.under_way.remove((tab, submission))
            self.happen(tab, type="unanswered", id=submission["id"])
        for points in written:
            self.draw(there)
            self.save_one(there, points)
            self.settle(there)
            if there.phone.question:
                break
        self.happen(away, type="heard")
        self.settle(away)
        if choices and away.phone.asking():
            self.decide_each(away, choices)

    @rule(which=TABS, live=st.booleans(), taps=st.integers(1, 3))
    def undo(self, which: int, live: bool, taps: int) -> None:
        """Strike out the last valid deal, with as many taps as a person may need if nothing answers."""
        tab = self.tabs[which]
        if live:
            self.draw(tab)
        seen = int(tab.seen.partition(".")[0])
        standing = [one.entry.number for one in self.history()[:seen] if one.body and one.body.kind == "deal"]
        for _ in range(taps if standing else 0):
            strike = [["strike", str(standing[-1])], ["reason", "undone"]]
            self.put_in(tab, self.submission(tab, strike))
        waiting = [json.dumps(one["fields"]) for one in tab.phone.queue() if not is_deal(one) and not one["trouble"]]
        assert len(waiting) == len({*waiting}), "the same step back waits once"

    @rule(fates=st.lists(st.tuples(ANY, st.booleans(), st.booleans(), st.booleans()), min_size=2, max_size=8))
    def carry(self, fates: list[tuple[int, bool, bool, bool]]) -> None:
        """Run the network for a while: attempts and answers may be lost, and a submission may arrive twice."""
        for at, arrives, heard, doubled in fates:
            if not self.under_way:
                self.now += 5000
                for tab in self.tabs:
                    self.happen(tab, type="tick")
            if self.under_way:
                self.carry_one(*self.under_way.pop(at % len(self.under_way)), arrives, heard or at > 3, doubled)

    def carry_one(self, tab: Tab, submission: Submission, arrives: bool, heard: bool, doubled: bool) -> None:
        if doubled:
            self.copies.append((tab.phone, submission))
        outcome = self.post(tab.phone, submission) if arrives else None
        if outcome == "behind" and is_deal(submission):
            self.others_were_first(tab.phone, submission)
        if outcome is None or not heard:
            self.happen(tab, type="unanswered", id=submission["id"])
            return
        if outcome in ("written", "known", "same"):
            tab.phone.acknowledged.add(submission["id"])
        self.happen(tab, type="answered", id=submission["id"], outcome=outcome, why="because")

    @precondition(lambda self: self.copies)
    @rule(at=ANY)
    def arrive_late(self, at: int) -> None:
        phone, submission = self.copies.pop(at % len(self.copies))
        self.post(phone, submission)

    @rule(which=TABS)
    def tell(self, which: int) -> None:
        """Tell a tab what the phone's other tab has stored or deleted."""
        self.happen(self.tabs[which], type="stored", queue=self.tabs[which].phone.queue())

    @rule(which=TABS, blank=st.booleans())
    def poll(self, which: int, blank: bool) -> None:
        if blank:
            self.draw(self.tabs[which])
        self.happen(self.tabs[which], type="heard")

    @rule(which=TABS)
    def close_and_open(self, which: int) -> None:
        self.open_anew(self.tabs[which])

    @rule(which=TABS)
    def come_back(self, which: int) -> None:
        """Show a page that was left again as it was, after other things have happened."""
        self.happen(self.tabs[which], type="woke")

    @rule()
    def set_the_clock_back(self) -> None:
        self.now = max(self.now - HOUR, 1)

    @rule(which=TABS, at=ANY, deed=st.sampled_from(["drop", "again", "take", "mend"]), points=DEALS)
    def decide(self, which: int, at: int, deed: str, points: tuple[str, str]) -> None:
        tab = self.tabs[which]
        queue = self.page.evaluate(QUEUE, tab.name)
        if not queue:
            return
        chosen = queue[0 if at < 7 else at % len(queue)]  # mostly the one that blocks others
        if (chosen["trouble"] or {}).get("kind") == "behind" and deed != "drop":
            return  # such a row has no other actions, except to compare
        if deed == "drop":
            tab.phone.let_go[chosen["id"]] = 0
        if deed != "mend":
            self.happen(tab, type=deed, id=chosen["id"])
        elif is_deal(chosen) and chosen["id"] in tab.phone.saved:
            self.happen(tab, type="take", id=chosen["id"])
            if not tab.phone.question:
                self.save_one(tab, points, mends=chosen["id"])

    @precondition(lambda self: any(phone.asking() for phone in self.phones))
    @rule(choices=st.lists(CHOICES, min_size=1, max_size=3))
    def compare(self, choices: list[str]) -> None:
        """Compare a submission with newer entries, decide, and go on."""
        self.decide_each(next(tab for tab in self.tabs if tab.phone.asking()), choices)

    def decide_each(self, tab: Tab, choices: list[str]) -> None:
        for choice in choices:
            if tab.phone.question:
                (submission, card), tab.phone.question = tab.phone.question, None
                self.choose(tab, submission, card, choice)
            elif asking := tab.phone.asking():
                self.happen(tab, type="stored", queue=tab.phone.queue())
                self.settle(tab)
                self.happen(tab, type="compare", id=asking[0]["id"])
                self.settle(tab)
                if asking[0] in tab.phone.asking():
                    self.choose(tab, asking[0], self.cards[asking[0]["id"]], choice)
            self.settle(tab)

    def settle(self, tab: Tab) -> None:
        """Deliver everything that the tab has sent, with answers."""
        while mine := [one for one in self.under_way if one[0] is tab]:
            self.under_way.remove(mine[0])
            self.carry_one(*mine[0], arrives=True, heard=True, doubled=False)

    def choose(self, tab: Tab, submission: Submission, card: Card, choice: str) -> None:
        phone, id = tab.phone, submission["id"]
        sent = card.sends(choice) or card.sends("next")
        if choice == "theirs" or sent is None:
            phone.let_go[id] = int(card.against.partition(".")[0] or 0)
            if id in phone.kept:
                self.happen(tab, type="drop", id=id, seen=card.against or None)
            return
        fields = [[name, value] for name, value in sent if name not in ("seen", "entry_id")]
        if ["next", "1"] in fields:
            phone.said_next.add(id)
        mends = id if id in phone.kept else None
        if mends is None and id in phone.saved:  # in the form it was only a draft so far
            phone.saved.remove(id)
            phone.saved.append(id)
            if ["next", "1"] not in fields:
                phone.placed.add(id)
        chosen = self.submission(tab, fields, id=id, seen=dict(sent)["seen"])
        self.put_in(tab, chosen, mends)

    # --- invariants

    def nothing_is_lost(self, phone: Phone) -> None:
        """Every saved deal is on the sheet and acknowledged, or waits, or is being asked about, or was let go."""
        asked = {one["id"] for one in phone.asking()}
        for one in phone.saved:
            assert one in phone.acknowledged or one in phone.kept or one in phone.let_go or one in asked, one

    def others_were_first(self, phone: Phone, submission: Submission) -> None:
        """A submission is never stopped by entries of the same phone, which are sent in order."""
        if submission["id"] in phone.let_go:
            return  # and arrived late
        seen = int(submission["seen"].partition(".")[0])
        rivals = [row for row in self.store.entries(self.match)[seen:] if not row.ids & {*submission["after"]}]
        later = phone.saved[phone.saved.index(submission["id"]) :]
        assert [row for row in rivals if not row.ids & {*later}], submission["id"]

    def place(self, phone: Phone, id: str) -> int:
        """Return the entry whose content a deal decides, or that was preferred to it; 0 if there is none."""
        known = self.store.known_as(self.match)
        for one, row in zip(self.history(), self.store.entries(self.match), strict=True):
            if id == row.entry_id or id in {alike.entry_id for alike in known.get(row.number, ())}:
                return one.about
        return phone.let_go.get(id, 0)

    def merged_rightly(self, phone: Phone, id: str, before: tuple[Standing, ...], number: int) -> None:
        """Two deals are merged only if they are equal and are the next deal for both phones."""
        submission = phone.as_saved[id]
        if id in phone.let_go:
            return  # and arrived late
        assert not {id, *submission["after"]} & phone.said_next, "what is said to be the next deal is no other"
        places = [self.place(phone, one) for one in submission["after"] if one in phone.as_saved]
        assert all(places), "one before it is missing"
        last = max([int(submission["seen"].partition(".")[0]), *places])
        own = {row.number for row in self.store.entries(self.match) if row.entry_id in phone.as_saved}
        between = [one for one in before[last : number - 1] if one.body and one.body.kind == "deal"]
        assert [one.entry.number for one in between if one.entry.number not in own] == []
        points = {NAMES[int(name[8])]: int(n) for name, n in submission["fields"] if name.startswith("points")}
        stands = before[before[number - 1].about - 1].body
        assert getattr(stands, "points", None) == points

    def written_once_and_in_order(self, phone: Phone) -> None:
        known = self.store.known_as(self.match)
        rows = [(row, {row.entry_id, *(one.entry_id for one in known.get(row.number, ()))}) for row in self.entries()]
        where = {one: [row.number for row, ids in rows if one in ids] for one in phone.acknowledged}
        steps = {one for one in phone.acknowledged if one not in phone.as_saved}
        assert all(len(numbers) == 1 for one, numbers in where.items() if one not in steps), where
        in_order = [one for one in phone.saved if one in where and one not in {*phone.let_go, *phone.placed}]
        own = [self.place(phone, one) for one in in_order]
        apart = [(one, two) for one, two in pairwise(own) if one >= two]
        assert not apart, (own, apart)

    def entries(self) -> list[Any]:
        return self.store.entries(self.match)

    def merges_are_in_the_record(self) -> None:
        """The record names both people who wrote a merged deal."""
        told = text_of(self.phones[0].client.get(f"{self.path}/log").text)
        for number, alike in self.store.known_as(self.match).items():
            first = self.entries()[number - 1].by
            for one in alike:
                assert f"{one.by} entered the same as {first} at" in told


def test_every_acknowledged_entry_stands_once_and_in_order(modules: Page, house: Flask) -> None:
    rounds = settings(max_examples=some(45), stateful_step_count=25)
    run_state_machine_as_test(lambda: Evening(modules, house), settings=rounds)
