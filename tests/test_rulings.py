"""Questions to the referee as data: the facts, and the verdict that must come out."""

from typing import Any

import pytest
from cases import cases, holds

from companion import wire
from companion.books import Books
from companion.reading import game_of, read_facts
from companion.rules.rulings import Ruling


@pytest.mark.parametrize("case", cases("rulings"))
def test_ask(case: dict[str, Any]) -> None:
    """A case names its `question`, `facts`, and of the ruling the `verdict`, part of the `answer`, clauses among it."""
    game = game_of(case["game"])
    assert game
    question = game.questions[case["question"]]
    facts = read_facts(game, question, case.get("facts", {}))
    ruling = facts if isinstance(facts, Ruling) else question.rule(facts)
    assert ruling.verdict == case["verdict"], ruling
    found = wire.ruling_json(ruling, Books(), "en")
    if ruling.verdict == "impossible":
        assert found["error"]["message"]
        return
    holds(case.get("answer", {}), found["answer"], "answer")
    assert set(case.get("clauses", [])) <= set(found["clauses"]), found["clauses"]
    assert found["clauses"], "every verdict has a clause that carries it"
    for key in ("basis", "option", "text"):
        assert case.get(key, found[key]) == found[key]
