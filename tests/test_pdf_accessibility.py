"""Accessible PDFs: the rules of PDF/UA-1 that a program can check, for every kind of sheet.

`outloud` 0.2.1 (PyPI) found no other real fault in these files; it only doubts that a blank form is a table.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
import toy
from pypdf import PdfReader
from support.pdf_text import ROUND, four

from companion.games import GAMES
from companion.pdf import blank_pdf, booklet_pdf, card_pdf, protocol_pdf
from companion.rules.rulings import Ruling

MOST = GAMES[0]  # tables, a settlement, a card of several parts
NOTE = {"kind": "ruling", "question": "may_play", "facts": {}, "verdict": "legal", "clauses": ["toy.play.beat"]}
EVENING = [*ROUND, {"kind": "deal", "points": {"Anna": 90}}] * 3
KINDS = {
    "protocol": lambda: protocol_pdf(
        four(*EVENING, NOTE, title="Friday"), "fr", url="http://t/j/A", size="a5", with_terms=True
    ),
    "blank": lambda: blank_pdf(MOST, 2, "sv", size="a5"),
    "card": lambda: card_pdf(MOST, "en", options=MOST.options()),
    "folded": lambda: card_pdf(MOST, "en", size="a4"),
    "book": lambda: booklet_pdf(toy.GAME, "en"),
}
LEVELS = {f"/H{n}": n for n in range(1, 7)}


@pytest.fixture(scope="module", params=KINDS)
def pdf(request: pytest.FixtureRequest) -> PdfReader:
    printed = KINDS[request.param]()
    assert not isinstance(printed, Ruling)
    return PdfReader(BytesIO(printed))


def elements(pdf: PdfReader) -> Iterator[Any]:
    """Yield every tag in reading order."""
    waiting = [pdf.root_object["/StructTreeRoot"]]
    while waiting:
        one = waiting.pop().get_object()
        if "/S" in one:
            yield one
        kids = one.get("/K", [])
        kids = kids if isinstance(kids, list) else [kids]
        waiting += [kid for kid in reversed(kids) if not isinstance(kid, int) and "/K" in kid.get_object()]


class TestEverySheet:
    def test_it_is_tagged_and_named_and_says_its_language(self, pdf: PdfReader) -> None:
        assert pdf.root_object["/MarkInfo"]["/Marked"]
        assert pdf.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
        assert pdf.root_object["/Lang"] in ("en", "sv", "fr", "it")
        assert pdf.metadata
        assert pdf.metadata.title
        assert pdf.xmp_metadata
        assert b"pdfuaid" in pdf.root_object["/Metadata"].get_object().get_data()

    def test_headings_go_down_one_step_at_a_time(self, pdf: PdfReader) -> None:
        found = [LEVELS[one["/S"]] for one in elements(pdf) if one["/S"] in LEVELS]
        assert found[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(found))

    def test_headings_of_tables_say_what_they_head(self, pdf: PdfReader) -> None:
        for one in elements(pdf):
            if one["/S"] == "/TH":
                assert one["/A"]["/Scope"] in ("/Column", "/Row")

    def test_pictures_are_described(self, pdf: PdfReader) -> None:
        assert all(one.get("/Alt") for one in elements(pdf) if one["/S"] == "/Figure")

    def test_links_are_tagged_once_and_printed(self, pdf: PdfReader) -> None:
        for page in pdf.pages:
            for link in (one.get_object() for one in page.get("/Annots", [])):
                tag = pdf.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"][2 * link["/StructParent"] + 1]
                assert tag["/S"] == "/Link"
                assert tag["/P"]["/S"] != "/Link"
                assert link["/F"] == 4

    def test_lists_hold_nothing_but_items_and_lists(self, pdf: PdfReader) -> None:
        for one in elements(pdf):
            assert one["/S"] != "/L" or {kid["/S"] for kid in one["/K"]} <= {"/LI", "/L"}

    def test_headers_and_footers_are_no_content(self, pdf: PdfReader) -> None:
        """Everything tagged is read aloud; page footers are marked as such."""
        read = {id(one) for one in elements(pdf)}
        for n, page in enumerate(pdf.pages, start=1):
            tagged = pdf.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"][2 * page["/StructParents"] + 1]
            assert all(id(one.get_object()) in read for one in tagged)
            foot = re.search(rf"{n} \w+ {len(pdf.pages)}", page.extract_text())
            assert (b"/Subtype /Footer" in page.get_contents().get_data()) == bool(foot)

    def test_every_letter_can_be_read_out(self, pdf: PdfReader) -> None:
        for page in pdf.pages:
            assert all("/ToUnicode" in font.get_object() for font in page["/Resources"].get("/Font", {}).values())


def test_a_passage_in_another_language_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """An English book for an Italian reader, with Italian text around it."""
    monkeypatch.setattr("companion.pdf.rule_papers.written_in", lambda game, lang: "en")
    printed = booklet_pdf(toy.GAME, "it")
    assert isinstance(printed, bytes)
    found = PdfReader(BytesIO(printed))
    assert found.root_object["/Lang"] == "it"
    spoken = [(one["/S"], one["/Lang"]) for one in elements(found) if "/Lang" in one]
    assert ("/Sect", "en") in spoken
    assert ("/P", "it") in spoken
