"""The pages of a match of gin."""

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
        """Also in the deal that closes the last column, which ends the game."""
        address = begin(phone, "gin", 2, **{"options[hollywood]": "True"})
        told = []
        for number in range(1, 6):
            won = deal(number, **{"by": "Anna", "end": "knock", "deadwood[@0]": "3", "deadwood[@1]": "43"})
            told.append(phone.post(f"{address}/preview", data=won).text)
            phone.post(f"{address}/entries", data=won)
        assert "<span></span> <span>→ 120</span> <span>→ 80</span>" in told[3]
        assert "<span></span> <span></span> <span>→ 120</span>" in told[4]

    def test_a_deal_that_counts_in_no_column_says_so(self, phone) -> None:
        """Bo's second deal would count in the first two columns, which Anna has closed."""
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


def test_a_contradictory_source_is_not_called_silent(phone) -> None:
    clause = phone.get("/rules/gin?q=who+deals+next").text.partition("Who deals next")[2].partition("House rule")[0]
    assert "The rules say two different things." in clause


class TestSwappedNumbers:
    """If two numbers are legal only when swapped, the page offers to swap them."""

    KNOCK = {"by": "Anna", "end": "knock", "deadwood[@0]": "31", "deadwood[@1]": "4"}

    @pytest.fixture
    def address(self, phone) -> str:
        return begin(phone, "gin", 2)

    def test_the_preview_offers_it_and_says_why(self, phone, address: str) -> None:
        told = phone.post(f"{address}/preview", data=deal(**self.KNOCK)).text
        assert "Swap 31 and 4" in told
        assert 'data-swap="deadwood[@0] deadwood[@1]"' in told

    @pytest.mark.parametrize(
        ("anna", "bo", "end"),
        [("31", "24", "knock"), ("9", "4", "knock"), ("31", "31", "knock"), ("31", "4", "gin"), ("31", "", "knock")],
    )
    def test_a_swap_is_offered_only_if_it_makes_the_deal_legal(self, phone, address, anna, bo, end) -> None:
        typed = deal(**{"by": "Anna", "end": end, "deadwood[@0]": anna, "deadwood[@1]": bo})
        assert "Swap" not in phone.post(f"{address}/preview", data=typed).text

    def test_without_scripts_the_refusal_offers_it_and_the_form_comes_back_swapped(self, phone, address: str) -> None:
        refused = phone.post(f"{address}/entries", data=deal(**self.KNOCK))
        assert refused.status_code == 422
        assert "Swap 31 and 4" in refused.text
        swapped = phone.post(f"{address}/form", data=deal(**self.KNOCK, swap="deadwood")).text
        assert 'name="deadwood[@0]" value="4"' in swapped
        assert 'name="deadwood[@1]" value="31"' in swapped
        assert "0.0" in swapped  # this writes nothing

    def test_a_deal_is_corrected_so_too(self, phone, address: str) -> None:
        phone.post(f"{address}/entries", data=deal(**{**self.KNOCK, "deadwood[@0]": "5"}))
        told = phone.post(f"{address}/preview", data=deal(2, **self.KNOCK, correct="1")).text
        assert "Swap 31 and 4" in told


def test_the_dealer_of_three_sits_out_and_says_so(phone) -> None:
    page = phone.get(begin(phone, "gin", 3)).text
    assert page.count("data-sits-out=") == 1
    assert 'data-player="Cia" data-sits-out="Cia sits this deal out."' in page


@pytest.mark.parametrize(("rules", "is_offered"), [({"knock_limit": "0"}, False), ({"knock_limit": "10"}, True)])
def test_a_knock_is_offered_where_one_is_possible(phone, rules, is_offered) -> None:
    fields = {"options[knock_limit]": "#", "options[knock_limit_number]": rules["knock_limit"]}
    page = phone.get(begin(phone, "gin", 2, **fields)).text
    assert ('name="end" value="knock"' in page) == is_offered
    assert 'name="end" value="gin"' in page
