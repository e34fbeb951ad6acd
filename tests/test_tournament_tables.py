"""The tables of a round: seating, matches, people who did not come, calls, rounds that are taken back."""

import re
from pathlib import Path
from typing import Any

from flask import Flask
from support.director import NAMES, Director, ahead, imported, won_by
from support.phones import Phone, codes, read, stored, text_of
from support.strict import faults

from companion.store import EntryRow
from companion.stored_events.tables import calls, tables_of
from companion.stored_events.writing import write_event


class TestTables:
    """A table of a round is a match with its phones, its code and its end."""

    def test_a_finished_match_is_the_result(self, toys: Director) -> None:
        toys.start()
        one, *_ = toys.session.listed
        players = one.row.head["players"]
        won_by(toys, one.row.id, {players[0]: -5, players[1]: 7})
        assert toys.look().status_code == 200
        assert toys.state.open
        result = toys.state.open.tables[0].result
        assert result
        assert result.places == {players[0]: 1, players[1]: 2}
        assert [row.body["kind"] for row in toys.session.rows] == ["round", "result"]

    def test_a_phone_sees_its_seat_first_and_comes_along(self, toys: Director) -> None:
        toys.start()
        guest = Phone(toys.client.application)
        listed = toys.session.listed[1]
        name = listed.row.head["players"][0]
        guest.enter(codes(toys.client.application, listed.row.id)[0], name)
        page = read(guest.client.get(f"/e/{toys.event}/rounds"))
        assert f"{name}: table 2, seat 1" in page
        for n, table in enumerate(toys.state.rounds[0].tables, start=1):
            toys.types(n, {player: place for place, player in enumerate(table.seats)})
        toys.close()
        toys.start()
        page = guest.client.get(f"/e/{toys.event}/rounds").text
        match = re.search(r'class="button save" href="(/m/\w+)"', page)
        assert match
        assert guest.client.get(match[1]).status_code == 200

    def test_a_call_from_the_seat(self, toys: Director) -> None:
        toys.start()
        guest = Phone(toys.client.application)
        listed = toys.session.listed[0]
        guest.enter(codes(toys.client.application, listed.row.id)[0], listed.row.head["players"][1])
        for _ in range(2):
            assert guest.client.post(f"/e/{toys.event}/call").status_code == 303
        for path in ("/director", "/rounds/1/1", "/rounds/1/2/absent"):
            assert "Calls for the director: Table 1" in read(toys.look(path)), "wherever the director is"
        page = toys.look().text
        assert "Calls for the director" in page
        assert "just now" in page
        entry = re.search(r'name="entry" value="(\d+)"', page)
        assert entry
        assert page.count("Answered") == 1, "one call a table"
        assert (
            guest.client.post(f"/e/{toys.event}/act", data={"kind": "correction", "entry": entry[1]}).status_code == 403
        )
        assert toys.send(kind="correction", entry=entry[1]).status_code == 303
        assert "Calls for the director" not in toys.look().text

    def test_strangers_see_nothing_and_players_direct_nothing(self, toys: Director) -> None:
        toys.start()
        stranger = Phone(toys.client.application)
        assert stranger.client.get(f"/e/{toys.event}/rounds").status_code == 404
        guest = Phone(toys.client.application)
        guest.enter(codes(toys.client.application, toys.session.listed[0].row.id)[0], "")
        for path in ("/next", "/director", "/rounds/1/1", "/seats.pdf"):
            assert guest.client.get(f"/e/{toys.event}{path}").status_code == 403, path
        assert guest.client.post(f"/e/{toys.event}/act", data={"kind": "close", "round": 1}).status_code == 403
        assert guest.client.post(f"/e/{toys.event}/paid", data={"amount": 1}).status_code == 403


class TestOthersAtATable:
    def test_a_player_confirms_the_own_table_alone(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", confirm="1")
        director.start()
        listed = director.session.listed[0]
        guest = Phone(app)
        guest.enter(codes(app, listed.row.id)[0], listed.row.head["players"][0])
        for n, table in enumerate(director.state.rounds[0].tables, start=1):
            director.types(n, ahead(list(table.seats)))
        assert "Confirm" in guest.client.get(f"/e/{director.event}/rounds").text
        for table, status in ((1, 303), (2, 403)):
            sent = {"kind": "confirm", "round": 1, "table": table}
            assert guest.client.post(f"/e/{director.event}/act", data=sent).status_code == status
        assert [table.is_confirmed for table in director.state.rounds[0].tables] == [True, False]

    def test_the_board_on_a_television(self, app: Flask, director: Director) -> None:
        television = Phone(app)
        code = re.search(r'class="[^"]*code[^"]*"[^>]*>\s*([\w-]+)', television.client.get("/tv").text)
        assert code
        assert director.send("/tv", code="XXXX").status_code == 404
        assert director.send("/tv", code=code[1]).status_code == 303
        answer = television.client.get("/tv/live")
        assert answer.headers["HX-Redirect"].endswith(f"/e/{director.event}/board")
        assert television.client.get(f"/e/{director.event}/board").status_code == 200
        assert television.client.get(f"/e/{director.event}/director").status_code == 403

    def test_a_league_counts_points_for_places(self, app: Flask) -> None:
        league = Director(app, "league", "any", score="places", places="4 2 1")
        answer = league.client.post("/new/toy", data={"players[]": ["Anna", "Bo", "Cia"], "dealer": "0"})
        match = answer.location.rpartition("/")[2]
        won_by(league, match, {"Anna": -9, "Bo": 0, "Cia": 5})
        assert league.client.post(f"/e/{league.event}/add", data={"match_id": match}).status_code == 303
        assert league.ranks == [(1, "Anna", "4"), (2, "Bo", "2"), (3, "Cia", "1")]
        assert "Spring cup" in read(league.client.get(f"/e/{league.event}"))


class TestCalls:
    def test_a_call_is_known_by_its_key_and_not_by_its_words(self, toys: Director) -> None:
        """The key is in the file and is read back; a note of the same table without the key is no call."""
        toys.start()
        guest = Phone(toys.client.application)
        listed = toys.session.listed[0]
        guest.enter(codes(toys.client.application, listed.row.id)[0], listed.row.head["players"][1])
        guest.client.post(f"/e/{toys.event}/call")
        file = toys.look("/event.json").json
        (note,) = [one for one in file["entries"] if one["kind"] == "note"]
        assert note["call"] is True
        plain_note = {"kind": "note", "round": 1, "table": 2, "text": "Bo ist da"}
        file["entries"] += [{**note, "id": note["id"] + 1, "table": 2, "text": "À l’aide"}, plain_note]
        taken = imported(toys, file)
        assert [(one.table, one.player) for one in calls(taken.session)] == [(1, note["player"]), (2, note["player"])]

    def test_one_of_an_older_version_stands(self, toys: Director) -> None:
        toys.start()
        old = {"kind": "note", "text": "The director is called to this table.", "round": 1, "table": 2}
        write_event(stored(toys.client.application), toys.session, old, "old")
        assert [one.table for one in calls(toys.session)] == [2]


class TestImportedOpenRound:
    def test_its_matches_are_made_anew(self, app: Flask) -> None:
        """The table with a result keeps it; the others get one match each."""
        toys = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        toys.start()
        won_by(toys, toys.session.listed[0].row.id, dict.fromkeys(toys.session.listed[0].row.head["players"], 3))
        toys.look()
        taken = imported(toys, {**toys.look("/event.json").json, "title": "Taken in"})
        page = read(taken.look())
        assert "These tables have no match here: 2." in page
        for _ in range(2):
            assert taken.send("/matches", entry_id="anew").status_code == 303
        assert "no match here" not in read(taken.look())
        first, second = tables_of(taken.session, 1)
        assert first.table.result and second.match
        won_by(taken, second.match.row.id, {name: n for n, name in enumerate(second.match.row.head["players"])})
        taken.look()
        assert taken.close().status_code == 303

    def test_typed_results_do_as_well(self, director: Director) -> None:
        tables = director.start()
        taken = imported(director, {**director.look("/event.json").json, "title": "Taken in"})
        for n, table in enumerate(tables, start=1):
            assert taken.types(n, ahead(table)).status_code == 303
        assert taken.close().status_code == 303


class TestSeatingByHand:
    """A round starts as the page has told of it."""

    def changed(self, director: Director, **fields: object) -> Any:
        """Anna meets Bo again, whatever was proposed."""
        page = director.look("/next").text
        shown = re.search(r'name="shown" value="([^"]*)"', page)
        assert shown
        sent = {"players__": NAMES[:4], "at__": ["1", "1", "2", "2"], "shown": shown[1], "entry_id": "e", **fields}
        return director.send("/next", **sent)

    def test_who_meets_again_is_told_before_it_starts(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        director.send("/next", players__=NAMES[:4], at__=["1", "1", "2", "2"], entry_id="first")
        for table in (1, 2):
            director.types(table, {name: n for n, name in enumerate(NAMES)})
        director.close()
        answer = self.changed(director)
        assert answer.status_code == 200
        assert list(faults(answer.text)) == []
        told = text_of(answer.text)
        assert "Anna and Bo met in round 1." in told and "Start it anyway" in told
        assert "Nobody meets again" not in told
        assert director.state.open is None
        shown = re.search(r'name="shown" value="([^"]*)"', answer.text)
        assert shown and shown[1] == "Anna,Bo|Cia,Dag"
        assert self.changed(director, shown=shown[1]).status_code == 303
        assert director.state.open

    def test_what_meets_nobody_again_starts_at_once(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        assert self.changed(director, shown="Anna,Cia|Bo,Dag").status_code == 303


class TestTakenBack:
    """A round in which nothing was played is seated anew, and the phones come along."""

    def test_its_matches_go_and_its_phones_are_led_back(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3", bye="1")
        (table, _) = director.start()
        old = director.session.listed[0].row.id
        player = Phone(app, old)
        player.enter(codes(app, old)[0], table[0])
        poll = re.search(r'hx-get="([^"]*after=[^"]*)"', player.get().text)
        assert (
            director.send(
                "/rounds/1/2/absent", player=director.state.open.tables[1].seats[0], act="absent", entry_id="x"
            ).status_code
            == 303
        )
        assert "Take this round back" in read(director.look())
        for _ in range(2):
            assert director.send("/back", entry_id="back").status_code == 303
        assert director.state.rounds == ()
        assert stored(app).match(old) is None
        answer = player.get()
        assert (answer.status_code, answer.location) == (303, f"/e/{director.event}/rounds?undone=1")
        assert "has taken this round back" in read(player.client.get(answer.location))
        assert poll
        assert player.client.get(poll[1].replace("&amp;", "&")).headers["HX-Redirect"] == answer.location
        director.start()
        page = read(player.client.get(f"/e/{director.event}/rounds"))
        assert f"{table[0]}: table" in page and "To my table" in page
        for one in tables_of(director.session, 1):
            assert one.match and not one.table.result, "of the new round, not of the one taken back"

    def test_not_once_something_is_played(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        director.start()
        match = director.session.listed[0].row.id
        deal = {"kind": "deal", "points": dict.fromkeys(director.session.listed[0].row.head["players"], 1)}
        stored(app).append(match, EntryRow(1, "d", "2026-01-01T20:00:00Z", "", "", deal))
        assert "Take this round back" not in read(director.look())
        assert director.send("/back", entry_id="back").status_code == 422
        assert len(director.session.listed) == 2


class TestDidNotCome:
    """Somebody who does not come is taken out after the round has begun, in two taps."""

    def absent(self, director: Director, name: str, act: str = "absent", entry_id: str = "") -> Any:
        return director.send("/rounds/1/1/absent", player=name, act=act, entry_id=entry_id or name + act)

    def test_three_play_on(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="4", score="places", places="4 2 1 0")
        (table,) = director.start()
        old = director.session.listed[0].row.id
        phone = Phone(app)
        phone.enter(codes(app, old)[0], table[0])
        page = read(director.look("/rounds/1/1/absent"))
        assert f"then {table[0]}, {table[1]} and {table[2]} play" in page
        for _ in range(2):
            assert self.absent(director, table[3]).status_code == 303
        assert f"Not here: {table[3]}" in read(director.look())
        (one,) = tables_of(director.session, 1)
        assert re.search(r'name="away\[3\]" value="1" checked', director.look("/rounds/1/1").text), "nor on paper"
        assert one.match and one.match.row.head["players"] == table[:3]
        assert stored(app).match(old) is None
        assert one.match.row.id in {row.id for row in stored(app).matches_of(phone.id)}, "its phones come along"
        won_by(director, one.match.row.id, dict(zip(table[:3], (1, 2, 3), strict=True)))
        director.look()
        assert director.close().status_code == 303
        assert {player: total for _, player, total in director.ranks} == dict(
            zip(table, ("4", "2", "1", "0"), strict=True)
        )

    def test_phones_of_the_old_match_are_led_to_the_new_one_and_told_why(self, app: Flask) -> None:
        """Also that of whoever did not come, a television, and a phone that the old address reaches much later."""
        director = Director(app, "series", "toy", NAMES[:4], seats="4")
        (table,) = director.start()
        old = director.session.listed[0].row.id
        anna, away, reader = (Phone(app, old) for _ in range(3))
        for phone, which, name in ((anna, 0, table[0]), (away, 0, table[3]), (reader, 1, "")):
            phone.enter(codes(app, old)[which], name)
        polls = {path: re.search(r'hx-get="([^"]*after=[^"]*)"', anna.get(path).text) for path in ("", "/board")}
        self.absent(director, table[3])
        self.absent(director, table[3], "came")
        self.absent(director, table[3], entry_id="again")
        (one,) = tables_of(director.session, 1)
        assert one.match
        new = one.match.row.id
        for phone, may_write in ((anna, True), (away, False), (reader, False)):
            answer = phone.get()
            assert (answer.status_code, answer.location) == (303, f"/m/{new}?undone=1")
            told = read(phone.client.get(answer.location))
            assert "The director has made a new match for this table" in told
            assert "change of people" not in told
            guest = stored(app).guest(new, phone.id)
            assert guest and guest.may_write == may_write
        for path, asked in polls.items():
            assert asked
            back = anna.client.get(asked[1].replace("&amp;", "&")).headers["HX-Redirect"]
            assert back.partition("?")[0] == f"/m/{new}{path}"
        assert Phone(app, old).get().status_code == 404, "a stranger learns nothing"
        assert anna.client.get(f"/e/{director.event}/rounds").status_code == 200
        assert anna.post("/entries", kind="note", text="x", seen="0.0").status_code == 404

    def test_whoever_comes_after_all_is_known_again(self, app: Flask) -> None:
        """The phone of the one who did not come only watches the others' match, and sits at the next as that player."""
        director = Director(app, "series", "toy", NAMES[:4], seats="4")
        (table,) = director.start()
        away = Phone(app, director.session.listed[0].row.id)
        away.enter(codes(app, away.match)[0], table[3])
        self.absent(director, table[3])
        assert "has noted that you did not come" in read(away.client.get(f"/e/{director.event}/rounds"))
        self.absent(director, table[3], "came")
        (one,) = tables_of(director.session, 1)
        assert one.match
        guest = stored(app).guest(one.match.row.id, away.id)
        assert guest and (guest.player, guest.may_write) == (table[3], True)

    def test_whoever_is_left_alone_needs_no_match(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:2], seats="2", bye="1")
        ((one, other),) = director.start()
        assert f"then {one} has no opponent, and gets: 1 point" in read(director.look("/rounds/1/1/absent"))
        assert self.absent(director, other).status_code == 303
        assert director.state.rounds[0].tables[0].result
        assert self.absent(director, other, "came").status_code == 303
        assert director.state.rounds[0].tables[0].result is None
        assert tables_of(director.session, 1)[0].match
        assert self.absent(director, other, entry_id="again").status_code == 303
        assert director.close().status_code == 303
        assert [(player, total) for _, player, total in director.ranks] == [(one, "1"), (other, "0")]

    def test_a_table_that_has_begun_is_left_alone(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="4")
        (table,) = director.start()
        won_by(director, director.session.listed[0].row.id, dict.fromkeys(table, 1))
        assert "has already begun" in read(director.look("/rounds/1/1/absent"))
        assert self.absent(director, table[3]).status_code == 422


def test_an_unsent_call_promises_nothing(toys: Director) -> None:
    """A call has no text that could be kept: offline the phone says that nothing was sent."""
    toys.start()
    match = toys.session.listed[0].row
    phone = Phone(toys.client.application, match.id)
    phone.enter(codes(toys.client.application, match.id)[0], match.head["players"][0])
    page = phone.client.get(f"/e/{toys.event}/rounds").text
    form = next(one for one in re.findall(r"<form[^>]*>", page) if one.find("/call") > 0)
    assert "Nothing was sent: tap again" in form and "kept" not in form
    assert "form.dataset.away" in (Path(__file__).parent.parent / "static" / "app.js").read_text(encoding="utf-8")
