"""A model of the evening: phones, tabs, queues and a bad network before a real server.

The phones are the machine of the scripts itself, run in the browser; the network, their storage and the hands of the
people are drawn by hypothesis. More examples: `pytest tests/browser/test_model.py --hypothesis-profile=many`.
"""

import io
import json
from itertools import count, pairwise
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from phones import stored
from playwright.sync_api import Page

from companion.web.rates import Rates

BEGIN = """async (tab) => {
  const { begin } = await import("/static/machine.js");
  (window.tabs ??= {})[tab] = begin(0);
}"""
STEP = """async ([tab, event]) => {
  const { next } = await import("/static/machine.js");
  const [after, effects] = next(window.tabs[tab], event);
  window.tabs[tab] = after;
  return effects;
}"""
MATCH = {"format": "companion-match/1", "game": "toy", "players": ["Anna", "Bo"], "entries": []}
OUTCOMES = {403: "barred", 404: "barred", 429: "busy"}
WISHES = st.integers(0, 9)
Wish = dict[str, Any]


class Phone:
    """What lasts of a phone while its tabs come and go: its cookies, its storage, and what was said to its person."""

    def __init__(self, client: FlaskClient):
        self.client = client
        self.kept: dict[str, Wish] = {}
        self.saved: list[str] = []  # in order
        self.acknowledged: set[str] = set()
        self.let_go: set[str] = set()  # dropped by the person, or back in the form

    def queue(self) -> list[Wish]:
        return sorted(self.kept.values(), key=lambda wish: (wish["at"], wish["id"]))


class Tab:
    """A page of a phone: what its form was drawn from, and the tries that it waits for."""

    def __init__(self, name: str, phone: Phone):
        self.name = name
        self.phone = phone
        self.seen = ""
        self.after: list[str] = []


class Evening(RuleBasedStateMachine):
    def __init__(self, page: Page, app: Flask):
        super().__init__()
        self.page = page
        self.app = app
        self.now = 0
        self.numbers = count(1)
        self.tabs: list[Tab] = []
        self.under_way: list[tuple[Tab, Wish]] = []
        self.copies: list[tuple[Phone, Wish]] = []  # on their way in the network, whoever sent them

    @initialize()
    def sit_down(self) -> None:
        self.app.extensions["rates"] = Rates()
        anna, bo = self.app.test_client(), self.app.test_client()
        file = {"file": (io.BytesIO(json.dumps(MATCH).encode()), "match.json")}
        self.path = anna.post("/import", data=file).headers["Location"]
        store = stored(self.app)
        self.match = self.path.rsplit("/", 1)[1]
        row = store.match(self.match)
        assert row
        bo.get(f"/j/{row.write_code}")
        bo.post("/join", data={"code": row.write_code, "player": "Bo"})
        self.store = store
        self.phones = [Phone(anna), Phone(bo)]
        for phone in (*self.phones, self.phones[0]):  # the first has two tabs
            self.tabs.append(Tab("", phone))
            self.open_anew(self.tabs[-1])

    def teardown(self) -> None:
        if not self.tabs:
            return
        for phone in self.phones:
            self.nothing_is_lost(phone)
            self.written_once_and_in_order(phone)
        self.store.close()

    # --- the machine, and what it wants done

    def happen(self, tab: Tab, **event: Any) -> None:
        for effect in self.page.evaluate(STEP, [tab.name, {"now": self.now, **event}]):
            getattr(self, f"do_{effect['do']}")(tab, **{key: value for key, value in effect.items() if key != "do"})

    def do_keep(self, tab: Tab, wish: Wish) -> None:
        tab.phone.kept[wish["id"]] = wish

    def do_forget(self, tab: Tab, id: str) -> None:
        tab.phone.kept.pop(id, None)

    def do_send(self, tab: Tab, wish: Wish) -> None:
        self.under_way.append((tab, wish))

    def do_clear(self, tab: Tab, id: str) -> None:
        tab.after.append(id)

    def do_gone(self, tab: Tab, id: str) -> None:
        tab.after.append(id)

    def do_show(self, tab: Tab, id: str, outcome: str) -> None:
        if outcome in ("refused", "behind"):
            tab.phone.let_go.add(id)
        self.draw(tab)

    def do_told(self, tab: Tab, **_: Any) -> None:
        pass

    def do_open(self, tab: Tab, wish: Wish) -> None:
        pass

    def draw(self, tab: Tab) -> None:
        """The form is drawn anew from what stands on the server."""
        tab.seen = tab.phone.client.get(f"{self.path}/live?after={tab.seen}").headers["Companion"]
        tab.after = [wish["id"] for wish in tab.phone.queue()]

    def open_anew(self, tab: Tab) -> None:
        """The tab is closed and opened: nothing is left of it but what the phone keeps."""
        self.under_way = [(one, wish) for one, wish in self.under_way if one is not tab]
        tab.name = f"{self.match}.{next(self.numbers)}"
        self.page.evaluate(BEGIN, tab.name)
        self.draw(tab)
        self.happen(tab, type="stored", queue=tab.phone.queue())

    # --- the server

    def post(self, phone: Phone, wish: Wish) -> str:
        fields = [*wish["fields"], ["entry_id", wish["id"]], ["seen", wish["seen"]], ["after", " ".join(wish["after"])]]
        answer = phone.client.post(f"{self.path}/entries", data=dict(fields))
        assert answer.status_code < 500
        return answer.headers.get("Companion-Entry") or OUTCOMES.get(answer.status_code, "written")

    # --- what people and the network do

    @rule(which=st.integers(0, 2), live=st.integers(0, 3), deals=st.lists(WISHES, min_size=1, max_size=3))
    def save(self, which: int, live: int, deals: list[int]) -> None:
        tab = self.tabs[which]
        if live:  # the form was drawn a moment ago
            self.draw(tab)
        for points in deals:
            self.save_one(tab, points)

    def save_one(self, tab: Tab, points: int) -> None:
        n = next(self.numbers)
        self.now += 1
        fields = [["kind", "deal"], ["points[@0]", str(points)], ["points[@1]", str(20 + n % 60)]]
        others = [wish["id"] for wish in tab.phone.queue()]
        wish = {"id": f"{n:016x}", "at": self.now, "url": "", "fields": fields, "seen": tab.seen}
        wish |= {"after": list(dict.fromkeys([*tab.after, *others])), "trouble": None}
        tab.phone.saved.append(str(wish["id"]))
        self.happen(tab, type="save", wish=wish)

    @rule(fates=st.lists(st.tuples(WISHES, st.booleans(), st.booleans(), st.booleans()), min_size=2, max_size=8))
    def carry(self, fates: list[tuple[int, bool, bool, bool]]) -> None:
        """The network for a while: each try arrives or not, its answer is heard or not, and it may arrive once more."""
        for at, arrives, heard, doubled in fates:
            if not self.under_way:
                self.now += 5000
                for tab in self.tabs:
                    self.happen(tab, type="tick")
            if self.under_way:
                self.carry_one(*self.under_way.pop(at % len(self.under_way)), arrives, heard or at > 3, doubled)

    def carry_one(self, tab: Tab, wish: Wish, arrives: bool, heard: bool, doubled: bool) -> None:
        if doubled:
            self.copies.append((tab.phone, wish))
        outcome = self.post(tab.phone, wish) if arrives else None
        if outcome == "behind":
            self.others_were_first(tab.phone, wish)
        if outcome is None or not heard:
            self.happen(tab, type="unanswered", id=wish["id"])
            return
        if outcome in ("written", "known", "same"):
            tab.phone.acknowledged.add(wish["id"])
        self.happen(tab, type="answered", id=wish["id"], outcome=outcome, why="because")

    @precondition(lambda self: self.copies)
    @rule(at=WISHES)
    def arrive_late(self, at: int) -> None:
        phone, wish = self.copies.pop(at % len(self.copies))
        self.post(phone, wish)

    @rule(which=st.integers(0, 2))
    def tell(self, which: int) -> None:
        """A tab hears what the phone's other tab has kept or forgotten."""
        self.happen(self.tabs[which], type="stored", queue=self.tabs[which].phone.queue())

    @rule(which=st.integers(0, 2), blank=st.booleans())
    def poll(self, which: int, blank: bool) -> None:
        if blank:
            self.draw(self.tabs[which])
        self.happen(self.tabs[which], type="heard")

    @rule(which=st.integers(0, 2))
    def close_and_open(self, which: int) -> None:
        self.open_anew(self.tabs[which])

    @rule(which=st.integers(0, 2), at=WISHES, deed=st.sampled_from(["drop", "again", "take"]))
    def decide(self, which: int, at: int, deed: str) -> None:
        tab = self.tabs[which]
        queue = self.page.evaluate("(tab) => window.tabs[tab].queue.map((wish) => wish.id)", tab.name)
        if not queue:
            return
        chosen = queue[0 if at < 7 else at % len(queue)]  # mostly what stops the others
        if deed == "drop":
            tab.phone.let_go.add(chosen)
        self.happen(tab, type=deed, id=chosen)

    # --- what holds

    def nothing_is_lost(self, phone: Phone) -> None:
        """Whatever was saved is on the sheet and said so, or waits, or its person has let it go."""
        for one in phone.saved:
            assert one in phone.acknowledged or one in phone.kept or one in phone.let_go, one

    def others_were_first(self, phone: Phone, wish: Wish) -> None:
        """Nobody is held up by what the same phone has saved later: its wishes go up in their order."""
        if wish["id"] in phone.let_go:
            return  # and came late
        seen = int(wish["seen"].partition(".")[0])
        rivals = [row for row in self.store.entries(self.match)[seen:] if not row.ids & {*wish["after"]}]
        later = phone.saved[phone.saved.index(wish["id"]) :]
        assert [row for row in rivals if not row.ids & {*later}], wish["id"]

    def written_once_and_in_order(self, phone: Phone) -> None:
        rows = self.store.entries(self.match)
        where = {one: [row.number for row in rows if one in row.ids] for one in phone.acknowledged}
        assert all(len(numbers) == 1 for numbers in where.values()), where
        own = [where[one][0] for one in phone.saved if one in where and one not in phone.let_go]
        apart = [(one, two) for one, two in pairwise(own) if one > two]
        assert not apart, (own, apart)


def test_every_acknowledged_entry_stands_once_and_in_order(modules: Page, house: Flask) -> None:
    rounds = settings(max_examples=settings.default.max_examples // 4, stateful_step_count=30)
    run_state_machine_as_test(lambda: Evening(modules, house), settings=rounds)
