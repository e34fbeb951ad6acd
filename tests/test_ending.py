"""The end of a match on its page: time limits, who may end it, and entries after the end."""

from typing import Any

import pytest
from flask import Flask
from support.phones import new_table, text_of

from companion.translation import language
from companion.web.pages import board

MINUTES = {"options[length]": "#minutes", "options[length_number]": "60"}


class TestTime:
    """<game>.end.length: the deal that is running at the end of the time counts, and no new one begins."""

    def test_until_when(self, app: Flask) -> None:
        page = new_table(app, **MINUTES).get().text
        assert "until <time datetime=" in page
        assert "Time is up." not in page.partition("<main")[2].partition('id="other"')[0]

    def test_the_time_is_up_and_nothing_ends_by_itself(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        phone = new_table(app, **MINUTES)
        monkeypatch.setattr(board, "now", lambda: "2999-01-01T00:00:00Z")
        assert "Time is up. Finish this deal: it counts. Do not start another one." in phone.get().text
        assert phone.write("AAABB", 1).status_code == 303

    def test_an_entry_after_the_time_reminds_of_the_end(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only the table knows whether the deal was already running."""
        phone = new_table(app, **MINUTES)
        monkeypatch.setattr(board, "later", lambda at, minutes: "2000-01-01T00:00:00Z")
        told = "Something was saved after the time was up."
        assert told not in phone.get().text
        phone.write("AAABB", 1)
        assert told in phone.get().text

    def test_no_word_of_time_where_none_is_agreed(self, app: Flask) -> None:
        assert "until <time" not in new_table(app).get().text


class TestEnd:
    """<game>.end.agreed: one tap with a reason; no penalty is possible after it, but one is after the last deal."""

    def end(self, phone: Any, number: int) -> Any:
        return phone.post("/entries", kind="end", reason="All agree", seen=f"{number - 1}.0", entry_id="end")

    def test_nothing_to_end(self, app: Flask) -> None:
        phone = new_table(app)
        answer = self.end(phone, 1)
        assert answer.status_code == 422
        assert "Nothing has been played" in answer.text

    def test_ended(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1)
        assert self.end(phone, 2).status_code == 303
        page = phone.get().text
        assert "Anna wins with 7, one ahead of Bo." in text_of(page)
        assert "All agree" in page
        assert "Save penalty" not in page
        swedish = phone.client.get(f"/m/{phone.match}/log", headers={"Accept-Language": "sv"}).text
        assert "All agree" not in swedish, "each reader in their own language"
        assert language("sv").gettext("All agree") in swedish
