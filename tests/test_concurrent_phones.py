"""Several phones at once: any order of actions gives the sheet that their record gives."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.phones import PLAYERS, Phone, codes, entries, new_app, new_table, stored
from support.share import some

from companion import json_output
from companion.parsing import Match, read_match

DEALS = st.text("ABC", min_size=4, max_size=6).filter(lambda tricks: len(tricks) != 6 or tricks[0] == "A")
WHO = st.integers(0, 2)


class Phones(RuleBasedStateMachine):
    """Three phones write, correct, repeat, dispute and conflict, and the server restarts in between.

    `accepted` has what the server said it had written, in that order.
    """

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.app = new_app(self.folder)
        owner = new_table(self.app)
        write = codes(self.app, owner.match)[0]
        self.match = owner.match
        self.phones = [owner, *(Phone(self.app, owner.match) for _ in range(2))]
        for phone in self.phones[1:]:
            phone.enter(write)
        self.seen = [0, 0, 0]
        self.last: list[dict[str, Any] | None] = [None, None, None]
        self.accepted: list[dict[str, Any]] = []
        self.ids = 0

    def send(self, who: int, body: dict[str, Any], form: dict[str, Any]) -> None:
        self.ids += 1
        form = {**form, "seen": f"{self.seen[who]}.0", "entry_id": f"id-{self.ids}"}
        self.last[who] = form
        answer = self.phones[who].client.post(f"/m/{self.match}/entries", data=form)
        newer = self.accepted[self.seen[who] :]
        if not newer or body["kind"] == "note":
            assert answer.status_code in {303, 422}, answer.status_code
        if answer.status_code == 303 and answer.headers["Companion-Entry"] == "same":
            # only entries that this phone has not seen can be the same, or struck out already
            assert newer or body["kind"] == "correction"
        elif answer.status_code == 303:
            self.accepted.append(body)
            self.seen[who] = len(self.accepted)

    @rule(who=WHO, tricks=DEALS)
    def deal(self, who: int, tricks: str) -> None:
        names = [PLAYERS["ABC".index(letter)] for letter in tricks]
        self.send(who, {"kind": "deal", "rounds": names}, {"kind": "deal", "rounds[]": names})

    @precondition(lambda self: self.accepted)
    @rule(who=WHO, tricks=DEALS, back=st.integers(0, 5))
    def correct(self, who: int, tricks: str, back: int) -> None:
        names = [PLAYERS["ABC".index(letter)] for letter in tricks]
        aim = max(len(self.accepted) - back, 1)
        body = {"kind": "correction", "entry": aim, "with": {"kind": "deal", "rounds": names}}
        self.send(who, body, {"kind": "deal", "rounds[]": names, "correct": aim})

    @precondition(lambda self: self.accepted)
    @rule(who=WHO, back=st.integers(0, 5))
    def strike(self, who: int, back: int) -> None:
        aim = max(len(self.accepted) - back, 1)
        self.send(who, {"kind": "correction", "entry": aim, "with": None}, {"strike": aim})

    @rule(who=WHO)
    def note(self, who: int) -> None:
        self.send(who, {"kind": "note", "text": "so it is"}, {"kind": "note", "text": "so it is"})

    @rule(who=WHO)
    def look(self, who: int) -> None:
        assert self.phones[who].get("/live", after="x").status_code == 200
        self.seen[who] = len(self.accepted)

    @rule(who=WHO)
    def repeat(self, who: int) -> None:
        """Repeat the last submission: written once if it was written, else judged again."""
        form = self.last[who]
        written = {row.entry_id for row in entries(self.app, self.match)}
        if form and form["entry_id"] in written:
            assert self.phones[who].client.post(f"/m/{self.match}/entries", data=form).status_code == 303

    @rule()
    def restart(self) -> None:
        cookies = [phone.client.get_cookie("companion") for phone in self.phones]
        self.app = new_app(self.folder)
        for phone, cookie in zip(self.phones, cookies, strict=True):
            assert cookie
            phone.client = self.app.test_client()
            phone.client.set_cookie("companion", cookie.value)

    @invariant()
    def what_was_said_to_be_saved_is_what_stands(self) -> None:
        rows = entries(self.app, self.match)
        assert [row.number for row in rows] == list(range(1, len(self.accepted) + 1))
        assert [row.body["kind"] for row in rows] == [body["kind"] for body in self.accepted]

    def teardown(self) -> None:
        """Compare the sheet of the app with the sheet of the record, replayed from a file."""
        exported = self.phones[0].get("/match.json").get_json()
        serial = {key: exported[key] for key in ("format", "game", "players", "options", "opening")}
        sheets = []
        for record in (exported["entries"], self.accepted):
            match = read_match({**serial, "entries": record})
            assert isinstance(match, Match)
            result, well = json_output.replay(match)
            assert well, result
            sheets.append(json.dumps(result))
        assert sheets[0] == sheets[1]
        stored(self.app).close()
        shutil.rmtree(self.folder)


TestPhones = Phones.TestCase
TestPhones.settings = settings(
    max_examples=some(32), stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
