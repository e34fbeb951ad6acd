"""Results of a tournament: typed or played, corrected, confirmed, closed, and by two directors at once."""

import json
import re
from io import BytesIO

import pytest
from flask import Flask
from pypdf import PdfReader
from support.director import NAMES, Director, ahead, imported, won_by
from support.phones import Phone, codes, read, stored, text_of
from support.strict import faults

from companion.store import EntryRow


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


class TestSentAgain:
    """A typed result whose answer was lost, or whose Save was tapped twice, counts once and is no error."""

    def test_a_result(self, toys: Director) -> None:
        seats = toys.start()[0]
        points = {name: 20 + n for n, name in enumerate(seats)}
        for _ in range(2):
            assert toys.types(1, points, entry_id="a").status_code == 303
        assert [row.body["kind"] for row in toys.session.rows].count("result") == 1
        assert "already saved with other values" in toys.types(1, points | {seats[0]: 99}, entry_id="a").text

    def test_a_correction(self, toys: Director) -> None:
        seats = toys.start()[0]
        toys.types(1, dict.fromkeys(seats, 20), entry_id="a")
        for _ in range(2):
            assert toys.types(1, dict.fromkeys(seats, 30), entry_id="b", reason="misread").status_code == 303
        assert [row.body["kind"] for row in toys.session.rows].count("correction") == 1


class TestClosedRound:
    """Scores can be corrected, after the round is closed only by the director."""

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
        other.client.post("/join", data={"code": director.invite(), "player": ""})
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
