"""Every input has an answer: nonsense in files or facts never raises an exception."""

import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.cases import cases, match_file
from support.share import some

from companion import json_output
from companion.clock import patience
from companion.games import GAMES
from companion.limits import LONG_QUESTION
from companion.parsing import Match, read_facts, read_match
from companion.referee import Answer, ask
from companion.rules.game import Game
from companion.rules.rulings import Ruling

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    10**12,
    1.5,
    "",
    "x",
    "7H",
    "7H 7H",
    "JK JK JK",
    "Anna",
    [],
    ["7H"],
    [[]],
    {},
    {"a": 1},
]
RELAXED = settings(max_examples=some(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def files(game: str) -> list[dict[str, Any]]:
    return [match_file(param.values[0]) for param in cases("matches", game)]


@cache
def questions(game: str) -> list[tuple[str, dict[str, Any]]]:
    found = [param.values[0] for param in cases("rulings", game)]
    return [(case["question"], case.get("facts", {})) for case in found]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Yield every place in a JSON value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in steps for place in places(inner, (*path, key)))]


def mutated(value: Any, path: tuple[Any, ...], replacement: Any) -> Any:
    """Yield the same JSON with one place replaced; a replacement of `...` removes it."""
    if not path:
        return replacement if replacement is not ... else {}
    found = copy.deepcopy(value)
    holder = found
    for step in path[:-1]:
        holder = holder[step]
    if replacement is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = replacement
    return found


def odd(data: st.DataObject, value: Any) -> Any:
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(value)))
        value = mutated(value, path, data.draw(st.sampled_from([*ODD, ...])))
    return value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestNothingRaises:
    @RELAXED
    @given(data=st.data())
    def test_match_files(self, game, data) -> None:
        match = read_match(odd(data, data.draw(st.sampled_from(files(game.key)))))
        if isinstance(match, Match):
            result, well = json_output.replay(match)
            json.dumps(result)
            assert well or result["error"]["message"]
        else:
            assert match.entry is None
            assert json_output.error_json(match, "en")["error"]["message"]

    @RELAXED
    @given(data=st.data())
    def test_facts(self, game, data) -> None:
        if not game.questions:
            return
        name, facts = data.draw(st.sampled_from(questions(game.key)))
        question = game.questions[name]
        read = read_facts(game, question, odd(data, facts))
        answer = Answer(read) if isinstance(read, Ruling) else ask(question, read, patience(LONG_QUESTION))
        for lang in ("en", "sv", "fr", "it"):
            json.dumps(json_output.answer_json(answer, lang))


def one_of_each_shape(game: Game) -> list[tuple[Match, dict[str, Any]]]:
    """Yield deals with different facts, each with its match before the first deal."""
    found: dict[frozenset[str], tuple[Match, dict[str, Any]]] = {}
    for file in files(game.key):
        match = read_match({**file, "entries": []})
        for entry in file.get("entries", []) if isinstance(match, Match) else ():
            if entry.get("kind") == "deal":
                found.setdefault(frozenset(entry), (match, entry))
    return list(found.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestAFormHalfTyped:
    """The rules accept a deal before it is judged: any of its fields may have any value."""

    def test_no_field_breaks_it(self, game) -> None:
        for match, deal in one_of_each_shape(game):
            for name in {*deal, *game.form(match.tally, {})} - {"kind"}:
                for value in ODD:
                    self.put(game, match, {**deal, name: value})

    @staticmethod
    def put(game: Game, match: Match, typed: dict[str, Any]) -> None:
        game.form(match.tally, typed)
        game.missing(match.tally, game.filled(match.tally, typed), match.tally.turn)
        for player in match.tally.turn:
            game.missing(match.tally, game.filled(match.tally, typed), (player,))
        for of_question in {question.draft_facts for question in game.questions.values()}:
            of_question(match.tally, typed)
