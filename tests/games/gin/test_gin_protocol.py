"""The protocol of gin: the columns of Hollywood."""

import pytest
from games.gin.deals import deal, match
from support.pdf_text import paper_match, printed, words
from support.share import every

from companion.pdf import protocol_pdf


def test_columns_of_an_earlier_sheet_keep_their_places() -> None:
    """A closed column keeps its place, and a deal is shown in the columns that were open."""
    columns = [
        {"scores": {"Anna": 120, "Bo": 10}, "boxes": {"Anna": 3, "Bo": 1}, "closed": True},
        {"scores": {"Anna": 80}, "boxes": {"Anna": 2}},
        {"scores": {"Anna": 40}, "boxes": {"Anna": 1}},
    ]
    wins = {"Anna": 3, "Bo": 1}
    found = match(deal("knock", "Bo", 4, 30), options={"hollywood": True}, columns=columns, wins=wins)
    text = words(protocol_pdf(found, "en"))
    assert "Game 1, column 1 Game 1, column 2 Game 1, column 3 Deal Anna Bo Anna Bo Anna Bo" in text
    assert "↦ 120 10 80 0 40 0 1 80 26 +26" in text


def test_a_match_that_ends_between_two_games_of_hollywood_ends_in_the_column_that_closed_the_last() -> None:
    """Its total has no other row, because the first column was closed some deals before."""
    found = match(*[deal("gin", "Anna", 0, 40)] * 4, {"kind": "end"}, options={"hollywood": True})
    assert found.tally.lines[-1].leg == 3


@pytest.mark.parametrize("lang", every(2, ["it", "fr"]))
def test_a_label_of_two_lines_needs_no_further_page(lang: str) -> None:
    assert len(printed(protocol_pdf(paper_match("columns"), lang)).pages) == 2
