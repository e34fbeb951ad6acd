"""Entries of rounds in the database are judged like all others."""

from typing import Any

from flask import Flask
from support.evenings import OPEN, finish, now
from support.phones import Phone, new_table, stored

from companion.events.judge import play
from companion.parsing.event_file import read_event
from companion.presentation.event_text import event_text
from companion.repository import event_file
from companion.rules.rulings import Ruling
from companion.store import EVENT, EntryRow, Head
from companion.stored_events import EventSession, open_event
from companion.stored_events.writing import write_event
from companion.submission import Refused, Written
from companion.submission.conflict import Conflict


class TestRounds:
    """Rounds of tables in the database: entries of directors are judged like all others."""

    def tournament(self, phone: Phone) -> EventSession:
        store = stored(phone.client.application)
        head = Head(title="Cup", players=[], options={}, opening={}, event={"players": ["Anna", "Bo", "Cia", "Dag"]})
        row = store.create(EVENT, head, owner=phone.id, at=now())
        session = open_event(store, row.id, phone.id)
        assert session
        return session

    def write(self, phone: Phone, event: str, entry_id: str, seen: int | None, **body: Any) -> Any:
        store = stored(phone.client.application)
        session = open_event(store, event, phone.id)
        assert session
        return write_event(store, session, body, entry_id, seen=seen)

    def test_a_table_is_a_match_and_its_end_the_result(self, app: Flask) -> None:
        owner = new_table(app, players=["Anna", "Bo"], **OPEN)
        other = new_table(app, players=["Cia", "Dag"], **OPEN)
        event = self.tournament(owner).row.id
        tables, matches = [["Anna", "Bo"], ["Cia", "Dag"]], [owner.match, other.match]
        opened = self.write(owner, event, "r1", 0, kind="round", tables=tables, matches=matches)
        assert opened == Written(1)
        session = open_event(stored(app), event, owner.id)
        assert session
        assert [(one.row.id, one.table) for one in session.listed] == [(owner.match, 1), (other.match, 2)]
        result = {"kind": "result", "round": 1, "table": 1, "match_id": owner.match}
        assert isinstance(self.write(owner, event, "t1", 1, **result), Refused), "it still runs"
        finish(owner, {"Anna": -3, "Bo": 3})
        assert self.write(owner, event, "t1", 1, **result) == Written(2)
        assert self.write(owner, event, "t1", 1, **result) == Written(2, "known")
        finish(other, {"Cia": -3, "Dag": 3})
        assert self.write(other, event, "t2", None, **{**result, "table": 2, "match_id": other.match}) == Written(3)
        assert self.write(owner, event, "c1", 3, kind="close", round=1) == Written(4)
        state = play(read_event(event_file(open_event(stored(app), event, owner.id).data)))  # type: ignore
        assert [rank.player for rank in event_text(state).ranks if rank.is_first] == ["Anna", "Cia"]  # type: ignore
        strike = {"kind": "correction", "entry": 2, "with": None}
        stored(app).append(owner.match, EntryRow(3, "on", now(), "", "", strike))
        taken_up = open_event(stored(app), event, owner.id)
        assert taken_up
        assert not isinstance(taken_up.state, Ruling), "until it ends anew, as it last ended"

    def test_an_entry_judged_on_an_old_state_is_a_conflict(self, app: Flask) -> None:
        owner = new_table(app)
        event = self.tournament(owner).row.id
        tables = [["Anna", "Bo"], ["Cia", "Dag"]]
        self.write(owner, event, "r1", 0, kind="round", tables=tables)
        assert self.write(owner, event, "w1", 0, kind="withdraw", player="Bo") == Conflict((1,))
        assert self.write(owner, event, "w1", 1, kind="withdraw", player="Bo") == Written(2)
        assert isinstance(self.write(owner, event, "w1", 2, kind="withdraw", player="Cia"), Refused), "the same id"
