"""A tournament through its pages: made, seated, played, closed, corrected; event.md 7, 10 and 12."""

import json
import re
from copy import copy
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfReader
from support.director import NAMES, Director
from support.phones import Phone, codes, read, stored, text_of
from support.strict import faults

from companion.cli import main
from companion.evening import EventSubmission, write_event
from companion.rounds import calls, tables_of
from companion.store import EntryRow, tag


def ahead(table: list[str]) -> dict[str, int]:
    """Return the scores with which the better seeded of two wins: in the toy the lower points."""
    best = min(table, key=NAMES.index)
    return {name: 5 if name == best else 20 for name in table}


def won_by(director: Director, match: str, points: dict[str, int]) -> None:
    """Return a match of the toy that the table has ended, written by a phone."""
    store = stored(director.client.application)
    bodies = ({"kind": "deal", "points": points}, {"kind": "end", "reason": "time"})
    for number, body in enumerate(bodies, start=store.count(match) + 1):
        store.append(match, EntryRow(number, f"{match}-{number}", "2026-01-01T20:00:00Z", "", "", body))


@pytest.fixture
def director(app: Flask) -> Director:
    return Director(app, seating="swiss", seats="2")


@pytest.fixture
def toys(app: Flask) -> Director:
    return Director(app, "series", "toy", seats="2", seating="meet", rounds="3")


class TestMade:
    def test_presets_fill_in_terms(self, app: Flask) -> None:
        terms = Director(app, rounds="5", seating="swiss", seats="2", bye="1").state.event.terms
        assert (terms.rounds, terms.seating, terms.seats, terms.bye) == (5, "swiss", (2,), 1)

    @pytest.mark.parametrize("preset", ["evening", "league", "series", "swiss", "knockout"])
    def test_every_form_is_drawn(self, app: Flask, preset: str) -> None:
        phone = Phone(app)
        assert preset in phone.client.get("/evenings/new").text
        for path in ("", "/any", "/toy"):
            answer = phone.client.get(f"/evenings/new/{preset}{path}", follow_redirects=True)
            assert answer.status_code == 200
            assert list(faults(answer.text)) == []

    def test_an_open_league_takes_matches(self, app: Flask) -> None:
        league = Director(app, "league", "any", score="places", places="4 2 1")
        assert "Spring cup" in read(league.client.get("/evenings"))
        assert "Spring cup" in read(league.client.get(f"/e/{league.event}"))

    @pytest.mark.parametrize(
        "fields",
        [
            {"players": "Anna\nAnna"},
            {"rounds": "many"},
            {"seats": "9"},
            {"least": "-1"},
            {"options[target_number]": "x"},
        ],
    )
    def test_invalid_values_are_reported_and_kept(self, app: Flask, fields: dict[str, str]) -> None:
        form = {"title": "Cup", "players": "Anna\nBo", "options[target]": "#", **fields}
        answer = Phone(app).client.post("/evenings/new/swiss/toy", data=form)
        assert answer.status_code == 422
        assert 'class="wrong"' in answer.text
        assert form["players"] in answer.text


class TestASmallSwiss:
    def test_eight_players_a_withdrawal_and_a_correction(self, app: Flask) -> None:
        """Three rounds from paper: nobody meets twice, Hal leaves, and a correction changes standings but no tables."""
        director = Director(app, rounds="3", seating="swiss", seats="2", bye="1", **{"ties[]": "strength"})
        seen: set[frozenset[str]] = set()
        for number in (1, 2, 3):
            tables = director.start()
            assert len(tables) == (4 if number < 3 else 3)
            assert not seen & {frozenset(table) for table in tables}
            seen |= {frozenset(table) for table in tables}
            for n, table in enumerate(tables, start=1):
                assert director.types(n, ahead(table)).status_code == 303
            assert director.close().status_code == 303
            if number == 2:
                before = director.ranks
                table = next(n for n, one in enumerate(director.state.rounds[0].tables, 1) if "Anna" in one.seats)
                other = next(name for name in director.state.rounds[0].tables[table - 1].seats if name != "Anna")
                assert director.types(table, {"Anna": 30, other: 1}, 1, reason="misread").status_code == 303
                assert director.ranks != before
                assert director.send(kind="withdraw", player="Hal", reason="home").status_code == 303
        assert director.state.is_finished
        assert len(director.ranks) == 8
        page = read(director.look())
        assert "wins." in page or "win." in page
        assert "met the stronger opponents" in page or "has won" in page

    def test_a_round_is_closed_and_the_next_started_in_three_taps(self, director: Director) -> None:
        for n, table in enumerate(director.start(), start=1):
            director.types(n, ahead(table))
        closed = director.close()
        assert closed.location.endswith("/next"), "the proposal is the next page"
        assert "Start round 2" in read(director.look("/next"))
        assert len(director.start()) == 4

    @pytest.mark.parametrize("path", ["/rounds", "/director", "/board", "/next", "/rounds/1/1"])
    def test_pages(self, director: Director, path: str) -> None:
        director.start()
        answer = director.client.get(f"/e/{director.event}{path}", follow_redirects=True)
        assert answer.status_code == 200
        assert list(faults(answer.text)) == []


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


class TestDirector:
    """event.md 10: a refusal has a reason with its clause."""

    def test_ev_r01_a_table_has_not_reported(self, director: Director) -> None:
        director.start()
        answer = director.close()
        assert answer.status_code == 422
        assert "There is no result yet for these tables: 1, 2, 3" in re.sub(r"\s+", " ", answer.text)
        assert 'class="clause"' in answer.text

    def test_ev_r02_confirmed_then_corrected(self, app: Flask) -> None:
        director = Director(app, names=NAMES[:2], seating="swiss", seats="2", confirm="1")
        (table,) = director.start()
        director.types(1, ahead(table))
        assert director.close().status_code == 422
        assert director.send(kind="confirm", round=1, table=1).status_code == 303
        director.types(1, {table[0]: 3, table[1]: 9})
        assert director.close().status_code == 422
        director.send(kind="confirm", round=1, table=1)
        assert director.close().status_code == 303

    def test_nobody_confirms_where_nobody_played(self, app: Flask) -> None:
        """A no-show stops no tournament: the table that played agrees, the other has nothing to agree to."""
        director = Director(app, "series", "toy", NAMES[:4], seats="2", bye="1", confirm="1")
        tables = director.start()
        director.types(1, ahead(tables[0]))
        sent = {"player": tables[1][1], "act": "absent", "entry_id": "gone"}
        assert director.send("/rounds/1/2/absent", **sent).status_code == 303
        refused = director.close()
        assert "These tables have not confirmed their result: 1." in text_of(refused.text)
        assert director.send(kind="confirm", round=1, table=1).status_code == 303
        assert director.close().status_code == 303

    def test_ev_r05_a_late_comer(self, director: Director) -> None:
        for n, table in enumerate(director.start(), start=1):
            director.types(n, ahead(table))
        director.close()
        assert director.send(kind="join", player="Ida", back="desk").status_code == 303
        assert "Ida plays too from here on" in read(director.look("/director"))
        assert any("Ida" in table for table in director.start()) or "Ida" in director.state.rounds[-1].bye

    def test_ev_r06_nobody_comes_late_to_a_knockout(self, app: Flask) -> None:
        director = Director(app, "knockout", names=NAMES[:4], lives="1", seats="2", seating="fold")
        for n, table in enumerate(director.start(), start=1):
            director.types(n, ahead(table))
        director.close()
        assert director.send(kind="join", player="Ida", back="desk").status_code == 422
        (table,) = director.start()
        director.types(1, ahead(table))
        director.close()
        assert director.state.is_finished
        assert "Anna wins." in read(director.look())
        assert "Anna wins." in read(director.client.get("/evenings"))

    def test_ev_r07_a_stand_in_sits_in_the_match(self, app: Flask) -> None:
        director = Director(app, "series", "toy", names=NAMES[:2], seats="2")
        director.send(kind="replace", player="Anna", stand_in="Ida", back="desk")
        director.start()
        assert "Ida" in director.session.listed[0].row.head["players"]

    def test_ev_r09_somebody_does_not_come(self, app: Flask) -> None:
        director = Director(app, "series", "any", names=NAMES[:4], seats="4", score="places", places="4 2 1 0")
        (table,) = director.start()
        gone = table[3]
        points = {name: 30 - 10 * n for n, name in enumerate(table[:3])}
        assert director.types(1, points, **{"away[3]": "1"}).status_code == 303
        director.close()
        assert [(player, total) for _, player, total in director.ranks if player != gone] == list(
            zip(table[:3], ("4", "2", "1"), strict=True)
        )

    def test_ev_r10_a_knockout_ends_level(self, app: Flask) -> None:
        director = Director(app, "knockout", "toy", NAMES[:2], lives="1", seats="2", seating="fold")
        director.start()
        match = director.session.listed[0]
        won_by(director, match.row.id, {"Anna": 3, "Bo": 3})
        assert "A knockout cannot end tied: play on until somebody leads." in read(director.look())
        assert director.close().status_code == 422
        page = director.client.get(f"/m/{match.row.id}").text
        assert "To the tournament" in page
        assert "Play again" not in page

    def test_ev_r14_a_penalty_and_taking_it_back(self, director: Director) -> None:
        answer = director.send(kind="penalty", player="Bo", points="−2", reason="late", back="desk")
        assert answer.status_code == 303
        page = director.look("/director").text
        assert "enalty for Bo: −2 (late)" in page
        entry = re.search(r'name="entry" value="(\d+)"', page)
        assert entry
        assert director.send(kind="correction", entry=entry[1], back="desk").status_code == 303
        assert "enalty for Bo" not in director.look("/director").text

    @pytest.mark.parametrize("points", ["2", "+2", "-2"])
    def test_a_penalty_is_against_the_player_whatever_its_sign(self, director: Director, points: str) -> None:
        """Penalty +1 made the offender first."""
        assert director.send(kind="penalty", player="Bo", points=points, reason="late").status_code == 303
        assert [one.points for one in director.state.penalties] == [-2]

    def test_a_penalty_is_told_where_the_places_are(self, app: Flask) -> None:
        director = Director(app, names=NAMES[:4], seating="swiss", seats="2", **{"ties[]": "strength"})
        for _ in range(2):
            for n, table in enumerate(director.start(), start=1):
                director.types(n, ahead(table))
            director.close()
        director.send(kind="penalty", player="Anna", points="1", reason="late", back="desk")
        for path in ("/rounds", "/board"):
            page = read(director.look(path))
            assert "won 2, penalty −1" in page
            assert "has won 2, not 1" not in page

    def test_a_correction_stands_on_the_page_of_the_round(self, director: Director) -> None:
        tables = director.start()
        for n, table in enumerate(tables, start=1):
            director.types(n, ahead(table))
        director.types(1, dict.fromkeys(tables[0], 7), reason="misread")
        told = "(misread); before: "
        assert told in read(director.look())
        director.close()
        assert told in read(director.look())

    def test_money_is_told_only_where_it_is_played_for(self, app: Flask) -> None:
        """Matches of a game with stakes give money; a tournament that counts wins tells nobody to pay."""
        director = Director(app, "series", "any", NAMES[:2], seats="2")
        director.start()
        typed = {"typed[scores][0]": "1", "typed[scores][1]": "2", "typed[money][0]": "-5", "typed[money][1]": "5"}
        director.send("/rounds/1/1", **typed)
        director.close()
        assert "Who pays whom" not in read(director.look())
        text = PdfReader(BytesIO(director.look("/evening.pdf").data)).pages[0].extract_text()
        assert "Money" not in text and "pays" not in text

    def test_ev_r16_absent_players_are_not_seated(self, director: Director) -> None:
        tables = director.start(**{"away[]": ["Bo", "Cia"]})
        assert len(tables) == 3
        assert not {"Bo", "Cia"} & {name for table in tables for name in table}

    def test_the_director_changes_the_tables(self, director: Director) -> None:
        answer = director.send("/next", players__=NAMES[:4], at__=["1", "2", "1", "2"], entry_id="e")
        assert answer.status_code == 303
        again = director.send("/next", players__=NAMES[:4], at__=["1", "2", "1", "2"], entry_id="e")
        assert again.status_code == 303, "sent twice, opened once"
        assert director.state.open
        assert [table.seats for table in director.state.open.tables] == [("Anna", "Cia"), ("Bo", "Dag")]
        assert len(director.session.listed) == 2

    def test_a_table_of_one_is_refused_and_makes_no_match(self, director: Director) -> None:
        answer = director.send("/next", players__=NAMES[:3], at__=["1", "2", "1"], entry_id="e")
        assert answer.status_code == 422
        assert "A table of 1 cannot play (Bo)" in text_of(answer.text)
        assert re.findall(r'value="(\w+)" selected', answer.text) == ["1", "1", "2"], "what was chosen is kept"
        assert director.session.listed == ()


class TestStandings:
    """Everybody who takes part stands there, on the page, the board and the paper, from the first round on."""

    @pytest.mark.parametrize("path", ["/rounds", "/board", "/evening.pdf"])
    def test_also_who_has_not_played_yet(self, app: Flask, path: str) -> None:
        names = [*NAMES[:5], "Kim"]
        director = Director(app, "series", "any", names, seats="2", bye="1")
        director.send("/next", players__=names, at__=["1", "1", "2", "2", "bye", "away"], entry_id="e")
        assert "Standings" not in read(director.look()), "nothing counts yet"
        director.types(1, {"Anna": 5, "Bo": 3})
        director.send("/rounds/1/2/absent", player="Dag", act="absent", entry_id="d")
        director.types(2, {}, 1, **{"away[1]": "1"})
        assert director.close().status_code == 303
        answer = director.look(path)
        text = PdfReader(BytesIO(answer.data)).pages[0].extract_text() if path.endswith("pdf") else read(answer)
        table = re.sub(r"\s+", " ", text.partition("Standings")[2] or text)
        for name in names:
            assert name in table, path
        assert [(rank, name, total) for rank, name, total in director.ranks] == [
            (1, "Anna", "1"),
            (1, "Cia", "1"),
            (1, "Eva", "1"),
            (4, "Bo", "0"),
            (None, "Dag", "0"),
            (None, "Kim", "0"),
        ]


class TestOnPaper:
    """The places can be checked from paper: each result, typed or played, and what the director has written."""

    def test_round_by_round(self, app: Flask) -> None:
        names = [*NAMES[:5], "Kim"]
        director = Director(app, "series", "toy", names, seats="2", bye="1")
        director.send("/next", players__=names, at__=["1", "1", "2", "2", "bye", "away"], entry_id="e")
        row = director.session.listed[0].row
        won_by(director, row.id, {"Anna": 5, "Bo": 3})
        director.look()
        director.types(2, {"Cia": 31, "Dag": 44})
        director.close()
        director.types(2, {"Cia": 51, "Dag": 44}, 1, reason="misread")
        director.send(kind="penalty", player="Bo", points="-1", reason="late", back="desk")
        director.send(kind="withdraw", player="Cia", reason="ill", back="desk")
        pages = PdfReader(BytesIO(director.look("/evening.pdf").data)).pages
        text = re.sub(r"\s+", " ", "".join(page.extract_text() for page in pages[:2]))
        for part in (
            "1. Bo 13, 2. Anna 15",
            "1. Dag 44, 2. Cia 51",
            "(misread); before: Cia 31, Dag 44",
            "sat out: Eva",
            "not there: Kim",
            "penalty for Bo: −1 (late)",
            "Cia has withdrawn (ill)",
            "Round 1, table 1",
            "Eva (1) 1",
            "Bo 1 −1 0",
        ):
            assert part in text, text

    def test_within_the_margins(self, toys: Director) -> None:
        toys.start()
        row = toys.session.listed[0].row
        won_by(toys, row.id, dict.fromkeys(row.head["players"], 3))
        toys.look()
        page = PdfReader(BytesIO(toys.look("/evening.pdf").data)).pages[0]
        right = []
        page.extract_text(
            visitor_text=lambda text, cm, tm, *_: right.append(cm[0] * tm[4] + cm[4]) if text.strip() else None
        )
        assert max(right) < float(page.mediabox.width) - 40, "14 mm"


class TestDeleting:
    def test_a_table_stays_as_long_as_its_tournament(self, app: Flask) -> None:
        """If the match of a result were deleted, a closed round would lack the result."""
        director = Director(app, "series", "toy", seats="4")
        director.start()
        match = director.session.listed[0].row.id
        assert director.client.post(f"/m/{match}/delete", data={"answers": "2"}).status_code == 403
        offered = f"/m/{match}/delete"
        assert offered not in director.client.get(f"/m/{match}/share").text, "what is refused is not offered"
        assert "Delete this tournament?" in director.look("/delete").text
        assert director.send("/delete").status_code == 303
        assert stored(app).match(director.event) is None
        assert offered in director.client.get(f"/m/{match}/share").text
        assert director.client.post(f"/m/{match}/delete", data={"answers": "2"}).status_code == 303
        assert stored(app).match(match) is None


class TestThirtyTwoPlayers:
    def test_over_six_rounds_nobody_meets_twice(self, app: Flask) -> None:
        """event.md 7: tables of four without repeats, and each round takes two taps."""
        names = [f"P{n:02}" for n in range(32)]
        director = Director(app, "series", "any", names, seats="4", seating="meet", rounds="6", score="places")
        met: set[frozenset[str]] = set()
        for _ in range(6):
            tables = director.start()
            assert [len(table) for table in tables] == [4] * 8
            pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
            assert not met & set(pairs)
            met |= set(pairs)
            for n, table in enumerate(tables, start=1):
                assert director.types(n, {name: 40 - names.index(name) for name in table}).status_code == 303
            assert director.close().status_code == 303
        assert director.state.is_finished
        assert director.ranks[0][1] == "P00"
        assert read(director.look("/board")).count("P00") >= 1


class TestPaper:
    def test_seat_cards(self, app: Flask, tmp_path: Path) -> None:
        """One for each person; from the app with the table's code, from a file without."""
        director = Director(app, "series", "toy", NAMES[:5], seats="2", seating="meet", rounds="3")
        director.start()
        assert director.state.open
        printed = director.look("/seats.pdf")
        assert printed.mimetype == "application/pdf"
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(printed.data)).pages)
        assert all(name in text for name in NAMES[:5])
        assert "sits out this round" in text
        code = codes(app, director.session.listed[0].row.id)[0]
        assert code in text.replace("-", "")
        file, out = tmp_path / "event.json", tmp_path / "seats.pdf"
        file.write_bytes(director.look("/event.json").data)
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["sheet", str(file), "--kind", "seats", "-o", str(out)])
        text = "".join(page.extract_text() for page in PdfReader(out).pages)
        assert "Table 1" in text
        assert code not in text.replace("-", "")

    def test_none_between_rounds(self, app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "event.json"
        file.write_bytes(Director(app).look("/event.json").data)
        with pytest.raises(SystemExit, match=r"^2$"):
            main(["sheet", str(file), "--kind", "seats", "-o", str(tmp_path / "x.pdf")])
        assert "No round is open" in capsys.readouterr().err


class TestAnyInput:
    """No form input breaks a page: it is refused in words, or ignored."""

    @pytest.mark.parametrize("kind", ["close", "confirm", "join", "end", "withdraw", "replace", "cut", "penalty"])
    @pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "1", "Anna", "\u202e"])
    def test_entries(self, director: Director, kind: str, value: str) -> None:
        names = ("round", "table", "player", "stand_in", "points", "reason", "keep[]", "unranked")
        for back in ("", "desk"):
            fields = dict.fromkeys(names, value) | {"kind": kind, "back": back, "entry_id": f"{kind}{back}"}
            answer = director.client.post(f"/e/{director.event}/act", data=fields)
            assert answer.status_code in (303, 422), answer.text
        assert director.look().status_code == 200
        assert director.look("/director").status_code == 200

    @pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "1", "bye"])
    def test_rounds_and_results(self, director: Director, value: str) -> None:
        fields = {"players[]": [value, "Anna"], "at[]": [value, value], "entry_id": value}
        assert director.client.post(f"/e/{director.event}/next", data=fields).status_code in (303, 400, 422)
        if not director.state.open:
            director.start()
        fields = {f"typed[{key}][{n}]": value for key in ("scores", "places", "money") for n in (0, 1)}
        for more in ({}, {"away[0]": "1"}, {"away[0]": "1", "away[1]": "1"}):
            answer = director.client.post(f"/e/{director.event}/rounds/1/1", data={**fields, **more})
            assert answer.status_code in (303, 422), answer.text
        assert director.look().status_code == 200
        assert director.look("/rounds/1/99").status_code == 404
        assert director.send("/act", kind="nonsense").status_code == 400

    def test_two_directors_taps_at_once_open_one_round(self, director: Director) -> None:
        page = {"players__": NAMES[:2], "at__": ["1", "1"]}
        assert director.send("/next", **page, entry_id="one").status_code == 303
        assert director.send("/next", **page, entry_id="other").status_code == 422
        assert len(director.session.listed) == 1
        assert len(stored(director.client.application).matches_of(director.id)) == 1, "no match without a table"


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
        write_event(stored(toys.client.application), toys.session, EventSubmission(old, "old"))
        assert [one.table for one in calls(toys.session)] == [2]


def imported(director: Director, file: object) -> Director:
    """Return the tournament of a file that the same phone has imported."""
    sent = {"file": (BytesIO(json.dumps(file).encode()), "event.json")}
    answer = director.client.post("/import", data=sent)
    assert answer.status_code == 303, read(answer)
    taken = copy(director)
    taken.event = answer.location.rpartition("/")[2]
    assert taken.event != director.event
    return taken


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
    """event.md EV-R09 in the app: after the round has begun, in two taps."""

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


class TestSecondDirector:
    def test_may_do_all_but_delete(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        director.start()
        listed = director.session.listed[0]
        other, third = Phone(app), Phone(app)
        for phone in (other, third):
            phone.enter(codes(app, listed.row.id)[0], "")
        named = {tag(director.event, one.id): one for one in (other, third)}
        page = director.look("/director").text
        assert all(f"/directors/{one}" in page for one in named)
        sign = tag(director.event, other.id)
        assert other.client.post(f"/e/{director.event}/directors/{sign}", data={"act": "name"}).status_code == 403
        assert director.send(f"/directors/{sign}", act="name").status_code == 303
        for path in ("/director", "/rounds/1/1", "/rounds/1/1/absent", "/seats.pdf"):
            assert other.client.get(f"/e/{director.event}{path}").status_code == 200, path
            assert third.client.get(f"/e/{director.event}{path}").status_code == 403, path
        for n, table in enumerate(director.state.rounds[0].tables, start=1):
            sent = {f"typed[scores][{seat}]": str(seat) for seat in range(len(table.seats))}
            assert other.client.post(f"/e/{director.event}/rounds/1/{n}", data=sent).status_code == 303
        assert other.client.post(f"/e/{director.event}/act", data={"kind": "close", "round": 1}).status_code == 303
        director.start()
        assert {one.row.id for one in director.session.listed} <= {row.id for row in stored(app).matches_of(other.id)}
        assert other.client.get(f"/e/{director.event}/delete").status_code in (403, 404)
        third_sign = tag(director.event, third.id)
        assert other.client.post(f"/e/{director.event}/directors/{third_sign}", data={"act": "name"}).status_code == 403
        assert director.send(f"/directors/{sign}", act="dismiss").status_code == 303
        assert other.client.get(f"/e/{director.event}/director").status_code == 403
        guests = [stored(app).guest(one.row.id, other.id) for one in director.session.listed]
        assert not any(guest and guest.may_write for guest in guests), "nor may it write at the tables"


class TestInvitedDirector:
    """A code of the owner's makes a director of one phone, once, also before there is a table."""

    def invited(self, director: Director) -> str:
        page = director.send("/directors").text
        found = re.search(r'<b class="code">([\w-]+)</b>', page)
        assert found
        assert "works once" in page
        return found[1]

    @pytest.mark.parametrize("way", ["link", "typed"])
    def test_comes_in_without_a_table(self, director: Director, way: str) -> None:
        other, code = Phone(director.client.application), self.invited(director)
        sent = {"code": code}
        shown = other.client.get(f"/j/{code}") if way == "link" else other.client.post("/join", data=sent)
        assert "directs the tournament beside its owner" in read(shown)
        assert list(faults(shown.text)) == []
        assert other.client.get(f"/e/{director.event}/rounds").status_code == 404, "programs fetch links too"
        answer = other.client.post("/join", data={**sent, "player": ""})
        assert (answer.status_code, answer.location) == (303, f"/e/{director.event}/rounds")
        assert other.client.get(f"/e/{director.event}/director").status_code == 200
        director.start()
        assert {one.row.id for one in director.session.listed} <= {
            row.id for row in stored(director.client.application).matches_of(other.id)
        }
        late = Phone(director.client.application)
        assert late.client.post("/join", data={**sent, "player": ""}).status_code == 404, "once"

    def test_may_not_invite_nor_delete_and_can_be_dismissed(self, director: Director) -> None:
        other = Phone(director.client.application)
        other.client.post("/join", data={"code": self.invited(director), "player": ""})
        for path in ("directors", "delete"):
            assert other.client.post(f"/e/{director.event}/{path}").status_code == 403
        sign = tag(director.event, other.id)
        assert f"/directors/{sign}" in director.look("/director").text
        assert director.send(f"/directors/{sign}", act="dismiss").status_code == 303
        assert other.client.get(f"/e/{director.event}/director").status_code == 403

    def test_the_owner_keeps_the_code(self, director: Director) -> None:
        code = self.invited(director)
        assert director.client.get(f"/j/{code}").location == f"/e/{director.event}/rounds"
        assert "directs the tournament" in read(Phone(director.client.application).client.get(f"/j/{code}"))

    @pytest.mark.parametrize("owns", [False, True])
    def test_the_host_invites_by_the_command(self, director: Director, owns: bool) -> None:
        store, other = stored(director.client.application), Phone(director.client.application)
        code = store.invite(director.event, owner=owns, until="9999-01-01T00:00:00Z")
        assert other.client.post("/join", data={"code": code, "player": ""}).status_code == 303
        assert other.client.get(f"/e/{director.event}/director").status_code == 200
        assert other.client.get(f"/e/{director.event}/delete").status_code == (200 if owns else 403)

    def test_no_other_code_of_an_event_opens_it(self, director: Director) -> None:
        row = director.session.row
        for code in (row.write_code, row.read_code):
            assert Phone(director.client.application).client.get(f"/j/{code}").status_code == 404


class TestClock:
    def test_the_time_is_told_and_counted_down_until_it_is_up(self, app: Flask) -> None:
        """Scripts count down with words of the page: without these they stopped, and nothing else of theirs ran."""
        minutes = {"options[length]": "#minutes", "options[length_number]": "5"}
        director = Director(app, "series", "toy", NAMES[:2], seats="2", **minutes)
        director.start()
        row = director.session.listed[0].row
        for path in ("/rounds", "/board"):
            page = director.look(path).text
            assert 'data-left="' in page and "data-time-left=" in page
            assert "until" in read(director.look(path))
        store = stored(app)
        with store.writing():
            store.update("match", row.id, {"created_at": "2026-01-01T20:00:00Z"})
        for path in ("/rounds", "/board"):
            assert "time is up" in read(director.look(path))


class TestBoard:
    def test_nothing_is_ticked_that_nobody_has_confirmed_or_played(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", bye="1", confirm="1")
        tables = director.start()
        director.types(1, ahead(tables[0]))
        director.send("/rounds/1/2/absent", player=tables[1][1], act="absent", entry_id="x")
        page = read(director.look("/board"))
        assert "✓" not in page and "not confirmed yet" in page and "no opponent" in page
        director.send(kind="confirm", round=1, table=1)
        assert director.look("/board").text.count("✓") == 1


class TestHiddenScores:
    def test_only_the_own_table_is_seen_until_the_round_is_closed(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        director.start()
        first, second = (one.row for one in director.session.listed)
        player = Phone(app)
        player.enter(codes(app, second.id)[0], "")
        player.enter(codes(app, first.id)[0], first.head["players"][0])
        assert director.send("/hidden", hides_open="1").status_code == 303
        for row, points in ((first, 700), (second, 800)):
            won_by(director, row.id, {name: points + n for n, name in enumerate(row.head["players"])})
        seen = player.client.get(f"/e/{director.event}/rounds").text
        assert "710</span>" in seen and "810</span>" not in seen
        assert f"/m/{first.id}" in seen and f"/m/{second.id}" not in seen
        assert "810</span>" in director.look().text
        board = director.look("/board").text
        assert "710</span>" not in board and "810</span>" not in board and "✓" in board
        for path in ("/event.json", "/evening.pdf"):
            assert player.client.get(f"/e/{director.event}{path}").status_code == 403
            assert director.look(path).status_code == 200
        director.close()
        assert "810</span>" in player.client.get(f"/e/{director.event}/rounds").text
        assert player.client.get(f"/e/{director.event}/event.json").status_code == 200


class TestAccounts:
    def test_each_payment_says_why(self, app: Flask) -> None:
        director = Director(app, "series", "any", NAMES[:2], seats="2", score="money")
        director.start()
        director.send("/rounds/1/1", **{"typed[money][0]": "-20", "typed[money][1]": "20"})
        director.close()
        page = read(director.look())
        assert "Round 1, Table 1" in page
        payer, payee = director.state.rounds[0].tables[0].seats
        assert director.send(kind="paid", **{"from": payer, "to": payee, "amount": "20"}).status_code == 303
        assert f"{payer} has paid {payee}" in read(director.look())


class TestClosedRound:
    """event.md 5: what was scored can be corrected, and after the round is closed only by who directs."""

    @pytest.fixture
    def closed(self, app: Flask) -> Director:
        """Round 1 of two is closed with its matches as results, confirmed by the tables."""
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="2", confirm="1")
        director.start()
        for listed in director.session.listed:
            won_by(director, listed.row.id, {name: n for n, name in enumerate(listed.row.head["players"])})
        director.look()
        for table in (1, 2):
            assert director.send(kind="confirm", round=1, table=table).status_code == 303
        assert director.close().status_code == 303
        return director

    def player(self, director: Director, seat: int = 1) -> Phone:
        row = director.session.listed[0].row
        phone = Phone(director.client.application, row.id)
        phone.enter(codes(director.client.application, row.id)[0], row.head["players"][seat])
        return phone

    @pytest.mark.parametrize("is_over", [False, True])
    def test_a_phone_of_the_table_changes_nothing(self, closed: Director, is_over: bool) -> None:
        if is_over:
            assert closed.send(kind="end", back="desk").status_code == 303
        phone, ranks = self.player(closed), closed.ranks
        page = phone.get().text
        assert "ask the director to correct it" in page
        assert 'name="strike"' not in page, "what is refused is not offered"
        count = stored(phone.client.application).count(phone.match)
        for fields in (
            {"strike": "1", "reason": "undone"},
            {"strike": "2", "reason": "undone"},
            {"kind": "note", "text": "x"},
            {"kind": "rename", "player": closed.session.listed[0].row.head["players"][0], "name": "Zoe"},
        ):
            answer = phone.post("/entries", seen=f"{count}.0", entry_id="late", **fields)
            assert answer.status_code == 422, fields
            assert "ask the director to correct it" in text_of(answer.text)
        assert stored(phone.client.application).count(phone.match) == count
        assert closed.ranks == ranks

    def test_nor_by_a_file_that_goes_on(self, closed: Director) -> None:
        phone, app = self.player(closed), closed.client.application
        file = phone.get("/match.json").json
        file["entries"].append({"kind": "correction", "entry": 2, "with": None})
        count = stored(app).count(phone.match)
        sent = {"file": (BytesIO(json.dumps(file).encode()), "match.json")}
        assert "ask the director" in text_of(phone.client.post("/import", data=sent).text)
        assert stored(app).count(phone.match) == count

    def test_a_contest_still_calls_attention(self, closed: Director) -> None:
        phone = self.player(closed)
        assert phone.post("/entries/1/contest", reason="misread", entry_id="c").status_code == 303

    def test_the_director_corrects_in_the_match_and_it_is_on_the_record(self, closed: Director) -> None:
        match = closed.session.listed[0].row
        first, second = match.head["players"]
        assert "You direct" in closed.client.get(f"/m/{match.id}").text
        sent = {
            "correct": "1",
            "kind": "deal",
            f"points[{first}]": "9",
            f"points[{second}]": "0",
            "reason_text": "misread",
            "seen": f"{stored(closed.client.application).count(match.id)}.0",
            "entry_id": "right",
        }
        answer = closed.client.post(f"/m/{match.id}/entries", data=sent)
        assert answer.status_code == 303, read(answer)
        closed.look()
        closed.look()
        told = [row.body for row in closed.session.rows if row.body["kind"] == "correction"]
        assert [(one["reason"], one["with"]["round"], one["with"]["table"]) for one in told] == [("misread", 1, 1)]
        assert closed.state.rounds[0].tables[0].result.places == {first: 2, second: 1}
        assert closed.state.rounds[0].is_closed
        file = closed.look("/event.json").json
        assert "stood" not in json.dumps(file)
        assert len(imported(closed, {**file, "title": "Taken in"}).state.rounds) == 1

    def test_a_closing_taken_back_lets_the_table_write_again(self, closed: Director) -> None:
        phone = self.player(closed)
        close = next(row.number for row in closed.session.rows if row.body["kind"] == "close")
        assert closed.send(kind="correction", entry=str(close), back="desk").status_code == 303
        assert "ask the director to correct it" not in phone.get().text
        assert 'name="strike"' in phone.get().text


class TestTwoDirectorsAtOnce:
    """Two forms of one table are open: the second is asked about, as two deals of one number are."""

    def form(self, director: Director, phone: Phone) -> dict[str, str]:
        page = phone.client.get(f"/e/{director.event}/rounds/1/1").text
        return dict(re.findall(r'type="hidden" name="(entry_id|seen)" value="(\w+)"', page))

    def typed(self, one: int, other: int) -> dict[str, str]:
        return {"typed[scores][0]": str(one), "typed[scores][1]": str(other)}

    def test_the_second_sees_both_and_keeps_what_was_typed(self, director: Director) -> None:
        director.start()
        other = Phone(director.client.application)
        other.client.post("/join", data={"code": TestInvitedDirector().invited(director), "player": ""})
        forms = [self.form(director, phone) for phone in (director, other)]
        assert director.send("/rounds/1/1", **forms[0], **self.typed(11, 22)).status_code == 303
        path = f"/e/{director.event}/rounds/1/1"
        answer = other.client.post(path, data={**forms[1], **self.typed(33, 22)})
        assert answer.status_code == 409
        assert list(faults(answer.text)) == []
        seen = text_of(answer.text)
        assert "has written the result of this table in the meantime" in seen and "11" in seen
        assert 'value="33"' in answer.text, "what was typed is kept"
        assert "11" in text_of(director.look().text)
        again = dict(re.findall(r'type="hidden" name="(entry_id|seen)" value="(\w+)"', answer.text))
        assert other.client.post(path, data={**again, **self.typed(33, 22), "reason": "seen"}).status_code == 303
        assert "33" in read(director.look())

    def test_another_table_hinders_nobody(self, director: Director) -> None:
        tables = director.start()
        form = self.form(director, director)
        director.types(2, ahead(tables[1]))
        assert director.send("/rounds/1/1", **form, **self.typed(1, 2)).status_code == 303

    def test_a_match_that_has_ended_meanwhile(self, toys: Director) -> None:
        toys.start()
        form = self.form(toys, toys)
        row = toys.session.listed[0].row
        won_by(toys, row.id, dict.fromkeys(row.head["players"], 3))
        answer = toys.send("/rounds/1/1", **form, **self.typed(1, 2))
        assert answer.status_code == 409
        assert "The match of this table has given its result" in text_of(answer.text)


class TestKnockoutMadeLevel:
    def test_a_correction_to_a_tie_does_not_stop_the_tournament(self, app: Flask) -> None:
        """No table of a knockout ends level: until somebody leads again, it counts as it was last decided."""
        director = Director(app, "knockout", "toy", NAMES[:4], lives="1", seats="2", seating="fold")
        director.start()
        for listed in director.session.listed:
            won_by(director, listed.row.id, {name: n for n, name in enumerate(listed.row.head["players"])})
        director.look()
        match = director.session.listed[0].row
        level = {"kind": "deal", "points": dict.fromkeys(match.head["players"], 5)}
        for number, deal in (
            (3, level),
            (4, {**level, "points": dict(zip(match.head["players"], (9, 1), strict=True))}),
        ):
            body = {"kind": "correction", "entry": 1, "with": deal}
            stored(app).append(match.id, EntryRow(number, f"c{number}", "2026-01-01T20:00:00Z", "", "", body))
            places = director.state.rounds[0].tables[0].result
            assert places and [*places.places.values()] == ([1, 2] if number == 3 else [2, 1])
        assert director.close().status_code == 303


class TestConfirmation:
    def test_falls_away_when_the_match_comes_to_something_else(self, app: Flask) -> None:
        """A deal undone, another entered: the table agrees to what it has come to, anew."""
        director = Director(app, "series", "toy", NAMES[:2], seats="2", confirm="1")
        director.start()
        match = director.session.listed[0].row.id
        one, other = director.session.listed[0].row.head["players"]
        won_by(director, match, {one: 1, other: 2})
        seen = len(director.session.rows)
        director.look()
        assert director.send(kind="confirm", round=1, table=1).status_code == 303
        assert director.state.open and director.state.open.tables[0].is_confirmed
        store = stored(app)
        for body in (
            {"kind": "correction", "entry": 2, "with": None, "reason": "undone"},
            {"kind": "correction", "entry": 1, "with": {"kind": "deal", "points": {one: 9, other: 2}}},
            {"kind": "end"},
        ):
            number = store.count(match) + 1
            store.append(match, EntryRow(number, f"x{number}", "2026-01-01T20:00:00Z", "", "", body))
        assert "not confirmed yet" in read(director.look())
        assert director.close().status_code == 422
        stale = director.send(kind="confirm", round=1, table=1, seen=str(seen))
        assert stale.status_code == 409, "the page showed another result"
        assert "was changed just now" in text_of(stale.text)
        assert director.send(kind="confirm", round=1, table=1, seen=str(len(director.session.rows))).status_code == 303
        assert director.close().status_code == 303

    def test_what_brings_the_same_result_takes_nothing_back(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:2], seats="2", confirm="1")
        director.start()
        match = director.session.listed[0].row.id
        won_by(director, match, dict(zip(director.session.listed[0].row.head["players"], (1, 2), strict=True)))
        director.look()
        director.send(kind="confirm", round=1, table=1)
        store = stored(app)
        store.append(match, EntryRow(store.count(match) + 1, "n", "", "", "", {"kind": "note", "text": "well played"}))
        director.look()
        assert director.close().status_code == 303


class TestTypedOverTheMatch:
    """A result that the director has typed counts, and both the table and the director see that it does."""

    @pytest.fixture
    def typed(self, app: Flask) -> Director:
        """The second of table 1 has won the match; the director has typed it the other way round."""
        director = Director(app, "series", "toy", NAMES[:2], seats="2", rounds="2")
        director.start()
        match = director.session.listed[0].row
        won_by(director, match.id, dict(zip(match.head["players"], (9, 1), strict=True)))
        director.look()
        assert director.types(1, dict(zip(match.head["players"], (1, 9), strict=True))).status_code == 303
        return director

    def page(self, director: Director) -> str:
        answer = director.client.get(f"/m/{director.session.listed[0].row.id}")
        assert list(faults(answer.text)) == []
        return self.without_gaps(read(answer))

    def without_gaps(self, text: str) -> str:
        return re.sub(r" ([,.])", r"\1", text)

    def test_everybody_is_told(self, typed: Director) -> None:
        first, second = typed.session.listed[0].row.head["players"]
        told = f"The director entered another result for this table: 1. {first} 1, 2. {second} 9."
        assert f"{told} It counts, not this match." in self.page(typed)
        assert f"The match says: 1. {second} 11, 2. {first} 19" in self.without_gaps(read(typed.look()))
        typed.close()
        page = self.page(typed)
        assert told in page
        assert "You direct" not in page, "a correction of the match moves no standings"
        assert f"The match says: 1. {second} 11, 2. {first} 19" in self.without_gaps(read(typed.look()))

    def test_one_of_the_same_places_says_so_without_alarm(self, typed: Director) -> None:
        assert typed.types(1, dict(zip(typed.session.listed[0].row.head["players"], (19, 11), strict=True))).location
        page = self.page(typed)
        assert "The director entered the result of this table: 1." in page
        assert "It counts, not this match" not in page
        assert "The match says" not in read(typed.look())
        assert "Take the result of the match" not in read(typed.look("/rounds/1/1"))

    @pytest.mark.parametrize("is_closed", [False, True])
    def test_one_tap_takes_the_match(self, typed: Director, is_closed: bool) -> None:
        first, second = typed.session.listed[0].row.head["players"]
        if is_closed:
            typed.close()
        assert "Take the result of the match" in read(typed.look("/rounds/1/1"))
        assert typed.send("/rounds/1/1/match", entry_id="take").status_code == 303
        assert typed.state.rounds[0].tables[0].result.places == {second: 1, first: 2}
        assert "The director entered" not in self.page(typed)
        assert "Take the result of the match" not in read(typed.look("/rounds/1/1"))

    def test_a_closed_round_asks_why(self, typed: Director) -> None:
        typed.close()
        points = dict(zip(typed.session.listed[0].row.head["players"], (3, 7), strict=True))
        asked = typed.types(1, points, reason=" ")
        assert asked.status_code == 422
        assert "say why the result is corrected" in text_of(asked.text)
        assert 'value="3"' in asked.text, "what was typed is kept"
        assert typed.types(1, points, reason="misread").status_code == 303

    def test_a_match_that_nobody_plays_on_is_not_running(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:2], seats="2", rounds="1")
        table = director.start()[0]
        match = director.session.listed[0].row.id
        assert f"/m/{match}" in director.client.get("/").text
        for path in ("/evenings", "/matches"):
            assert "still running" in read(director.client.get(path))
        director.types(1, ahead(table))
        director.close()
        assert f"/m/{match}" not in director.client.get("/").text
        for path in ("/evenings", "/matches"):
            assert "still running" not in read(director.client.get(path))
        assert "The director entered the result of this table" in self.page(director)


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
