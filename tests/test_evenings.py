"""Matches of the same people in one night make an evening by themselves, whose page settles it."""

import json
from io import BytesIO

import pytest
from flask import Flask
from support.evenings import (
    NIGHT,
    OPEN,
    a_night,
    again,
    another,
    evening_of,
    exactly,
    finish,
    now,
    other_people,
)
from support.phones import Phone, codes, new_table, read, stored, text_of

from companion.parsing.event_file import read_event
from companion.repository import event_file
from companion.store import EntryRow
from companion.stored_events import open_event


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
            moved = next(one for one in evening_of(owner).listed if one.entry == entry).row.id
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

    @pytest.mark.parametrize("entry_id", ["p1", "p" * 80, ":p1"])
    def test_a_payment_that_is_sent_twice_is_written_once(self, app: Flask, entry_id: str) -> None:
        owner, session = a_night(app)
        sent = {"from": "Bo", "to": "Cia", "amount": 10, "entry_id": entry_id}
        for _ in range(2):
            assert owner.client.post(f"/e/{session.row.id}/paid", data=sent).status_code == 303
        assert len(stored(app).entries(session.row.id)) == len(session.rows) + 1

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
