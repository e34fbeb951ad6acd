"""Entries that were struck out or take effect later, on the sheet."""

import re

from flask import Flask
from support.phones import entries, new_table, text_of


def seen_by(page: str, step: str) -> str:
    """Return the version that the undo form has."""
    found = re.search(rf'id="step-{step}".*?name="seen" value="([^"]*)"', page, re.DOTALL)
    assert found
    return found[1]


class TestStruckOutOnSheet:
    """A struck-out deal says who did it and when, as on paper; a restored one too."""

    def test_struck(self, app: Flask) -> None:
        anna = new_table(app)
        anna.post("/who", player="Anna")
        anna.write("AAABC", 1)
        anna.post("/entries", strike="1", reason="undone", seen="1.0", entry_id="s")
        assert re.search(r"Crossed out: undo\s+Anna", text_of(anna.get().text))

    def test_put_back_from_its_own_page_however_long_ago(self, app: Flask) -> None:
        """In its last version, with its correction; later entries stay."""
        anna = new_table(app)
        anna.write("AAABC", 1)
        anna.write("BBBAC", 2, correct="1")
        before = text_of(anna.get("/board").text)
        anna.post("/entries", strike="1", seen="2.0", entry_id="s")
        anna.post("/entries", kind="note", text="late", seen="3.0", entry_id="n")
        page = anna.get("/entries/1").text
        assert "Restore deal 1" in text_of(page)
        found = re.search(r'id="step-(\d+)"', page)
        assert found
        anna.post("/entries", strike=found[1], reason="undone", seen=seen_by(page, found[1]), entry_id="b")
        assert text_of(anna.get("/board").text) == before
        assert "Restore deal 1" not in text_of(anna.get("/entries/1").text)

    def test_a_correction_taken_back_leaves_it_struck_out_as_before(self, app: Flask) -> None:
        anna = new_table(app)
        anna.write("AAABC", 1)
        anna.post("/entries", strike="1", seen="1.0", entry_id="s")
        anna.write("AABBC", 3, correct="1")
        answer = anna.client.post(
            f"/m/{anna.match}/entries",
            data={"strike": "3", "reason": "undone", "seen": "3.0", "entry_id": "t"},
            headers={"HX-Request": "true"},
        )
        assert "Crossed out: deal 1." in text_of(answer.text)
        assert "is as it was before" not in text_of(answer.text)

    def test_redo_beside_a_replacement_asks(self, app: Flask) -> None:
        """The same hand would count twice; and the page with the question has no button that skips it."""
        anna = new_table(app)
        anna.write("AAABC", 1)
        anna.post("/entries", strike="1", reason="undone", seen="1.0", entry_id="s")
        anna.write("AABBC", 3)
        page = anna.get("/entries/1").text
        asked = anna.post("/entries", strike="2", reason="undone", seen=seen_by(page, "2"), entry_id="b")
        assert asked.status_code == 409
        assert "Both count" in text_of(asked.text)
        assert 'id="step-2"' not in asked.text.partition('id="mend"')[2]
        assert len(entries(app, anna.match)) == 3

    def test_a_house_rule_stands_where_it_begins_to_hold(self, app: Flask) -> None:
        anna = new_table(app)
        anna.write("AAABC", 1)
        fields = {"options[target]": "#", "options[target_number]": "-7"}
        anna.post("/house-rule", seen="1.0", entry_id="rule", **fields)
        rows = anna.get().text.partition('id="lines"')[2]
        assert 0 < rows.find("House rule from the next deal on") < rows.find("<tbody>")
        anna.write("AABBC", 3)
        rows = anna.get().text.partition("<tbody>")[2]
        assert rows.find("/entries/3") < rows.find("House rule from this deal on") < rows.find("/entries/1")
