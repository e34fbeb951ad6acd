"""Phrases lead to the question that decides them, with the facts that they state and no others."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import cases, holds, kept
from support.each import each
from support.phrases import OF_ALL, phrase_cases

from companion import json_output
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.parsing import read_facts
from companion.parsing.schema import shapes
from companion.referee import Answer, ask
from companion.referee.fact_values import values_of
from companion.rulebooks import book
from companion.rules.rulings import Ruling
from companion.search import Lead, find, leads, resting, wrong_deal
from companion.search.asked import SHARED, SIGNS, _tables
from companion.search.tokens import NUMBER, NUMBER_NAMES, folded, number_words, split

WRONG_SCORES = kept(OF_ALL / "wrong_scores.toml")
QUESTIONS = phrase_cases("questions", "question")
DISPUTES = [one for one in phrase_cases("disputes", "dispute") if "question" in one]
BY_KEY = {game.key: game for game in GAMES}
ASKED = [game for game in GAMES if game.questions]
NAMES = ("Anna", "Rose", "Max", "Bo", "Ace", "Dag", "Pino", "Rosa")
FIRST, AMONG = 0.94, 0.98  # share of disputes with the right question as first hit, and among the first three


@cache
def led(game: str, text: str, lang: str) -> tuple[Lead, ...]:
    return leads(BY_KEY[game], text, lang, NAMES)


@pytest.mark.parametrize("lang", LANGUAGES)
@each("one", lambda lang: [one for one in QUESTIONS if one["lang"] == lang])
def test_question(one: dict) -> None:
    """The first question, with exactly the facts that are stated.

    If an act is denied or was forgotten, or if there are two numbers for two people or an impossible number, nothing is
    filled in. A wrong number of cards, and a play in the turn of another named player, come before other offences.
    """
    first = led(one["game"], one["words"], one["lang"])[0]
    assert (first.question, dict(first.facts)) == (one["question"], one["facts"])


@each("one", phrase_cases("questions", "withheld"))
def test_withheld(one: dict) -> None:
    """A number that is denied, that somebody counted otherwise, or from which something is subtracted, is no fact."""
    for lead in led(one["game"], one["words"], one["lang"]):
        assert one["fact"] not in lead.facts, lead


@each("one", phrase_cases("questions", "mentioned"))
def test_mentioned(one: dict) -> None:
    """The words speak of a fact, so that it is asked for, and the sheet does not answer instead."""
    first = led(one["game"], one["words"], one["lang"])[0]
    assert first.question == one["question"]
    assert one["fact"] in first.unsure


@each("one", phrase_cases("questions", "ruled_out"))
def test_ruled_out(one: dict) -> None:
    """Buying a card and partnerships, if the book excludes them."""
    found = find(BY_KEY[one["game"]], one["words"], one["lang"], NAMES)
    assert found.is_no
    assert found.hits[0].clause == one["clause"]
    assert not led(one["game"], one["words"], one["lang"])


@pytest.mark.parametrize("lang", LANGUAGES)
@each("words, deal", lambda lang: WRONG_SCORES[lang].items())
def test_wrong_score(lang: str, words: str, deal: int) -> None:
    """A deal whose score is said to be wrong, by its number; another deal that is named is none."""
    assert (wrong_deal(words, lang, NAMES) or 0) == deal


class TestDisputes:
    def test_questions(self) -> None:
        found = [[lead.question for lead in led(one["game"], one["words"], one["lang"])] for one in DISPUTES]
        wanted = [one["question"] for one in DISPUTES]
        assert all(len(questions) <= 3 for questions in found)
        assert sum(questions[:1] == [one] for questions, one in zip(found, wanted, strict=True)) >= FIRST * len(wanted)
        assert sum(one in questions for questions, one in zip(found, wanted, strict=True)) >= AMONG * len(wanted)

    @each("one", [one for one in DISPUTES if "facts" in one])
    def test_no_fact_is_presumed(self, one: dict) -> None:
        leads_to = [lead for lead in led(one["game"], one["words"], one["lang"]) if lead.question == one["question"]]
        assert all(lead.facts.items() <= one["facts"].items() for lead in leads_to), leads_to

    @each("one", [one for one in DISPUTES if "verdict" in one])
    def test_ruling(self, one: dict) -> None:
        question = BY_KEY[one["game"]].questions[one["question"]]
        facts = read_facts(BY_KEY[one["game"]], question, {**one["facts"], **one.get("rest", {})})
        answer = Answer(facts) if isinstance(facts, Ruling) else ask(question, facts)
        ruling = json_output.answer_json(answer, "en")
        assert ruling.get("verdict") == one["verdict"], ruling
        holds(one.get("answer", {}), ruling.get("answer", {}), "answer")


class TestFacts:
    """A fact is stated by the phrase, or it is open."""

    @given(st.data())
    def test_each_fact_occurs_in_the_words(self, data: st.DataObject) -> None:
        """In any part of a phrase, and with any words around it."""
        one = data.draw(st.sampled_from([*QUESTIONS, *DISPUTES]))
        words = data.draw(st.lists(st.sampled_from([*split(one["words"]), *NAMES, "7", "10"]), min_size=1, max_size=14))
        for text in (one["words"], " ".join(words)):
            plain = " ".join(map(folded, split(text)))
            for lead in led(one["game"], text, one["lang"]):
                assert lead.words.keys() == lead.facts.keys()
                assert all(f" {said} " in f" {plain} " for said in lead.words.values()), (plain, lead)
                for fact, value in lead.facts.items():
                    if isinstance(value, int) and not isinstance(value, bool) and not in_the_file(one, lead, fact):
                        assert value in numbers(lead.words[fact], one["lang"]), lead

    @each("one", phrase_cases("questions", "open"))
    def test_facts_denied_compared_or_stated_twice_stay_open(self, one: dict) -> None:
        found = led(one["game"], one["words"], one["lang"])
        assert found
        assert all(one["fact"] not in lead.facts for lead in found)
        assert not any(lead.about for lead in found)

    @each("one", phrase_cases("questions", "about"))
    def test_the_question_is_about_the_only_named_player(self, one: dict) -> None:
        assert led(one["game"], one["words"], one["lang"])[0].about == one["player"]


class TestNothingIsAsked:
    @each("one", phrase_cases("questions", "none"))
    def test_no_question_if_no_book_answers_or_the_answer_is_no(self, one: dict) -> None:
        assert led(one["game"], one["words"], one["lang"]) == ()

    @each("one", phrase_cases("questions", "arises"))
    def test_where_it_does_not_arise(self, one: dict) -> None:
        game = BY_KEY[one["game"]]
        assert one["question"] in [lead.question for lead in led(one["game"], one["words"], one["lang"])]
        at_table = leads(game, one["words"], one["lang"], NAMES, game.options())
        assert one["question"] not in [lead.question for lead in at_table]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_read_in_figures_and_in_words(lang: str) -> None:
    names = NUMBER_NAMES[lang]["names"].split()
    assert len(names) == 101
    for number, name in enumerate(names):
        assert number_words(lang)[tuple(folded(name).split("-"))] == number


class TestFiles:
    @pytest.mark.parametrize("game", ASKED, ids=lambda game: game.key)
    def test_each_names_questions_clauses_facts_and_values_that_there_are(self, game) -> None:
        clauses = {clause.id for clause in book(game.key, "en").clauses}
        for key, told in _tables(game.folder).items():
            question = game.questions.get(key)
            if question is None:
                assert key in SHARED["questions"], key
                continue
            assert {f"{game.key}.{one}" for one in told.get("rests", "").split()} <= clauses, key
            facts = {one.key: one for one in shapes(question.facts)}
            for what, words in told.items():
                fact, _, value = what.partition("=")
                value = value.partition("<")[0]
                if what not in ("rests", "of_one", "of_who", "beside"):
                    assert words.keys() == set(LANGUAGES), (key, what)
                if fact in facts and value not in (NUMBER, "@", *SIGNS, "true", "false"):
                    values = list(map(str, values_of(facts[fact], None)))
                    is_any_number = not values and value.isdigit()
                    assert value in values or is_any_number or key in SHARED["questions"], (key, what)

    @pytest.mark.parametrize("game", ASKED, ids=lambda game: game.key)
    def test_each_clause_that_a_ruling_cites_leads_to_its_question(self, game) -> None:
        found = [case.values[0] for case in cases("rulings", game.key)]
        cited = [
            (case["question"], clause) for case in found if "question" in case for clause in case.get("clauses", ())
        ]
        assert found
        assert [one for one in cited if one[0] not in resting(game).get(one[1], ())] == []


def in_the_file(one: dict, lead: Lead, fact: str) -> bool:
    """Return whether other words state a number, such as "everybody but the dealer"."""
    told = _tables(BY_KEY[one["game"]].folder).get(lead.question, {})
    return f"{fact}={lead.facts[fact]}" in told


def numbers(said: str, lang: str) -> set[int]:
    """Return the numbers that may be read in a phrase."""
    words = said.split()
    spans = [tuple(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)]
    found = {number_words(lang)[span] for span in spans if span in number_words(lang)}
    return found | {int(word) for word in words if re.fullmatch(r"\d+", word)}
