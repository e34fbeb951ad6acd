"""The rule books, parsed and cited; and the two questions that every game answers from its book."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from support.each import each

from companion.cli import main
from companion.games import GAMES
from companion.rulebooks import book, languages, parse
from companion.rules.game import Game
from companion.rules.options import house_rules

BOOK = """# A game

Play **high**.

## Play

### Beat it {#game.play.beat}
Who can beat must.

And a second paragraph.

- basis: ours
- option: beating
- words: overtake
- card: Beat if you can.

> **GAME-C01** A plays low.
> **Verdict:** illegal. High was possible.

> **GAME-C02** B has nothing higher.
> **Verdict:** legal.

### Ace {#game.ace}
High.

- basis: source
- silent
- only: mode=points|low
"""


@dataclass
class Options:
    mode: str = "points"
    beating: bool = True


class TestParse:
    def test_clause(self) -> None:
        read = parse(BOOK, "game", "en")
        beat, ace = read.clauses
        assert (read.title, read.introduction) == ("A game", "Play **high**.")
        assert (beat.part, beat.heading) == ("Play", "Beat it")
        assert beat.text == "Who can beat must.\n\nAnd a second paragraph."
        assert (beat.basis, beat.option, beat.words, beat.card) == ("ours", "beating", "overtake", "Beat if you can.")
        assert [case.id for case in beat.cases] == ["GAME-C01", "GAME-C02"]
        assert beat.cases[0].verdict == "illegal. High was possible."
        assert ace.cases == ()

    def test_clauses_that_apply_at_a_table(self) -> None:
        """By its house rules; all clauses without any."""
        read = parse(BOOK, "game", "en")
        assert read.at(None) == read.at(Options()) == read.at(Options("low")) == read
        assert [clause.id for clause in read.at(Options("high")).clauses] == ["game.play.beat"]
        assert [clause.card for clause in read.at(Options(beating=False)).clauses] == ["", ""]

    def test_silent(self) -> None:
        """Our own interpretation counts as silence of the source; so does a source that contradicts itself."""
        assert all(clause.silent for clause in parse(BOOK, "game", "en").clauses)
        assert not parse(BOOK.replace("- silent\n", ""), "game", "en").clauses[1].silent

    def test_no_basis(self) -> None:
        with pytest.raises(ValueError, match=r"game\.ace"):
            parse(BOOK.replace("- basis: source\n", ""), "game", "en")


WRITTEN = [pytest.param(game.key, lang, id=f"{game.key}-{lang}") for game in GAMES for lang in languages(game.key)]


@pytest.mark.parametrize(("game", "lang"), WRITTEN)
class TestEveryBook:
    def test_same_rules_in_every_language(self, game: str, lang: str) -> None:
        """Languages differ in the words only: ids, order, basis, options and cases are the same."""
        english = book(game, "en")
        here = book(game, lang)

        def bones(clause: Any) -> tuple[object, ...]:
            return (
                clause.id,
                clause.basis,
                clause.option,
                clause.only,
                clause.card_if,
                clause.silent,
                [case.id for case in clause.cases],
            )

        assert [bones(clause) for clause in here.clauses] == [bones(clause) for clause in english.clauses]

    def test_no_two_cases_have_one_number(self, game: str, lang: str) -> None:
        cases = [case.id for clause in book(game, lang).clauses for case in clause.cases]
        assert len(cases) == len(set(cases))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_short_forms_use_existing_defaults(game: Game) -> None:
    """The default of an existing house rule."""
    usual, rules = game.options(), dict(house_rules(game.options))
    for clause in book(game.key, "en").clauses:
        for condition in filter(None, clause.card_if.split(", ")):
            name, _, value = condition.partition("=")
            assert clause.card and name in rules, clause.id
            assert str(getattr(usual, name)).lower() == value or clause.only, clause.id


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_options_in_the_book_are_house_rules(game: Game) -> None:
    """Every option in a book is a house rule; one that changes several clauses may be in no clause's option."""
    stands = {clause.id: clause.option for clause in book(game.key, "en").clauses}
    rules = dict(house_rules(game.options))
    assert {option for option in stands.values() if option} <= set(rules)
    for clause in book(game.key, "en").clauses:
        name, _, values = clause.only.partition("=")
        assert not name or set(values.split("|")) < {str(value).lower() for value, _ in rules[name].choices}, clause.id
    for name, rule in rules.items():
        assert stands[rule.clause] == name or name not in stands.values(), name


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    with pytest.raises(SystemExit) as end:
        main(["ask", *words])
    return int(str(end.value.code)), json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
class TestSharedQuestions:
    def test_clause_by_id(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        clause = book(game, "en").clauses[0]
        code, ruling = ask(capsys, game, "clause", "--facts", json.dumps({"id": clause.id}))
        assert (code, ruling["verdict"], ruling["clauses"]) == (0, "answer", [clause.id])
        assert ruling["answer"] == {"clauses": [{"id": clause.id, "heading": clause.heading, "text": clause.text}]}

    def test_clause_by_words(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        clause = book(game, "en").clauses[-1]
        facts = {"text": f"{clause.heading} {clause.text}", "options": {}}
        _, ruling = ask(capsys, game, "clause", "--facts", json.dumps(facts))
        assert ruling["answer"]["clauses"][0]["id"] == clause.id == ruling["clauses"][0]
        assert ruling["basis"] == clause.basis

    def test_case(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        for lang in languages(game):
            case = book(game, lang).clauses[0].cases or next(c.cases for c in book(game, lang).clauses if c.cases)
            facts = json.dumps({"text": case[0].situation})
            _, ruling = ask(capsys, game, "case", "--lang", lang, "--facts", facts)
            first = {"id": case[0].id, "situation": case[0].situation, "verdict": case[0].verdict}
            assert ruling["answer"]["cases"][0] == {**first, "clauses": [case[0].clause]}
            assert ruling["lang"] == lang

    @each(
        "question, facts",
        [
            ("clause", {"id": "no.such.clause"}),
            ("clause", {}),
            ("clause", {"text": " "}),
            ("case", {"text": ""}),
            ("case", {}),
            ("case", {"text": 5}),
            ("case", {"text": "x", "more": 1}),
        ],
    )
    def test_impossible(self, game: str, question: str, facts: Any, capsys: pytest.CaptureFixture[str]) -> None:
        code, error = ask(capsys, game, question, "--facts", json.dumps(facts))
        assert code == 2
        assert error["error"]["message"]

    def test_values_are_repeated_as_written(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        """A missing fact is asked for in words, and written values are repeated as in JSON."""
        messages = [ask(capsys, game, "case", "--facts", facts)[1]["error"]["message"] for facts in ("{}", "null")]
        assert messages == ["Describe what happened in a few words.", "This must be an object, not null."]

    def test_nothing_found(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        code, ruling = ask(capsys, game, "case", "--facts", json.dumps({"text": "xyzzy"}))
        assert (code, ruling["answer"], ruling["clauses"]) == (0, {"cases": []}, [])
