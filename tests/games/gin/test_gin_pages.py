"""Check the responses to a phone at a table of gin."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

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
    def test_preview_shows_nothing_in_a_column_that_is_closed(self, phone) -> None:
        """Also in the deal that closes the last one, with which the game ends."""
        address = begin(phone, "gin", 2, **{"options[hollywood]": "True"})
        told = []
        for number in range(1, 6):
            won = deal(number, **{"by": "Anna", "end": "knock", "deadwood[@0]": "3", "deadwood[@1]": "43"})
            told.append(phone.post(f"{address}/preview", data=won).text)
            phone.post(f"{address}/entries", data=won)
        assert "<span></span> <span>→ 120</span> <span>→ 80</span>" in told[3]
        assert "<span></span> <span></span> <span>→ 120</span>" in told[4]

    def test_a_deal_that_counts_in_none_says_so(self, phone) -> None:
        """Bo's second deal belongs to the first two columns, which Anna has closed."""
        address = begin(phone, "gin", 2, **{"options[hollywood]": "True"})
        counts = "It would count only in closed columns, so it scores nothing."
        for number, by in enumerate(("Bo", "Anna", "Anna", "Anna", "Anna"), 1):
            points = {"deadwood[@0]": "3" if by == "Anna" else "4", "deadwood[@1]": "43" if by == "Anna" else "3"}
            phone.post(f"{address}/entries", data=deal(number, by=by, end="knock", **points))
        won = deal(6, **{"by": "Bo", "end": "knock", "deadwood[@0]": "9", "deadwood[@1]": "3"})
        assert counts in phone.post(f"{address}/preview", data=won).text
        phone.post(f"{address}/entries", data=won)
        assert counts in phone.get(f"{address}/entries/6").text
        assert counts in phone.get(address).text


def test_a_source_that_says_two_things_is_not_called_silent(phone) -> None:
    clause = phone.get("/rules/gin?q=who+deals+next").text.partition("Who deals next")[2].partition("House rule")[0]
    assert "The rules say two different things." in clause
