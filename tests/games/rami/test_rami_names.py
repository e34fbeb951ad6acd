"""Rami works with any names, and a refused page keeps everything typed."""

import re

import pytest
from flask import Flask
from support.forms_drawn import refused
from support.phones import Phone, new_table, text_of


class TestRefusedFormKeepsInput:
    """A refused form has everything typed in its own field."""

    def test_a_number_and_cards(self, app: Flask) -> None:
        page = refused(app, "rami", **{"out": "1", "left[@1]": "30", "left_cards[@1]": "KS 7D", "left[@2]": "9"})
        assert 'name="left[@1]" value="30"' in page
        assert 'name="left_cards[@1]" value="KS 7D"' in page
        assert "2, Left in hand: Enter either 30 or K♠, 7♦" in text_of(page)

    def test_nothing_laid_and_a_number(self, app: Flask) -> None:
        """Only one of the two can be right, and neither is dropped silently."""
        sent = {"out": "1", "left[@1]": "30", "not_laid[]": "2", "left[@2]": "9"}
        page = refused(app, "rami", **sent)
        assert "2: enter what is left or “no melds”, not both." in text_of(page)
        assert re.search(
            '<input aria-invalid="true" aria-describedby="wrong" autofocus name="left\\[@1]" value="30"', page
        )
        assert re.search('name="not_laid\\[]" value="2"[^>]*\\schecked', page)
        owner = new_table(app, "rami", ["1", "2", "3"])
        one_alone = {**sent, "left[@1]": ""}
        assert owner.post("/entries", kind="deal", entry_id="x", **one_alone).status_code == 303

    def test_a_third_player_in_gin_rami(self, app: Flask) -> None:
        """Gin-rami is for two: the third name is marked, not an empty seat."""
        sent = {"players[]": ["Anna", "Bo", "Cia", ""], "options[variant]": "gin_rami"}
        page = app.test_client().post("/new/rami", data=sent).text
        assert re.findall('<input aria-invalid="true"[^>]* value="([^"]*)"', page) == ["Cia"]

    def test_a_seat_without_a_name(self, app: Flask) -> None:
        """The page neither chooses another dealer silently nor leaves the phone without a player."""
        told = {
            "dealer": "Player 6 deals first. Enter the name.",
            "me": "Player 6 is marked as you. Enter the name.",
        }
        for field, sentence in told.items():
            sent = {"players[]": ["Anna", "Bo", "Cia", "", "", ""], field: "5"}
            answer = Phone(app).client.post("/new/rami", data=sent)
            assert answer.status_code == 422
            assert sentence in text_of(answer.text)
            assert re.search(
                r'Player 6</span><input aria-invalid="true" aria-describedby="wrong" autofocus name="players\[\]"',
                answer.text,
            )

    @pytest.mark.parametrize(
        ("kind", "sent", "sentence", "kept"),
        [
            ("penalty", {"player": "2", "cost": "1o", "reason": "looked"}, "not 1o", ['value="looked"', "selected>2<"]),
            ("penalty", {"player": "2", "cost": "-5"}, "without a plus or minus sign", ['value="-5"']),
            ("note", {"text": " "}, "Note is missing.", []),
        ],
    )
    def test_errors_in_other_entries(
        self, app: Flask, kind: str, sent: dict[str, str], sentence: str, kept: list[str]
    ) -> None:
        """The error is in the form in which it was typed, which is open and unchanged."""
        owner = new_table(app, "rami", ["1", "2", "3"])
        page = owner.post("/entries", kind=kind, entry_id="x", **sent).text
        form = page[page.index('<details class="other"') :]
        assert sentence in text_of(form)
        assert 'id="other" open' in form
        assert [one for one in kept if one not in form] == []
        fault = re.search(r'<(?:input|select) aria-invalid="true" aria-describedby="wrong"[^>]*name="(\w+)"', page)
        assert fault and fault[1] == {"penalty": "cost", "note": "text"}[kind]
