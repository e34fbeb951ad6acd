"""The printed rules of Rami for a table with one of its variants."""

import pytest
from support.readback import said

from companion.games.rami import GAME
from companion.parsing import read_options
from companion.pdf import blank_pdf, card_pdf


@pytest.mark.parametrize(
    ("variant", "there", "absent"),
    [
        ("classic", "Some take 10 off", "thirteen at once or nothing"),
        ("rami_sec_only", "−50, the others 100", "Some take 10 off"),
        ("gin_rami", "−50 and 100", "Some take 10 off"),
    ],
)
def test_papers_say_what_counts_in_the_variant(variant: str, there: str, absent: str) -> None:
    options = read_options(GAME, {"variant": variant})
    for text in (said(blank_pdf, GAME, 2, "en", options=options), said(card_pdf, GAME, "en", options=options)):
        assert there in text
        assert absent not in text
