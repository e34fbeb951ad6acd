"""Matches of the same people in one night make an evening by themselves, which is settled and printed."""

import json
import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfReader
from support.phones import Json, Phone, codes, new_app, new_table, read, stored, text_of

from companion.cli import main
from companion.events import Event
from companion.events.judge import play
from companion.events.standings import Behind
from companion.parsing.event_file import read_event
from companion.presentation.event_text import event_text, exact_text, why_behind
from companion.repository import event_file
from companion.rules.entries import Player
from companion.rules.rulings import Ruling
from companion.store import EVENT, EntryRow, Head
from companion.stored_events import EventSession, open_event
from companion.stored_events.writing import EventSubmission, write_event
from companion.submission import Refused, Written
from companion.submission.conflict import Conflict
from companion.translation import language, speak

OPEN = {"options[start_number]": "0", "options[target_number]": "-100000", "options[money]": "True"}
NIGHT = (  # fewer points win in the toy, and the points are paid
    {"Anna": -30, "Bo": 20, "Cia": 10},
    {"Anna": 10, "Bo": 20, "Cia": -30},
    {"Anna": 20, "Bo": -50, "Cia": 30},
)


def finish(phone: Phone, points: dict[str, int], match: str = "") -> None:
    """Write a deal that ends the match by agreement."""
    store = stored(phone.client.application)
    match = match or phone.match
    body = {"kind": "deal", "points": points}
    first = store.count(match) + 1
    for number, one in enumerate((body, {"kind": "end", "reason": "time"}), start=first):
        store.append(match, EntryRow(number, f"{match}-{number}", now(), "", "", one))


def now(minutes: int = 0) -> str:
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(timespec="seconds").replace("+00:00", "Z")


def again(phone: Phone) -> str:
    """Start a rematch of the phone's match, which becomes its match."""
    phone.match = phone.post("/rematch").location.rpartition("/")[2]
    return phone.match


def evening_of(phone: Phone, match: str = "") -> EventSession | None:
    store = stored(phone.client.application)
    row = store.match(match or phone.match)
    assert row
    return open_event(store, row.event, phone.id) if row.event else None


def a_night(app: Flask) -> tuple[Phone, EventSession]:
    """Return a phone with three finished matches for money."""
    owner = new_table(app, **OPEN)
    finish(owner, NIGHT[0])
    for points in NIGHT[1:]:
        again(owner)
        finish(owner, points)
    session = evening_of(owner)
    assert session
    return owner, session


def another(phone: Phone, players: list[str], **fields: str) -> str:
    data = {"players[]": players, "dealer": "0", **OPEN, **fields}
    answer = phone.client.post("/new/toy", data=data)
    assert answer.status_code == 303, answer.text
    return str(answer.location.rpartition("/")[2])


class TestAnEveningFormsItself:
    """An evening arises by a rematch, or by a new match with two of the same people within twelve hours."""

    def test_one_match_is_no_evening(self, app: Flask) -> None:
        owner = new_table(app)
        assert evening_of(owner) is None
        told = read(owner.client.get("/evenings"))
        assert "No evening yet" in told
        assert "Tournaments and leagues are listed here too." in told

    def test_playing_again_makes_one(self, app: Flask) -> None:
        owner = new_table(app)
        first = owner.match
        second = again(owner)
        session = evening_of(owner)
        assert session
        assert [one.row.id for one in session.listed] == [first, second]
        again(owner)
        assert evening_of(owner, first).row.id == evening_of(owner).row.id  # type: ignore[union-attr]

    def test_playing_again_on_another_day_does_not(self, app: Flask) -> None:
        owner, store = new_table(app), stored(app)
        store.append(owner.match, EntryRow(1, "e", now(-60 * 13), "", "", {"kind": "note", "text": ""}))
        with store.writing():
            store.update("match", owner.match, {"created_at": now(-60 * 14)})
        again(owner)
        assert evening_of(owner) is None

    def test_two_phones_that_play_again_at_once_make_one(self, app: Flask) -> None:
        owner = new_table(app)
        other = Phone(app, owner.match)
        other.enter(codes(app, owner.match)[0], "Bo")
        again(owner)
        other.post("/rematch")
        session = evening_of(owner)
        assert session
        assert len(session.listed) == 2
        assert evening_of(other) is not None, "the phones come along"

    @pytest.mark.parametrize(
        ("players", "hours", "belongs"),
        [
            (["Anna", "Bo", "Cia"], 0, True),
            (["Cia", "Dag", "Bo"], 11, True),
            (["Anna", "Bo"], 13, False),
            (["Anna", "Dag"], 0, False),
            (["Dag", "Eva"], 0, False),
            (["anna", "bo"], 0, False),
        ],
    )
    def test_a_new_match(self, app: Flask, players: list[str], hours: int, belongs: bool) -> None:
        owner = new_table(app)
        row = EntryRow(1, "e", now(-60 * hours), "", "", {"kind": "note", "text": ""})
        store = stored(app)
        store.append(owner.match, row)
        with store.writing():
            store.update("match", owner.match, {"created_at": now(-60 * hours - 1)})
        session = evening_of(owner, another(owner, players))
        assert (session is not None) == belongs
        assert (evening_of(owner) is not None) == belongs

    def test_a_strangers_match_never(self, app: Flask) -> None:
        """They have the same names, but their phone has not been at this table."""
        owner = new_table(app)
        assert evening_of(owner, new_table(app).match) is None
        guest = Phone(app, owner.match)
        guest.enter(codes(app, owner.match)[1], "Bo")
        assert evening_of(guest, another(guest, ["Anna", "Bo"])) is not None, "this one has"

    def test_it_joins_the_evening_with_which_it_shares_most_people(self, app: Flask) -> None:
        """And not the last one, which two of its people have left for a match of their own."""
        owner = new_table(app, players=["Anna", "Bo", "Cia", "Dag"])
        first = again(owner)
        aside = another(owner, ["Anna", "Fia"])
        assert evening_of(owner, aside) is None
        last = another(owner, ["Anna", "Bo", "Dag", "Fia"])
        session = evening_of(owner, last)
        assert session
        assert {first, last} < {one.row.id for one in session.listed}
        page = owner.client.get(f"/e/{session.row.id}").text
        assert "Played the same night, and not in this evening" in page
        outside = page.partition("tonight")[2].partition("</section>")[0]
        assert aside in outside
        owner.client.post(f"/e/{session.row.id}/add", data={"match_id": aside})
        assert evening_of(owner, aside).row.id == session.row.id  # type: ignore[union-attr]
        number = next(
            one.entry for one in open_event(stored(app), session.row.id, owner.id).listed if one.row.id == aside
        )  # type: ignore[union-attr]
        owner.client.post(f"/e/{session.row.id}/strike", data={"entry": number})
        assert "Played the same night" not in owner.client.get(f"/e/{session.row.id}").text, "it was taken out"

    def test_a_new_match_from_the_page_of_an_evening_joins_it(self, app: Flask) -> None:
        owner = new_table(app)
        again(owner)
        made = owner.client.post("/evenings/new/evening/any", data={"title": "Night"})
        event = made.location.rpartition("/")[2]
        page = owner.client.get(f"/e/{event}").text
        assert f"/new?evening={event}" in page
        assert f"/new/toy?evening={event}" in owner.client.get(f"/new?evening={event}").text
        form = owner.client.get(f"/new/toy?evening={event}").text
        assert f'name="evening" value="{event}"' in form
        new = another(owner, ["Anna", "Bo"], evening=event)
        assert evening_of(owner, new).row.id == event  # type: ignore[union-attr]
        stranger = new_table(app, evening=event)
        assert evening_of(stranger) is None

    def test_a_name_is_the_one_that_is_shown(self, app: Flask) -> None:
        owner = new_table(app)
        rename = {"kind": "rename", "player": "Cia", "name": "Clara"}
        stored(app).append(owner.match, EntryRow(1, "r", now(), "", "", rename))
        assert evening_of(owner, another(owner, ["Clara", "Bo"])) is not None

    def test_phones_of_those_who_play_on_come_along(self, app: Flask) -> None:
        owner = new_table(app)
        bo, cia = Phone(app, owner.match), Phone(app, owner.match)
        bo.enter(codes(app, owner.match)[0], "Bo")
        cia.enter(codes(app, owner.match)[1], "Cia")
        new = another(owner, ["Anna", "Bo"])
        guests = {guest.phone: guest for guest in stored(app).guests(new)}
        assert guests[bo.id].may_write
        assert guests[bo.id].player == "Bo"
        assert cia.id not in guests

    @pytest.mark.parametrize("is_over", [True, False])
    def test_the_television_comes_along_when_the_match_before_is_over(self, app: Flask, is_over: bool) -> None:
        """A running match keeps its screens, and its phones are not told of a next one."""
        owner = new_table(app, **OPEN)
        screen = Phone(app, owner.match)
        screen.client.post("/tv", data={"code": codes(app, owner.match)[1]})
        cia = Phone(app, owner.match)
        cia.enter(codes(app, owner.match)[0], "Cia")
        if is_over:
            finish(owner, NIGHT[0])
        new = another(owner, ["Anna", "Bo"])
        led = screen.get("/board/live", after="0.0").headers.get("HX-Redirect")
        assert led == (f"/m/{new}/board" if is_over else None)
        for phone in (owner, cia):
            assert ("To the next match" in read(phone.get())) == is_over
            assert not is_over or phone.client.get(f"/m/{new}").status_code == 200, "wherever a link leads"

    def test_a_match_in_which_people_change_is_one(self, app: Flask) -> None:
        """The new part belongs to the evening too, and counts instead of the old one."""
        owner, _ = a_night(app)
        again(owner)
        other_people(owner)
        session = evening_of(owner)
        assert session
        page = read(owner.client.get(f"/e/{session.row.id}"))
        assert "4. Friday goes on in a new part" in page
        assert "4. Friday still running" in page
        assert "still running counts, with its money, when it is over" in page
        finish(owner, {"Anna": -3, "Bo": 2, "Dag": 1})
        assert "1 Anna −3 2" in read(owner.client.get(f"/e/{session.row.id}"))
        assert "· 4 matches" in read(owner.client.get("/evenings"))

    def test_a_match_is_taken_out_and_put_in(self, app: Flask) -> None:
        owner, session = a_night(app)
        address, second = f"/e/{session.row.id}", session.listed[1]
        assert owner.client.post(f"{address}/strike", data={"entry": second.entry}).status_code == 303
        assert evening_of(owner, second.row.id) is None
        after = evening_of(owner)
        assert after
        assert len(after.listed) == 2
        back = {"match_id": second.row.id, "entry_id": "back"}
        for _ in range(2):
            assert owner.client.post(f"{address}/add", data=back).status_code == 303
        whole = evening_of(owner)
        assert whole
        assert [one.row.id for one in whole.listed] == [one.row.id for one in session.listed], "in its place"
        assert exactly(read_event(whole.data)) == exactly(read_event(session.data))

    @pytest.mark.parametrize("is_over", [True, False])
    def test_it_is_taken_out_and_put_in_as_often_as_one_likes(self, app: Flask, is_over: bool) -> None:
        """Also a running match; a match is never twice in one evening."""
        owner, session = a_night(app)
        again(owner)
        if is_over:
            finish(owner, NIGHT[0])
        for entry in (4, 4, 1, 4):
            moved = evening_of(owner).of_entry(entry).row.id  # type: ignore[union-attr]
            owner.client.post(f"/e/{session.row.id}/strike", data={"entry": entry})
            answer = owner.client.post(f"/e/{session.row.id}/add", data={"match_id": moved})
            assert answer.status_code == 303, text_of(answer.text)
        owner.client.post(f"/e/{session.row.id}/strike", data={"entry": 2})
        whole = open_event(stored(app), session.row.id, owner.id)
        assert whole
        assert [one.entry for one in whole.listed] == [1, 3, 4]
        file = event_file(whole.data)
        other = Phone(app)
        upload = (BytesIO(json.dumps(file).encode()), "event.json")
        taken = other.client.post("/import", data={"file": upload}).location.rpartition("/")[2]
        assert event_file(open_event(stored(app), taken, other.id).data) == file  # type: ignore[union-attr]
        assert len(stored(app).matches_of(other.id)) == len(stored(app).matches_in(taken)) == 2 + is_over

    def test_only_a_match_of_this_phone_is_put_in(self, app: Flask) -> None:
        owner, session = a_night(app)
        other = new_table(app)
        answer = owner.client.post(f"/e/{session.row.id}/add", data={"match_id": other.match})
        assert answer.status_code == 404
        assert other.client.get(f"/e/{session.row.id}").status_code == 404

    def test_nor_one_of_another_evening(self, app: Flask) -> None:
        owner, session = a_night(app)
        first = another(owner, ["Dag", "Eva"])
        another(owner, ["Dag", "Eva"])
        answer = owner.client.post(f"/e/{session.row.id}/add", data={"match_id": first})
        assert answer.status_code == 422
        assert "belongs to another evening" in text_of(answer.text)


class TestItsPage:
    def test_standings_money_and_matches(self, app: Flask) -> None:
        owner, session = a_night(app)
        page = read(owner.client.get(f"/e/{session.row.id}"))
        assert "1 Anna 0 1 2 Cia +10 1 tied with Anna on matches won; Anna came in place 2 more often (2 to 1)" in page
        assert "3 Bo −10 1 tied with Cia on matches won; Cia came in place 2 more often (1 to 0)" in page
        assert "Bo pays Cia 10 Bo is down 10 over 3 matches, Cia is up 10. This payment settles both." in page
        assert [line for line in ("1. Friday Anna wins.", "2. Friday Cia wins.", "3. Friday Bo wins.") if line in page]

    def test_a_running_match_counts_when_it_is_finished(self, app: Flask) -> None:
        owner, session = a_night(app)
        again(owner)
        page = read(owner.client.get(f"/e/{session.row.id}"))
        assert "4. Friday still running" in page
        assert "2 Cia +10 1" in page
        finish(owner, {"Anna": -3, "Bo": 2, "Cia": 1})
        assert "1 Anna −3 2" in read(owner.client.get(f"/e/{session.row.id}"))

    def test_a_correction_of_a_match_ranks_anew(self, app: Flask) -> None:
        owner, session = a_night(app)
        new = {"kind": "correction", "entry": 1, "with": {"kind": "deal", "points": {"Anna": -50, "Bo": 20, "Cia": 30}}}
        stored(app).append(owner.match, EntryRow(3, "c", now(), "", "", new))
        assert "1 Anna −70 2" in read(owner.client.get(f"/e/{session.row.id}"))

    def test_who_has_paid_owes_nothing_until_a_match_is_corrected(self, app: Flask) -> None:
        owner, session = a_night(app)
        paid = {"from": "Bo", "to": "Cia", "amount": "10", "entry_id": "once"}
        for _ in range(2):
            assert owner.client.post(f"/e/{session.row.id}/paid", data=paid).status_code == 303
        page = read(owner.client.get(f"/e/{session.row.id}"))
        assert "Bo has paid Cia 10" in page
        assert "pays" not in page.replace("pays whom", "")
        new = {"kind": "correction", "entry": 1, "with": {"kind": "deal", "points": {"Anna": 20, "Bo": -40, "Cia": 20}}}
        stored(app).append(owner.match, EntryRow(3, "c", now(), "", "", new))
        assert "Cia pays Bo 10" in read(owner.client.get(f"/e/{session.row.id}")).replace("Bo pays", "")

    @pytest.mark.parametrize("amount", ["0", "-3", "", "ten"])
    def test_a_payment_of_nothing_is_refused(self, app: Flask, amount: str) -> None:
        owner, session = a_night(app)
        paid = {"from": "Bo", "to": "Cia", "amount": amount}
        answer = owner.client.post(f"/e/{session.row.id}/paid", data=paid)
        assert answer.status_code == 422
        assert "A payment is an amount above zero" in answer.text

    def test_a_phone_that_has_seen_it_all_is_told_nothing(self, app: Flask) -> None:
        owner, session = a_night(app)
        seen = {"after": str(session.version)}
        assert owner.client.get(f"/e/{session.row.id}", query_string=seen).status_code == 204
        again(owner)
        assert owner.client.get(f"/e/{session.row.id}", query_string=seen).status_code == 200

    def test_whoever_looks_on_writes_nothing(self, app: Flask) -> None:
        owner, session = a_night(app)
        reader = Phone(app, owner.match)
        reader.enter(codes(app, owner.match)[1], "Bo")
        page = reader.client.get(f"/e/{session.row.id}")
        assert "<form" not in page.text.partition('id="evening"')[2].partition("</main>")[0]
        for route in ("paid", "add", "strike", "statistics"):
            assert reader.client.post(f"/e/{session.row.id}/{route}").status_code == 403

    def test_it_is_listed_and_led_to(self, app: Flask) -> None:
        owner, session = a_night(app)
        listed = read(owner.client.get("/evenings"))
        assert "Anna, Bo, Cia · 3 matches Anna leads." in listed
        for page in ("/matches", f"/m/{owner.match}"):
            assert f'href="/e/{session.row.id}"' in owner.client.get(page).text
        assert 'href="/evenings"' in owner.client.get("/").text

    def test_one_tap_leaves_it_out_of_the_statistics(self, app: Flask) -> None:
        owner, session = a_night(app)
        assert "3 matches" in read(owner.client.get("/statistics"))
        owner.client.post(f"/e/{session.row.id}/statistics")
        assert "No match found." in read(owner.client.get("/statistics"))
        owner.client.post(f"/e/{session.row.id}/statistics")
        assert "3 matches" in read(owner.client.get("/statistics"))

    def test_a_deleted_match_is_gone_from_it(self, app: Flask) -> None:
        owner, session = a_night(app)
        stored(app).delete(session.listed[0].row.id)
        assert "1. Friday Cia wins." in read(owner.client.get(f"/e/{session.row.id}"))

    def test_it_goes_with_its_last_match(self, app: Flask) -> None:
        owner, session = a_night(app)
        for n, one in enumerate(session.listed, start=1):
            assert owner.client.post(f"/m/{one.row.id}/delete", data={"answers": "2"}).status_code == 303
            assert (stored(app).match(session.row.id) is None) == (n == 3)

    def test_an_invalid_evening_says_why(self, app: Flask) -> None:
        """There is a payment of somebody who is in none of the remaining matches."""
        owner, session = a_night(app)
        owner.client.post(f"/e/{session.row.id}/paid", data={"from": "Bo", "to": "Cia", "amount": "10"})
        for one in session.listed:
            stored(app).delete(one.row.id)
        page = read(owner.client.get(f"/e/{session.row.id}"))
        assert "Bo is not in this event." in page
        assert owner.client.get("/evenings").status_code == 200
        assert owner.client.get(f"/e/{session.row.id}/event.json").status_code == 200
        assert owner.client.get(f"/e/{session.row.id}/evening.pdf").status_code == 422

    def test_its_code_opens_no_match(self, app: Flask) -> None:
        _, session = a_night(app)
        assert Phone(app).client.get(f"/j/{session.row.write_code}").status_code == 404


RANKS = ["Anna", "Bo"]
DIFFERENCES: list[tuple[Json, str, Any, str]] = [
    ({}, "total", (2, 1), "Anna has won 2, not 1"),
    ({"score": "money"}, "total", (20, -5), "Anna has 20, not −5"),
    ({}, "places", ((1, 1), (1,)), "tied with Anna on matches won; Anna came in place 2 more often (1 to 0)"),
    ({}, "direct", (1, -1), "tied with Anna on matches won, places; Anna was ahead when they met"),
    (
        {"ties": ["strength"]},
        "strength",
        (4, 3),
        "tied with Anna on matches won; Anna met the stronger opponents (4 to 3)",
    ),
    ({"score": {"places": [4, 2]}}, "decide", None, "tied with Anna on points, places, results against each other; "),
    ({"lives": 1, "seats": [2], "players": RANKS}, "out", (3, 2), "Anna stayed in longer"),
]


@pytest.mark.parametrize(
    ("terms", "by", "values", "told"), DIFFERENCES, ids=lambda one: one if type(one) is str else ""
)
def test_what_separates_two_is_said(terms: Json, by: str, values: Any, told: str) -> None:
    players = {"players": terms["players"]} if "players" in terms else {}
    terms = {key: value for key, value in terms.items() if key != "players"}
    event = read_event({"format": "companion-event/1", **players, "terms": terms})
    assert isinstance(event, Event), event
    said = speak(why_behind(event, Behind(Player("Anna"), by, values), {}), language("en"))
    assert said.startswith(told)


@pytest.mark.parametrize(
    ("number", "text"),
    [("3", "3"), ("3/2", "1½"), ("1/2", "½"), ("13/3", "4⅓"), ("-3/2", "−1½"), ("17/7", "2 3/7"), ("-1/7", "−1/7")],
)
def test_numbers_are_exact(number: str, text: str) -> None:
    assert exact_text(Fraction(number)) == text


class TestRatings:
    """Strength: ranges that allow for luck, shown only if the rules of the event ask for them."""

    def page(self, app: Flask, rounds: int, **terms: Any) -> str:
        owner = Phone(app)
        played = {"kind": "played", "scores": {"Anna": 30, "Bo": 20, "Cia": 10}}
        file = {"format": "companion-event/1", "terms": terms, "entries": [played] * rounds}
        upload = (BytesIO(json.dumps(file).encode()), "event.json")
        return read(owner.client.get(owner.client.post("/import", data={"file": upload}).location))

    def test_a_number_only_where_no_band_overlaps(self, app: Flask) -> None:
        page = self.page(app, 60, rating=True)
        assert re.search(r"Anna \d+ – \d+ \d+ Bo", page), page
        assert "not told apart yet" in self.page(app, 2, rating=True)

    def test_predicted_results(self, app: Flask) -> None:
        assert "Foretold 3 of 3 pairs, a coin 1½." in self.page(app, 2, rating=True)

    def test_not_asked_for(self, app: Flask) -> None:
        assert "Ratings" not in self.page(app, 2)

    def test_the_form_asks(self, app: Flask) -> None:
        phone = Phone(app)
        made = phone.client.post("/evenings/new/league/any", data={"title": "Cup", "rating": "1"}).location
        file = phone.client.get(f"{made}/event.json").json
        assert file["terms"]["rating"] is True


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
        return write_event(store, session, EventSubmission(body, entry_id, seen))

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


def other_people(phone: Phone) -> None:
    """Continue the phone's match with Dag instead of Cia; the new part becomes the phone's match."""
    wish = {"leaves": "Cia", "comes": "Dag", "do": "write", "seen": phone.version, "entry_id": f"people-{phone.match}"}
    answer = phone.client.post(f"/m/{phone.match}/people", data=wish)
    assert answer.status_code == 303, text_of(answer.text)
    phone.match = answer.location.rpartition("/")[2]


def a_chain(app: Flask) -> tuple[Phone, EventSession]:
    """Return three finished matches, and a fourth in two parts."""
    owner, _ = a_night(app)
    again(owner)
    row = EntryRow(1, "before", now(), "", "", {"kind": "deal", "points": {"Anna": -5, "Bo": 2, "Cia": 3}})
    stored(app).append(owner.match, row)
    other_people(owner)
    finish(owner, {"Anna": -3, "Bo": 2, "Dag": 1})
    session = evening_of(owner)
    assert session
    return owner, session


class TestItsFile:
    def test_it_is_exported_and_taken_in_again(self, app: Flask, tmp_path: Path) -> None:
        owner, session = a_night(app)
        again(owner)
        file = owner.client.get(f"/e/{session.row.id}/event.json")
        data = json.loads(file.data)
        assert [entry["kind"] for entry in data["entries"]] == ["played", "played", "played", "note"]
        state = play(read_event(data))  # type: ignore[arg-type]
        assert not isinstance(state, Ruling)
        assert [rank.player for rank in event_text(state).ranks] == ["Anna", "Cia", "Bo"]
        other = Phone(app)
        answer = other.client.post("/import", data={"file": (tmp_file(tmp_path, file.data), "event.json")})
        assert answer.status_code == 303
        assert "1 Anna 0 1 2 Cia +10 1" in read(other.client.get(answer.location))
        assert len(stored(app).matches_of(other.id)) == 3

    def test_every_part_of_a_match_is_in_it(self, app: Flask, tmp_path: Path) -> None:
        """After import it has the same matches and standings, and its parts are linked."""
        owner, session = a_chain(app)
        file = owner.client.get(f"/e/{session.row.id}/event.json")
        data = json.loads(file.data)
        assert [entry["kind"] for entry in data["entries"]] == ["played"] * 5
        assert exactly(read_event(data)) == exactly(read_event(session.data))
        other = Phone(app)
        answer = other.client.post("/import", data={"file": (tmp_file(tmp_path, file.data), "event.json")})
        taken = open_event(stored(app), answer.location.rpartition("/")[2], other.id)
        assert taken
        assert event_file(taken.data) == data
        *_, first, last = (one.row for one in taken.listed)
        assert (last.follows, first.followed_by) == (first.id, last.id)

    @pytest.mark.parametrize(("out", "matches"), [([1], 1), ([], 2), ([1, 3], 1)])
    def test_a_match_that_was_moved_is_taken_in_once(self, app: Flask, out: list[int], matches: int) -> None:
        """Two existing matches with the same content stay two."""
        _, session = a_night(app)
        played = {"kind": "played", "match": event_file(session.data)["entries"][0]["match"]}  # type: ignore[index]
        struck = [{"kind": "correction", "entry": n, "with": None} for n in out]
        file = {"format": "companion-event/1", "entries": [played, *struck[:1], played, *struck[1:]]}
        other = Phone(app)
        other.client.post("/import", data={"file": (BytesIO(json.dumps(file).encode()), "event.json")})
        assert len(stored(app).matches_of(other.id)) == matches

    def test_an_evening_that_has_gone_on_since_is_not_taken_in_again(self, app: Flask) -> None:
        """The file was written during the fourth match or before; none of its matches is imported twice."""
        owner, session = a_night(app)
        address = f"/e/{session.row.id}"
        files = [owner.client.get(f"{address}/event.json").data]
        again(owner)
        files.append(owner.client.get(f"{address}/event.json").data)
        finish(owner, NIGHT[0])
        owner.client.post(f"{address}/strike", data={"entry": 2})
        for file in files:
            taken = owner.client.post("/import", data={"file": (BytesIO(file), "event.json")})
            assert taken.location == address
        assert len(stored(app).matches_of(owner.id)) == 4

    def test_a_copy_that_was_running_goes_on_with_it(self, app: Flask) -> None:
        """The evening takes the place of no second copy: the match has what the file has, or is further on."""
        owner, session = a_night(app)
        again(owner)
        store = stored(app)
        store.append(
            owner.match, EntryRow(1, "deal", now(), "", "", {"kind": "deal", "points": {"Anna": 7, "Bo": -7, "Cia": 0}})
        )
        other = Phone(app)
        file = owner.get("/match.json").data
        running = other.client.post("/import", data={"file": (BytesIO(file), "match.json")}).location.rpartition("/")[2]
        store.append(owner.match, EntryRow(2, "end", now(), "", "", {"kind": "end", "reason": "time"}))
        file = owner.client.get(f"/e/{session.row.id}/event.json").data
        taken = other.client.post("/import", data={"file": (BytesIO(file), "event.json")}).location.rpartition("/")[2]
        assert len(store.matches_of(other.id)) == 4
        assert running in {row.id for row in store.matches_in(taken)}
        assert store.count(running) == 2

    def test_a_part_alone_counts_for_nothing(self, app: Flask) -> None:
        """The new part may still be running; nobody has won or lost by the old part."""
        _, session = a_chain(app)
        data = event_file(session.data)
        part = {**data["entries"][3], "id": 1}  # type: ignore[index]
        assert exactly(read_event({**data, "entries": [part]})) == ([], [])

    def test_one_with_a_fault_is_refused_with_its_entry(self, app: Flask, tmp_path: Path) -> None:
        data = {"format": "companion-event/1", "entries": [{"kind": "paid", "from": "Anna", "to": "Bo", "amount": 3}]}
        file, known = tmp_file(tmp_path, json.dumps(data).encode()), stored(app).ids(of_events=True)
        answer = Phone(app).client.post("/import", data={"file": (file, "event.json")})
        assert answer.status_code == 422
        assert "Entry 1: " in text_of(answer.text)
        assert stored(app).ids(of_events=True) == known


def exactly(event: Any) -> tuple[Any, Any]:
    """Return the standings and payments of an event as text."""
    state = play(event)
    assert not isinstance(state, Ruling), state
    told = event_text(state)
    ranks = [(one.rank, one.player, one.total, one.money) for one in told.ranks]
    return ranks, [(one.payer, one.payee, one.amount) for one in told.payments]


def tmp_file(folder: Path, content: bytes) -> Any:
    (folder / "event.json").write_bytes(content)
    return (folder / "event.json").open("rb")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))

    def command(*arguments: object) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return int(end.value.code or 0), json.loads(told.out) if told.out else told.err

    return command


class TestItsPaper:
    """The evening as one PDF: standings with explanations, payments, and the sheet of each match."""

    def test_it_is_printed_read_back_and_taken_in(self, app: Flask, run: Any, tmp_path: Path) -> None:
        owner, session = a_night(app)
        file, paper = tmp_path / "event.json", tmp_path / "evening.pdf"
        file.write_bytes(owner.client.get(f"/e/{session.row.id}/event.json").data)
        assert run("sheet", file, "-o", paper)[0] == 0
        pages = [page.extract_text() for page in PdfReader(paper).pages]
        assert len(pages) == 4
        first = " ".join(pages[0].split())
        assert "tied with Anna on matches won; Anna came in place 2 more often (2 to 1)" in first
        assert "Bo pays Cia: 10 Bo is down 10 over 3 matches, Cia is up 10." in first
        assert "Anna: 1. Friday: −30; 2. Friday: +10; 3. Friday: +20 = 0" in first
        assert all("Friday" in page and "has won" in page for page in pages[1:])
        taken = run("import", paper)[1]
        (listed,) = run("matches", "--evenings", "--json")[1]
        assert (listed["id"], listed["players"], len(listed["matches"])) == (taken["id"], ["Anna", "Bo", "Cia"], 3)
        assert run("export", taken["id"])[1]["entries"] == json.loads(file.read_text())["entries"]

    def test_the_codes_of_its_matches_let_in(self, app: Flask, run: Any, tmp_path: Path) -> None:
        """Only their codes are printed, because an evening has no code itself."""
        owner, session = a_night(app)
        file = tmp_path / "event.json"
        file.write_bytes(owner.client.get(f"/e/{session.row.id}/event.json").data)
        taken = run("import", file)[1]
        assert set(taken) == {"id", "matches"}
        phone = Phone(new_app(tmp_path / "instance"))
        for one in taken["matches"]:
            phone.match = one["id"]
            phone.enter(one["write_code"])
        assert "1 Anna 0 1 2 Cia +10 1" in read(phone.client.get(f"/e/{taken['id']}"))
        assert run("import", file)[1] == {**taken, "known": True}

    def test_the_list_to_pin_up_is_one_page(self, app: Flask, run: Any, tmp_path: Path) -> None:
        owner, session = a_night(app)
        file, paper = tmp_path / "event.json", tmp_path / "list.pdf"
        file.write_bytes(owner.client.get(f"/e/{session.row.id}/event.json").data)
        assert run("sheet", file, "--kind", "standings", "-o", paper)[0] == 0
        (page,) = [page.extract_text() for page in PdfReader(paper).pages]
        assert "Who pays whom" not in page
        match = tmp_path / "match.json"
        match.write_bytes(owner.get("/match.json").data)
        assert run("sheet", match, "--kind", "standings", "-o", paper)[0] == 2

    def test_the_parts_of_a_match_have_one_number(self, app: Flask, run: Any, tmp_path: Path) -> None:
        """The page, its PDF, and the PDF of its file agree."""
        owner, session = a_chain(app)
        again(owner)
        finish(owner, {"Anna": 3, "Bo": -2, "Dag": -1})
        address = f"/e/{session.row.id}"
        page = read(owner.client.get(address))
        assert "3. Friday Bo wins." in page
        assert "4. Friday goes on in a new part" in page
        assert "4. Friday Anna wins." in page
        assert "5. Friday Bo wins." in page
        assert "· 5 matches" in read(owner.client.get("/evenings"))
        file, paper = tmp_path / "event.json", tmp_path / "evening.pdf"
        file.write_bytes(owner.client.get(f"{address}/event.json").data)
        run("sheet", file, "-o", paper)
        both = PdfReader(paper), PdfReader(BytesIO(owner.client.get(f"{address}/evening.pdf").data))
        of_file, of_page = ([page.extract_text() for page in printed.pages] for printed in both)
        assert of_file == of_page
        assert len(of_file) == 7
        first = " ".join(of_file[0].split())
        assert "5. Friday" in first
        assert "6. Friday" not in first
        assert "goes on in a new part" in first

    def test_a_match_has_one_time_everywhere(self, app: Flask, tmp_path: Path) -> None:
        """That of its first entry: on the page, on paper with the zone, and where the file is taken in."""
        owner = new_table(app, title="A long name of a match that fills its column", **OPEN)
        finish(owner, NIGHT[0])
        store, first = stored(app), owner.match
        with store.writing():
            store.update("match", first, {"created_at": now(-90)})
        entry = store.entries(first)[0].at
        again(owner)
        session = evening_of(owner)
        assert session
        shown = re.compile(r'<time datetime="([^"]+)"')
        listed = owner.client.get(f"/e/{session.row.id}").text.partition("Matches</h2>")[2]
        page_time = datetime.fromisoformat(shown.findall(listed)[0])
        assert page_time == datetime.fromisoformat(entry)
        file = owner.client.get(f"/e/{session.row.id}/event.json").data
        other = Phone(app)
        taken = other.client.post("/import", data={"file": (BytesIO(file), "event.json")}).location
        assert shown.findall(other.client.get(taken).text.partition("Matches</h2>")[2])[0] == page_time.isoformat()
        paper = PdfReader(BytesIO(owner.client.get(f"/e/{session.row.id}/evening.pdf").data)).pages[0]
        local = page_time.astimezone()
        where: list[tuple[str, float]] = []
        paper.extract_text(visitor_text=lambda text, cm, tm, _font, _size: where.append((text, tm[4] * cm[0] + cm[4])))
        assert f"Time (UTC{local:%z}"[:12] in " ".join(text for text, _ in where)
        (at,) = {x for text, x in where if text.strip() == f"{local:%H:%M}"}
        assert at < float(paper.mediabox.width) - 50, "as far from the edge as the rest"

    def test_the_page_offers_it(self, app: Flask) -> None:
        owner, session = a_night(app)
        answer = owner.client.get(f"/e/{session.row.id}/evening.pdf")
        assert answer.status_code == 200
        assert answer.data.startswith(b"%PDF-")


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
