"""A tournament through its pages: made, directed, ranked, printed and deleted."""

import re
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from flask import Flask
from pypdf import PdfReader
from support.director import NAMES, Director, ahead, won_by
from support.each import each
from support.phones import Phone, codes, read, stored, text_of
from support.strict import faults

from companion.cli import main


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


class TestDirector:
    """A refusal of the director says its reason and the clause."""

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


class TestSixteenPlayers:
    def test_over_five_rounds_nobody_meets_twice(self, app: Flask) -> None:
        """Tables of four without repeats, and two taps a round."""
        names = [f"P{n:02}" for n in range(16)]
        director = Director(app, "series", "any", names, seats="4", seating="meet", rounds="5", score="places")
        met: set[frozenset[str]] = set()
        for _ in range(5):
            tables = director.start()
            assert [len(table) for table in tables] == [4] * 4
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
    @each("value", ["", "x", "-1", "9" * 30, "\u202e", "1", "Anna"])
    def test_entries(self, director: Director, kind: str, value: str) -> None:
        """The values that may end something come last."""
        names = ("round", "table", "player", "stand_in", "points", "reason", "keep[]", "unranked")
        for back in ("", "desk"):
            fields = dict.fromkeys(names, value) | {"kind": kind, "back": back, "entry_id": f"{value[:3]}{back}"}
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
