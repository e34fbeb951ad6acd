"""No two rules disagree about the same facts: tried with small values and the house rules concerned.

A question has one answer, so two clauses can disagree only if two places answer: two questions, a question and the
sheet, or a clause with and without a house rule that is not cited. Each such pair gets the same facts here, in all
combinations.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

import pytest
from support.asking import told_at_table
from support.cases import cases, match_file
from support.each import each
from support.examples import rows
from support.share import every

from companion.games import GAMES
from companion.parsing import Match, game_of, read_facts, read_match
from companion.parsing.schema import Field, shapes
from companion.referee.fact_values import open_facts, values_of
from companion.rules.game import Game, Question
from companion.rules.integer_solver import never
from companion.rules.judge import judge
from companion.rules.options import house_rules
from companion.rules.rulings import MISSING, Ruling
from companion.rules.tally import Tally

MOST = 700  # combinations tried per question; if there are more, evenly spread ones
OPEN_ENDED = 13  # all numbers up to here are tried; of longer ranges both ends and some between
ASKED = [game.key for game in GAMES if game.questions]


def named(key: str) -> Game:
    game = game_of(key)
    assert game
    return game


def countable(game: str) -> list[str]:
    """Return the questions of a game whose facts can be listed."""
    return [
        key
        for key, question in named(game).questions.items()
        if not any(one.mark == "needed" and one.values is None for one in shapes(question.facts))
    ]


def question_of(game: str, key: str) -> Question:
    return named(game).questions[key]


def small(one: Field, facts: Any) -> Sequence[Any]:
    """Return the values that a fact may have, of long ranges some; only its current one if they cannot be listed."""
    possible = values_of(one, facts)
    if isinstance(one.values, range) and len(possible) > OPEN_ENDED:
        return (*possible[:3], *possible[9 : len(possible) - 2 : max(1, len(possible) // 4)], *possible[-2:])
    return possible or (getattr(facts, one.name),)


def filled(question: Question) -> Iterator[Any]:
    """Yield facts of a question with every combination of small values, evenly spread if there are too many."""
    needed = {one.name: one.values[0] for one in shapes(question.facts) if one.mark == "needed"}
    empty = question.facts(**needed)
    varied = [one for one in shapes(question.facts) if one.name != "options" and one.mark != "given"]
    sides = [small(one, empty) for one in varied]
    number = 1
    for side in sides:
        number *= len(side)
    for values in islice(product(*sides), 0, None, number // MOST + 1):
        yield replace(empty, **dict(zip((one.name for one in varied), values, strict=True)))


def outcome(question: Question, ruling: Ruling) -> tuple[Any, ...]:
    return ruling.verdict, *(ruling.answer.get(key) for key in question.decides)


class TestHouseRules:
    """A house rule that the question does not cite changes no answer: no clause decides without being named.

    Except the mode of the game and numbers, which are not varied.
    """

    @pytest.mark.parametrize("game", ASKED)
    @each("key", countable)
    def test_only_cited_house_rules_change_the_answer(self, game: str, key: str) -> None:
        question = question_of(game, key)
        for facts in filled(question):
            ruling = question.answer(facts, never)
            for name, value in _elsewhere(facts.options, {*question.rules, *self._not_varied(game)}):
                other = question.answer(replace(facts, options=replace(facts.options, **{name: value})), never)
                if "impossible" not in (ruling.verdict, other.verdict):
                    assert outcome(question, other) == outcome(question, ruling), (facts, name, value)

    def _not_varied(self, game: str) -> set[str]:
        return {name for one, name in rows("NOT_VARIED") if one == game}


PLAYED = set(rows("PLAYED"))  # house rules that only choose the kind of game
ALSO_IN = {clause: other for _, clause, other in rows("ALSO_IN")}  # clauses that repeat another clause
EACH = 4  # hands tried per question


def of_cards(game: Game) -> Iterator[tuple[Question, Any]]:
    """Yield questions with cards, with complete facts from the rulings."""
    tried: Counter[str] = Counter()
    counted = countable(game.key)
    for case in (param.values[0] for param in cases("rulings", game.key)):
        key = case["question"]
        if key not in counted and tried[key] < EACH:
            facts = read_facts(game, game.questions[key], case.get("facts", {}))
            if not isinstance(facts, Ruling) and not open_facts(facts):
                tried[key] += 1
                yield game.questions[key], facts


@pytest.mark.parametrize("game", [game for game in GAMES if game.questions], ids=lambda game: game.key)
def test_house_rules_that_change_answers_about_cards_are_cited(game: Game) -> None:
    """Not all cards can be tried; but a house rule that changes such an answer is cited by either answer."""
    for question, facts in of_cards(game):
        ruling = question.answer(facts, never)
        for name, value in _elsewhere(facts.options, {name for key, name in PLAYED if key == game.key}):
            other = question.answer(replace(facts, options=replace(facts.options, **{name: value})), never)
            if "impossible" in (ruling.verdict, other.verdict) or outcome(question, other) == outcome(question, ruling):
                continue
            clause = dict(house_rules(facts.options))[name].clause
            assert {clause, ALSO_IN.get(clause)} & {*ruling.clauses, *other.clauses}, (facts, name, value)


def _elsewhere(options: Any, said: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield every other legal choice of the house rules, except those named."""
    for name, rule in house_rules(options):
        for value, _ in () if name in said else rule.choices:
            if value != getattr(options, name):
                yield name, value


@pytest.mark.parametrize("game", ASKED)
@each("key", countable)
def test_equal_chains_and_facts_give_equal_outcomes(game: str, key: str) -> None:
    """The same clauses with the same facts give the same outcome, whatever the other facts are."""
    question = question_of(game, key)
    found: dict[Any, set[tuple[Any, ...]]] = defaultdict(set)
    for facts in filled(question):
        ruling = question.answer(facts, never)
        if ruling.verdict != "impossible" and all(step.because for step in ruling.chain):
            named = {name for step in ruling.chain for name in step.because}
            resting = (one.name for one in shapes(question.facts) if one.key in named)
            rests = tuple((name, str(getattr(facts, name))) for name in resting)
            found[ruling.clauses, rests].add(tuple(map(str, outcome(question, ruling))))
    assert all(len(outcomes) == 1 for outcomes in found.values())


# --- the referee and the sheet


def asked_there(what: str) -> list[tuple[str, str]]:
    """Return the games whose matches can answer a question about this, each with its question."""
    return [(game, key) for game, key, about in rows("AT_TABLE") if about == what]


@cache
def states(game: str) -> list[tuple[str, Tally]]:
    """Return all states of the matches in a game's cases: after their entries, and if the table ended them there.

    A share takes every other entry, and always the last one.
    """
    return list(_states(game))


def _states(game: str) -> Iterator[tuple[str, Tally]]:
    for case in cases("matches", game):
        file = match_file(case.values[0])
        entries = file.get("entries", [])
        for n in every(4, range(len(entries), -1, -1)):
            for more in ([], [{"kind": "end", "reason": "late"}]):
                match = read_match({**file, "entries": [*entries[:n], *more]})
                if isinstance(match, Match) and not match.fault and not judge(match.replay):
                    yield f"{case.id}, {n} {more}", match.tally


class TestInAMatch:
    """The referee, with the facts of the match, says the same as the sheet, in every state of the match."""

    @pytest.mark.parametrize(("key", "question"), asked_there("won"))
    def test_who_has_won(self, key: str, question: str) -> None:
        game = named(key)
        for where, tally in states(key):
            told = told_at_table(game, question, tally)
            assert isinstance(told, Ruling), where
            assert told.verdict == "answer", (where, told.sentence)
            over = told.answer.get("over", bool(told.answer["winners"]))
            assert over == (tally.status == "finished"), where
            assert sorted(told.answer["winners"]) == sorted(tally.winners), where

    @pytest.mark.parametrize(("key", "question"), asked_there("ends"))
    def test_whether_it_is_over(self, key: str, question: str) -> None:
        """In a match of several games the end of one is not the end of the match."""
        game = named(key)
        for where, tally in states(key):
            told = told_at_table(game, question, tally)
            assert isinstance(told, Ruling), where
            assert told.answer["over"] == (tally.status == "finished"), where

    @pytest.mark.parametrize(("key", "question"), asked_there("deals"))
    def test_the_next_dealer(self, key: str, question: str) -> None:
        """No dealer is named before the first deal if nobody has dealt, nor after the match."""
        game = named(key)
        for where, tally in states(key):
            told = told_at_table(game, question, tally)
            assert isinstance(told, Ruling), where
            if told.verdict == "impossible":
                assert told.code == MISSING, where
                assert tally.status == "finished" or not tally.last_dealt, where
            else:
                on_sheet = {"dealer": tally.dealer, "begins": tally.turn[0]}
                assert told.answer == {key: on_sheet[key] for key in told.answer}, where

    @pytest.mark.parametrize(("key", "question"), asked_there("out"))
    def test_who_is_out(self, key: str, question: str) -> None:
        """Referee and sheet agree on eliminated players; after the end of the match the question is not asked."""
        game = named(key)
        for where, tally in states(key):
            for player in tally.record.players if tally.status == "running" else tally.out:
                told = told_at_table(game, question, tally, player)
                if not game.questions[question].arises(tally.options):
                    assert isinstance(told, Ruling) and told.verdict == "impossible", where
                else:
                    assert isinstance(told, Ruling), (where, player)
                    assert told.answer["out"] == (player in tally.out), (where, player)
