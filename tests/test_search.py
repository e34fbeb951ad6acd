"""Rules found in people's words: what they type at the table leads to the rule, and what no book treats to silence.

The phrases of a game lie in its folder tests/games/<key>/phrases; tests/phrases tells how each file came about.
`own.toml` has by language each phrase with the clauses of which one must be among the first three found. They were
written before the books' own words for searching were; of every five, two were used to
tune by and three only to measure. `talk.toml`, `exam.toml` and `dispute.toml` have whole sentences: each was measured
unseen before it was tuned by; so were, in English and Swedish, `tune.toml` and `fresh.toml`. What these hold
is now among what people say, so that they only show that nothing is lost. The sentences of `last.toml` are not, but
their misses were read before `concepts.toml` was written: they measure a little too well. Of 535 sentences that nobody
had read, 95, 96, 94 and 94 % were found when concepts came (en, sv, fr, it; 88, 92, 86 and 90 % before), and silence
met 85, 83, 80 and 87 % of 628. Thresholds were then moved with that count in view:
95, 96, 93, 93 and 87, 85, 82, 91 %. Then whether a thing is treated at all was learned apart, and those sentences were
learned too; of 352 others, `evening.toml`, 100, 93, 96 and 97 % were found, and silence met 95, 97, 98 and 96 % of 750.
The phrases of `table.toml`, near their game and far from it, are half of a set: 93, 98, 98 and 97 % of 240 were found,
and silence met 85, 88, 85 and 85 % of 300. The other half, of the same writer, is kept apart; figures in that file.
The tests hold what was measured.
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
    """A number that no clause has is looked for as any words."""
    rules = book(game.key, "en")
    for one in rules.clauses[::9]:
        for text in (rules.number(one.id), f"rule {rules.number(one.id)}"):
            assert [hit.clause for hit in find(game, text, "en").hits] == [one.id]
    assert find(game, "99.1", "en").silent


class TestTable:
    @pytest.mark.parametrize(
        ("game", "lang", "text", "clause"),
        rows("FIRST"),
    )
    def test_first(self, game: str, lang: str, text: str, clause: str) -> None:
        assert first(game, text, lang) == clause

    @pytest.mark.parametrize(
        ("game", "lang", "word", "clause"),
        rows("WORDS"),
    )
    def test_one_word_leads_to_the_clause_that_defines_it(self, game: str, lang: str, word: str, clause: str) -> None:
        assert first(game, word, lang) == clause

    @pytest.mark.parametrize(
        ("game", "lang", "text", "clause"),
        rows("SLIPS"),
    )
    def test_slips(self, game: str, lang: str, text: str, clause: str) -> None:
        assert first(game, text, lang) == clause

    @pytest.mark.parametrize(
        ("game", "text", "clause"),
        rows("FOREIGN"),
    )
    def test_words_of_another_language(self, game: str, text: str, clause: str) -> None:
        assert first(game, text, "en") == clause

    @pytest.mark.parametrize("text", ["", "   ", "\t"])
    def test_an_empty_line_is_no_silence(self, text: str) -> None:
        for game in ALL:
            finding = find(game, text, "en")
            assert (finding.hits, finding.silent) == ((), False)

    @pytest.mark.parametrize("text", ["?!", "♠", "xyzzy plugh", "*", "who pays for the beer", "12+19+7"])
    def test_silence(self, text: str) -> None:
        for game in ALL:
            finding = find(game, text, "en")
            assert (finding.hits, finding.silent) == ((), True)

    @pytest.mark.parametrize(("lang", "word"), [("en", "the"), ("en", "As"), ("sv", "och"), ("fr", "le"), ("it", "il")])
    def test_a_small_word_alone_tells_nothing(self, lang: str, word: str) -> None:
        for game in ALL:
            assert find(game, word, lang).silent, game.key

    @pytest.mark.parametrize(
        ("game", "lang", "text"),
        rows("UNTREATED"),
    )
    def test_what_is_understood_is_not_looked_for_in_another_language(self, game: str, lang: str, text: str) -> None:
        assert find(BY_KEY[game], text, lang).silent


class TestHits:
    def test_those_that_answer_as_well_stand_in_the_order_of_the_book(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """On every machine alike: a search does not depend on the order in which Python happens to hold a set."""
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


def test_an_act_is_a_concept_and_tells_more_than_a_thing() -> None:
    assert CONCEPTS.keys() >= ACTS
    index = ConceptIndex([("pass", "en", "may I pass", 1.0), ("ace", "en", "the ace", 1.0)])
    found = index.search("may I pass with an ace", "en")
    assert found["pass"] > found["ace"]


def test_what_is_said_in_one_language_is_meant_in_the_others() -> None:
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
    """All that is found stands on one page; where nothing is, the table writes down what it decides."""

    def test_silence_can_be_ended(self, phone: FlaskClient) -> None:
        begun = phone.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1"})
        page = phone.get(f"{begun.location}/rules?q=who+pays+for+the+beer").text
        assert "the table decides" in page
        form = page[page.index("What the table has decided") - 900 :]
        hidden = dict(re.findall(r'type="hidden" name="(entry_id|q)" value="([^"]*)"', form))
        assert hidden["q"] == "who pays for the beer"
        assert phone.post(f"{begun.location}/rules", data={**hidden, "text": "the loser"}).status_code == 303
        assert "the loser" in phone.get(f"{begun.location}/entries/1").text
        assert "the table decides: who pays for the beer: the loser" in phone.get(begun.location).text

    def test_names_of_those_who_play_hide_nothing(self, phone: FlaskClient) -> None:
        begun = phone.post("/new/toy", data={"players[]": ["Pizza", "Bo"], "dealer": "1"})
        assert "Who deals" in phone.get(f"{begun.location}/rules?q=pizza+deals").text
        assert "Who deals" not in phone.get("/rules/toy?q=pizza+deals").text

    def test_silence_elsewhere(self, phone: FlaskClient) -> None:
        page = phone.get("/rules/toy?q=who+pays+for+the+beer").text
        assert "the table decides" in page
        assert 'name="text"' not in page
