"""No verdict depends on a fact that nobody has entered, and every verdict shows its basis: for all questions."""

import json
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from support.cases import cases
from support.each import each
from support.examples import rows

from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.parsing import game_of, read_facts
from companion.parsing.schema import shapes
from companion.referee import Answer, ask, asking
from companion.referee.evaluate import EITHER_WAY, NO_DIFFERENCE, Conditional, Outcome, judged, leaves, outcome_key
from companion.referee.fact_values import holds_numbers, values_of
from companion.rulebooks import clause_of
from companion.rules.field_metadata import OPEN, Facts
from companion.rules.game import Question
from companion.rules.integer_solver import never
from companion.rules.rulings import Ruling
from companion.translation import language, speak

LONGEST = 700  # characters of a spoken answer
# Facts about earlier play: if left out, nothing has happened, and the sentence says so. Or other facts show it.
SO_FAR = set(rows("SO_FAR"))
ELSEWHERE = ("options", "variant", "packs")  # house rules, and the number of packs


def question_of(game: str, key: str) -> Question:
    found = game_of(game)
    assert found
    return found.questions[key]


def outcome_of(game: str, key: str, said: dict[str, Any]) -> Outcome:
    """Return the ruling without its proof; `impossible` if a fact is missing or impossible."""
    return _judged(game, key, json.dumps(said))


@cache  # cases without one of their facts are often equal
def _judged(game: str, key: str, said: str) -> Outcome:
    found = game_of(game)
    assert found
    facts = read_facts(found, found.questions[key], json.loads(said))
    return facts if isinstance(facts, Ruling) else judged(found.questions[key], facts, never)


def answer_of(game: str, key: str, said: dict[str, Any]) -> Answer:
    found = game_of(game)
    assert found
    facts = read_facts(found, found.questions[key], said)
    return Answer(facts) if isinstance(facts, Ruling) else ask(found.questions[key], facts)


def is_verdict(outcome: Outcome) -> bool:
    return isinstance(outcome, Ruling) and outcome.verdict != "impossible"


@cache
def asked(game: str, key: str) -> list[dict[str, Any]]:
    """Return the facts of every case of this question."""
    found = [case.values[0] for case in cases("rulings", game)]
    return [case.get("facts", {}) for case in found if case["question"] == key]


def questions(game: str) -> list[str]:
    found = game_of(game)
    assert found
    return list(found.questions)


@pytest.mark.parametrize("game", [game.key for game in GAMES if game.questions])
class TestEveryQuestion:
    @each("key", questions)
    def test_is_asked_in_a_case(self, game: str, key: str) -> None:
        assert asked(game, key)

    @each("key", questions)
    def test_a_missing_fact_is_not_assumed(self, game: str, key: str) -> None:
        """Without any one fact the verdict is the same or none: the fact is asked for, or each case is stated."""
        known = {one.key: one for one in shapes(question_of(game, key).facts) if one.key not in ELSEWHERE}
        for said in asked(game, key):
            whole = outcome_of(game, key, said)
            for left_out in filter(known.get, said):
                rest = {name: value for name, value in said.items() if name != left_out}
                without = outcome_of(game, key, rest)
                if not is_verdict(without) or outcome_key(without) == outcome_key(whole):
                    continue
                if known[left_out].mark == "circumstance" and is_verdict(whole):
                    if not values_of(known[left_out], None):
                        continue  # a name or a list: not varied
                    named = {name for flip in answer_of(game, key, rest).flips for name in flip.change}
                    assert left_out in named or not _decides(game, key, without, whole), (said, left_out)
                else:
                    assert (game, key, left_out) in SO_FAR or not is_verdict(whole), (said, left_out)

    @each("key", questions)
    def test_an_outcome_with_several_reasons_is_complete(self, game: str, key: str) -> None:
        """It names each answer that makes no difference, also if it gives a number or words."""
        for said in asked(game, key):
            for left_out in (None, *said):
                rest = {name: value for name, value in said.items() if name != left_out}
                for ruling in leaves(outcome_of(game, key, rest)):
                    told = ruling.sentence
                    if told.msgid in (EITHER_WAY.msgid, NO_DIFFERENCE.msgid):
                        assert told.args["what"], rest
                    assert (ruling.verdict, told.msgid) != ("answer", NO_DIFFERENCE.msgid), rest

    @each("key", questions)
    def test_verdicts_that_nothing_changes_have_a_reason(self, game: str, key: str) -> None:
        """Every verdict says what would change it, or why nothing would."""
        for said in asked(game, key):
            found = answer_of(game, key, said)
            if found.ruling and found.ruling.verdict != "impossible":
                assert bool(found.flips) != bool(found.unturned), said

    @each("key", questions)
    def test_nothing_is_said_to_change_it_only_if_nothing_does(self, game: str, key: str) -> None:
        """No other answer to one or two facts leads to another verdict, not even in some of the cases then open.

        Also tried without each of the facts, so that some are open, like "the card" of a discard that may not be taken.
        """
        for said in asked(game, key):
            for left_out in (None, *said):
                rest = {name: value for name, value in said.items() if name != left_out}
                found = answer_of(game, key, rest)
                if found.ruling and found.ruling.verdict != "impossible" and not found.flips:
                    assert found.unturned
                    assert turned(game, key, rest, found) is None, rest

    @each("key", questions)
    def test_no_two_facts_have_the_same_label(self, game: str, key: str) -> None:
        """Nor do two values of one fact, in any language."""
        every = [one for one in shapes(question_of(game, key).facts) if one.key != "options"]
        for lang in LANGUAGES:
            gettext = language(lang).gettext
            for labels in ([one.label for one in every], *(list(one.choices.values()) for one in every)):
                told = [gettext(label) for label in labels]
                assert len(set(told)) == len(told), lang

    @each("key", questions)
    def test_an_empty_question(self, game: str, key: str) -> None:
        """An empty question asks for the facts it needs, states its cases, or has the same answer in all cases."""
        outcome = outcome_of(game, key, {})
        if isinstance(outcome, Conditional):
            assert len(outcome.cases) > 1
            assert len({outcome_key(case.outcome) for case in outcome.cases}) == len(outcome.cases)
        elif outcome.verdict == "impossible":
            assert outcome.code in ("facts.missing", "facts.hollywood")

    @each("key", questions)
    def test_it_can_be_read_aloud(self, game: str, key: str) -> None:
        """Adjacent numbers are given as a range, because nobody listens to three hundred cases."""
        told = asking(outcome_of(game, key, {}))
        assert all(len(speak(told, language(lang))) < LONGEST for lang in LANGUAGES)

    @each("key", questions)
    def test_every_verdict_shows_its_chain(self, game: str, key: str) -> None:
        """Each line is a clause of the book, the clauses are those of the chain, and facts are the basis of a line."""
        for said in asked(game, key):
            found = answer_of(game, key, said)
            if not found.ruling or found.ruling.verdict == "impossible":
                continue
            assert found.chain, said
            assert tuple(dict.fromkeys(line.clause for line in found.chain)) == found.clauses
            assert all(clause_of(clause) for clause in found.clauses)
            given = set(found.given)
            for line in found.chain:
                assert set(line.because) <= given
                assert line.because or not given, (said, line.clause)


def test_what_counts_as_not_happened_is_needed() -> None:
    """Every row of SO_FAR has a case in which it matters, so that no row hides a mistake that is fixed."""
    for game, key, fact in SO_FAR:
        matters = False
        for said in asked(game, key):
            rest = {name: value for name, value in said.items() if name != fact}
            whole, without = outcome_of(game, key, said), outcome_of(game, key, rest)
            differs = is_verdict(whole) and is_verdict(without) and outcome_key(whole) != outcome_key(without)
            matters = matters or differs
        assert matters, (game, key, fact)


def _decides(game: str, key: str, one: Outcome | None, other: Outcome) -> bool:
    """Return whether two rulings differ in the verdict or in a deciding key of the answer."""
    assert isinstance(one, Ruling)
    assert isinstance(other, Ruling)
    keys = question_of(game, key).decides or (one.answer if one.verdict == "answer" else ())
    return one.verdict != other.verdict or any(one.answer.get(name) != other.answer.get(name) for name in keys)


def turned(game: str, key: str, said: dict[str, Any], answer: Answer) -> Facts | None:
    """Return facts that differ in one or two answers and may lead to another ruling, or None.

    Facts that are named as those that alone would turn it are left out, and the one that the question is about.
    """
    question = question_of(game, key)
    rules = game_of(game)
    assert rules
    facts = read_facts(rules, question, said)
    assert not isinstance(facts, Ruling)
    assert answer.unturned
    is_only = answer.unturned.msgid.startswith("Only")
    named = str(answer.unturned.args) if is_only else ""
    every = [one for one in shapes(type(facts)) if one.key not in ELSEWHERE and not one.about]
    given = [one for one in every if getattr(facts, one.name) is not OPEN and repr(one.label) not in named]
    counts = not question.decides  # then another number is only counted with
    tried = [one for one in given if not (counts and holds_numbers(one))]
    singles = [{one.name: value} for one in tried for value in values_of(one, facts)]
    words = [{one.name: value} for one in given if one.mark != "given" for value in values_of(one, facts)]
    words = [single for single in words if type(next(iter(single.values()))) is not int]
    for change in (*singles, *(one | other for one, other in combinations(words, 2))):
        outcome = judged(question, replace(facts, **change), never)
        if any(one.verdict != "impossible" and _decides(game, key, answer.ruling, one) for one in leaves(outcome)):
            return replace(facts, **change)
    return None


class TestIrregularities:
    """Mishaps that happen at every table have an answer in each game, from a clause with a basis and a case."""

    EVERYWHERE = frozenset({"wrong_count", "exposed_deal", "exposed", "late"})
    OUT_OF_TURN = frozenset({"out_of_turn", "two_cards", "early_draw"})  # drawn or played

    @pytest.mark.parametrize("game", [game.key for game in GAMES if "irregular" in game.questions])
    def test_each_is_answered(self, game: str) -> None:
        (what,) = (one for one in shapes(question_of(game, "irregular").facts) if one.key == "what")
        words = set(values_of(what, None))
        assert words >= self.EVERYWHERE
        assert words & self.OUT_OF_TURN
        for word in words:
            self.carried(outcome_of(game, "irregular", {"what": word}))
        for key, question, facts in rows("STOCK_OUT"):  # only of games with a stock
            if key == game:
                self.carried(outcome_of(game, question, facts))

    def carried(self, outcome: Outcome) -> None:
        for ruling in leaves(outcome):
            assert ruling.verdict != "impossible"
            clauses = [clause_of(one) for one in ruling.clauses]
            assert all(one and one.basis for one in clauses)
            assert any(one and one.cases for one in clauses), ruling.clauses
