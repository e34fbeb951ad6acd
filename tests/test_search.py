"""Search in everyday words: phrases lead to the right rule, and phrases about other things to no hit.

Tables of single cases, and how hits are ordered and shown. tests/test_search_quality.py measures it with many phrases.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import toy
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from support.each import each
from support.examples import ALL, rows
from support.share import some

from companion.app import create_app
from companion.cli import main
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.rulebooks import book
from companion.search import find
from companion.search.concepts import ACTS, CONCEPTS, ConceptIndex, meant
from companion.search.ranking import untreated

BY_KEY = {game.key: game for game in GAMES}


def first(key: str, text: str, lang: str) -> str:
    return next((hit.clause for hit in find(BY_KEY[key], text, lang).hits), "silent")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_number_that_a_paper_cites_finds_its_clause(game) -> None:
    """A number without a clause is searched for like any words."""
    rules = book(game.key, "en")
    for one in rules.clauses[::9]:
        for text in (rules.number(one.id), f"rule {rules.number(one.id)}"):
            assert [hit.clause for hit in find(game, text, "en").hits] == [one.id]
    assert find(game, "99.1", "en").silent


class TestTable:
    @each("game, lang, text, clause", rows("FIRST"))
    def test_first(self, game: str, lang: str, text: str, clause: str) -> None:
        assert first(game, text, lang) == clause

    @each("game, lang, word, clause", rows("WORDS"))
    def test_one_word_leads_to_the_clause_that_defines_it(self, game: str, lang: str, word: str, clause: str) -> None:
        assert first(game, word, lang) == clause

    @each("game, lang, text, clause", rows("SLIPS"))
    def test_slips(self, game: str, lang: str, text: str, clause: str) -> None:
        assert first(game, text, lang) == clause

    @each("game, text, clause", rows("FOREIGN"))
    def test_words_of_another_language(self, game: str, text: str, clause: str) -> None:
        assert first(game, text, "en") == clause

    @each("text", ["", "   ", "\t"])
    def test_an_empty_query_is_not_a_missing_rule(self, text: str) -> None:
        for game in ALL:
            finding = find(game, text, "en")
            assert (finding.hits, finding.silent) == ((), False)

    @each("text", ["?!", "♠", "xyzzy plugh", "*", "who pays for the beer", "12+19+7"])
    def test_silence(self, text: str) -> None:
        for game in ALL:
            finding = find(game, text, "en")
            assert (finding.hits, finding.silent) == ((), True)

    @each("lang, word", [("en", "the"), ("en", "As"), ("sv", "och"), ("fr", "le"), ("it", "il")])
    def test_a_stop_word_alone_finds_nothing(self, lang: str, word: str) -> None:
        for game in ALL:
            assert find(game, word, lang).silent, game.key

    @each("game, lang, text", rows("UNTREATED"))
    def test_an_understood_phrase_is_not_searched_in_other_languages(self, game: str, lang: str, text: str) -> None:
        assert find(BY_KEY[game], text, lang).silent


class TestHits:
    def test_equal_hits_are_in_the_order_of_the_book(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """On every machine: a search must not depend on the order of Python sets."""
        ids = [clause.id for clause in book("toy", "en").clauses]
        monkeypatch.setattr("companion.search.query._scores", lambda *_: dict.fromkeys(reversed(ids), 0.5))
        found = [hit.clause for hit in find(toy.GAME, "whatever", "en").hits if hit.kind == "clause"]
        assert found == ids[: len(found)] and len(found) > 2

    def test_question_cites_a_clause_of_its_book(self) -> None:
        for game in GAMES:
            assert {question.clause for question in game.questions.values() if question.clause} <= {
                clause.id for clause in book(game.key, "en").clauses
            }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_no_book_treats(lang: str) -> None:
    assert all(entry.phrases for entry in untreated(lang).values())


def test_a_concept_is_told_in_every_language_and_understood_there() -> None:
    for concept, told in CONCEPTS.items():
        assert set(told) == set(LANGUAGES), concept
        for lang, expressions in told.items():
            for expression in expressions.split(","):
                assert concept in meant(f"x {expression} y", lang), (concept, lang, expression)


def test_acts_weigh_more_than_things() -> None:
    assert CONCEPTS.keys() >= ACTS
    index = ConceptIndex([("pass", "en", "may I pass", 1.0), ("ace", "en", "the ace", 1.0)])
    found = index.search("may I pass with an ace", "en")
    assert found["pass"] > found["ace"]


def test_concepts_are_equal_in_all_languages() -> None:
    meaning = ConceptIndex([("a", "en", "rap on the table", 1.0), ("b", "sv", "ta ett kort", 1.0)])
    assert max(meaning.search("il cogne", "fr").items(), key=lambda one: one[1])[0] == "a"
    assert max(meaning.search("ha pescato", "it").items(), key=lambda one: one[1])[0] == "b"
    assert not meaning.search("xyzzy", "en")


class TestRobust:
    @settings(max_examples=some(50), deadline=None)
    @given(
        st.text(max_size=60)
        | st.lists(
            st.sampled_from(["AND", "OR", "NOT", "NEAR(", '"', "*", "^", ":", "(", "-", "\0", "trumf", "kort"])
        ).map(" ".join),
        st.sampled_from(list(LANGUAGES)),
    )
    def test_never_fails(self, text: str, lang: str) -> None:
        for game in GAMES:
            finding = find(game, text, lang)
            assert not (finding.silent and finding.hits)

    def test_threads(self) -> None:
        """The server's threads share the indexes."""
        texts = ["passa", "trumf", "ess", "give", "poäng"] * 20
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda text: find(GAMES[0], text, "sv"), texts))
        assert found == [find(GAMES[0], text, "sv") for text in texts]


class TestCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main(["find", *words])
        return int(str(end.value.code)), capsys.readouterr().out

    @pytest.mark.parametrize("words", [("bridge", "trump"), (GAMES[0].key, "trump", "--lang", "de")])
    def test_unknown(self, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, *words)[0] == 2


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(tmp_path / "instance", TESTING=True)
    with app.test_client() as client:
        yield client


class TestPage:
    """All hits are on one page; without hits, the table saves its own decision."""

    def test_without_hits_a_decision_can_be_saved(self, phone: FlaskClient) -> None:
        begun = phone.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1"})
        page = phone.get(f"{begun.location}/rules?q=who+pays+for+the+beer").text
        assert "the table decides" in page
        form = page[page.index("What the table has decided") - 900 :]
        hidden = dict(re.findall(r'type="hidden" name="(entry_id|q)" value="([^"]*)"', form))
        assert hidden["q"] == "who pays for the beer"
        assert phone.post(f"{begun.location}/rules", data={**hidden, "text": "the loser"}).status_code == 303
        assert "the loser" in phone.get(f"{begun.location}/entries/1").text
        assert "the table decides: who pays for the beer: the loser" in phone.get(begun.location).text

    def test_names_of_players_hide_no_hits(self, phone: FlaskClient) -> None:
        begun = phone.post("/new/toy", data={"players[]": ["Pizza", "Bo"], "dealer": "1"})
        assert "Who deals" in phone.get(f"{begun.location}/rules?q=pizza+deals").text
        assert "Who deals" not in phone.get("/rules/toy?q=pizza+deals").text

    def test_silence_elsewhere(self, phone: FlaskClient) -> None:
        page = phone.get("/rules/toy?q=who+pays+for+the+beer").text
        assert "the table decides" in page
        assert 'name="text"' not in page
