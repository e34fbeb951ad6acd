"""The rule books: read, cited and found by any words; and the two questions that every game answers from its book."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.books import book, languages, parse
from companion.cli import main
from companion.games import GAMES
from companion.lookup import SMALL_WORDS, folded, search

BOOK = """# A game

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
"""


class TestParse:
    def test_clause(self) -> None:
        read = parse(BOOK, "game", "en")
        beat, ace = read.clauses
        assert (read.title, beat.part, beat.heading) == ("A game", "Play", "Beat it")
        assert beat.text == "Who can beat must.\n\nAnd a second paragraph."
        assert (beat.basis, beat.option, beat.words, beat.card) == ("ours", "beating", "overtake", "Beat if you can.")
        assert [case.id for case in beat.cases] == ["GAME-C01", "GAME-C02"]
        assert beat.cases[0].verdict == "illegal. High was possible."
        assert ace.cases == ()

    def test_silent(self) -> None:
        """Our own reading of a house rule is silence of the source; so is a source that contradicts itself."""
        assert all(clause.silent for clause in parse(BOOK, "game", "en").clauses)
        assert not parse(BOOK.replace("- silent\n", ""), "game", "en").clauses[1].silent

    def test_no_basis(self) -> None:
        with pytest.raises(ValueError, match=r"game\.ace"):
            parse(BOOK.replace("- basis: source\n", ""), "game", "en")


WRITTEN = [pytest.param(game.key, lang, id=f"{game.key}-{lang}") for game in GAMES for lang in languages(game.key)]


@pytest.mark.parametrize(("game", "lang"), WRITTEN)
class TestEveryBook:
    def test_same_rules_in_every_language(self, game: str, lang: str) -> None:
        """Languages differ in words only: ids, order, basis, options and cases are the same."""
        english = book(game, "en")
        here = book(game, lang)

        def bones(clause: Any) -> tuple[object, ...]:
            return clause.id, clause.basis, clause.option, clause.silent, [case.id for case in clause.cases]

        assert [bones(clause) for clause in here.clauses] == [bones(clause) for clause in english.clauses]

    def test_every_clause_is_found_by_its_own_heading(self, game: str, lang: str) -> None:
        for clause in book(game, lang).clauses:
            words = set(folded(clause.heading).split()) - SMALL_WORDS
            if words:
                assert clause in search(game, f"{clause.heading} {clause.text}", lang).clauses[:3], clause.id


class TestSearch:
    @pytest.mark.parametrize(
        ("game", "lang", "text", "first"),
        [
            ("rams", "sv", "får jag passa på två poäng", "rams.pass.two"),
            ("rams", "sv", "FAR JAG PASSA PA TVA POANG?", "rams.pass.two"),
            ("rams", "sv", "poäng 2 passa", "rams.pass.two"),
            ("rams", "en", "may I pass on two points", "rams.pass.two"),
            ("rams", "sv", "trumfess på hand, utspel", "rams.play.ace_lead"),
            ("rams", "sv", "köpa ner sig", "rams.money.buy_down"),
            ("english_rams", "sv", "får givaren lägga sig", "english_rams.bid.dealer_free"),
            ("ramino", "it", "asso alto", "ramino.meld.ace"),
            ("ramino", "it", "alto l'asso", "ramino.meld.ace"),
            ("rami", "fr", "joker dans un brelan", "rami.joker.set"),
            ("rami", "fr", "récupérer le joker", "rami.joker.take"),
            ("rami", "fr", "recupere joker", "rami.joker.take"),
            ("rami", "fr", "51 points", "rami.open.points"),
            ("gin", "sv", "två kort kvar i talongen", "gin.stock.two_cards"),
            ("gin", "en", "false knock", "gin.knock.false"),
        ],
    )
    def test_first(self, game: str, lang: str, text: str, first: str) -> None:
        found = search(game, text, lang)
        assert found.clauses[0].id == first
        assert first in {case.clause for case in found.cases[:3]}

    @pytest.mark.parametrize(
        ("game", "text", "first"),
        [
            ("rams", "får jag passa på två poäng", "rams.pass.two"),
            ("ramino", "asso alto", "ramino.meld.ace"),
            ("rami", "joker dans un brelan", "rami.joker.set"),
        ],
    )
    def test_words_of_another_language(self, game: str, text: str, first: str) -> None:
        """What the reader's own book does not hold is looked for in the others, and shown in the reader's language."""
        found = search(game, text, "en").clauses[0]
        assert found.id == first
        assert found == book(game, "en").clause(first)

    @pytest.mark.parametrize("text", ["", "   ", '"', "?!", "♠", "the of and", "xyzzy plugh", "*", "-"])
    def test_nothing(self, text: str) -> None:
        assert search("rams", text, "en").clauses == () or text == "the of and"

    @settings(max_examples=50, deadline=None)
    @given(
        st.text(max_size=60)
        | st.lists(
            st.sampled_from(["AND", "OR", "NOT", "NEAR(", '"', "*", "^", ":", "(", "-", "\0", "trumf", "kort"])
        ).map(" ".join),
        st.sampled_from(["en", "sv", "fr", "it", "xx"]),
    )
    def test_never_fails(self, text: str, lang: str) -> None:
        for game in GAMES:
            search(game.key, text, lang)

    def test_threads(self) -> None:
        """The server's threads share the indexes."""
        texts = ["passa", "trumf", "ess", "give", "poäng"] * 20
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda text: search("rams", text, "sv"), texts))
        assert found == [search("rams", text, "sv") for text in texts]


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

    @pytest.mark.parametrize(
        ("question", "facts"),
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

    def test_nothing_found(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        code, ruling = ask(capsys, game, "case", "--facts", json.dumps({"text": "xyzzy"}))
        assert (code, ruling["answer"], ruling["clauses"]) == (0, {"cases": []}, [])
