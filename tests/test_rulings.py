"""Referee questions from case files: the facts, and the expected ruling."""

from typing import Any

import pytest
from support.cases import cases, holds, keys
from support.each import each

from companion import json_output
from companion.parsing import game_of, read_facts
from companion.referee import Answer, ask
from companion.rules.rulings import Ruling


@pytest.mark.parametrize("game", keys("rulings"))
@each("case", lambda game: cases("rulings", game))
def test_ask(case: dict[str, Any]) -> None:
    """A case has a `question`, `facts`, and of the ruling the `verdict`, a part of the `answer`, some of its clauses.

    `chain` is the complete list of its clauses in order; `decides` the clause beside the verdict. `says` has the text
    of a line of the chain by its clause. `flips` are all changes that matter, each with `change` and its result;
    `cases` are those of a conditional answer, each with its `if`.
    """
    game = game_of(case["game"])
    assert game
    question = game.questions[case["question"]]
    facts = read_facts(game, question, case.get("facts", {}))
    answer = Answer(facts) if isinstance(facts, Ruling) else ask(question, facts)
    found = json_output.answer_json(answer, "en")
    if case["verdict"] == "impossible":
        assert found["error"]["message"]
        holds(case.get("error", {}), found["error"], "error")
        return
    assert found.get("verdict") == case["verdict"], found
    assert found["clauses"], "every verdict has a clause that carries it"
    assert set(case.get("clauses", [])) <= set(found["clauses"]), found["clauses"]
    prefix = f"{case['game']}."
    if "chain" in case:
        assert [clause.removeprefix(prefix) for clause in found["clauses"]] == case["chain"]
    if "decides" in case:
        assert answer.carries == prefix + case["decides"]
    for key in ("basis", "option", "silence", "ask", "text"):
        assert case.get(key, found.get(key)) == found.get(key), key
    for key in ("answer", "flips", "cases"):
        if key in case:
            holds(case[key], found[key], key)
    told = {line["clause"].removeprefix(prefix): line["text"] for line in found["chain"]}
    assert case.get("says", {}).items() <= told.items()
    chained = [line["clause"] for line in found["chain"]]
    assert found["verdict"] == "conditional" or list(dict.fromkeys(chained)) == found["clauses"]
