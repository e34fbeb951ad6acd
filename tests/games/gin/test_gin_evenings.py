"""Gin settles in points even without stakes: no money in an evening, net points in a league."""

import re

import pytest
from flask import Flask
from support.director import NAMES, Director
from support.phones import new_table, read, stored, text_of
from support.strict import faults

from companion.clock import now
from companion.events import Event
from companion.events.judge import play
from companion.events.standings import money
from companion.events.state import State
from companion.parsing import read_match
from companion.parsing.event_file import read_event
from companion.store import EntryRow

ENTRIES = [{"kind": "deal", "by": "Anna", "end": "gin", "deadwood": {"Anna": 0, "Bo": 31}}, {"kind": "end"}]


class TestEveningMoney:
    @pytest.mark.parametrize("stake", [0, 2])
    @pytest.mark.parametrize("event", [{}, {"game": "gin"}, {"players": ["Anna", "Bo"]}])
    def test_by_its_stake(self, stake: int, event: dict[str, object]) -> None:
        head = {"format": "companion-match/1", "game": "gin", "players": ["Anna", "Bo"], "options": {"stake": stake}}
        file = {**head, "opening": {}, "entries": ENTRIES}
        if "game" in event:
            event = {**event, "options": {"stake": stake}}
        nets = self.sums({**event, "entries": [{"kind": "played", "match": file}]})
        here = self.sums({**event, "entries": [{"kind": "played", "match": read_match(file)}]})
        assert nets["Anna"] > 0
        assert here == (nets if event or stake else {})

    def sums(self, data: dict[str, object]) -> dict[str, int]:
        read = read_event({"format": "companion-event/1", **data})
        assert isinstance(read, Event)
        state = play(read)
        assert isinstance(state, State), state
        return dict(money(state).sums)

    def test_its_page_says_so(self, app: Flask) -> None:
        phone = new_table(app, "gin", ["Anna", "Bo"])
        for n, entry in enumerate(ENTRIES, start=1):
            stored(app).append(phone.match, EntryRow(n, f"e{n}", now(), "", "", entry))
        phone.match = phone.post("/rematch").location.rpartition("/")[2]
        row = stored(app).match(phone.match)
        assert row
        page = read(phone.client.get(f"/e/{row.event}"))
        assert "pays" not in page
        assert "Points without a stake are no money and are not counted here." in page


class TestHandedIn:
    """After a game the table hands its result in by one tap; where a length was agreed the match ends by itself."""

    def page(self, app: Flask, **fields: str) -> tuple[Director, str]:
        director = Director(app, "series", "gin", NAMES[:2], seats="2", rounds="2", **fields)
        director.start()
        row = director.session.listed[0].row
        first, second = row.head["players"]
        deal = {"kind": "deal", "end": "gin", "by": first, "deadwood": {second: 98}}
        stored(app).append(row.id, EntryRow(1, "one", "2026-01-01T20:00:00Z", "", "", deal))
        return director, director.client.get(f"/m/{row.id}").text

    def test_by_one_tap(self, app: Flask) -> None:
        director, page = self.page(app)
        assert list(faults(page)) == []
        form = page.partition('class="hand-in"')[2].partition("</form>")[0]
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        answer = director.client.post(f"/m/{director.session.listed[0].row.id}/entries", data=fields)
        assert answer.status_code == 303, text_of(answer.text)
        director.look()
        assert director.state.open and director.state.open.tables[0].result
        after = director.client.get(f"/m/{director.session.listed[0].row.id}").text
        assert "Hand in the result" not in after
        assert "The result was handed in" in text_of(after), "and nothing about others, who have said nothing"

    def test_not_where_a_length_was_agreed(self, app: Flask) -> None:
        page = self.page(app, **{"options[length]": "#games", "options[length_number]": "2"})[1]
        assert "data-go-on" in page and "goes-on" in page
        assert "Hand in the result" not in page
