"""House rules of gin on the page."""

import pytest
from flask import Flask
from support.phones import new_table, text_of


class TestRefused:
    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("0", "0 points more is not an option for this house rule. Choose from: double payment, "),
            ("", "Enter a whole number."),
        ],
    )
    def test_on_the_page(self, app: Flask, typed, sentence) -> None:
        phone = new_table(app, "gin", ["Anna", "Bo"])
        fields = {"options[blitz]": "#bonus", "options[blitz_number]": typed}
        answer = phone.post("/house-rule", **fields)
        assert answer.status_code == 422
        assert sentence in text_of(answer.text)
        assert "1 to 1000 points more" in text_of(answer.text) or not typed
