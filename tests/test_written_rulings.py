"""A verdict is saved as a ruling, as the deal, or as a penalty."""

import json
import re
from html import unescape

import pytest
from flask import Flask
from support.examples import ALL, Begun, Remedy, Verdict, example
from support.phones import MAY_PLAY, Phone, codes, entries, new_table, read, seats, stored
from support.verdicts import buttons, pressed

from companion.parsing import read_facts
from companion.referee import ask
from companion.rules.game import Game
from companion.store import EntryRow


class TestOnTheProtocol:
    def test_written(self, app: Flask, table: Phone) -> None:
        """A ruling is computed from the current rules, whatever the phone sends."""
        assert table.post("/referee/may_play", **MAY_PLAY, text="Everything goes.").status_code == 422
        answer = table.post("/referee/may_play", **MAY_PLAY, entry_id="e1")
        assert answer.status_code == 303
        assert "The ruling is saved." in read(table.client.get(answer.location))
        (row,) = entries(app, table.match)
        assert row.body == {
            "kind": "ruling",
            "question": "may_play",
            "facts": {"trump": "S", "lying": "9H TS", "hand": "5S QS 3C"},
            "verdict": "answer",
            "clauses": ["toy.play.follow", "toy.play.beat"],
            "text": "Only Q♠ may be played.",
        }

    def test_twice_the_same_tap(self, app: Flask, table: Phone) -> None:
        for _ in range(2):
            assert table.post("/referee/may_play", **MAY_PLAY, entry_id="e1").status_code == 303
        assert len(entries(app, table.match)) == 1

    def test_after_entries_of_others(self, app: Flask, table: Phone) -> None:
        """A ruling changes no score, so it conflicts with nothing."""
        table.write("ABCAB", 1)
        assert table.post("/referee/may_play", **MAY_PLAY).status_code == 303
        assert [row.body["kind"] for row in entries(app, table.match)] == ["deal", "ruling"]

    def test_impossible_is_not_written(self, app: Flask, table: Phone) -> None:
        answer = table.post("/referee/may_play", **{**MAY_PLAY, "hand": "5S 5S"})
        assert answer.status_code == 422
        assert entries(app, table.match) == []

    def test_shown_when_asked_again(self, table: Phone) -> None:
        table.post("/referee/may_play", **MAY_PLAY)
        assert "Only Q♠ may be played." in read(table.get("/referee/may_play"))
        assert "Only Q♠" not in read(table.get("/referee/needs"))

    def test_readers_and_strangers(self, app: Flask, table: Phone) -> None:
        reader = Phone(app, table.match)
        assert reader.get("/referee/may_play").status_code == 404
        reader.enter(codes(app, table.match)[1])
        assert "Save ruling" not in read(reader.get("/referee/may_play", **MAY_PLAY))
        assert reader.post("/referee/may_play", **MAY_PLAY).status_code == 403
        assert reader.post("/house-rule", **{"options[rest]": "always"}).status_code == 403

    def test_settles_what_was_contested(self, app: Flask, table: Phone) -> None:
        """From a disputed entry to a ruling about it."""
        table.write("ABCAB", 1)
        table.post("/entries/1/contest", entry_id="c1", reason="the second round")
        contested = table.get("/entries/1").text
        assert f'href="/m/{table.match}/referee?entry=1"' in contested
        assert "/referee/may_play?entry=1" in table.get("/referee", entry="1").text
        assert 'name="entry" value="1"' in table.get("/referee/may_play", entry="1").text
        assert table.post("/referee/may_play", **MAY_PLAY, entry="1").status_code == 303
        assert entries(app, table.match)[-1].body["entry"] == 1
        assert "Disputed by" not in read(table.get("/entries/1"))
        assert table.post("/referee/may_play", **MAY_PLAY, entry="99").status_code == 422

    def test_decided_before_only_on_the_same_facts(self, table: Phone) -> None:
        """A ruling on other facts is shown as such, with these facts in words."""
        table.post("/referee/may_play", **MAY_PLAY)
        page = read(table.get("/referee/may_play", **MAY_PLAY))
        assert "This table has decided this before" in page
        assert "Decided before" not in page
        page = read(table.get("/referee/may_play", **{**MAY_PLAY, "hand": "QS 4D"}))
        assert "This table has decided this before" not in page
        earlier = page.partition("Decided before, with other facts")[2]
        assert "The hand: 5♠, Q♠, 3♣" in earlier
        page = read(table.get("/referee/may_play"))
        assert "Decided before" in page
        assert "other facts" not in page

    def test_the_same_again_is_one(self, app: Flask, table: Phone) -> None:
        """Sent again from an old page, until an entry changes the score."""
        asked = {**MAY_PLAY, "q": "may I play the queen"}
        for n in range(2):
            assert table.post("/referee/may_play", **asked, entry_id=f"e{n}").location.endswith("written=1")
            page = read(table.get("/referee/may_play", **asked))
            assert "The ruling is saved." in page
            assert "Save ruling" not in page
        assert entries(app, table.match)[0].body["text"] == "“may I play the queen”: Only Q♠ may be played."
        table.write("ABCAB", 2)
        assert "Save ruling" in read(table.get("/referee/may_play", **asked))
        table.post("/referee/may_play", **asked, entry_id="e3")
        assert [row.body["kind"] for row in entries(app, table.match)] == ["ruling", "deal", "ruling"]

    def test_a_new_ruling_does_not_refer_to_itself(self, table: Phone) -> None:
        """It is shown once; a later one also shows the first."""
        for n in range(2):
            answer = table.post("/referee/may_play", **MAY_PLAY, entry_id=f"e{n}")
            page = read(table.client.get(answer.location))
            assert "The ruling is saved." in page
            assert ("This table has decided this before" in page) == bool(n)
            table.write("ABCAB", 2 * n + 2)

    def test_exported(self, table: Phone) -> None:
        table.post("/referee/may_play", **MAY_PLAY)
        exported = json.loads(table.get("/match.json").text)
        assert exported["entries"][0]["question"] == "may_play"


REMEDIES = [
    pytest.param(game, one, id=f"{game.key}-{one.question}-{n}")
    for game in ALL
    for n, one in enumerate(example(game).remedies)
]


class TestRemedies:
    """A penalty that a ruling attaches is offered as the next entry, filled in."""

    @pytest.mark.parametrize(("game", "one"), REMEDIES)
    def test_remedy(self, game: Game, one: Remedy) -> None:
        question = game.questions[one.question]
        ruling = ask(question, read_facts(game, question, one.facts)).ruling
        assert ruling
        assert ruling.remedy == one.remedy


WRITTEN = [pytest.param(game, one, id=f"{game.key}-{one.question}") for game in ALL for one in example(game).verdicts]
BEGUN = [pytest.param(game, one, id=f"{game.key}-{one.question}") for game in ALL for one in example(game).begun]


class TestWrittenDown:
    """A verdict is saved as its deal by one tap; an unfinished deal is put into the deal form."""

    @pytest.mark.parametrize(("game", "one"), WRITTEN)
    def test_one_tap(self, app: Flask, game: Game, one: Verdict) -> None:
        table = new_table(app, game.key, seats(game.key), **{"opening[dealer]": "Anna"})
        found = buttons(table.get(f"/referee/{one.question}", **one.facts).text)
        assert pressed(table, found[one.button]).status_code == 303
        (row,) = entries(app, table.match)
        assert one.body.items() <= row.body.items()

    @pytest.mark.parametrize(("game", "one"), WRITTEN)
    def test_a_page_shown_twice_writes_once(self, app: Flask, game: Game, one: Verdict) -> None:
        """Sent again before the first answer it is the same; on an old page the button says that it writes another."""
        table = new_table(app, game.key, seats(game.key), **{"opening[dealer]": "Anna"})
        address = f"/referee/{one.question}"
        pages = [buttons(table.get(address, **one.facts).text) for _ in range(2)]
        assert [pressed(table, page[one.button]).status_code for page in pages] == [303, 303]
        assert len(entries(app, table.match)) == 1
        assert one.button not in buttons(table.get(address, **one.facts).text)

    @pytest.mark.parametrize(("game", "one"), BEGUN)
    def test_into_the_form(self, app: Flask, game: Game, one: Begun) -> None:
        """The deal form has the facts of the ruling; nothing is written yet."""
        table = new_table(app, game.key, ["Anna", "Bo", "Cia"])
        form = pressed(table, buttons(table.get(f"/referee/{one.question}", **one.facts).text)["Bo"])
        assert form.status_code == 200
        assert one.shown in re.sub(r"\s+", " ", form.text)
        assert entries(app, table.match) == []


def test_a_ruling_of_another_version_stays_readable(app: Flask, table: Phone) -> None:
    """A question that no longer exists is shown as it was written."""
    body = {"kind": "ruling", "question": "gone", "verdict": "legal", "text": "It was allowed."}
    stored(app).append(table.match, EntryRow(1, "x", "2026-01-01T00:00:00Z", "", "", body))
    read(table.get("/referee"))
    assert "It was allowed." in read(table.get("/entries/1"))


def test_an_entry_without_a_score_says_what_it_is(table: Phone) -> None:
    table.post("/referee/may_play", **MAY_PLAY)
    table.post("/house-rule", **{"options[rest]": "always"})
    ruling = table.get("/entries/1")
    assert "Only Q♠ may be played." in read(ruling)
    again = re.search(r'href="([^"]+ask=1[^"]+)"', ruling.text)
    assert again
    assert "Only Q♠ may be played." in read(table.client.get(unescape(again[1])))
    assert "House rule from here on" in read(table.get("/entries/2"))
