"""What several phones of a table are to see is printed once, and each sees only what is for it."""

import gc
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta, tzinfo
from threading import Thread
from time import sleep
from weakref import ref

import pytest
from flask import Flask, template_rendered
from support.phones import OPEN, Phone, codes, new_table, read

from companion import repository
from companion.clock import now
from companion.limits import MEANWHILE
from companion.presentation.scoreboard import Scoreboard
from companion.repository import MatchSession
from companion.web.http import filters, press
from companion.web.pages import match_view
from companion.web.pages.sheet_view import Lines

ENTRY_ID = re.compile("[0-9a-f]{16}")
NEWS = "_fragments/news.html"
MINUTES = {"options[length]": "#minutes", "options[length_number]": "60"}
TABLE = ("Anna", "Bo", "Cia", "")  # Anna's phone owns the match, Cia's only reads, the last is no player's
BLANK = {"form": "blank", "pen": "1"}
ASKED = (BLANK, {"form": "none"}, {"form": "typed", "pen": "1", "seen": "0.0"}, {**BLANK, "part": ""}, {})


@pytest.fixture
def table(app: Flask) -> dict[str, Phone]:
    """Phones by their players."""
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


@pytest.fixture
def printed(app: Flask) -> Iterator[list[str]]:
    """The templates that were printed."""
    names: list[str] = []
    with template_rendered.connected_to(lambda _, template, **more: names.append(template.name), app):
        yield names


def heard(phone: Phone, **headers: str) -> str:
    """The rows of the sheet, as a poll brings them."""
    told = phone.client.get(f"/m/{phone.match}/live?after=x", headers=headers).text
    found = re.search(r'<section id="lines".*?</section>', told, re.DOTALL)
    assert found
    return found[0].replace("hx-swap-oob=true", "")


class TestSheet:
    """What one phone has heard of the sheet, the others of its table hear from memory."""

    def test_each_hears_what_the_page_shows_in_its_own_language(self, anna: Phone, bo: Phone) -> None:
        for number, written in enumerate(({}, {}, {"correct": 1, "reason": "counted wrong"}), start=1):
            anna.write("AABBC" if written else "AAABC", number, **written)
            for phone, lang in ((anna, "en"), (bo, "sv"), (bo, "fr"), (anna, "en"), (bo, "sv")):
                spoken = {"Accept-Language": lang}
                assert heard(phone, **spoken) in phone.client.get(f"/m/{phone.match}", headers=spoken).text

    def test_other_entries_under_the_same_version_are_told(self, app: Flask, anna: Phone) -> None:
        """As after a restore, or where a standby has taken over."""
        anna.write("AAABC", 1)
        before, version = heard(anna), anna.version
        with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
            db.execute("UPDATE entry SET body = replace(body, 'Cia', 'Bo') WHERE match = ?", (anna.match,))
        assert anna.version == version
        assert heard(anna) != before

    def test_what_was_told_keeps_no_match_in_memory(self, anna: Phone) -> None:
        """However many tables were looked at, and in however many languages: how many are kept is decided elsewhere."""
        anna.write("AAABC", 1)
        heard(anna)
        kept = repository._kept.get(anna.match)
        assert kept
        before = ref(kept.match)
        del kept
        gc.collect()
        assert before()
        del repository._kept[anna.match]
        gc.collect()
        assert before() is None
        assert heard(anna)

    def test_it_is_put_together_once(self, anna: Phone, bo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        anna.write("AAABC", 1)
        made, lines = [], match_view.lines

        def counted(session: MatchSession, scores: Scoreboard, before: int) -> Lines:
            made.append(before)
            return lines(session, scores, before)

        monkeypatch.setattr(match_view, "lines", counted)
        for phone in (anna, bo, anna):
            assert phone.get("/live", after="0.0").status_code == 200
        assert made == [0]

    def test_one_page_is_printed_after_another(self, anna: Phone, bo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        """In turns each would wait for all the others, and every poll for each turn."""
        anna.write("AAABC", 1)
        now, most, print_page = [0], [0], press.render_template

        def printed(*what: str, **more: object) -> str:
            now[0] += 1
            most[0] = max(most[0], now[0])
            sleep(0.02)
            now[0] -= 1
            return print_page(*what, **more)

        monkeypatch.setattr(press, "render_template", printed)
        threads = [Thread(target=heard, args=(phone,)) for phone in (anna, bo)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert most == [1]

    def test_one_behind_a_path_has_the_addresses_of_that_path(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        for root in ("", "/cards"):
            told = anna.client.get(f"/m/{anna.match}/live?after=x", base_url=f"http://localhost{root}").text
            assert f'href="{root}/m/{anna.match}/entries/1' in told


def contested(table: dict[str, Phone]) -> None:
    table["Anna"].write("AAABC", 1)
    table["Cia"].post("/entries/1/contest", reason="Bo took it", entry_id="c1")


def to_confirm(table: dict[str, Phone]) -> None:
    table["Anna"].post("/settings", confirm="on")
    table["Bo"].write("AAABC", 1)


def taken_back(table: dict[str, Phone]) -> None:
    table["Bo"].write("AAABC", 1)
    table["Bo"].post("/entries", strike=1, reason="undone", again=1, entry_id="back", seen="1.0")


def each_a_part(table: dict[str, Phone]) -> None:
    table["Anna"].post("/settings", own_parts="on")
    table["Bo"].post("/own", kind="deal", number=1, entry_id="b1", rounds__="Bo", **{"for": "Bo"})


def whole_again(table: dict[str, Phone]) -> None:
    each_a_part(table)
    table["Anna"].post("/settings")


def seats_changed(table: dict[str, Phone]) -> None:
    table["Anna"].write("AAABC", 1)
    table[""].post("/who", player="Bo")


def followed(table: dict[str, Phone]) -> None:
    table["Anna"].write("AAABC", 1)
    table["Anna"].post("/entries", kind="end", reason="All agree", entry_id="end", seen="1.0")
    table["Anna"].post("/rematch")


def corrected(table: dict[str, Phone]) -> None:
    table["Anna"].write("AAABC", 1)
    table["Bo"].write("AABBC", 2, correct=1, reason="counted wrong")


SCENES = (contested, to_confirm, taken_back, each_a_part, whole_again, seats_changed, followed, corrected)


class TestNews:
    """Of what a deal has changed most phones of a table are to hear the very same."""

    def test_it_is_printed_once_for_all_that_may_write(self, table: dict[str, Phone], printed: list[str]) -> None:
        table["Anna"].write("AAABC", 1)
        heard = [table[name].get("/live", after="0.0", **BLANK).text for name in ("Anna", "Bo", "")]
        assert printed.count(NEWS) == 1
        assert all("Save deal 2" in told for told in heard)
        table["Cia"].get("/live", after="0.0", form="none")
        table["Bo"].client.get(f"/m/{table['Bo'].match}/live?after=0.0", headers={"Accept-Language": "sv"})
        assert printed.count(NEWS) == 3, "whoever only reads, and in another language"
        table["Anna"].write("AABBC", 2)
        table["Bo"].get("/live", after="1.0", **BLANK)
        assert printed.count(NEWS) == 4

    def test_each_writes_under_an_id_of_its_own(self, table: dict[str, Phone], printed: list[str]) -> None:
        table["Anna"].write("AAABC", 1)
        ids = [
            set(ENTRY_ID.findall(table[name].get("/live", after="0.0", **BLANK).text)) for name in ("Anna", "Bo", "")
        ]
        assert printed.count(NEWS) == 1
        assert [len(found) for found in ids] == [1, 1, 1]
        assert len(set.union(*ids)) == 3

    @pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
    def test_each_hears_what_it_would_hear_alone(
        self,
        table: dict[str, Phone],
        scene: Callable[[dict[str, Phone]], None],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Whoever asked before, and whatever stands on the phone that asks."""
        scene(table)

        def heard(name: str, asked: dict[str, str]) -> str:
            answer = table[name].get("/live", after="0.x", **asked)
            assert answer.status_code == 200
            return ENTRY_ID.sub("", answer.text)

        in_turns = [(name, asked) for asked in ASKED * 2 for name in (*TABLE, *TABLE[::-1])]
        together = [heard(*turn) for turn in in_turns]
        for turn, told in zip(in_turns, together, strict=True):
            monkeypatch.setattr(match_view, "_news", press.Shared(0))
            assert told == heard(*turn), turn

    def test_a_form_with_more_in_it_is_another(self, anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        anna.write("AAABC", 1)
        heard = [anna.get("/live", after="0.0", **BLANK).text]
        monkeypatch.setattr(match_view, "known", lambda *_: {"rounds": ["Bo"]})
        heard.append(anna.get("/live", after="0.0", **BLANK).text)
        assert ["selected>Bo<" in told for told in heard] == [False, True]

    def test_who_is_asked_to_agree_is_asked_alone(self, table: dict[str, Phone]) -> None:
        to_confirm(table)
        asked = {
            name: "It is right" in table[name].get("/live", after="0.0", **BLANK).text for name in (*TABLE, *TABLE)
        }
        assert asked == {"Anna": True, "Bo": False, "Cia": True, "": False}

    def test_a_part_is_seen_by_its_own_phone_alone(self, table: dict[str, Phone]) -> None:
        each_a_part(table)
        shown = {name: table[name].get("/live", after="0.0", part="", form="blank", pen="1").text for name in TABLE}
        assert {name: "Change my part" in told for name, told in shown.items()} == {
            "Anna": False,
            "Bo": True,
            "Cia": False,
            "": False,
        }

    def test_whoever_only_reads_hears_of_no_button(self, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        heard = {name: table[name].get("/live", after="0.0", **BLANK).text for name in TABLE}
        assert {name: "Undo deal 1" in told for name, told in heard.items()} == {
            "Anna": True,
            "Bo": True,
            "Cia": False,
            "": True,
        }

    def test_the_code_stays_until_all_are_in(self, app: Flask, table: dict[str, Phone]) -> None:
        """Whoever has joined asks to see it as well; only who may write hears it, and after the first deal nobody."""
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
            monkeypatch.setattr(filters, "now", lambda moment=moment: moment)
            left |= set(re.findall(r'data-left="(\d+)"', phone.get("/live", after="0.0", **BLANK).text))
        assert len(left) == 2

    def test_a_time_of_yesterday_is_told_with_its_day(self, anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        class Tomorrow(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> "Tomorrow":
                return super().now(tz) + timedelta(days=1)

        anna.write("AAABC", 1)
        saved = [re.search('id="saved".*?</time>', anna.get("/live", after="0.0", **BLANK).text)]
        for module in (filters, press):
            monkeypatch.setattr(module, "datetime", Tomorrow)
        saved.append(re.search('id="saved".*?</time>', anna.get("/live", after="0.0", **BLANK).text))
        assert [found and bool(re.search(r">\d+ \w+ \d{4} ", found[0])) for found in saved] == [False, True]


def test_of_much_that_was_written_while_somebody_was_typing_the_latest_is_told(app: Flask) -> None:
    owner = new_table(app, dealer="1", **OPEN)
    for number in range(1, MEANWHILE + 4):
        owner.write("AABBC", number)
    told = read(owner.get("/live", after="0.0", form="typed", pen="1", seen="0.0"))
    assert re.search(r"While you were typing 3 earlier entries \S+ wrote deal 4\. ", told)
    assert len(re.findall(r"wrote deal \d", told.partition("Drop mine")[0])) == MEANWHILE
