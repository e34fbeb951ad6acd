"""Ramino works with any names, and a refused page keeps everything typed."""

import re

from flask import Flask
from support.forms_drawn import NAMES, Controls, refused
from support.phones import Phone, entries, new_table, stored, text_of

from companion.parsing.scalars import tidy


class TestAnyName:
    def test_each_for_himself(self, app: Flask) -> None:
        parts = [
            {"out[@]": "@0", "laid[@0]": "120"},
            {"laid[@1]": "30", "left[@1]": "30"},
            {"laid[@2]": "30", "left_cards[@2]": "KS 7D"},
        ]
        for names in NAMES:
            owner = new_table(app, "ramino", list(names))
            owner.post("/settings", own_parts="on")
            one, two, three = map(tidy, names)
            for name, fields in zip((one, two, three), parts, strict=True):
                drawn = {field for field, _ in Controls(owner.get("/own", **{"for": name}).text).found}
                assert drawn >= fields.keys()
                sent = {"kind": "deal", "number": 1, "entry_id": "x", "for": name, **fields}
                assert owner.post("/own", **sent).status_code == 303
            (row,) = entries(app, owner.match)
            assert row.body == {
                "kind": "deal",
                "out": one,
                "laid": {one: 120, two: 30, three: 30},
                "left": {two: 30, three: ["KS", "7D"]},
            }


class TestRefusedFormKeepsInput:
    """A refused form has everything typed in its own field."""

    def test_a_slip_in_a_number(self, app: Flask) -> None:
        page = refused(app, "ramino", **{"out[@]": "@0", "laid[@0]": "120", "laid[@2]": "4o", "left[@1]": "30"})
        assert 'name="laid[@2]" value="4o"' in page
        assert 'name="laid[@0]" value="120"' in page
        assert "3, Melds: 4o is neither a number nor cards." in text_of(page)
        assert 'data-field="laid[@2]"' in page

    def test_cards_as_people_write_them(self, app: Flask) -> None:
        """With the language's letters, and without the signs that separate combinations."""
        owner = new_table(app, "ramino", ["1", "2", "3"])
        sent = {"kind": "deal", "out[@]": "@0", "laid[@1]": "70", "laid_cards[@1]": "5H 6H 7H | KD QD JD"}
        told = {"en": "7♥, K♦, Q♦, J♦", "sv": "7♥, K♦, D♦, Kn♦", "fr": "7♥, R♦, D♦, V♦", "it": "7♥, K♦, Q♦, J♦"}
        for lang, cards in told.items():
            headers = {"Accept-Language": lang}
            page = owner.client.post(f"/m/{owner.match}/entries", data=sent, headers=headers).text
            assert f"5♥, 6♥, {cards}" in text_of(page)

    def test_one_of_several_choices_is_described_and_not_wrong_by_itself(self, app: Flask) -> None:
        page = refused(app, "ramino", **{"laid[@0]": "100"})
        assert "who went out" in text_of(page)
        assert "aria-invalid" not in page
        assert re.findall('aria-describedby="wrong"[^>]* name="([^"]*)"', page) == ["out[@]"] * 4  # and "nobody"

    def test_no_wire_word_is_said_to_people(self, app: Flask) -> None:
        owner = new_table(app, "ramino", ["1", "2", "3"])
        first = {
            "out[@]": "@0",
            "laid[@0]": "120",
            "laid[@1]": "30",
            "laid[@2]": "30",
            "left[@1]": "30",
            "left[@2]": "40",
        }
        assert owner.post("/entries", kind="deal", number=1, entry_id="x", **first).status_code == 303
        fields = {**first, "left_cards[@2]": "XX", "left[@2]": "", "correct": 1, "reason": "slip"}
        answer = owner.post("/entries", kind="deal", number=2, entry_id="y", **fields)
        assert "3, Left in hand: “XX” is not a card. Write 10S for 10♠," in text_of(answer.text)
        for word in ("left ›", "content ›", "with ›"):
            assert word not in text_of(answer.text)

    def test_a_new_match(self, app: Flask) -> None:
        typed = {"options[target]": "500", "options[target_number]": "750", "opening[scores][@1]": "7x", "dealer": "1"}
        answer = Phone(app).client.post("/new/ramino", data={"players[]": ["1", "2"], **typed})
        assert answer.status_code == 422
        assert "500 / 750 is not an option for the house rule Points to reach." in text_of(answer.text)
        assert 'value="750"' in answer.text
        assert 'value="7x"' in answer.text

    def test_a_number_beside_an_untouched_choice_counts(self, app: Flask) -> None:
        typed = {"options[target]": "1000", "options[target_number]": "750"}
        row = stored(app).match(new_table(app, "ramino", ["1", "2"], **typed).match)
        assert row
        assert row.head["options"] == {"target": 750, "first_dealer": "chosen"}
