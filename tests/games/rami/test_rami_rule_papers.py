"""The printed rules of Rami for a table with one of its variants."""

import pytest
from support.readback import words

from companion.games.rami import GAME
from companion.parsing import read_options
from companion.pdf import blank_pdf, card_pdf


@pytest.mark.parametrize(
    ("variant", "said", "not_said"),
    [
        ("classic", "Some take 10 off", "thirteen at once or nothing"),
        ("rami_sec_only", "−50, the others 100", "Some take 10 off"),
        ("gin_rami", "−50 and 100", "Some take 10 off"),
    ],
)
def test_papers_say_what_counts_in_the_variant(variant: str, said: str, not_said: str) -> None:
    options = read_options(GAME, {"variant": variant})
    for paper in (blank_pdf(GAME, 2, "en", options=options), card_pdf(GAME, "en", options=options)):
        text = words(paper)
        assert said in text
        assert not_said not in text
