"""Rules found in people's words: what they type at the table leads to the rule, and what no book treats to silence.

The phrases lie in tests/phrases. A file a game, by language: each phrase with the clauses of which one must be among
the first three found. They were written before the books' own words for searching were; of every five, two were used to
tune by and three only to measure. `talk.toml`, `exam.toml` and `dispute.toml` have whole sentences: each was measured
unseen before it was tuned by; so were, in English and Swedish, `tune.toml` and `fresh.toml`. What these hold
is now among what people say, so that they only show that nothing is lost. The sentences of `last.toml` are not, but
their misses were read before `concepts.toml` was written: they measure a little too well. Of 535 sentences that nobody
had read, 95, 96, 94 and 94 % were found when concepts came (en, sv, fr, it; 88, 92, 86 and 90 % before), and silence
met 85, 83, 80 and 87 % of 628. Thresholds were then moved with that count in view:
95, 96, 93, 93 and 87, 85, 82, 91 %. Then whether a thing is treated at all was learned apart, and those sentences were
learned too; of 352 others, `evening.toml`, 100, 93, 96 and 97 % were found, and silence met 95, 97, 98 and 96 % of 750.
The tests hold what was measured.
"""

import io
import json
import re
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app import create_app
from companion.books import book, languages
from companion.cli import main
from companion.finding import find
from companion.finding.concepts import CONCEPTS, meant
from companion.finding.meaning import Meaning
from companion.finding.said import said, untreated
from companion.finding.words import SMALL_WORDS, folded
from companion.games import GAMES
from companion.languages import LANGUAGES

PHRASES = Path(__file__).parent / "phrases"
BY_KEY = {game.key: game for game in GAMES}


class Phrase(NamedTuple):
    game: str
    lang: str
    text: str
    clauses: frozenset[str]  # none: silence is right


@cache
def phrases() -> list[Phrase]:
    return [*_of_games(), *_of_none()]


def _of_games() -> Iterator[Phrase]:
    for key in filter(lambda key: (PHRASES / f"{key}.toml").exists(), BY_KEY):
        for lang, texts in tomllib.loads((PHRASES / f"{key}.toml").read_text(encoding="utf-8")).items():
            for text, clauses in texts.items():
                known = frozenset(f"{key}.{one}" for one in clauses.split()) & written(key)
                if known or not clauses:
                    yield Phrase(key, lang, text, known)


def sentences(name: str) -> Iterator[Phrase]:
    """Of talk.toml and exam.toml: [game.language] phrase = clauses, and [silent] by language."""
    tables = tomllib.loads((PHRASES / f"{name}.toml").read_text(encoding="utf-8"))
    for lang, texts in tables.pop("silent").items():
        yield from (Phrase(key, lang, text, frozenset()) for key in BY_KEY for text in texts)
    for key, languages_of in tables.items():
        for lang, texts in languages_of.items():
            for text, clauses in texts.items():
                known = frozenset(f"{key}.{one}" for one in clauses.split()) & written(key)
                if known or not clauses:
                    yield Phrase(key, lang, text, known)


def _of_none() -> Iterator[Phrase]:
    for lang, texts in tomllib.loads((PHRASES / "silent.toml").read_text(encoding="utf-8")).items():
        for text in texts:
            for key in BY_KEY:
                yield Phrase(key, lang, text, frozenset())


@cache
def written(key: str) -> frozenset[str]:
    return frozenset(clause.id for clause in book(key, "en").clauses)


LEARNED = ("talk", "dispute", "tune", "fresh")  # all of their phrases are among what is said of the clauses


def third(phrase: Phrase) -> bool:
    return crc32(f"{phrase.game} {phrase.text}".encode()) % 3 == 0


def held_out(phrase: Phrase) -> bool:
    return crc32(phrase.text.encode()) % 5 >= 2


def answered(phrase: Phrase) -> bool:
    finding = find(BY_KEY[phrase.game], phrase.text, phrase.lang)
    if not phrase.clauses:
        return finding.silent
    return not phrase.clauses.isdisjoint(hit.clause for hit in finding.hits[:3])


def first(key: str, text: str, lang: str) -> str:
    return next((hit.clause for hit in find(BY_KEY[key], text, lang).hits), "silent")


@pytest.mark.parametrize("lang", LANGUAGES)
class TestMeasured:
    """Goal: the right clause among the first three for 95 %, silence for 90 % of what no book treats."""

    def test_found(self, lang: str) -> None:
        asked = [one for one in phrases() if one.lang == lang and one.clauses and held_out(one)]
        missed = [one for one in asked if not answered(one)]
        assert len(asked) > 80
        assert len(missed) <= len(asked) * 0.05, missed

    def test_silent(self, lang: str) -> None:
        asked = [one for one in phrases() if one.lang == lang and not one.clauses and held_out(one)]
        loud = [one for one in asked if not answered(one)]
        assert len(asked) > 50
        assert len(loud) <= len(asked) * 0.1, loud


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "found", "silent"),
    [("talk", 0.95, 0.85), ("exam", 0.85, 0.7), ("dispute", 0.95, 0.85), ("last", 0.85, 0.85), ("evening", 0.91, 0.91)],
)
def test_whole_sentences(name: str, found: float, silent: float, lang: str) -> None:
    """Slang and sentences are harder; what was measured is held.

    For silence a third is asked, and of what has been learned since, which can only be lost, a third of all.
    """
    right = [one for one in sentences(name) if one.clauses and one.lang == lang]
    right = [one for one in right if name not in LEARNED or third(one)]
    none = [one for one in sentences(name) if not one.clauses and one.lang == lang and third(one)]
    assert len(right) > 15 and len(none) > 12
    assert sum(map(answered, right)) >= len(right) * found
    assert sum(map(answered, none)) >= len(none) * silent


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_short_and_slangy(lang: str) -> None:
    """Of both files one half was tuned by."""
    right = [one for name in LEARNED[-2:] for one in sentences(name) if one.clauses and one.lang == lang and third(one)]
    assert len(right) > 100
    assert sum(map(answered, right)) >= len(right) * 0.88


class TestTable:
    @pytest.mark.parametrize(
        ("game", "lang", "text", "clause"),
        [
            ("rams", "sv", "får jag passa på två poäng", "rams.pass.two"),
            ("rams", "sv", "FAR JAG PASSA PA TVA POANG?", "rams.pass.two"),
            ("rams", "sv", "poäng 2 passa", "rams.pass.two"),
            ("rams", "sv", "trumfess på hand, utspel", "rams.play.ace_lead"),
            ("rams", "sv", "köpa ner sig", "rams.money.buy_down"),
            ("rams", "en", "may I pass on two points", "rams.pass.two"),
            ("english_rams", "sv", "får givaren lägga sig", "english_rams.bid.dealer_free"),
            ("ramino", "it", "asso alto", "ramino.meld.ace"),
            ("ramino", "it", "alto l'asso", "ramino.meld.ace"),
            ("rami", "fr", "joker dans un brelan", "rami.joker.set"),
            ("rami", "fr", "recupere joker", "rami.joker.take"),
            ("rami", "fr", "51 points", "rami.open.points"),
            ("gin", "sv", "två kort kvar i talongen", "gin.stock.two_cards"),
            ("ramino", "en", "reentry", "ramino.elim.reentry"),
            ("ramino", "en", "re-entry", "ramino.elim.reentry"),
            ("english_rams", "sv", "felgivning", "english_rams.deal.misdeal"),
            ("gin", "en", "false knock", "gin.knock.false"),
        ],
    )
    def test_first(self, game: str, lang: str, text: str, clause: str) -> None:
        assert first(game, text, lang) == clause

    @pytest.mark.parametrize(
        ("game", "lang", "word", "clause"),
        [
            ("rams", "en", "flight", "rams.score.flight"),
            ("rams", "fr", "atout", "rams.deal.trump"),
            ("rams", "fr", "couper", "rams.play.trump"),
            ("rams", "it", "briscola", "rams.deal.trump"),
            ("english_rams", "en", "fault", "english_rams.faults.play"),
            ("english_rams", "en", "widow", "english_rams.bid.widow"),
            ("ramino", "en", "joker", "ramino.joker.stands"),
            ("ramino", "en", "ramino", "ramino.score.ramino"),
            ("ramino", "sv", "första utlägget", "ramino.first.points"),
            ("rami", "sv", "stege", "rami.meld.run"),
            ("gin", "en", "knock", "gin.knock.limit"),
            ("gin", "en", "deadwood", "gin.knock.limit"),
            ("gin", "en", "gin", "gin.gin.no_deadwood"),
            ("gin", "en", "undercut", "gin.score.undercut"),
            ("gin", "fr", "frapper", "gin.knock.limit"),
            ("gin", "it", "bussare", "gin.knock.limit"),
        ],
    )
    def test_one_word_leads_to_the_clause_that_defines_it(self, game: str, lang: str, word: str, clause: str) -> None:
        assert first(game, word, lang) == clause

    @pytest.mark.parametrize(
        ("game", "lang", "text", "clause"),
        [
            ("rams", "en", "flihgt", "rams.score.flight"),
            ("rams", "en", "trmup", "rams.deal.trump"),
            ("ramino", "sv", "jokker", "ramino.joker.stands"),
            ("gin", "sv", "undersalg", "gin.score.undercut"),
            ("gin", "en", "lay of after gin", "gin.gin.no_lay_off"),
            ("gin", "en", "layoff", "gin.lay_off.opponent"),
        ],
    )
    def test_slips(self, game: str, lang: str, text: str, clause: str) -> None:
        assert first(game, text, lang) == clause

    @pytest.mark.parametrize(
        ("game", "text", "clause"),
        [
            ("rams", "får jag passa på två poäng", "rams.pass.two"),
            ("ramino", "asso alto", "ramino.meld.ace"),
            ("rami", "la pioche est vide", "rami.turn.stock"),
        ],
    )
    def test_words_of_another_language(self, game: str, text: str, clause: str) -> None:
        assert first(game, text, "en") == clause

    @pytest.mark.parametrize("name", ["Anna", "Åsas", "goran"])
    def test_who_it_was_does_not_matter(self, name: str) -> None:
        def clauses(text: str) -> list[str]:
            return [hit.clause for hit in find(BY_KEY["gin"], text, "en").hits]

        assert clauses(f"{name} drew two cards") == clauses("drew two cards")

    @pytest.mark.parametrize("text", ["", "   ", "\t"])
    def test_an_empty_line_is_no_silence(self, text: str) -> None:
        finding = find(BY_KEY["rams"], text, "en")
        assert (finding.hits, finding.silent) == ((), False)

    @pytest.mark.parametrize("text", ["?!", "♠", "xyzzy plugh", "*", "who pays for the beer"])
    def test_silence(self, text: str) -> None:
        finding = find(BY_KEY["rams"], text, "en")
        assert (finding.hits, finding.silent) == ((), True)


class TestHits:
    def test_clause_case_and_question_in_one_list(self) -> None:
        hits = find(BY_KEY["rams"], "kan jag passa på tvåan", "sv").hits
        found = {(hit.kind, hit.name) for hit in hits if hit.clause == "rams.pass.two"}
        assert {("clause", ""), ("case", "RAMS-R12"), ("question", "must_knock")} <= found

    def test_the_first_three_lead_to_different_clauses(self) -> None:
        """So that one wrong guess does not hide the right rule."""
        hits = find(BY_KEY["gin"], "lay off", "en").hits
        assert len({hit.clause for hit in hits[:3]}) == 3
        assert len(hits) <= 12

    def test_a_clause_appears_once_as_clause(self) -> None:
        for text in ("joker", "kept the joker", "who deals", "discard"):
            clauses = [hit.clause for hit in find(BY_KEY["ramino"], text, "en").hits if hit.kind == "clause"]
            assert len(clauses) == len(set(clauses)) > 2

    def test_heading_in_a_language_without_a_book(self) -> None:
        assert find(BY_KEY["gin"], "frapper", "fr").hits[0].heading == "Frapper avec dix points ou moins"

    def test_question_cites_a_clause_of_its_book(self) -> None:
        for game in GAMES:
            assert {question.clause for question in game.questions.values() if question.clause} <= written(game.key)


WRITTEN = [pytest.param(game.key, lang, id=f"{game.key}-{lang}") for game in GAMES for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "lang"), WRITTEN)
class TestWhatPeopleSay:
    def test_of_nearly_every_clause(self, game: str, lang: str) -> None:
        """A new clause may wait a little for its words in four languages, but not all of them for ever."""
        without = written(game) - set(said(BY_KEY[game].folder, lang))
        assert len(without) <= len(written(game)) * 0.15, sorted(without)

    def test_every_clause_is_found_by_its_heading_and_text(self, game: str, lang: str) -> None:
        for clause in book(game, lang).clauses:
            if set(folded(clause.heading).split()) - SMALL_WORDS and lang in languages(game):
                hits = find(BY_KEY[game], f"{clause.heading} {clause.text}", lang).hits[:3]
                assert clause.id in {hit.clause for hit in hits}, clause.id

    def test_the_first_word_for_it_finds_it(self, game: str, lang: str) -> None:
        """Unless more clauses share it than there are places."""
        told = {one: folded(entry.phrases[0]) for one, entry in said(BY_KEY[game].folder, lang).items()}
        for one, phrase in told.items():
            if one in written(game) and list(told.values()).count(phrase) <= 2:
                assert one in {hit.clause for hit in find(BY_KEY[game], phrase, lang).hits[:3]}, (one, phrase)

    def test_headings_where_there_is_no_book(self, game: str, lang: str) -> None:
        for one in () if lang in languages(game) else written(game) & set(said(BY_KEY[game].folder, lang)):
            assert said(BY_KEY[game].folder, lang)[one].heading, one


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_no_book_treats(lang: str) -> None:
    assert all(entry.phrases for entry in untreated(lang).values())


def test_a_concept_is_told_in_every_language_and_understood_there() -> None:
    for concept, told in CONCEPTS.items():
        assert set(told) == set(LANGUAGES), concept
        for lang, expressions in told.items():
            for expression in expressions.split(","):
                assert concept in meant(f"x {expression} y", lang), (concept, lang, expression)


def test_what_is_said_in_one_language_is_meant_in_the_others() -> None:
    meaning = Meaning([("a", "en", "rap on the table", 1.0), ("b", "sv", "ta ett kort", 1.0)])
    assert max(meaning.search("il cogne", "fr").items(), key=lambda one: one[1])[0] == "a"
    assert max(meaning.search("ha pescato", "it").items(), key=lambda one: one[1])[0] == "b"
    assert not meaning.search("xyzzy", "en")


class TestRobust:
    @settings(max_examples=50, deadline=None)
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
            found = list(pool.map(lambda text: find(BY_KEY["rams"], text, "sv"), texts))
        assert found == [find(BY_KEY["rams"], text, "sv") for text in texts]


class TestCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main(["find", *words])
        return int(str(end.value.code)), capsys.readouterr().out

    def test_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out = self.run(capsys, "gin", "knock")
        found = json.loads(out)
        assert (code, found["query"], found["lang"], found["silent"]) == (0, "knock", "en", False)
        assert found["hits"][0] == {
            "clause": "gin.knock.limit",
            "heading": "Knocking with ten points or fewer",
            "kind": "clause",
        }

    def test_lines(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        lines = "flygning\n\nvem köper öl\r\n\xff\n".encode("latin-1").replace(b"flygning", "flög".encode())
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), "utf-8"))
        code, out = self.run(capsys, "rams", "--lang", "sv", "-")
        found = [json.loads(line) for line in out.splitlines()]
        assert code == 0
        assert [one["hits"][0]["clause"] if one["hits"] else one["silent"] for one in found][:2] == [
            "rams.score.flight",
            False,
        ]
        assert len(found) == 4

    @pytest.mark.parametrize("words", [("bridge", "trump"), ("gin", "knock", "--lang", "de")])
    def test_unknown(self, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, *words)[0] == 2


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(tmp_path / "instance", TESTING=True)
    with app.test_client() as client:
        yield client


class TestPage:
    """What is found stands on one page; where nothing is, the table writes down what it decides."""

    def test_found(self, phone: FlaskClient) -> None:
        page = phone.get("/rules/gin?q=frapper", headers={"Accept-Language": "fr"}).text
        assert page.index("Frapper avec dix points ou moins") < page.index("/referee/gin/arrange")

    def test_silence_can_be_ended(self, phone: FlaskClient) -> None:
        begun = phone.post("/new/gin", data={"players[]": ["Anna", "Bo"], "dealer": "1"})
        page = phone.get(f"{begun.location}/rules?q=who+pays+for+the+beer").text
        assert "the table decides" in page
        assert 'value="who pays for the beer: "' in page
        hidden = dict(re.findall(r'type="hidden" name="(kind|question|verdict)" value="([^"]*)"', page))
        assert hidden["kind"] == "ruling"
        sent = {"seen": "0.0", "entry_id": "b" * 16, **hidden, "text": "who pays for the beer: the loser"}
        assert phone.post(f"{begun.location}/entries", data=sent).status_code == 303
        assert "the loser" in phone.get(f"{begun.location}/entries/1").text
        assert "the table decides: who pays for the beer: the loser" in phone.get(begun.location).text

    def test_silence_elsewhere(self, phone: FlaskClient) -> None:
        page = phone.get("/rules/gin?q=who+pays+for+the+beer").text
        assert "the table decides" in page
        assert 'name="text"' not in page
