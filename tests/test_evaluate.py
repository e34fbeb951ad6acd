"""A rule is evaluated once for all values of facts that it does not read, with the same result as one by one."""

from dataclasses import dataclass, replace

import pytest
from support.each import each
from test_nothing_presumed import asked, question_of, questions

from companion.games import GAMES
from companion.parsing import read_facts
from companion.parsing.schema import shapes
from companion.referee.evaluate import tried
from companion.referee.fact_values import open_facts
from companion.rules.field_metadata import OPEN, deciding
from companion.rules.integer_solver import never
from companion.rules.rulings import Ruling

SOME = 40  # evenly spread values of the open facts of a question


@dataclass(frozen=True)
class Sum:
    first: bool = deciding("")
    second: int = deciding("", values=range(100))
    third: int = deciding("", values=range(100))
    options: object = None

    @property
    def tens(self) -> int:
        return self.second // 10


class TestAsked:
    def rule(self, facts: Sum) -> object:
        self.times += 1
        return "no" if not facts.first else ("low", facts.second) if facts.tens == 3 else "high"

    def test_once_for_all_values_of_unread_facts(self) -> None:
        """Also facts read through properties, and if another order of reading gives the same."""
        self.times = 0
        facts = Sum()
        found = dict(tried(facts, open_facts(facts), self.rule))
        assert self.times == 1 + 100
        assert len(found) == 2 * 100 * 100
        assert found[True, 37, 99] == ("low", 37)
        assert found[True, 40, 0] == "high"
        assert found[False, 37, 99] == "no"

    def test_a_copy_reads_all_facts(self) -> None:
        facts = Sum()
        every = [one for one in open_facts(facts) if one.name != "second"]
        found = dict(tried(replace(facts, second=0), every, lambda facts: replace(facts, second=1).third))
        assert all(said == third for (_, third), said in found.items())


@pytest.mark.parametrize("game", [game.key for game in GAMES if game.questions])
@each("name", questions)
def test_the_same_as_evaluating_each(game: str, name: str) -> None:
    rules, question = next(one for one in GAMES if one.key == game), question_of(game, name)
    needed = {one.key for one in shapes(question.facts) if one.is_required}
    for said in asked(game, name)[:3]:
        facts = read_facts(rules, question, {fact: value for fact, value in said.items() if fact in needed})
        if isinstance(facts, Ruling):
            continue
        every = open_facts(facts)
        rows = list(tried(facts, every, lambda filled: question.answer(filled, never)))
        for values, ruling in rows[:: max(len(rows) // SOME, 1)]:
            filled = replace(facts, **{one.name: value for one, value in zip(every, values, strict=True)})
            assert OPEN not in values
            assert ruling == question.answer(filled, never)
