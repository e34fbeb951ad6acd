"""A handwritten score sheet that is typed in gives the same match, and errors of addition are found."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support import paper_cells
from support.cases import legal
from support.examples import rows
from support.paper_cells import ENGLISH, NotOnPaper, Typed, is_legal, match_of, sheet_of, typed_in
from support.phones import OPEN

from companion.games import GAMES
from companion.limits import NEWER_LISTED
from companion.parsing import Match, write_match
from companion.parsing.paper_import import Reading, cells, entries, signs_of
from companion.rules.game import Game
from companion.rules.paper_columns import letters
from companion.rules.tally import values
from companion.store import open_store
from companion.translation import speak

NO_ROOM = {f"{key}-{case}" for key, case in rows("NO_ROOM")}


@cache
def played(key: str) -> list[tuple[Match, Typed]]:
    """Return the matches of a game's cases that fit on a handwritten sheet, with its cells."""
    found = []
    for name, match in legal(key):
        if match.record.entries and name not in NO_ROOM and is_legal(match):
            with suppress(NotOnPaper):
                found.append((match, paper_cells.rows(match.game, match.record)))
    return found


class TestTheSameMatch:
    """A match that was kept by hand is the same match when it is typed in."""

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_every_number_again(self, game: Game) -> None:
        assert len(played(game.key)) > 20, "most matches go on paper, of every game"
        for match, sheet in played(game.key):
            found = typed_in(match, sheet)
            assert found.wrong is None
            here, there = game.tally(match.record), found.tally
            assert values(there.scores) == values(here.scores)
            assert values(there.balances) == values(here.balances)
            assert (there.pot, there.places, there.dealer) == (here.pot, here.places, here.dealer)
            assert not [slip for row in found.rows for slip in row.slips]

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_who_dealt_first_is_on_the_paper(self, game: Game) -> None:
        """The dealers on paper count, even if the app has drawn another first dealer."""
        tried = 0
        for match, sheet in played(game.key):
            record = match.record
            dealer = game.tally(record.upto(0)).dealer
            deals_first = dealer and sheet and sheet[0].get("d0") not in ("×", "±")
            if dealer and deals_first and getattr(record.options, "first_dealer", "random") == "random":
                drawn = next(player for player in reversed(record.players) if player != dealer)
                opening: Any = record.opening
                other = replace(match, record=replace(record, opening=replace(opening, dealer=drawn)))
                named = [{**sheet[0], "d0": f"@{record.players.index(dealer)}"}, *sheet[1:]]
                found = typed_in(other, named)
                assert found.wrong is None
                assert values(found.tally.scores) == values(game.tally(record).scores)
                tried += 1
        assert tried or not any(column.field == "dealer" for column in game.paper_columns(game.options()).deal)

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_its_entries_are_a_match_file(self, game: Game) -> None:
        match, sheet = max(played(game.key), key=lambda one: len(one[1]))
        written = entries(typed_in(match, sheet), 1, ENGLISH)
        again = match_of({**write_match(match), "entries": written})
        assert again
        assert values(again.tally.scores) == values(match.tally.scores)
        assert "ended on the same numbers" in written[-1]["text"]


def kept(*deals: tuple[str, str, str, str]) -> Typed:
    """Return rows with points and total of Anna and of Bo."""
    return [dict(zip(("e0.0", "e1.0", "e0.1", "e1.1"), deal, strict=True)) for deal in deals]


def toy_sheet(sheet: Typed) -> Reading:
    return sheet_of("toy", sheet, options={"start": 0, "target": -1000})


class TestErrorsOfAddition:
    """The first wrong row on paper is found with its total and ours, and each later error once."""

    WRONG = kept(("10", "10", "5", "5"), ("12", "22", "7", "13"), ("1", "23", "2", "15"), ("4", "28", "0", "15"))

    def test_each_row_with_an_error_of_addition(self) -> None:
        found = toy_sheet(self.WRONG)
        slips = [(one.row, slip.cell.player, slip.paper, slip.figure.value) for one in found.rows for slip in one.slips]
        assert slips == [(1, "Bo", 13, 12), (3, "Anna", 28, 27)]

    def test_both_totals_are_in_the_record(self) -> None:
        written = entries(toy_sheet(self.WRONG), 1, ENGLISH)
        assert [entry["kind"] for entry in written] == ["deal", "deal", "note", "deal", "deal", "note", "note"]
        assert written[2] == {"kind": "note", "entry": 2, "text": "The paper says Bo 13. By the rules it is Bo 12."}
        assert written[6]["text"].endswith("The paper says Anna 28, Bo 15. By the rules it is Anna 27, Bo 14.")

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_a_planted_error_is_found_where_it_is(self, game: Game) -> None:
        counted = [(match, sheet, found) for match, sheet in played(game.key) if (found := totals(match, sheet))]
        for match, sheet, found in counted[::7]:
            row, key = found[len(found) // 2]
            planted = [{**one, key: str(int(one[key]) + 1)} if n == row else one for n, one in enumerate(sheet)]
            first = next(one for one in typed_in(match, planted).rows if one.slips)
            assert first.row == row
            assert [(slip.cell.key, slip.off) for slip in first.slips] == [(key, 1)]


def totals(match: Match, sheet: Typed) -> list[tuple[int, str]]:
    """Yield the rows and cells of a sheet with totals."""
    asked = cells(match.game.paper_columns(match.record.options), match.record.players)
    keys = [cell.key for cell in asked if cell.column.is_repeated]
    return [(n, key) for n, row in enumerate(sheet) for key in keys if key in row]


class TestCells:
    """A number, a sum, cards, or signs instead of a number or after it."""

    def test_a_negative_number_is_one(self) -> None:
        assert values(toy_sheet(kept(("-5", "-5", "5", "5"))).tally.scores) == {"Anna": -5, "Bo": 5}

    def test_a_misdeal_and_a_penalty_have_a_row(self) -> None:
        found = toy_sheet([{"d0": "×"}, {"d0": "±", "e0.1": "20"}])
        assert [row.data["kind"] for row in found.rows] == ["misdeal", "penalty"]
        assert values(found.tally.scores) == {"Anna": 0, "Bo": 20}

    def test_blank_rows_are_no_deals(self) -> None:
        assert [row.row for row in toy_sheet([{}, {"e0.0": "5"}, {"e0.0": "  "}, {"e0.0": "6"}]).rows] == [1, 3]

    @pytest.mark.parametrize(
        ("row", "said"),
        [
            ({"e0.0": "five"}, "five"),
            ({"e0.0": "5", "e1.0": "fifteen"}, "fifteen is not a number"),
            ({"d0": "±", "e0.0": "5", "e0.1": "6"}, ""),
        ],
    )
    def test_what_cannot_be_read_says_its_row_and_stops_there(self, row: dict[str, str], said: str) -> None:
        found = toy_sheet([{"e0.0": "1"}, row, {"e0.0": "1"}])
        assert found.wrong
        assert found.wrong[0] == 1
        assert said in speak(found.wrong[1].sentence, ENGLISH)
        assert len(found.rows) == 1

    def test_every_sign_of_a_column_is_another(self) -> None:
        assert letters(["lead", "rest", "big rest", "line"]) == ["L", "R", "B", "I"]
        assert letters(["a", "a"]) == ["A", "2"]
        for game in GAMES:
            asked = game.paper_columns(game.options())
            for column in (*asked.deal, *asked.each):
                assert len(signs_of(column, ENGLISH)) == len(column.signs)


# --- on its page


@pytest.fixture
def phone(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def begin(phone: FlaskClient, game: str = "toy", players: tuple[str, ...] = ("Anna", "Bo")) -> str:
    """Start a match that opens its paper sheet at once."""
    head = {"players[]": list(players), "dealer": "1", "paper": "1"}
    answer = phone.post(f"/new/{game}", data={**head, **(OPEN if game == "toy" else {})})
    assert answer.status_code == 303
    assert answer.location.endswith("/paper")
    return str(answer.location)


def post(phone: FlaskClient, address: str, sheet: Typed, **fields: str) -> Any:
    cells = {f"{n}.{key}": text for n, row in enumerate(sheet) for key, text in row.items()}
    return phone.post(address, data={"entry_id": "s1", "seen": "0.0", "rows": "16", **fields, **cells})


def written(phone: FlaskClient, address: str) -> list[dict[str, Any]]:
    return list(json.loads(phone.get(address.replace("/paper", "/match.json")).text)["entries"])


SHEET = kept(("10", "10", "5", "5"), ("12", "22", "7", "12"))


class TestItsPage:
    """It is typed in, checked, and saved as a whole."""

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_every_game_has_it_with_its_columns(self, phone: FlaskClient, game: Any) -> None:
        players = ("Anna", "Bo", "Cia", "Dag")[: game.seats[0]]
        page = phone.get(begin(phone, game.key, players)).text
        asked = game.paper_columns(game.options())
        for cell in cells(asked, players):
            assert f'name="15.{cell.key}"' in page

    def test_looking_writes_nothing(self, phone: FlaskClient) -> None:
        address = begin(phone)
        answer = post(phone, address, SHEET)
        assert answer.status_code == 200
        assert "All numbers on the paper are right." in answer.text
        assert "Save 2 rows" in answer.text
        assert written(phone, address) == []

    def test_then_it_is_written(self, phone: FlaskClient) -> None:
        address = begin(phone)
        assert post(phone, address, SHEET, do="write").status_code == 303
        assert [one["kind"] for one in written(phone, address)] == ["deal", "deal", "note"]

    def test_its_first_dealer_is_that_of_the_match(self, phone: FlaskClient) -> None:
        """Drawn or left open until something is written; then it does not change."""
        for dealer, mark in (("@0", "Bo"), ("@1", "Anna")):
            address = begin(phone)
            assert post(phone, address, [{**SHEET[0], "d0": dealer}, SHEET[1]], do="write").status_code == 303
            match = json.loads(phone.get(address.replace("/paper", "/match.json")).text)
            assert match["opening"]["dealer"] != mark
            assert f"{mark} deals" not in phone.get(address.replace("/paper", "")).text
        refused = post(phone, address, [{**SHEET[0], "d0": "@1"}], do="look", entry_id="s2", seen="3.0")
        assert refused.status_code == 200

    def test_sent_twice_it_counts_once_and_says_so(self, phone: FlaskClient) -> None:
        address = begin(phone)
        first, second = (phone.get(post(phone, address, SHEET, do="write").location).text for _ in range(2))
        assert len(written(phone, address)) == 3
        assert "This sheet is already saved" in second
        assert "This sheet is already saved" not in first

    @pytest.mark.parametrize("taken", ["s1.1", ":sheet-s1.1"])
    def test_a_used_id_of_a_row_does_not_block_it(self, phone: FlaskClient, taken: str) -> None:
        """No phone can have used an id that the server gives to a row."""
        address = begin(phone)
        note = {"kind": "note", "text": "coffee", "entry_id": taken, "seen": "0.0"}
        assert phone.post(address.replace("/paper", "/entries"), data=note).status_code == 303
        assert post(phone, address, SHEET, do="write", entry_id="s1", seen="1.0").status_code == 303
        assert len(written(phone, address)) == 4

    def test_a_sheet_with_errors_is_saved_only_after_they_were_shown(self, phone: FlaskClient) -> None:
        address = begin(phone)
        shown = post(phone, address, TestErrorsOfAddition.WRONG, do="write")
        assert "The paper says Bo 13. By the rules it is Bo 12." in shown.text
        assert 'class="slipped"' in shown.text
        assert written(phone, address) == []
        told = re.search(r'name="told" value="([^"]*)"', shown.text)
        assert told
        assert post(phone, address, TestErrorsOfAddition.WRONG, do="write", told=told[1]).status_code == 303
        protocol = phone.get(address.replace("/paper", "")).text
        assert "The paper says Bo 13. By the rules it is Bo 12." in protocol

    def test_with_one_bad_row_nothing_is_written_and_everything_is_kept(self, phone: FlaskClient) -> None:
        address = begin(phone)
        answer = post(phone, address, [*SHEET, {"e0.0": "many"}], do="write")
        assert answer.status_code == 422
        assert "Row 3: Anna, Points: Enter a whole number here, not many." in answer.text
        assert 'aria-invalid="true" aria-describedby="wrong" autofocus name="2.e0.0" value="many"' in answer.text
        assert 'value="22"' in answer.text
        assert written(phone, address) == []

    def test_more_rows_keep_what_was_typed(self, phone: FlaskClient) -> None:
        page = post(phone, begin(phone), SHEET, do="more").text
        assert 'name="25.e0.0"' in page
        assert 'value="22"' in page

    @pytest.mark.parametrize("many", [1, NEWER_LISTED + 2])
    def test_what_others_wrote_meanwhile_is_shown_first(self, app: Flask, phone: FlaskClient, many: int) -> None:
        address = begin(phone)
        store = open_store(app.config["DATABASE"])
        row = store.match(address.split("/")[-2])
        assert row
        with app.test_client() as other:
            other.get("/")
            other.post("/join", data={"code": row.write_code, "keeps": "1"})
            for number in range(1, many + 1):
                deal = {"kind": "deal", "points[@0]": "3", "seen": f"{number - 1}.0", "entry_id": f"e{number}"}
                assert other.post(f"/m/{row.id}/entries", data=deal).status_code == 303
        answer = post(phone, address, SHEET, do="write")
        assert answer.text.count(" entered deal ") == min(many, NEWER_LISTED)
        assert ("2 earlier entries" in answer.text) == (many > NEWER_LISTED)
        assert len(written(phone, address)) == many
        store.close()

    def test_who_may_only_read_cannot_type(self, app: Flask, phone: FlaskClient) -> None:
        address = begin(phone)
        store = open_store(app.config["DATABASE"])
        row = store.match(address.split("/")[-2])
        assert row
        with app.test_client() as other:
            other.get("/")
            other.post("/join", data={"code": row.read_code, "player": ""})
            assert other.get(address).status_code == 403
            assert post(other, address, SHEET).status_code == 403
        store.close()

    @pytest.mark.parametrize("sent", [{"rows": "999999"}, {"rows": "x"}, {"0.nothing": "1"}, {"²..": "1"}, {"do": "?"}])
    def test_whatever_is_sent_is_answered(self, phone: FlaskClient, sent: dict[str, str]) -> None:
        assert phone.post(begin(phone), data=sent).status_code == 422
