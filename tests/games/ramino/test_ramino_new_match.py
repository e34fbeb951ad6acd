"""A new match of Ramino: Scala 40 is chosen by name, and the first dealer is no house rule."""

import re

import pytest
from flask import Flask
from support.new_match import begun, form_of
from support.phones import Phone, read

FOUR = ["Giulia", "Marco", "Francesca", "Paola"]


class TestAsLastTime:
    def test_what_the_table_has_changed_in_it(self, app: Flask) -> None:
        phone = Phone(app)
        own = {"options[limit]": "#", "options[limit_number]": "201", "options[must_discard]": "False"}
        scala = {"presets[]": ["Scala 40"], "drawn[]": ["Scala 40"]}
        first = begun(phone, "ramino", FOUR, **scala, **own)
        assert first["options"]["limit"] == 201 and "must_discard" not in first["options"]
        page = phone.client.get("/new/ramino").text
        assert re.search(r'value="Scala 40"[^>]* checked', page)
        form = form_of(page)
        assert begun(phone, "ramino", form.pop("players[]"), **form)["options"] == first["options"]

    def test_a_title_is_that_of_one_evening(self, app: Flask) -> None:
        phone = Phone(app)
        begun(phone, "ramino", FOUR, title="Friday")
        assert form_of(phone.client.get("/new/ramino").text)["title"] == [""]


class TestWhatIsPlayed:
    """The name is used wherever the match is named, not a list of house rules."""

    def test_scala_40(self, app: Flask) -> None:
        phone = Phone(app)
        begun(phone, "ramino", FOUR, title="Sunday", **{"presets[]": ["Scala 40"]})
        for page in ("", "/share", "/rules"):
            assert "Scala 40 ›" in read(phone.get(page)), page
        begun(phone, "ramino", FOUR, **{"presets[]": ["Scala 40"]})
        assert "Scala 40" in read(phone.get("/board"))
        for address in ("/", "/matches", "/matches?q=scala+sunday", "/forget"):
            assert "Scala 40" in read(phone.client.get(address)), address


class TestTheFirstDealer:
    """A chosen first dealer is not shown as a house rule."""

    @pytest.mark.parametrize("page", ["", "/rules", "/rules/ramino.deal.dealer", "/house-rules"])
    def test_it_is_not_shown_as_a_house_rule(self, app: Flask, page: str) -> None:
        phone = Phone(app)
        head = begun(phone, "ramino", FOUR, dealer="2")
        assert head["options"] == {"first_dealer": "chosen"}
        text = read(phone.get(page))
        assert "First dealer" not in text
        assert "house rules of its own" not in text
        assert "1 house rule" not in text

    def test_drawn_by_lot_where_nobody_is_chosen(self, app: Flask) -> None:
        head = begun(Phone(app), "ramino", FOUR)
        assert head["opening"]["dealer"] in FOUR
        assert head["options"] == {}
