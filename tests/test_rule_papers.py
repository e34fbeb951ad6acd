"""PDFs of the rules: blank score sheets, pocket cards and the whole book."""

from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
import toy
from support.each import each
from support.examples import rows
from support.pdf_text import A6, before_layout, pages_of_words, printed, said, size, words
from support.share import every

from companion import rulebooks
from companion.games import GAMES
from companion.parsing import game_of, read_options
from companion.pdf import blank, blank_pdf, booklet_pdf, card_pdf, page_breaks
from companion.pdf.metrics import FOLDED, PAPERS, width
from companion.pdf.rule_papers import NOT_YET, drawn, shortened, signature
from companion.rulebooks import Book, Clause, parse
from companion.rules.entries import Player
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.translation import PAPER_SUITS, language


def unprinted_blank(game: Game, lang: str) -> str:
    with before_layout():
        found = blank_pdf(game, 2, lang)
    assert isinstance(found, bytes)
    return unescape(found.decode())


def presets(game: Game) -> Iterator[Dataclass]:
    for rules in ({}, *(preset.rules for preset in game.by_name)):
        options = read_options(game, dict(rules))
        assert not isinstance(options, Ruling)
        yield options


class TestBlank:
    """Blank sheets ask for the same as the form, in its order, with space for every deal."""

    @pytest.mark.parametrize("game", every(2, GAMES, first=1), ids=lambda game: str(game.key))
    def test_any_number_has_room(self, game: Game) -> None:
        pages = pages_of_words(blank_pdf(game, game.seats[-1], "en"))
        assert len(pages) <= 4
        assert "Date" in [word.text for word in pages[-1]]

    def test_names_and_papers(self) -> None:
        names = tuple(Player(name) for name in ("Anna", "Bo", "Maximiliana Bergström-Öd"))
        for size_name, edges in every(2, (("a5", (420, 595)), ("letter", (612, 792)))):
            result = blank_pdf(toy.GAME, names, "en", size=size_name)
            assert size(printed(result)) == edges
            text = words(result)
            for name in names:
                assert name in text

    @pytest.mark.parametrize(("key", "players", "lang", "paper"), every(2, rows("NARROW")))
    def test_no_heading_breaks_inside_a_word(self, key: str, players: int, lang: str, paper: str) -> None:
        """It is rotated if its column is too narrow; and enough rows fit below it."""
        game, catalogue = game_of(key), language(lang)
        assert game
        asked = game.paper_columns(game.options())
        pages = pages_of_words(blank_pdf(game, players, lang, size=paper))
        text = [word.text for page in pages for word in page]
        assert "8" in [word.text for word in pages[0]]
        for column in (*asked.deal, *asked.each):
            for word in catalogue.gettext(column.heading).split():
                assert word in text

    def test_every_heading_has_room(self) -> None:
        """In any game, with any preset, for any number of players, on any paper, in any language."""
        ways = [
            (game.paper_columns(options), seats, language(lang), paper)
            for game in GAMES
            for options in presets(game)
            for seats in game.seats
            for lang in ("en", "sv", "fr", "it")
            for paper in PAPERS.values()
        ]
        turned = 0
        for asked, seats, catalogue, paper in ways:
            grid = blank._grid(asked, (Player(""),) * seats, catalogue, paper)
            fields = [(field, grid.hand) for _, found in grid.groups for field in found]
            columns = [*zip(grid.once, grid.asked, strict=True), *fields]
            turned += grid.rotated > 0
            for heading, room in columns:
                upright = grid.rotated >= width(heading, 5)
                assert upright or all(width(word, 5) <= room for word in heading.split()), heading
            assert grid.rotated < 35
            assert sum(grid.widths) * grid.side_by_side < grid.page.width + 0.01
            assert all(width(word, 7) <= 20 for label in asked.closing for word in catalogue.gettext(label).split())
        assert 0 < turned < len(ways) / 2

    def test_the_settlement_moves_with_some_tables(self) -> None:
        """If it does not fit below them, some tables move to the next page with it, if any fits there."""
        assert [len(page) for page in page_breaks.empty_tables(6, 80.0, 268.0, 20.0, 95.0)] == [2, 2, 2]
        assert [len(page) for page in page_breaks.empty_tables(5, 60.0, 268.0, 20.0, 95.0)] == [4, 1]
        assert [len(page) for page in page_breaks.empty_tables(3, 150.0, 188.0, 20.0, 70.0)] == [1, 1, 1, 0]

    def test_reminders_say_their_language(self) -> None:
        """If the book is in another language than the sheet, the sheet says so, as the card does."""
        languages = {game: rulebooks.languages(game.key) for game in GAMES}
        game = next(game for game, found in languages.items() if "sv" in found and "fr" not in found)
        html = unprinted_blank(game, "fr")
        assert language("fr").gettext(NOT_YET) in html
        assert '<span lang="en">' in html
        assert 'lang="en"' not in unprinted_blank(game, "sv")

    def test_the_game_says_how_many_play(self) -> None:
        refused = blank_pdf(toy.GAME, 9, "en")
        assert isinstance(refused, Ruling)
        assert refused.code == "sheets.players"


class TestCard:
    """Two pages of A6 for every book."""

    def clauses(self, n: int, **more: Any) -> Iterator[Clause]:
        text = "Play a card of the suit led, if you have one; else a trump, however low it is. More is said here."
        for i in range(n):
            yield Clause(f"toy.c{i}", f"Heading {i}", text, "source", None, None, f"Part {i // 8}", **more)

    @pytest.mark.parametrize("n", every(2, [2, 90, 30]))
    def test_two_small_pages(self, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = Book("toy", "en", "Toy", tuple(self.clauses(n)))
        monkeypatch.setattr("companion.pdf.rule_papers.book", lambda game, lang: rules)
        pdf = printed(card_pdf(toy.GAME, "en"))
        assert size(pdf) == A6
        assert len(pdf.pages) == min(2, -(-n // 8))
        text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
        for i in range(n):
            assert f"Heading {i}" in text

    @pytest.mark.parametrize("game", [g for g in GAMES if rulebooks.languages(g.key)], ids=lambda game: str(game.key))
    def test_every_book_fits(self, game: Game) -> None:
        for lang in every(2, list(rulebooks.languages(game.key)), first=GAMES.index(game) % 2):
            card = card_pdf(game, lang)
            pdf = printed(card)
            assert (len(pdf.pages), size(pdf)) == (2, A6), lang
            assert "…" not in words(card), lang

    @pytest.mark.parametrize("game", [g for g in GAMES if rulebooks.languages(g.key)], ids=lambda game: str(game.key))
    def test_the_same_rules_on_the_card_in_every_language(self, game: Game) -> None:
        first, *others = (rulebooks.book(game.key, lang).clauses for lang in rulebooks.languages(game.key))
        chosen = [clause.id for clause in first if clause.card]
        assert len(chosen) > min(20, len(first) // 2)
        for clauses in others:
            assert [clause.id for clause in clauses if clause.card] == chosen
        for clause in (clause for clauses in (first, *others) for clause in clauses if clause.card):
            assert 1 < len(clause.card.partition(": ")[0]) < 36, clause.id
            assert len(clause.card) <= 90, clause.id

    def test_short_forms_are_chosen_by_the_book(self) -> None:
        text = (
            "# T\n## P\n### One {#toy.a}\nLong.\n\n- basis: source\n- card: Red: 7♥ is best.\n"
            "### Two {#toy.b}\nX.\n\n- basis: ours\n### Three {#toy.c}\nY.\n\n- basis: ours\n- card: Short.\n"
        )
        rules = parse(text, "toy", "en")
        assert rules.clauses[0].card == "Red: 7♥ is best."
        assert shortened(rules, 400) == [("P", [("Red:", "7♡ is best."), ("", "Short.")])]

    @pytest.mark.parametrize(("game", "paper"), every(2, list(zip(GAMES[::2], FOLDED, strict=True))))
    def test_folded_it_holds_every_word_of_the_pocket_pages(self, game: Game, paper: str) -> None:
        options = game.options()
        card = card_pdf(game, "en", size=paper, title="Friday", options=options)
        assert len(printed(card).pages) == 1
        text = words(card)
        assert text.count("House rules: Friday") == FOLDED[paper].pairs
        rules = rulebooks.book(game.key, "en").at(options).clauses
        for clause in rules:
            key = clause.card.partition(": ")[0]
            assert text.count(key) >= FOLDED[paper].pairs, clause.id
        last = [one.card for one in rules if one.card][-1].translate(PAPER_SUITS)
        assert last.replace(" ", "") in text.replace(" ", "")

    def test_what_this_table_plays(self) -> None:
        options = read_options(toy.GAME, {"money": True})
        assert "Play for money" in said(card_pdf, toy.GAME, "en", options=options)

    def test_without_a_book_there_is_no_card(self) -> None:
        refused = card_pdf(replace(toy.GAME, key="bookless"), "en")
        assert isinstance(refused, Ruling)
        assert refused.code == "sheets.no_book"


class TestBooklet:
    """The whole book: contents with pages, numbered clauses and cases, an index."""

    def test_everything_is_in_it(self) -> None:
        game = min(GAMES, key=lambda one: len(rulebooks.book(one.key, "en").clauses))
        rules = rulebooks.book(game.key, "en")
        book = booklet_pdf(game, "en")
        text = words(book)
        assert size(printed(book)) == (420, 595)
        for n, (part, clauses) in enumerate(rules.parts().items(), start=1):
            assert text.count(f"{n} {part}") >= 2  # in the contents and at its place
            for k, one in enumerate(clauses, start=1):
                assert f"{n}.{k} {one.heading}" in text
                assert f"{one.heading} {n}.{k}" in text  # in the index
                assert all(case.id in text for case in one.cases)

    @each("game, lang", [(game, lang) for game in GAMES for lang in rulebooks.languages(game.key)])
    def test_every_clause_of_every_book(self, game: Game, lang: str) -> None:
        """Checked before layout, which takes seconds per book."""
        with before_layout():
            made = booklet_pdf(game, lang)
        assert isinstance(made, bytes)
        page = made.decode()
        for n, clauses in enumerate(rulebooks.book(game.key, lang).parts().values(), start=1):
            for k, one in enumerate(clauses, start=1):
                assert f'<h3 id="c{n}.{k}">{n}.{k} ' in page, one.id

    def test_what_the_table_has_chosen_stands_under_its_clause(self) -> None:
        options = read_options(toy.GAME, {"rest": "always"})
        assert "Sitting out: as often as one likes" in words(
            booklet_pdf(toy.GAME, "en", options=options, title="Friday")
        )

    def test_a_book_that_is_not_there_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.pdf.rule_papers.written_in", lambda game, lang: "en")
        pdf = booklet_pdf(toy.GAME, "it")
        assert printed(pdf).root_object["/Lang"] == "it"
        assert language("it").gettext(NOT_YET) in words(pdf)

    def test_cards_are_drawn(self) -> None:
        html = drawn("Lay 10♠ and Q♥; *not* <b>Kn♦</b>.", inline=True)
        assert '<span class="drawn">10♠</span>' in html
        assert '<span class="drawn red">Q♡</span>' in html
        assert "&lt;b&gt;" in html

    def test_without_a_book_there_is_no_booklet(self) -> None:
        refused = booklet_pdf(replace(toy.GAME, key="bookless"), "en")
        assert isinstance(refused, Ruling)
        assert refused.code == "sheets.no_book"


class TestFolded:
    """A booklet: printed on both sides, flipped on the short edge, sheets inside each other."""

    @each(
        "pages, sides",
        [
            (1, [(None, 0), (None, None)]),
            (4, [(3, 0), (1, 2)]),
            (5, [(None, 0), (1, None), (None, 2), (3, 4)]),
            (8, [(7, 0), (1, 6), (5, 2), (3, 4)]),
        ],
    )
    def test_the_order_of_its_pages(self, pages: int, sides: list[tuple[int | None, int | None]]) -> None:
        assert signature(pages) == sides

    @each("pages", range(1, 50))
    def test_pages_are_in_reading_order(self, pages: int) -> None:
        """Every page once; behind a right page is the next one, behind a left page the one before."""
        sides = signature(pages)
        assert sorted(page for side in sides for page in side if page is not None) == list(range(pages))
        assert len(sides) == 2 * -(-pages // 4)
        for front, back in zip(sides[::2], sides[1::2], strict=True):
            assert all(page is None or page % 2 == n for page, n in zip((*front, *back), (1, 0, 1, 0), strict=True))
            assert front[1] is None or back[0] in (front[1] + 1, None)
            assert back[1] is None or front[0] in (back[1] + 1, None)
