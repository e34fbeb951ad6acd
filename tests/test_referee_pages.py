"""The pages of the referee, as a browser without scripts would ask for them."""

import re
from html import unescape
from itertools import cycle

import pytest
from flask import Flask
from support.examples import ALL, Typed, example
from support.phones import MAY_PLAY, Phone, new_table, read, seats, text_of
from support.strict import faults

from companion.games import GAMES
from companion.parsing import game_of
from companion.parsing.form_decoder import form_of
from companion.parsing.form_encoder import fields_of
from companion.parsing.form_tree import posted
from companion.rulebooks import book
from companion.rules.field_metadata import Json
from companion.rules.game import Game

QUESTIONS = [pytest.param((game.key, key), id=f"{game.key}-{key}") for game in ALL for key in game.questions]


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


@pytest.fixture(scope="module")
def tables(house: Flask) -> dict[str, tuple[Phone, str]]:
    """A match of each game in which nobody writes, and what its page of questions says."""
    made = {game.key: new_table(house, game.key, seats(game.key)) for game in ALL}
    return {key: (phone, read(phone.get("/referee"))) for key, phone in made.items()}


@pytest.fixture(scope="module", params=QUESTIONS)
def question(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Each question of each game, all tests of one after the other: its page is asked once."""
    game, key = request.param
    return game, key


@pytest.fixture(scope="module")
def alone(house: Flask, question: tuple[str, str]) -> str:
    """The page of the question without a match."""
    answer = house.test_client().get("/referee/{}/{}".format(*question))
    assert answer.status_code == 200
    return answer.text


ODD = ("", "[]", "[0]", "[@1]", "[x]", "[0][x]")  # paths that few fields have


class TestQuestions:
    def test_every_question_has_a_form(
        self, alone: str, tables: dict[str, tuple[Phone, str]], question: tuple[str, str]
    ) -> None:
        """With a match and without: each of the game's facts is a field, or known."""
        game, key = question
        found = game_of(game)
        assert found
        asked = found.questions[key]
        assert asked.title in unescape(text_of(alone))
        assert not list(faults(alone))
        alone = alone.partition("<main")[2]
        named = {re.split(r"[\[]", name)[0] for name in re.findall(r'name="([^"]+)"', alone)}
        facts = set(asked.facts.__dataclass_fields__)
        tapped = set(re.findall(r"[?&;](\w+)(?:%5B[^=]*)?=", alone))
        named |= tapped & facts
        assert named - facts <= {"ask", "options"}
        required = {
            name
            for name, one in asked.facts.__dataclass_fields__.items()
            if one.default is one.default_factory  # both MISSING
        }
        assert required <= named
        at_table, asked_there = tables[game]
        assert asked.title in read(at_table.get(f"/referee/{key}"))
        assert (asked.title in asked_there) == asked.arises(found.options())

    def test_nothing_filled_in(
        self, app: Flask, tables: dict[str, tuple[Phone, str]], question: tuple[str, str]
    ) -> None:
        """An empty form is answered by a ruling or by what is missing, never by a fault of ours."""
        game, key = question
        read(app.test_client().get(f"/referee/{game}/{key}?ask=1"))
        read(tables[game][0].get(f"/referee/{key}", ask="1"))

    @pytest.mark.parametrize("at", [0, 3])
    def test_what_fits_no_field_is_not_shown_again(self, app: Flask, question: tuple[str, str], at: int) -> None:
        """An address can be typed: a word where numbers by players belong, half a call, a seat that is none."""
        game, key = question
        found = game_of(game)
        assert found
        facts = found.questions[key].facts.__dataclass_fields__
        typed = {"ask": "1", **{f"{name}{path}": "a" for name, path in zip(facts, cycle(ODD[at:] + ODD[:at]))}}
        read(app.test_client().get(f"/referee/{game}/{key}", query_string=typed))

    def test_nothing_is_chosen_beforehand(self, alone: str) -> None:
        """No answer that decides is preset; only made-up names for a table that nobody has named."""
        facts = alone[alone.index("<main") :].partition("House rules")[0]
        assert "aria-current" not in facts
        chosen = re.findall(r'<input type="(?:radio|checkbox)"[^>]*name="([^"]*)"[^>]*checked', facts)
        assert set(chosen) <= {"players[]", "dealer"}

    @pytest.mark.parametrize(
        "path", ["/referee/chess", "/referee/toy/nothing", "/rules/chess", "/rules/toy/toy.nothing"]
    )
    def test_unknown(self, app: Flask, path: str) -> None:
        assert app.test_client().get(path).status_code == 404

    def test_a_question_is_listed_where_it_arises(self, app: Flask) -> None:
        """At a table by its house rules; without a match all of them."""
        for game in GAMES:
            for listed in example(game).arises:
                title = game.questions[listed.question].title
                assert title not in read(new_table(app, game.key, seats(game.key)).get("/referee")), title
                there = new_table(app, game.key, seats(game.key), **listed.where)
                assert title in read(there.get("/referee")), title
                assert title in read(app.test_client().get(f"/referee/{game.key}")), title

    def test_same_as_ask(self, table: Phone) -> None:
        """With the clause and its basis."""
        text = read(table.get("/referee/may_play", **MAY_PLAY))
        assert "Only Q♠ may be played." in text
        assert "our interpretation" in text
        assert heading("toy", "toy.play.beat") in text

    def test_impossible_facts_are_not_written(self, table: Phone) -> None:
        text = read(table.get("/referee/may_play", **{**MAY_PLAY, "hand": "5S 5S"}))
        assert "That is not possible." in text
        assert "Add it to the score sheet" not in text


class TestFields:
    """An entry or a question that is put into the fields of a form is read as it was meant."""

    TABLE = ("1", "@none", "Bo ?")

    @pytest.mark.parametrize(
        ("game", "kind", "value"),
        [
            pytest.param(game, kind, value, id=f"{game.key}-{kind}")
            for game in ALL
            for kind, values in example(game).written.items()
            for value in values
        ],
    )
    def test_there_and_back(self, game: Game, kind: str, value: Json) -> None:
        body = game.kinds[kind]
        assert form_of(body, posted(fields_of(body, value, self.TABLE)), self.TABLE) == value

    @pytest.mark.parametrize(
        ("game", "key", "value"),
        [
            pytest.param(game, key, value, id=f"{game.key}-{key}")
            for game in ALL
            for key, value in example(game).asked_under.items()
        ],
    )
    def test_house_rules_too(self, game: Game, key: str, value: Json) -> None:
        facts = game.questions[key].facts
        assert form_of(facts, posted(fields_of(facts, value))) == value


TYPED = [pytest.param(game, one, id=f"{game.key}-{one.question}") for game in ALL for one in example(game).typed]


class TestDealBeingTyped:
    """The form of the deal is known to the referee: the link takes it along, or a form without scripts sends it."""

    @pytest.mark.parametrize(("game", "one"), TYPED)
    def test_is_known(self, app: Flask, game: Game, one: Typed) -> None:
        table = new_table(app, game.key, seats(game.key))
        sent = table.get("/referee", kind="deal", seen="0.0", entry_id="x", **one.deal)
        assert sent.status_code == 303
        page = table.client.get(sent.location)
        address = re.search(rf'href="(/m/[^"]*/referee/{one.question}\?[^"]*)"', page.text)
        assert address
        assert one.says in " ".join(read(table.client.get(unescape(address[1]))).split())

    @pytest.mark.parametrize(
        "deal", ["", "x", "kind=deal", "kind=nothing&passed=1", "kind=deal&passed=1&calls[0]=2&out=%00"]
    )
    @pytest.mark.parametrize(("game", "one"), TYPED)
    def test_nonsense_says_nothing(self, app: Flask, game: Game, one: Typed, deal: str) -> None:
        read(new_table(app, game.key, seats(game.key)).get(f"/referee/{one.question}", deal=deal))
