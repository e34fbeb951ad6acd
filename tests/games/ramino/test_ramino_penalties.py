"""Penalties of Ramino are visible with the score: on the page, on paper, and above the signatures."""

import pytest
from support.boards import ENGLISH, match
from support.pdf_text import said
from support.phones import new_table, text_of

from companion.parsing import Match
from companion.pdf import protocol_pdf
from companion.presentation.entry_text import penalty_texts
from companion.presentation.score_sheet import rows
from companion.translation import speak

NAMES = ["Marco", "Giulia", "Cia"]
FIRST = {
    "kind": "deal",
    "out": "Marco",
    "laid": {"Marco": 120, "Giulia": 90, "Cia": 60},
    "left": {"Giulia": 30, "Cia": 55},
}
SECOND = {
    "kind": "deal",
    "out": "Giulia",
    "laid": {"Marco": 110, "Giulia": 90, "Cia": 70},
    "left": {"Marco": 30, "Cia": 95},
}
AGREED = {"kind": "penalty", "player": "Giulia", "points": -50, "reason": "looked at the stock"}


@pytest.fixture(name="evening")
def _evening() -> Match:
    return match("ramino", NAMES, FIRST, AGREED, {**SECOND, "penalties": {"Marco": ["joker"], "Cia": ["joker"]}})


class TestSheet:
    def test_a_penalty_is_a_line_of_its_own_also_one_that_belongs_to_a_deal(self, evening: Match) -> None:
        """From 205 to 115 is not a deal of −90: the deal gave 110, and 200 were taken."""
        told = [
            (row.deal, [(figure.value, figure.change) for figure in row.line.scores.values()])
            if row.deal
            else [speak(one, ENGLISH) for one in penalty_texts(row.line)]
            for row in rows(evening.replay)
        ]
        assert told == [
            (1, [(205, 205), (90, 90), (60, 60)]),
            ["Giulia −50 → 40: looked at the stock"],
            (2, [(315, 110), (255, 215), (130, 70)]),
            ["Marco −200 → 115: Joker taken and not played again"],
            ["Cia −200 → −70: Joker taken and not played again"],
        ]
        assert [figure.value for figure in evening.tally.scores.values()] == [115, 255, -70]

    def test_a_penalty_is_shown_struck_through_when_its_deal_is_corrected(self) -> None:
        mended = match(
            "ramino",
            NAMES,
            FIRST,
            {**SECOND, "penalties": {"Marco": ["joker"]}},
            {"kind": "correction", "entry": 2, "with": SECOND, "reason": "counted wrong"},
        )
        kinds = [(row.line.kind, row.struck is not None) for row in rows(mended.replay)]
        assert kinds == [("deal", False), ("deal", True), ("penalty", True), ("deal", False)]

    def test_the_page_shows_a_penalty_once(self, app) -> None:
        phone = new_table(app, "ramino", NAMES)
        fields = {"cost": "50", "way": "costs", "player": "Giulia", "reason": "looked at the stock"}
        assert phone.post("/entries", kind="penalty", seen="0.0", entry_id="e1", **fields).status_code == 303
        page = text_of(phone.get().text)
        assert page.count("Giulia −50 → −50: looked at the stock") == 1
        assert "Penalty −50" not in page


class TestPaper:
    def test_has_it_in_its_row_among_the_remarks_and_above_the_signatures(self, evening: Match) -> None:
        text = said(protocol_pdf, evening, "en")
        assert "Penalty −50 for Giulia: looked at the stock" in text
        signed = text.partition("Penalties")[2].partition("Signed at")[0]
        assert "Giulia −50 → 40: looked at the stock" in signed
        assert "Marco −200 → 115: Joker taken and not played again" in signed

    def test_says_nothing_of_penalties_where_there_are_none(self) -> None:
        assert "Penalties" not in said(protocol_pdf, match("ramino", NAMES, FIRST), "en")
