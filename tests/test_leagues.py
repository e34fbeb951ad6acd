"""An evening counts in a league."""

import json
import re
from io import BytesIO

from flask import Flask
from support.evenings import (
    NIGHT,
    OPEN,
    a_night,
    again,
    evening_of,
    finish,
)
from support.phones import Phone, codes, new_table, read, stored

from companion.events.judge import play
from companion.parsing.event_file import read_event
from companion.presentation.event_text import event_text
from companion.rules.rulings import Ruling
from companion.stored_events import open_event


class TestInALeague:
    """A league is an event whose rounds are evenings; each counts as it stands, and changes the ranks."""

    def league(self, phone: Phone) -> str:
        form = {"title": "Season", "score": "places", "places": "4 2 1 0", "ties[]": "places"}
        answer = phone.client.post("/evenings/new/league/any", data=form)
        assert answer.status_code == 303
        return str(answer.location.rpartition("/")[2])

    def counted(self, app: Flask) -> tuple[Phone, str, str]:
        owner, evening = a_night(app)
        league = self.league(owner)
        assert "Count it in the league: Season" in read(owner.client.get(f"/e/{evening.row.id}"))
        answer = owner.client.post(f"/e/{evening.row.id}/league", data={"league": league, "entry_id": "in"})
        assert (answer.status_code, answer.location) == (303, f"/e/{league}")
        return owner, evening.row.id, league

    def ranks(self, phone: Phone, league: str) -> list[tuple[str, str]]:
        session = open_event(stored(phone.client.application), league, phone.id)
        assert session and not isinstance(session.state, Ruling), session and session.state
        return [(rank.player, rank.total) for rank in event_text(session.state).ranks]

    def test_it_counts_as_it_stands_and_goes_on(self, app: Flask) -> None:
        owner, evening, league = self.counted(app)
        assert self.ranks(owner, league) == [("Anna", "4"), ("Cia", "2"), ("Bo", "1")]
        page = owner.client.get(f"/e/{league}")
        assert f'href="/e/{evening}"' in page.text and "Anna leads." in read(page)
        for words in ("Play again", "out of the statistics"):
            assert words not in read(page), "that is for matches"
        assert f'href="/e/{league}"' in owner.client.get(f"/e/{evening}").text
        assert "Count it in the league" not in read(owner.client.get(f"/e/{evening}"))
        poll = re.search(r'hx-get="([^"]*after=[^"]*)"', page.text)
        assert poll and owner.client.get(poll[1]).status_code == 204
        for points in ({"Anna": 9, "Bo": -18, "Cia": 9}, {"Anna": 9, "Bo": -18, "Cia": 9}):
            again(owner)
            finish(owner, points)
        assert owner.client.get(poll[1]).status_code == 200, "its matches change the page of the league"
        assert self.ranks(owner, league)[0] == ("Bo", "4")
        assert "Bo" in read(owner.client.get("/evenings"))

    def test_it_is_called_a_league(self, app: Flask) -> None:
        owner, _, league = self.counted(app)
        assert "· 1 evening" in read(owner.client.get("/evenings"))
        empty = read(owner.client.get(f"/e/{self.league(owner)}"))
        assert "Count it in the league" in empty
        assert "No match" not in empty
        for page in (empty, read(owner.client.get(f"/e/{league}"))):
            for words in ("The league as PDF", "File of the league", "More about this league"):
                assert words in page

    def test_an_own_evening_is_no_league(self, app: Flask) -> None:
        owner, session = a_night(app)
        owner.client.post("/evenings/new/evening/any", data={"title": "Night"})
        assert "Count it in the league" not in read(owner.client.get(f"/e/{session.row.id}"))

    def test_it_is_taken_out_and_put_back(self, app: Flask) -> None:
        owner, evening, league = self.counted(app)
        assert owner.client.post(f"/e/{league}/strike", data={"entry": 1, "entry_id": "out"}).status_code == 303
        assert self.ranks(owner, league) == []
        assert stored(app).match(evening).event is None  # type: ignore[union-attr]
        assert owner.client.post(f"/e/{evening}/league", data={"league": league}).status_code == 303
        assert self.ranks(owner, league)[0] == ("Anna", "4")

    def test_what_is_still_owed_is_on_the_account(self, app: Flask) -> None:
        owner, evening, league = self.counted(app)
        owed = {"from": "Bo", "to": "Cia", "amount": 10}
        assert "Bo pays Cia" in read(owner.client.get(f"/e/{league}"))
        assert owner.client.post(f"/e/{evening}/paid", data=owed).status_code == 303
        assert "Bo pays Cia" not in read(owner.client.get(f"/e/{league}"))

    def test_its_file_says_the_same(self, app: Flask) -> None:
        owner, _, league = self.counted(app)
        again(owner)
        data = owner.client.get(f"/e/{league}/event.json").json
        state = play(read_event(data))  # type: ignore[arg-type]
        assert [rank.player for rank in event_text(state).ranks] == ["Anna", "Cia", "Bo"]  # type: ignore[arg-type]
        other = Phone(app)
        upload = (BytesIO(json.dumps(data).encode()), "event.json")
        taken = other.client.post("/import", data={"file": upload}).location.rpartition("/")[2]
        assert self.ranks(other, taken) == self.ranks(owner, league)
        page = other.client.get(f"/e/{taken}")
        assert "Evenings 1. Season" not in read(page)
        assert "Evenings 1. " in read(page), "its evenings are listed, and open"
        (evening,) = (row for row in stored(app).matches_in(taken))
        assert f'href="/e/{evening.id}"' in page.text
        assert len(stored(app).matches_in(evening.id)) == 3, "one is running"
        assert "More about this league" in read(page)
        assert owner.client.get(f"/e/{league}/evening.pdf").status_code == 200
        assert owner.client.get("/matches.zip").status_code == 200

    def test_everybody_of_the_evening_sees_it_and_nobody_else(self, app: Flask) -> None:
        owner, evening = a_night(app)
        guest, reader = Phone(app, owner.match), Phone(app, owner.match)
        guest.enter(codes(app, owner.match)[0], "Bo")
        reader.enter(codes(app, owner.match)[1])
        league = self.league(owner)
        sent = {"league": league}
        assert guest.client.post(f"/e/{evening.row.id}/league", data=sent).status_code == 404, "not in the league"
        owner.client.post(f"/e/{evening.row.id}/league", data=sent)
        for phone in (guest, reader):
            assert phone.client.get(f"/e/{league}").status_code == 200
        assert reader.client.post(f"/e/{league}/strike", data={"entry": 1}).status_code == 403
        assert Phone(app).client.get(f"/e/{league}").status_code == 404

    def test_no_league_stands_in_another(self, app: Flask) -> None:
        owner, evening, league = self.counted(app)
        other = self.league(owner)
        for inside, outside in ((league, other), (league, evening), (other, other), (evening, other)):
            answer = owner.client.post(f"/e/{inside}/league", data={"league": outside})
            assert answer.status_code == 422, read(answer)

    def test_an_evening_of_which_nothing_is_finished_counts_later(self, app: Flask) -> None:
        owner = new_table(app, **OPEN)
        owner.post("/entries", kind="note", text="x", seen="0.0", entry_id="n")
        league = self.league(owner)
        again(owner)
        evening = evening_of(owner)
        assert evening
        owner.client.post(f"/e/{evening.row.id}/league", data={"league": league})
        assert "nothing is finished yet" in read(owner.client.get(f"/e/{league}"))
        finish(owner, NIGHT[0])
        assert self.ranks(owner, league)[0] == ("Anna", "4")
