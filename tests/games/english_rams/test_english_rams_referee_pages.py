"""The referee's pages of English Rams."""

import re
from typing import Any

import pytest
from flask import Flask
from support.phones import new_table, read, seats
from support.verdicts import buttons, pressed


class TestQuestions:
    def test_the_question_about_folding_names_players(self, app: Flask) -> None:
        """english_rams.bid.fold: the table knows the seats."""
        page = new_table(app, "english_rams", seats("english_rams")).get("/referee/fold").text
        assert "about=" in page


class TestCalls:
    """The form asks for the calls in speaking order, twice round."""

    def test_in_turn_from_the_dealer_s_left(self, app: Flask) -> None:
        page = new_table(app, "english_rams", ["Anna", "Bo", "Cia"]).get("/referee/calls", ask="1", dealer="Anna").text
        assert re.findall(r'name="(calls[^"]+)"><option', page) == [
            *("calls[0][@1]", "calls[1][@2]", "calls[2][@0]"),
            *("calls[3][@1]", "calls[4][@2]", "calls[5][@0]"),
        ]

    @pytest.mark.parametrize(("sent", "speak"), [({}, "BCDA"), ({"players[]": list("ABCDE"), "dealer": "C"}, "DEABC")])
    def test_only_those_at_the_table_speak(self, app: Flask, sent: dict[str, Any], speak: str) -> None:
        """Without a match each named player has a row, twice round."""
        page = app.test_client().get("/referee/english_rams/calls", query_string=sent).text
        assert re.findall(r'name="calls\[\d+\]\[([^\]]+)\]"><option', page) == [*speak, *speak]

    def test_the_dealer_of_six_does_not_speak(self, app: Flask) -> None:
        """english_rams.players.six"""
        page = app.test_client().get("/referee/english_rams/calls", query_string={"players[]": list("ABCDEF")}).text
        assert "][A]" not in page
        assert "calls[4][F]" in page

    @pytest.mark.parametrize(
        ("facts", "says"),
        [
            ({"pot": "triple"}, "Välj vilken pott det är."),
            ({"pot": "double", "calls[0][B]": "widow_twice"}, "Möjligt att säga: gå med, lägga sig,"),
        ],
    )
    def test_impossible_calls_are_named_as_in_the_form(self, app: Flask, facts: dict[str, str], says: str) -> None:
        sent = {"ask": "1", "players[]": list("ABCD"), "dealer": "A", **facts}
        page = app.test_client().get(
            "/referee/english_rams/calls", query_string=sent, headers={"Accept-Language": "sv"}
        )
        assert says in read(page)
        assert "simple" not in read(page)
        assert "widow_general" not in read(page)

    def test_a_call_out_of_turn_is_kept_in_a_hidden_field(self, app: Flask) -> None:
        """The referee says that the call is out of turn; the form keeps it in a hidden field."""
        sent = {"ask": "1", "dealer": "Anna", "calls[0][@1]": "join", "calls[1][@0]": "join"}
        page = new_table(app, "english_rams", ["Anna", "Bo", "Cia"]).get("/referee/calls", **sent).text
        assert '<option value="join" selected>' in page
        assert '<input type="hidden" name="calls[1][@0]" value="join">' in page


def test_a_fault_leads_on_to_what_it_costs(app: Flask) -> None:
    shown = app.test_client().get("/referee/english_rams/irregular?what=exposed").text
    assert "/referee/english_rams/fault?what=exposed" in shown


def test_a_misdeal_says_what_it_costs_and_who_deals(app: Flask) -> None:
    """english_rams.deal.misdeal: one tap saves it; also the second one in a row."""
    table = new_table(app, "english_rams", ["Anna", "Bo", "Cia"])
    for words in ("Save the misdeal: Anna −5 → −5, Bo deals", "Save one more misdeal: Bo −5 → −5, Cia deals"):
        found = buttons(table.get("/referee/irregular", what="exposed_deal", ask="1").text)
        assert words in found
        assert pressed(table, found[words]).status_code == 303


@pytest.mark.parametrize(
    ("words", "first"), [("Cia showed a card", "Cia"), ("a card was shown", ""), ("Cia showed a card to Bo", "")]
)
def test_the_only_player_named_is_marked_and_first_of_those_who_may_have_erred(
    app: Flask, words: str, first: str
) -> None:
    """It is tapped by people all the same."""
    table = new_table(app, "english_rams", ["Anna", "Bo", "Cia"])
    page = table.get("/referee/irregular", what="exposed", ask="1", q=words).text
    shown = re.findall(r"<button( class=\"erred\")?>(Anna|Bo|Cia)<", page)
    assert [name for _, name in shown] == (["Cia", "Anna", "Bo"] if first else ["Anna", "Bo", "Cia"])
    assert [name for mark, name in shown if mark] == ([first] if first else [])


def test_what_is_asked_for_is_not_rare(app: Flask) -> None:
    """The pot matters to one who has taken a trick: then its field stands in sight, else where rare things are."""
    address = "/referee/english_rams/owes?ask=1&role=player&tricks="
    field, rare = "The pot before it is shared", "Did anything unusual happen?"
    with_a_trick, without = (read(app.test_client().get(f"{address}{tricks}")) for tricks in (2, 0))
    assert with_a_trick.index(field) < with_a_trick.index(rare)
    assert without.index(field) > without.index(rare)
