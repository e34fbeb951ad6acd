"""A verdict of gin is saved as the deal or as a penalty."""

import re
from html import unescape

import pytest
from flask import Flask
from support.phones import Phone, codes, entries, new_table, read
from support.verdicts import buttons, pressed


class TestWrittenDown:
    """A verdict is saved as its deal by one tap; an unfinished deal is put into the deal form."""

    HANDS = {"knocker": "JS JH JD 6S 7S 8S AH 2H 3H 6D", "defender": "9H 9D 9C 2D 3D 4D 5S JC QC KD"}

    def test_showdown_is_the_deal(self, app: Flask) -> None:
        """GIN-X06: one button for each player who may have knocked; it can be undone like any deal."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        found = buttons(table.get("/referee/showdown", ask="1", **self.HANDS).text)
        assert {"Score it as deal 1: Anna +14 → 14", "Score it as deal 1: Bo +14 → 14"} <= set(found)
        assert pressed(table, found["Score it as deal 1: Bo +14 → 14"]).status_code == 303
        (row,) = entries(app, table.match)
        assert (row.body["by"], row.body["hands"]["Bo"]) == ("Bo", self.HANDS["knocker"])
        assert "Undo" in read(table.get(""))

    def test_double_taps_and_newer_entries(self, app: Flask) -> None:
        """It is saved once, and newer entries cause a conflict, as for every deal."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        button = buttons(table.get("/referee/score", knocker="3", defender="20", end="knock").text)
        anna, bo = button["Score it as deal 1: Anna +17 → 17"], button["Score it as deal 1: Bo +17 → 17"]
        assert [pressed(table, anna).status_code for _ in range(2)] == [303, 303]
        assert pressed(table, bo).status_code == 409
        assert len(entries(app, table.match)) == 1

    def test_a_button_says_what_is_over_by_it(self, app: Flask) -> None:
        """One tap saves it, and settles a game: what the key of the deal's form says stands on it too."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        gin = {"knocker": "0", "defender": "50", "end": "gin"}
        pressed(table, buttons(table.get("/referee/score", **gin).text)["Score it as deal 1: Anna +75 → 75"])
        found = buttons(table.get("/referee/score", knocker="3", defender="30", end="knock").text)
        assert {"Score it as deal 2: Anna +27 → 102, Game 1 ends", "Score it as deal 2: Bo +27 → 27"} <= set(found)

    SCORE = {"knocker": "3", "defender": "20", "end": "knock"}

    def test_an_old_page_opens_the_form(self, app: Flask) -> None:
        """The next deal may have the same score, so people check it in the form; the tap does not write it."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        pressed(table, buttons(table.get("/referee/score", **self.SCORE).text)["Score it as deal 1: Anna +17 → 17"])
        back = buttons(table.get("/referee/score", **self.SCORE).text)
        form = pressed(table, back["Score it as deal 2: Anna +17 → 34"])
        assert form.status_code == 200
        assert dict(re.findall(r'name="(deadwood\[@\d\])"[^>]*value="(\d+)"', form.text)) == {
            "deadwood[@0]": "3",
            "deadwood[@1]": "20",
        }
        assert len(entries(app, table.match)) == 1
        assert pressed(table, back["Score it as deal 2: Bo +17 → 17"]).status_code == 303

    def test_an_old_page_opens_the_form_of_the_penalty(self, app: Flask) -> None:
        house = {"options[false_knock]": "#penalty", "options[false_knock_number]": "20"}
        table = new_table(app, "gin", ["Anna", "Bo"], **house)
        asked = {"opened": "false", "ask": "1"}
        fine = next(
            iter(one for one in buttons(table.get("/referee/false_knock", **asked).text) if "Penalty for" in one)
        )
        for _ in range(2):
            button = buttons(table.get("/referee/false_knock", **asked).text)[fine]
            shown = pressed(table, button)
        assert shown.status_code == 200
        assert "Save penalty" in shown.text
        assert [row.body["kind"] for row in entries(app, table.match)] == ["penalty"]

    def test_while_a_deal_is_disputed_the_next_one_opens_its_form(self, app: Flask) -> None:
        """The ruling may be about the disputed deal, so the page names that deal."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        pressed(table, buttons(table.get("/referee/score", **self.SCORE).text)["Score it as deal 1: Anna +17 → 17"])
        table.post("/entries/1/contest", entry_id="c", reason="I had 18")
        page = table.get("/referee/score", **{**self.SCORE, "defender": "18"}).text
        assert "Deal 1 is disputed." in page
        assert pressed(table, buttons(page)["Score it as deal 2: Anna +15 → 32"]).status_code == 200
        assert len(entries(app, table.match)) == 2

    def test_a_reading_phone_has_no_buttons(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        reader = Phone(app, table.match)
        reader.enter(codes(app, table.match)[1])
        page = reader.get("/referee/showdown", ask="1", **self.HANDS)
        assert not any("Score it" in one for one in buttons(page.text))


def knock(by: str, own: int, other: int) -> dict[str, str]:
    """Return a deal as its form sends it, at the table of Rose and Max."""
    numbers = (own, other) if by == "Rose" else (other, own)
    return {"kind": "deal", "end": "knock", "by": by, **{f"deadwood[@{n}]": str(one) for n, one in enumerate(numbers)}}


class TestADealOnTheSheet:
    """A ruling on a written deal takes its numbers as facts, and corrects that deal or writes nothing."""

    WORDS = "Max knocked with 8 and Rose has 3"

    @pytest.fixture
    def table(self, app: Flask) -> Phone:
        """Return the table at which Max knocks the second deal with 8 and Rose undercuts with 3."""
        table = new_table(app, "gin", ["Rose", "Max"])
        for n, deal in enumerate((knock("Rose", 0, 16), knock("Max", 8, 3))):
            assert table.post("/entries", seen=f"{n}.0", entry_id=f"d{n}", **deal).status_code == 303
        table.post("/entries/2/contest", entry_id="c", reason=self.WORDS)
        return table

    def offered(self, page: str) -> set[str]:
        """Return the buttons that write an entry or settle the dispute."""
        ways = {one for one in buttons(page) if one.startswith(("Score", "Save the", "Correct", "Penalty"))}
        return ways - {"Save the ruling; deal 2 stays disputed"}

    def test_names_the_deal_and_brings_the_dispute(self, table: Phone) -> None:
        for page in ("/referee", "/referee/score"):
            asked = table.get(page, entry="2").text
            assert "About deal 2" in asked
            assert f'value="{self.WORDS}"' in asked

    def test_its_numbers_are_known_and_it_is_legal(self, app: Flask, table: Phone) -> None:
        page = table.get("/referee/score", entry="2").text
        assert "The defender has undercut and scores 25." in read(table.get("/referee/score", entry="2"))
        assert "That is how deal 2 is saved." in page
        assert self.offered(page) == set()
        assert len(entries(app, table.match)) == 3

    @pytest.mark.parametrize("is_settled", [False, True])
    def test_another_number_corrects_it(self, app: Flask, table: Phone, is_settled: bool) -> None:
        """By its form with the numbers of the ruling; also when it is no longer disputed."""
        if is_settled:
            table.post("/entries/2/settle", entry_id="s", reason="as it was")
        page = table.get("/referee/score", entry="2", q="Rose has 9", defender="9").text
        assert self.offered(page) == {"Correct deal 2: Max +1"}
        rows = len(entries(app, table.match))
        form = pressed(table, buttons(page)["Correct deal 2: Max +1"])
        assert form.status_code == 200
        assert len(entries(app, table.match)) == rows
        fields = dict(re.findall(r'name="(deadwood\[@\d\])"[^>]*value="(\d+)"', form.text))
        assert fields == {"deadwood[@0]": "9", "deadwood[@1]": "8"}
        assert 'name="correct" value="2"' in form.text
        assert "entry correcting open" in form.text

    def test_only_a_correction_settles_another_score(self, table: Phone) -> None:
        """A ruling with another score, saved beside the old score, would look as if the dispute were settled."""
        same, other = (table.get("/referee/score", entry="2", defender=n).text for n in ("3", "9"))
        assert "and settle deal 2" in same
        assert "and settle deal 2" not in other
        assert "deal 2 stays disputed" in other

    def test_the_rule_book_leads_back_to_the_deal(self, table: Phone) -> None:
        """The way back works from its questions, its search and the tabs, and from the book, a clause and a hit."""
        inside = f"/m/{table.match}"
        asked = table.get("/referee/score", entry="2").text
        assert f'href="{inside}/rules?entry=2"' in asked
        assert f'href="{inside}/rules/gin.score.undercut?entry=2"' in asked
        for page, fields in (("", {}), ("", {"q": "undercut"}), ("/gin.score.undercut", {})):
            book = table.get(f"/rules{page}", entry="2", **fields).text
            links = re.findall(rf'href="({inside}/(?:referee|rules)[^"]*)"', book)
            assert links
            assert [one for one in links if "entry=2" not in one] == []
        assert '<input type="hidden" name="entry" value="2">' in table.get("/rules", entry="2").text
        found = table.client.get(f"{inside}/referee?q=oklahoma&entry=2")
        assert "entry=2" in found.location

    def test_the_tab_of_the_referee_keeps_the_deal(self, table: Phone) -> None:
        """A new verdict from there may correct the deal, and does not become a new one."""
        for page in ("/referee", "/referee/score"):
            assert f'href="/m/{table.match}/referee?entry=2" data-with-deal' in table.get(page, entry="2").text

    def test_a_ruling_without_a_score_offers_the_correction_form(self, table: Phone) -> None:
        page = table.get("/referee/score", entry="2", knocker="12").text
        assert "too much to knock with" in page
        assert self.offered(page) == {"Correct deal 2"}

    def test_a_deal_by_its_cards(self, app: Flask) -> None:
        """The question that asks for the hands knows them, and another result replaces them."""
        table = new_table(app, "gin", ["Rose", "Max"])
        hands = TestWrittenDown.HANDS
        deal = {
            "kind": "deal",
            "end": "knock",
            "by": "Rose",
            "hands[@0]": hands["knocker"],
            "hands[@1]": hands["defender"],
        }
        assert table.post("/entries", seen="0.0", entry_id="d", **deal).status_code == 303
        assert "That is how deal 1 is saved." in table.get("/referee/showdown", entry="1").text
        page = table.get("/referee/score", entry="1", knocker="6", defender="2", end="knock").text
        form = pressed(table, buttons(page)["Correct deal 1: Max +24"])
        assert dict(re.findall(r'name="(hands\[@\d\])"[^>]*value="([^"]*)"', form.text)) == {
            "hands[@0]": "",
            "hands[@1]": "",
        }


class TestRemedies:
    """A penalty attached to a ruling is offered as the next entry, filled in."""

    def test_fine_is_one_tap(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        penalty = {"kind": "penalty", "player": "Anna", "points": "-20", "reason": "false knock"}
        assert table.post("/entries", **penalty, number=1, entry_id="r1").status_code == 303
        assert entries(app, table.match)[0].body["points"] == -20
        for lang, told in {"en": "false knock", "sv": "felaktig knackning", "fr": "frappe à tort"}.items():
            record = table.client.get(f"/m/{table.match}/log", headers={"Accept-Language": lang}).text
            assert told in unescape(record)

    def test_a_fine_for_a_refused_deal(self, app: Flask) -> None:
        """A false knock is refused; at a table with a fine one tap writes the fine instead."""
        house = {"options[false_knock]": "#penalty", "options[false_knock_number]": "20"}
        table = new_table(app, "gin", ["Anna", "Bo"], **house)
        deal = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood[@0]": "12", "deadwood[@1]": "30", "seen": "0.0"}
        refused = table.post("/entries", **deal, entry_id="d1")
        assert refused.status_code == 422
        remedy = re.search(r"name=\"remedy\" value='([^']*)'", refused.text)
        assert remedy
        assert table.post("/entries", **deal, entry_id="d1", remedy=unescape(remedy[1])).status_code == 303
        assert entries(app, table.match)[0].body["kind"] == "penalty"
        for broken in ("", "{", "[]", '{"kind": "deal"}', '{"kind": "penalty", "player": "Eve", "points": 1}'):
            assert table.post("/entries", **{**deal, "seen": "1.0"}, entry_id="d2", remedy=broken).status_code == 422


class TestScoreWrittenWrongly:
    """Words that call a score wrong lead to the correction: of the deal that they name, or of the last one."""

    @pytest.mark.parametrize(
        "words", ["Anna's points are wrong", "we forgot to count Bo's points", "we wrote 45 but it was 35"]
    )
    def test_of_the_last_deal(self, app: Flask, words: str) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        score = buttons(table.get("/referee/score", knocker="3", defender="20", end="knock").text)
        pressed(table, score["Score it as deal 1: Anna +17 → 17"])
        asked = table.client.get(f"/m/{table.match}/referee", query_string={"q": words}, follow_redirects=True)
        assert f'href="/m/{table.match}/entries/1">Correct deal 1<' in asked.text
        other = table.client.get(f"/m/{table.match}/referee", query_string={"q": "Bo miscounted and knocked with 12"})
        assert "/referee/" in other.location
