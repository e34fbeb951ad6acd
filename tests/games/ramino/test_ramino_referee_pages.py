"""The referee's pages of Ramino."""

import re

import pytest
from flask import Flask
from support.phones import Phone, entries, new_table, read, text_of
from support.verdicts import buttons, pressed


def played(app: Flask, deals: int, **rules: str) -> Phone:
    """Return a table of two at which Anna wins every deal."""
    phone = new_table(app, "ramino", ["Anna", "Bo"], **{f"options[{name}]": value for name, value in rules.items()})
    for n in range(deals):
        laid = {"out": "Anna", "laid[@0]": "120", "laid[@1]": "60", "left[@1]": "30"}
        assert phone.post("/entries", kind="deal", seen=f"{n}.0", entry_id=f"e{n}", **laid).status_code == 303
    return phone


class TestWhoIsOut:
    """ramino.elim.exceed: players can be eliminated only at a table that plays elimination."""

    def test_nobody_is_out_at_a_table_that_plays_for_points(self, app: Flask) -> None:
        phone = played(app, 4, target="2000")
        page = read(phone.get("/referee/eliminated", about="Anna", ask="1"))
        assert "This table plays for points: nobody is eliminated." in page
        assert "Anna is out" not in page
        assert "can take" not in read(phone.get("/referee/eliminated", about="Bo"))

    def test_without_a_match_elimination_is_meant_unless_somebody_says_points(self, app: Flask) -> None:
        client = app.test_client()
        asked = {"ask": "1", "points": "1420"}
        assert "This player is eliminated." in read(client.get("/referee/ramino/eliminated", query_string=asked))
        for_points = client.get("/referee/ramino/eliminated", query_string={**asked, "options[mode]": "points"})
        assert "nobody is eliminated" in read(for_points)


class TestTheEnd:
    """ramino.end.length, ramino.end.agreed: the referee says "over" if the sheet does."""

    def test_after_the_agreed_length(self, app: Flask) -> None:
        rules = {"length": "#deals", "length_number": "2"}
        assert "The match goes on." in read(played(app, 1, **rules).get("/referee/winner"))
        assert "Anna has won the match." in read(played(app, 2, **rules).get("/referee/winner"))

    def test_where_the_table_has_ended_it(self, app: Flask) -> None:
        phone = played(app, 1)
        assert "The match goes on." in read(phone.get("/referee/winner"))
        phone.post("/entries", kind="end", reason="bus", seen="1.0", entry_id="end")
        assert "Anna has won the match." in read(phone.get("/referee/winner"))

    def test_without_a_match_it_asks_how_many_deals_were_played(self, app: Flask) -> None:
        asked = {"ask": "1", "scores[Anna]": "120", "scores[Bo]": "60", "options[length]": "#deals"}
        page = app.test_client().get("/referee/ramino/winner", query_string={**asked, "options[length_number]": "2"})
        assert "Enter how many deals were played." in read(page)
        assert 'name="deals"' in page.text


class TestADealOnTheSheet:
    def test_a_penalty_goes_into_its_correction(self, app: Flask) -> None:
        """ramino.penalty.joker: for each player who may have kept it, in the same deal; no new entry is written."""
        phone = played(app, 2)
        page = phone.get("/referee/penalty", what="joker", entry="1").text
        assert "It goes into the correction of deal 1." in page
        form = pressed(phone, buttons(page)["Bo"]).text
        assert 'name="correct" value="1"' in form
        assert 'name="penalties[@1][joker]" value="1" checked' in " ".join(form.split())
        assert re.search(r'name="laid\[@0\]"[^>]*value="120"', form)
        assert len(entries(app, phone.match)) == 2


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("it", "Lucia ha preso il jolly di Paolo ma non aveva aperto"),
        ("en", "Lucy took the joker but had not laid down"),
    ],
)
def test_a_joker_taken_before_the_first_meld_needs_no_cards(app: Flask, lang: str, words: str) -> None:
    client, speaks = app.test_client(), [("Accept-Language", lang)]
    page = client.get("/referee/ramino", query_string={"q": words}, headers=speaks, follow_redirects=True)
    assert 'class="verdict illegal"' in page.text
    assert "/referee/ramino/take_joker" not in page.text.partition('class="others"')[2]
    given = client.get("/referee/ramino/take_joker?opened=false", follow_redirects=True)
    assert "Not yet: this player has" in given.text
    open_case = client.get("/referee/ramino/take_joker?opened=true")
    assert open_case.status_code == 200
    assert 'class="verdict' not in open_case.text


def test_a_default_limit_is_named(app: Flask) -> None:
    """Without a match an answer is based on the usual house rules, which are named and can be changed by a tap."""
    client, asked = app.test_client(), "/referee/ramino/opening?q=Paolo+opened+with+38&points=38"
    told = "By the usual house rules (Points needed for the first meld: 30 points)."
    page = client.get(asked).text
    assert told in text_of(page)
    assert 'href="#rules"' in page
    assert 'id="rules"' in page
    other = text_of(client.get(f"{asked}&options[first_meld]=40").text)
    assert "By the usual house rules" not in other
    assert "the first meld needs 40" in other
    table = new_table(app, "ramino", ["Anna", "Bo"])
    assert "By the usual house rules" not in read(table.get("/referee/opening", points="38"))


@pytest.mark.parametrize(("what", "left"), [("leaves", 2), ("comes", 4)])
def test_how_many_play_on_is_known_from_the_match(app: Flask, what: str, left: int) -> None:
    phone = new_table(app, "ramino", ["Anna", "Bo", "Cia"])
    page = phone.get("/referee/people", what=what).text
    assert 'class="verdict answer"' in page
    assert f"Players from then on: {left}" in page
    assert 'class="verdict answer"' not in phone.get("/referee/people").text


def test_words_for_a_wrong_score_open_the_deal_to_correct(app: Flask) -> None:
    phone = played(app, 2)
    answer = phone.get("/referee", q="deal 2 was entered wrong, Bo had 25")
    assert answer.location.endswith("/entries/2")
    assert "/entries/" not in phone.get("/referee", q="deal 3 was entered wrong").location


def test_a_void_deal_that_is_not_on_the_sheet_is_the_one_of_now(app: Flask) -> None:
    """The same player deals again; once it is on the sheet too."""
    phone = played(app, 1)
    due = re.search(r"(Anna|Bo) deals, and", read(phone.get("/referee/dealer")))
    assert due
    assert due[0] in read(phone.get("/referee/dealer", last="misdeal"))
    assert phone.post("/entries", kind="misdeal", seen="1.0", entry_id="void").status_code == 303
    assert due[0] in read(phone.get("/referee/dealer", last="misdeal"))


def test_a_player_who_dealt_in_another_ones_turn_is_not_who_dealt_last(app: Flask) -> None:
    phone = played(app, 1)
    due = re.search(r"(Anna|Bo) deals, and", read(phone.get("/referee/dealer")))
    assert due
    for other in ("Anna", "Bo"):
        words = f"{other} dealt but it was {'Bo' if other == 'Anna' else 'Anna'}s turn"
        answer = phone.get("/referee", q=words)
        assert "dealer=" not in answer.location
        assert due[0] in read(phone.client.get(answer.location))
