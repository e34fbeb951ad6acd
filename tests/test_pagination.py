"""Layout on paper: nothing leaves its column or the page, and no two numbers touch."""

from collections.abc import Iterable
from typing import Any

import pytest
import toy
from pypdf import PdfReader
from support.examples import rows
from support.pdf_text import Word, gets, pages_of_words, paper_match, paper_protocol, printed, toy_match, words
from support.share import IS_WHOLE, every

from companion.parsing import Match
from companion.pdf import page_breaks, protocol_pdf
from companion.pdf.metrics import A4, HEADS, NAME_MORE, PAPERS, Need, columns, short_names, signatures, width
from companion.pdf.page_breaks import Rows
from companion.pdf.render import FittedPdf, css_string
from companion.rules.entries import Player
from companion.rules.rulings import Ruling
from companion.translation import number_text


class TestRoom:
    """Nothing leaves its column or the page."""

    LONG = tuple(f"{name} Wolfeschlegelsteinhausenbergerdo"[:40] for name in ("Anna", "Åsa", "WWWWWWWW", "Bo"))

    @pytest.mark.parametrize("seats", every(3, [5, 2, 8]))
    def test_long_names(self, seats: int) -> None:
        names = tuple(f"{self.LONG[n % 4][:38]}{n}" for n in range(seats))
        match = toy_match(names, *[gets({names[0]: 100})] * 12, options={"money": True})
        result = protocol_pdf(match, "en")
        text = words(result).replace(" ", "")
        assert len(printed(result).pages) <= 2
        for name in names:
            assert name.replace(" ", "") in text
        assert all(0 <= x <= 595 - 30 for x in positions(printed(result)))

    def test_short_names_stay_apart(self) -> None:
        alike = tuple(Player(f"Anna-Lisa {n}") for n in range(8))
        for room in range(2, 24, 2):
            found = short_names(alike, room)
            assert len(set(found)) == 8
        room = width("Maximi", HEADS)
        assert short_names((Player("Anna"), Player("Maximilian")), room) == ("Anna", "Maxim.")

    def test_signatures_take_the_lines_of_their_names(self) -> None:
        assert signatures(self.LONG[:1], A4) == signatures(("Bo",), A4) + NAME_MORE
        assert signatures((*self.LONG, "Bo", "Cia"), A4) == signatures(("Bo",) * 6, A4) + 2 * NAME_MORE

    @pytest.mark.parametrize(("seats", "across"), [(2, 3), (4, 3), (5, 2), (6, 2), (8, 1)])
    def test_tables_side_by_side(self, seats: int, across: int) -> None:
        """Two digits, their change and a sign for each player of a usual evening of six tables."""
        need = Need(number=6, total=width("10", 9.5), change=width("+5", 6.5), sign=3.4)
        assert columns(tuple(Player(str(n)) for n in range(seats)), need, 6).side_by_side == across

    def test_a_long_match_repeats_its_headings(self) -> None:
        match = toy_match(("Anna", "Bo", "Cia"), *[gets({"Bo": 1})] * 60)
        _, last = pages_of_words(protocol_pdf(match, "en", size="a5"))
        text = " ".join(word.text for word in last)
        assert "Toy · Anna, Bo, Cia" in text
        assert "page 2 of 2" in text
        assert [word.text for word in last if 14 < word.top < 20].count("Cia") == 2, "over each of two tables"

    def test_the_head_tells_who_plays_and_that_a_title_is_cut(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Checked before layout; with eight long names less of the title is printed."""
        given: list[dict[str, Any]] = []

        def first(_page: str, _lang: str, facts: dict[str, Any], tries: Iterable[Any], **_: object) -> FittedPdf:
            given.append({**facts, **next(iter(tries))})
            return FittedPdf(given[-1], b"")

        def explained(_page: str, _lang: str, facts: dict[str, Any], _carried: object) -> bytes:
            given.append(facts)
            return b""

        monkeypatch.setattr("companion.pdf.protocol.fitting", first)
        monkeypatch.setattr("companion.pdf.protocol.print_pages", explained)
        names = tuple(f"{self.LONG[n % 4][:38]}{n}" for n in range(8))
        match = toy_match(names, gets(dict.fromkeys(names, 5)), title="An evening of eight " * 4)
        protocol_pdf(match, "en", with_terms=True)
        *_, facts = given
        assert css_string("Toy · An evening of eight An evening of e… · Anna, Åsa,")[1:-1] in facts["frame"]
        assert facts["explained"][0].is_long, "it may go on overleaf, where its name is told"

    def test_columns_are_full_on_every_page_but_the_last(self) -> None:
        """There they are about equally long; below the head of the first page fewer rows fit."""
        assert [*page_breaks._pages(100, 3, Rows(first=20, further=30))] == [20, 20, 20, 14, 14, 12]
        assert [*page_breaks._pages(100, 2, Rows(first=20, further=25))] == [20, 20, 25, 25, 5, 5]

    def test_one_long_table_is_set_in_columns_that_fill_the_first_page_first(self) -> None:
        """Columns that continue on the next page begin below the head."""
        long = toy_match(("Anna", "Bo"), *[gets({"Bo": 7})] * 80, options={"table": 1000})
        first, *others = pages_of_words(protocol_pdf(long, "en", size="a5"))
        assert len(others) == 1
        text = [word.text for word in first]
        assert "525" in text
        assert "Table 1, continued" in " ".join(text)


def touching(words: list[Word]) -> list[tuple[str, str]]:
    """Return words with a digit that are on one line less than a hair apart."""
    found = []
    down = sorted(words, key=lambda word: word.top)
    for n, one in enumerate(down):
        for other in down[n + 1 :]:
            if other.top > one.bottom:
                break
            low, high = sorted((one, other), key=lambda word: word.left)
            same_line = min(one.bottom, other.bottom) - max(one.top, other.top) > 0.5 * min(
                one.bottom - one.top, other.bottom - other.top
            )
            if same_line and high.left < low.right - 0.05 and any(c.isdigit() for c in one.text + other.text):
                found.append((one.text, other.text))
    return found


class TestNumbersNeverTouch:
    """Every number of the sheet is complete and separate, and none leaves the page."""

    @staticmethod
    def check(match: Match, printed: bytes | Ruling, size: str = "a4") -> list[list[Word]]:
        pages = pages_of_words(printed)
        paper = PAPERS[size]
        margin = float(paper.margins.split()[1][:-2])
        for page in pages:
            assert touching(page) == []
            assert all(margin - 0.2 <= word.left and word.right <= margin + paper.width + 0.2 for word in page)
            assert min(word.top for word in page) > 3.5  # the margin that all printers need
        text = [word.text for page in pages for word in page]
        lines = [one for line in match.tally.lines for one in (line, *line.beside)]
        main = [figure for line in lines for figure in (line.scores or line.balances).values()]
        for figure in main:
            if not (figure.mark and (figure.mark.instead or figure.mark.hides)):
                assert number_text(figure.value) in text
        return pages

    # A number near the end of the first page, of long tables that break by themselves and of such in columns.
    FILLED = {"sixty_of_five": "1053", "sixty_in_columns": "138"}
    DRAWN = [name for _, name, _ in rows("PAPER")] if IS_WHOLE else [*FILLED, "eight_names", "six_figures"]

    @pytest.mark.parametrize("name", DRAWN)
    def test_matches_whose_numbers_touched_earlier(self, name: str) -> None:
        """The first page is filled first, and none has the settlement and signatures only, without a remark."""
        pages = self.check(paper_match(name), paper_protocol(name))
        assert len(pages) == {one: n for _, one, n in rows("PAPER")}[name]
        where = {word.text: word.top for word in pages[-1]}
        if len(pages) > 1 and "Match" in where:
            assert len([word for word in pages[-1] if 14 <= word.top < where["Match"] - 1]) > 5
        if name in self.FILLED:
            assert self.FILLED[name] in [word.text for word in pages[0]]
        if name == "eight_names":
            self.totals_stand_in_columns(pages[0])

    def test_a_table_broken_over_pages_repeats_its_heading(self) -> None:
        _, last = pages_of_words(paper_protocol("sixty_of_five"))
        assert [word.text for word in last if word.top < 14][-4:-2] == ["deals,", "continued"]

    @pytest.mark.parametrize("size", every(2, ["a5", "a4"]))
    def test_the_widest(self, size: str) -> None:
        """Eight names of forty letters, money of six digits with either sign, signs on everything."""
        names = tuple(f"{'WMÖw'[n % 4] * 30} {n} Bergström"[:40] for n in range(8))
        deals = [gets({names[n % 8]: (-1) ** n * 1000, names[-1]: 999}) for n in range(8)]
        start = toy.Opening(scores={Player(name): (-1) ** n * 888_888 for n, name in enumerate(names)})
        match = toy_match(names, *deals, options={"money": True}, opening=start)
        self.check(match, protocol_pdf(match, "en", size=size), size)

    @staticmethod
    def totals_stand_in_columns(page: list[Word]) -> None:
        """Check that units are below units: the totals of a player are right-aligned in every row of a table."""
        match = paper_match("eight_names")
        totals = [number_text(line.scores[match.record.players[2]].value) for line in match.tally.lines]
        rights = [word.right for word in page if word.text in totals]
        ends = max(([one for one in rights if abs(one - right) < 10] for right in rights), key=len)
        assert len(ends) >= len(totals)
        assert max(ends) - min(ends) < 0.2


def positions(pdf: PdfReader) -> list[float]:
    """Return the left edges of pieces of text in points."""
    found: list[float] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: Any) -> None:
        if text.strip():
            found.append(cm[4] + tm[4] * cm[0])

    for page in pdf.pages:
        page.extract_text(visitor_text=visit)
    return found
