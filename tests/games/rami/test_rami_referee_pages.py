"""The referee of Rami on the page."""

import pytest
from flask import Flask
from phones import read

from companion.reading import game_of
from companion.reading.forms import form_of
from companion.reading.posted import posted


class TestFields:
    """What an entry or a question says as fields of a form is read as it was meant."""

    def test_melds_in_one_field(self) -> None:
        facts = game_of("rami").questions["opening"].facts
        assert form_of(facts, posted([("melds", "5H 6H 7H | 2S 2D 2C |")]))["melds"] == ["5H 6H 7H", "2S 2D 2C"]

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("4H 5H 6H, QS QD QC, KS KD KC", "Allowed."),
            ("4H, 5H, 6H | QS, QD, QC | KS, KD, KC", "Allowed."),
            ("4H 5H 6H, QS, QD, QC", "put | between combinations"),
        ],
    )
    def test_commas_part_combinations_or_cards(self, app: Flask, typed: str, said: str) -> None:
        """Whichever is meant; where that cannot be told, the page says what to type."""
        page = app.test_client().get("/referee/rami/opening", query_string={"ask": "1", "melds": typed})
        assert said in read(page)

    def test_what_went_wrong_says_what_is_done(self, app: Flask) -> None:
        """Each by itself says how; a clause leads to its question."""
        client = app.test_client()
        drawn_twice = read(client.get("/referee/rami/irregular?what=two_cards"))
        assert "goes back on the stock" in drawn_twice and "It is put right" not in drawn_twice
        assert "It is put right" in read(client.get("/referee/rami/irregular"))
        assert "/referee/rami/irregular" in client.get("/rules/rami/rami.irregular.two").text
