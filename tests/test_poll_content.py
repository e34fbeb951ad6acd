"""A poll brings the changes, and each phone sees only what it may see."""

import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta, tzinfo

import pytest
from flask import Flask
from support.phones import OPEN, Phone, codes, new_table, read

from companion.clock import now
from companion.limits import NEWER_LISTED
from companion.web.http import filters
from companion.web.pages import board

ENTRY_ID = re.compile("[0-9a-f]{16}")
MINUTES = {"options[length]": "#minutes", "options[length_number]": "60"}
TABLE = ("Anna", "Bo", "Cia", "")  # Anna owns the match, Cia's phone only reads, the last is no player's
BLANK = {"form": "blank", "writes": "1"}


@pytest.fixture
def table(app: Flask) -> dict[str, Phone]:
    """Return phones by their players."""
    found = {"Anna": new_table(app, dealer="1")}
    found["Anna"].post("/who", player="Anna")
    write, read = codes(app, found["Anna"].match)
    for name in TABLE[1:]:
        found[name] = Phone(app, found["Anna"].match)
        found[name].enter(read if name == "Cia" else write, name)
    return found


@pytest.fixture
def anna(table: dict[str, Phone]) -> Phone:
    return table["Anna"]


@pytest.fixture
def bo(table: dict[str, Phone]) -> Phone:
    return table["Bo"]


def heard(phone: Phone, **headers: str) -> str:
    """Return the rows of the sheet that a poll brings."""
    told = phone.client.get(f"/m/{phone.match}/live?after=x", headers=headers).text
    found = re.search(r'<section id="lines".*?</section>', told, re.DOTALL)
    assert found
    return found[0].replace("hx-swap-oob=true", "")


class TestSheet:
    """The rows of a poll are those of the page."""

    def test_a_poll_brings_the_rows_of_the_page_in_each_language(self, anna: Phone, bo: Phone) -> None:
        for number, written in enumerate(({}, {}, {"correct": 1, "reason": "counted wrong"}), start=1):
            anna.write("AABBC" if written else "AAABC", number, **written)
            for phone, lang in ((anna, "en"), (bo, "sv"), (bo, "fr"), (anna, "en"), (bo, "sv")):
                spoken = {"Accept-Language": lang}
                assert heard(phone, **spoken) in phone.client.get(f"/m/{phone.match}", headers=spoken).text

    def test_other_entries_under_the_same_version_are_told(self, app: Flask, anna: Phone) -> None:
        """As after restoring a backup, or promoting a standby."""
        anna.write("AAABC", 1)
        before, version = heard(anna), anna.version
        with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
            db.execute("UPDATE entry SET body = replace(body, 'Cia', 'Bo') WHERE match = ?", (anna.match,))
        assert anna.version == version
        assert heard(anna) != before

    def test_one_behind_a_path_has_the_addresses_of_that_path(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        for root in ("", "/cards"):
            told = anna.client.get(f"/m/{anna.match}/live?after=x", base_url=f"http://localhost{root}").text
            assert f'href="{root}/m/{anna.match}/entries/1' in told


def to_confirm(table: dict[str, Phone]) -> None:
    table["Anna"].post("/settings", confirm="on")
    table["Bo"].write("AAABC", 1)


def each_a_part(table: dict[str, Phone]) -> None:
    table["Anna"].post("/settings", own_parts="on")
    table["Bo"].post("/own", kind="deal", number=1, entry_id="b1", rounds__="Bo", **{"for": "Bo"})


class TestNews:
    """Each phone gets only the texts for it."""

    def test_each_writes_under_an_id_of_its_own(self, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        ids = [
            set(ENTRY_ID.findall(table[name].get("/live", after="0.0", **BLANK).text)) for name in ("Anna", "Bo", "")
        ]
        assert [len(found) for found in ids] == [1, 1, 1]
        assert len(set.union(*ids)) == 3

    def test_only_the_right_phone_is_asked_to_confirm(self, table: dict[str, Phone]) -> None:
        to_confirm(table)
        asked = {name: "Confirm" in table[name].get("/live", after="0.0", **BLANK).text for name in (*TABLE, *TABLE)}
        assert asked == {"Anna": True, "Bo": False, "Cia": True, "": False}

    def test_a_part_is_seen_by_its_own_phone_only(self, table: dict[str, Phone]) -> None:
        each_a_part(table)
        shown = {name: table[name].get("/live", after="0.0", part="", form="blank", writes="1").text for name in TABLE}
        assert {name: "Change my result" in told for name, told in shown.items()} == {
            "Anna": False,
            "Bo": True,
            "Cia": False,
            "": False,
        }

    def test_a_reading_phone_gets_no_buttons(self, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        heard = {name: table[name].get("/live", after="0.0", **BLANK).text for name in TABLE}
        assert {name: "Undo deal 1" in told for name, told in heard.items()} == {
            "Anna": True,
            "Bo": True,
            "Cia": False,
            "": True,
        }

    def test_the_code_stays_until_all_are_in(self, app: Flask, table: dict[str, Phone]) -> None:
        """A phone that has joined can show it too; only phones that write get it, and none after the first deal."""
        write = codes(app, table["Anna"].match)[0]
        shown = f"{write[:5]}-{write[5:]}"
        heard = {name: shown in table[name].get("/live", after="0.0", **BLANK).text for name in TABLE}
        assert heard == {"Anna": True, "Bo": True, "Cia": False, "": True}
        table["Anna"].write("AAABC", 1)
        assert not any(shown in table[name].get("/live", after="0.0", **BLANK).text for name in TABLE)

    def test_how_long_there_is_left_is_told_each_time(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        phone, left = new_table(app, dealer="1", **MINUTES), set()
        phone.write("AAABC", 1)
        for moment in (now(), now(1)):
            monkeypatch.setattr(board, "now", lambda moment=moment: moment)
            left |= set(re.findall(r'data-left="(\d+)"', phone.get("/live", after="0.0", **BLANK).text))
        assert len(left) == 2

    def test_a_time_of_yesterday_is_told_with_its_day(self, anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        class Tomorrow(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> "Tomorrow":
                return super().now(tz) + timedelta(days=1)

        anna.write("AAABC", 1)
        saved = [re.search('id="saved".*?</time>', anna.get("/live", after="0.0", **BLANK).text)]
        monkeypatch.setattr(filters, "datetime", Tomorrow)
        saved.append(re.search('id="saved".*?</time>', anna.get("/live", after="0.0", **BLANK).text))
        assert [found and bool(re.search(r">\d+ \w+ \d{4} ", found[0])) for found in saved] == [False, True]


def test_of_many_newer_entries_the_latest_are_shown(app: Flask) -> None:
    owner = new_table(app, dealer="1", **OPEN)
    for number in range(1, NEWER_LISTED + 4):
        owner.write("AABBC", number)
    told = read(owner.get("/live", after="0.0", form="typed", writes="1", seen="0.0"))
    assert re.search(r"While you were typing 3 earlier entries \S+ entered deal 4\. ", told)
    assert len(re.findall(r"entered deal \d", told.partition("Delete mine")[0])) == NEWER_LISTED
