"""The referee's pages of Rami."""

import pytest
from flask import Flask
from support.phones import new_table, read

from companion.parsing import game_of
from companion.parsing.form_decoder import form_of, posted


class TestFields:
    """Fields of a form are read back as the entry or question that they were made from."""

    def test_melds_in_one_field(self) -> None:
        facts = game_of("rami").questions["opening"].facts
        assert form_of(facts, posted([("melds", "5H 6H 7H | 2S 2D 2C |")]))["melds"] == ["5H 6H 7H", "2S 2D 2C"]

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("4H 5H 6H, QS QD QC, KS KD KC", "Allowed."),
            ("4H, 5H, 6H | QS, QD, QC | KS, KD, KC", "Allowed."),
            ("4H 5H 6H, QS, QD, QC", "Put | between melds"),
        ],
    )
    def test_commas_separate_combinations_or_cards(self, app: Flask, typed: str, said: str) -> None:
        """Either meaning is possible; if it is unclear, the page says what to type."""
        page = app.test_client().get("/referee/rami/opening", query_string={"ask": "1", "melds": typed})
        assert said in read(page)

    def test_a_mishap_says_what_to_do(self, app: Flask) -> None:
        """Each entry says what to do; a clause leads to its question."""
        client = app.test_client()
        drawn_twice = read(client.get("/referee/rami/irregular?what=two_cards"))
        assert "goes back on the stock" in drawn_twice and "It is put right" not in drawn_twice
        assert "It is put right" in read(client.get("/referee/rami/irregular"))
        assert "/referee/rami/irregular" in client.get("/rules/rami/rami.irregular.two").text


class TestTheLastOneIn:
    """RAMI-C64 at a table: eliminated at the number, the next player deals, and the others play on."""

    def test_who_has_won_and_who_deals(self, app: Flask) -> None:
        rules = {"options[end_at]": "#last_standing", "options[end_at_number]": "100"}
        phone = new_table(app, "rami", ["Anna", "Bo", "Cia", "Dag"], dealer="3", **rules)
        left = {"not_laid[]": "Anna", "left[@1]": "5", "left[@2]": "7"}
        phone.post("/entries", kind="deal", out="Dag", seen="0.0", entry_id="e1", **left)
        assert "The match goes on." in read(phone.get("/referee/winner"))
        assert "Bo deals, and Cia begins." in read(phone.get("/referee/dealer"))
        phone.post("/entries", kind="end", reason="tired", seen="1.0", entry_id="e2")
        assert "Dag has won the match." in read(phone.get("/referee/winner"))
        assert "deals, and" not in read(phone.get("/referee/dealer"))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", "elle a remplacé le joker de Luc sans avoir posé"),
        ("sv", "hon tog jokern utan att ha öppnat"),
    ],
)
def test_a_joker_taken_before_the_first_meld_needs_no_cards(app: Flask, lang: str, words: str) -> None:
    client, speaks = app.test_client(), [("Accept-Language", lang)]
    page = client.get("/referee/rami", query_string={"q": words}, headers=speaks, follow_redirects=True)
    assert 'class="verdict illegal"' in page.text
    assert "/referee/rami/take_joker" not in page.text.partition('class="others"')[2]
    given = client.get("/referee/rami/take_joker?opened=false", follow_redirects=True)
    assert "Not yet: this player has" in given.text
    open_case = client.get("/referee/rami/take_joker?opened=true")
    assert open_case.status_code == 200
    assert 'class="verdict' not in open_case.text
