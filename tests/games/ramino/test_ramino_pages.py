"""The pages of a match of Ramino."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.phones import new_table
from support.verdicts import buttons, pressed

from companion.parsing import FORMAT

NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gun", "Hans"]


@pytest.fixture
def phone(app) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def begin(phone: FlaskClient, game: str, players: int, **fields: str) -> str:
    """Start a match from the form and return its address."""
    sent = {"players[]": NAMES[:players], "dealer": str(players - 1), **fields}
    answer = phone.post(f"/new/{game}", data=sent)
    assert answer.status_code == 303, answer.text
    return answer.location


def deal(number: int = 1, **fields: object) -> dict[str, object]:
    return {"kind": "deal", "seen": f"{number - 1}.0", "entry_id": f"e{number}", **fields}


class TestADeal:
    def test_missing_facts_are_named_with_names_that_fit(self, phone) -> None:
        names = ["Margareta-Elisabeth von Wolfeschlegelste", "Wolfeschlegelsteinhausenbergerdorffvorna"]
        address = begin(phone, "ramino", 2, **{"players[]": names})
        text = phone.post(f"{address}/preview", data=deal(**{"out[@]": "@0"})).text
        assert '<span class="missing">Marg went out: enter Marg’s melds.</span>' in text

    def test_a_blocked_deal_is_called_blocked(self, phone) -> None:
        """ramino.score.blocked: the sheet and the deal's page say it, as the numbers do not; it is no finish."""
        address = begin(phone, "ramino", 2)
        answer = phone.post(f"{address}/entries", data=deal(**{"out[@]": "none", "laid[@0]": "45", "laid[@1]": "30"}))
        assert answer.status_code == 303, answer.text
        assert "Blocked: nobody went out." in phone.get(address).text
        entry = phone.get(f"{address}/entries/1").text
        assert "Who went out: nobody: blocked" in entry
        assert "How:" not in entry

    def test_refused_cards_are_visible_without_scripts_too(self, phone) -> None:
        address = begin(phone, "ramino", 2)
        fold = re.compile(r"<details class=\"rare\" (open)?><summary>Enter cards")
        assert fold.search(phone.get(address).text)[1] is None
        cards = {"out[@]": "@0", "laid[@0]": "45", "left_cards[@1]": "KS KX"}
        answer = phone.post(f"{address}/entries", data=deal(**cards))
        assert answer.status_code == 422
        assert "KX" in answer.text
        assert fold.search(answer.text)[1] == "open"

    def test_an_error_in_a_file_lists_the_allowed_words(self, phone) -> None:
        """In a file a penalty is a word for each time, without a number beside it."""
        fined = {
            "kind": "deal",
            "out": "Anna",
            "laid": {"Anna": 60},
            "left": {"Bo": 80},
            "penalties": {"Bo": ["joker 3"]},
        }
        file = {"format": FORMAT, "game": "ramino", "players": ["Anna", "Bo"], "entries": [fined]}
        answer = phone.post("/import", data={"file": (BytesIO(json.dumps(file).encode()), "match.json")})
        assert answer.status_code == 422
        assert "joker 3 is not a penalty. Use joker, table or announce." in answer.text

    @pytest.mark.parametrize("typed", ["200", "x", "-1"])
    def test_points_instead_of_a_number_of_times(self, phone, typed: str) -> None:
        """The app says so in its own words at the field; the browser must not enforce a limit silently."""
        address = begin(phone, "ramino", 2)
        sent = {"out[@]": "@0", "laid[@0]": "60", "laid[@1]": "45", "left[@1]": "20", "penalties[@1][joker]": typed}
        answer = phone.post(f"{address}/entries", data=deal(**sent))
        assert answer.status_code == 422
        assert f"not its points. {typed} is not possible." in answer.text
        field = re.search(r'<input [^>]*name="penalties\[@1\]\[joker\]"[^>]*checked>', answer.text)
        assert field
        assert 'aria-invalid="true"' in field[0]
        assert f'value="{typed}"' in field[0]
        assert 'type="number"' not in field[0]


def test_a_verdict_keeps_what_was_typed_of_the_deal(app: Flask) -> None:
    """It replaces only its own fields; the others are kept, also without scripts."""
    table = new_table(app, "ramino", ["Anna", "Bo"])
    typed = urlencode({"kind": "deal", "laid[@0]": "60", "laid[@1]": "145", "left[@0]": "5"})
    page = table.get("/referee/hand", cards="JK AS KH 7D", ask="1", deal=typed).text
    into = buttons(page)["Anna"]
    assert (into["laid[@0]"], into["laid[@1]"], into["left[@0]"]) == ("60", "145", "JK AS KH 7D")
    form = pressed(table, into).text
    assert 'value="60"' in form
    assert 'value="145"' in form


class TestACorrectionThatBeginsASwap:
    """A number that was another player's, with no other change: the two numbers may have been swapped."""

    @pytest.mark.parametrize(("left", "is_offered"), [((60, 60), True), ((50, 60), False), ((60, 35), False)])
    def test_offers_the_two(self, app: Flask, left, is_offered) -> None:
        phone = new_table(app, "ramino", **{"options[mode]": "elimination"})
        laid = {"out[@]": "@0", "laid[@1]": "true", "laid[@2]": "true", "entry_id": "e", "kind": "deal"}
        assert phone.post("/entries", **laid, seen="0.0", **{"left[@1]": "35", "left[@2]": "60"}).status_code == 303
        numbers = {f"left[@{seat}]": str(n) for seat, n in enumerate(left, 1)}
        text = phone.post("/preview", **laid, seen="1.0", correct="1", **numbers).text
        assert ("Swap 35 and 60" in text) == is_offered
        assert "missing" not in text, "it is legal as it is too, and Save stays"
