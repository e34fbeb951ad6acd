"""The start page: running matches, and the same menu on every page."""

import re

from flask import Flask
from support.phones import Phone, new_table, read


class TestOnTheTable:
    """A running match is listed with its score; one that is over is among the past matches."""

    def test_the_scores_of_a_match_that_runs(self, app: Flask) -> None:
        owner = new_table(app)
        owner.write("AABBC", 1)
        text = read(owner.client.get("/"))
        assert re.search(r"On the table +Friday", text)
        assert re.search(r"since \d\d:\d\d", text)
        board = re.findall(r"<bdi>(\w+)</bdi><b>(\d+)</b>", owner.client.get("/").text)
        assert dict(board)["Anna"] != dict(board)["Cia"]

    def test_one_that_is_over_is_a_past_match(self, app: Flask) -> None:
        owner = new_table(app)
        owner.write("AABBC", 1)
        owner.post("/entries", kind="end", reason="All agree", seen="1.0", entry_id="e")
        assert owner.match not in owner.client.get("/").text
        assert owner.match in owner.client.get("/matches").text

    def test_past_matches_say_who_has_won_or_that_they_run(self, app: Flask) -> None:
        owner = new_table(app)
        owner.write("AAABC", 1)
        assert "still running" in read(owner.client.get("/matches"))
        owner.post("/entries", kind="end", reason="All agree", seen="1.0", entry_id="e")
        assert "still running" not in read(owner.client.get("/matches"))
        assert "Anna wins." in read(owner.client.get("/matches"))

    def test_the_latest_few(self, app: Flask) -> None:
        owner = new_table(app)
        for _ in range(8):
            owner.client.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "0"})
        assert owner.client.get("/").text.count('class="slip"') == 6


class TestTheMenu:
    def test_every_page_of_people_has_it(self, app: Flask) -> None:
        owner = new_table(app)
        pages = ["/", "/new", "/new/toy", "/join", "/rules", "/rules/toy", "/matches", "/statistics", "/import"]
        pages += [f"/m/{owner.match}{page}" for page in ("", "/share", "/referee", "/rules", "/log", "/house-rules")]
        for page in pages:
            assert read(owner.client.get(page)).count("Menu") >= 1, page
            assert owner.client.get(page).text.count('class="main-menu"') == 1, page

    def test_a_language_chosen_on_an_answer_to_a_form_leads_to_a_page(self, app: Flask) -> None:
        owner = new_table(app)
        refused = owner.post("/entries", kind="deal", seen="0.0", entry_id="x").text
        (back,) = re.findall(r'name="back" value="([^"]*)"', refused)
        answer = owner.client.post("/language", data={"lang": "sv", "back": back})
        assert owner.client.get(answer.location).status_code == 200

    def test_a_television_has_none(self, app: Flask) -> None:
        owner = new_table(app)
        assert 'class="main-menu"' not in owner.client.get("/tv").text
        assert 'class="main-menu"' not in owner.get("/board").text


def test_a_code_that_no_match_has_stays_in_its_field(app: Flask) -> None:
    answer = Phone(app).client.post("/join", data={"code": "ABCDE-23456"})
    assert answer.status_code == 404
    assert 'value="ABCDE-23456"' in answer.text
    assert "No match has this code" in answer.text
