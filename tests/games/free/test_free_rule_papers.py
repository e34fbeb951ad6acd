"""The short rule book of any other game on paper."""

from itertools import pairwise

from support.pdf_text import pages_of_words, printed, size

from companion.games.free import GAME
from companion.pdf import booklet_pdf


def test_a_small_book_to_fold() -> None:
    result = booklet_pdf(GAME, "sv", size="letter-folded")
    pdf, pages = printed(result), pages_of_words(result)
    assert size(pdf) == (792, 612)
    assert pdf.root_object["/Lang"] == "sv"
    assert pdf.metadata
    assert pdf.metadata.title
    middle = 792 / 72 * 25.4 / 2
    where = {
        number.text: (n, word.left < middle)
        for n, words in enumerate(pages)
        for word, number in pairwise(words)
        if word.text == "sida"
    }
    assert where == {"1": (0, False), "2": (1, True), "3": (2, False), "4": (3, True), "5": (3, False)}
