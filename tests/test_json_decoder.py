"""JSON is read into the values of the rules and written back unchanged, in every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.share import some

from companion.games import GAMES
from companion.limits import ASKED_PLAYERS
from companion.parsing import read_body, read_options
from companion.parsing.form_decoder import form_of, posted
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain, structure
from companion.parsing.schema import Atom, ByName, Choice, DataclassOf, ListOf, OneOf, Shape, TupleOf, shapes
from companion.rules.cards import Card
from companion.rules.entries import COMMON, Handover, Player
from companion.rules.game import Game
from companion.rules.options import house_rules
from companion.rules.rulings import Ruling
from companion.translation import language, speak


@dataclass(frozen=True)
class Asked:
    """A question about any number of people."""

    totals: Mapping[Player, int] = field(default_factory=dict)
    players: tuple[Player, ...] = ()


@pytest.mark.parametrize("named", ["totals", "players"])
def test_the_number_of_people_in_a_question_is_limited(named: str) -> None:
    """Some questions compare each with all others."""
    for n in (ASKED_PLAYERS, ASKED_PLAYERS + 1):
        names = [f"P{number}" for number in range(n)]
        data = {named: dict.fromkeys(names, 0) if named == "totals" else names}
        found = structure(Asked, GAMES[0], data, None)
        assert isinstance(found, Ruling) == (n > ASKED_PLAYERS)
        if isinstance(found, Ruling):
            assert "You can choose at most 40 players here." in speak(found.sentence, language("en"))


PLAYERS = ("1", "@none", "Bo")
CARDS = st.lists(st.sampled_from([str(card) for card in Card]), min_size=1, max_size=4)
NUMBERS = st.integers(-9999, 9999)
WORDS = st.text("ab1é[]@' ", min_size=1, max_size=9).map(lambda text: text.strip() or "x")


NAMES = st.sampled_from(["Bo", "Cia", "Éva", "x"])
PAID = st.fixed_dictionaries({"from": st.just("Bo"), "to": st.just("Cia"), "amount": st.integers(1, 99)})
LINKS = st.fixed_dictionaries(
    {"score": WORDS, "left": st.lists(NAMES), "joined": st.lists(NAMES), "payments": st.lists(PAID)},
    optional={"before": st.just({"score": "x", "left": [], "joined": ["Bo"], "payments": []})},
)


def values(shape: Shape, game: Game) -> st.SearchStrategy[Any]:
    """Return a strategy for the JSON of a value with this structure."""
    match shape:
        case Atom.NUMBER:
            return NUMBERS
        case Atom.SWITCH:
            return st.booleans()
        case Atom.PLAYER:
            return st.sampled_from(PLAYERS)
        case Atom.CARD:
            return st.sampled_from([str(card) for card in Card])
        case Atom.HAND:
            return CARDS
        case Choice(found):
            return st.sampled_from(found)
        case Atom.NAME:
            return NAMES
        case Atom.RULE_VALUE:
            return st.integers(0, 9) | WORDS | st.booleans() | st.dictionaries(WORDS, NUMBERS, min_size=1, max_size=1)
        case Atom.ANYTHING:
            return WORDS
    return within(shape, game)


def within(shape: Shape, game: Game) -> st.SearchStrategy[Any]:
    match shape:
        case ListOf(of):
            return st.lists(values(of, game), max_size=4)
        case TupleOf(members):
            return st.tuples(*(values(member, game) for member in members)).map(list)
        case ByName(name, of):
            return st.dictionaries(values(name, game), values(of, game), max_size=3)
        case DataclassOf(kind):
            return LINKS if kind is Handover else made(kind, game)
        case OneOf(members, empty):
            found = st.one_of(*(values(member, game) for member in members))
            return found | st.none() if empty else found
        case Atom.ENTRY:
            kind = next(kind for kind in game.deals if kind.kind == "deal")
            return made(kind, game).map(lambda data: {"kind": "deal", **data})
    assert shape is Atom.TEXT
    return WORDS


def made(kind: type, game: Game) -> st.SearchStrategy[dict[str, Any]]:
    known = {one.key: (values(one.shape, game), one.is_required) for one in shapes(kind)}
    return st.fixed_dictionaries(
        {key: found for key, (found, needed) in known.items() if needed},
        optional={key: found for key, (found, needed) in known.items() if not needed},
    )


OWN = [pytest.param(game, kind, id=f"{game.key}-{kind.kind}") for game in GAMES for kind in game.deals]
COMMON_KINDS = [pytest.param(GAMES[0], kind, id=kind.kind) for kind in COMMON]


@pytest.mark.parametrize(("game", "kind"), [*OWN, *COMMON_KINDS])
class TestEveryEntry:
    @settings(max_examples=some(30))
    @given(data=st.data())
    def test_reading_and_writing_changes_nothing(self, game: Game, kind: Any, data: st.DataObject) -> None:
        written = {"kind": kind.kind, **data.draw(made(kind, game))}
        body = read_body(game, PLAYERS, written)
        assert not isinstance(body, Ruling), body.in_file
        again = plain(body)
        assert read_body(game, PLAYERS, again) == body
        assert plain(read_body(game, PLAYERS, again)) == again


DEALS = [pytest.param(game, kind, id=game.key) for game in GAMES for kind in game.deals if kind.kind == "deal"]


@pytest.mark.parametrize(("game", "kind"), DEALS)
class TestEveryForm:
    @settings(max_examples=some(40))
    @given(data=st.data())
    def test_a_deal_as_fields_is_the_same_deal(self, game: Game, kind: Any, data: st.DataObject) -> None:
        """Only an empty value cannot be distinguished from a missing one."""
        written = filled(plain(read_body(game, PLAYERS, {"kind": "deal", **data.draw(made(kind, game))})))
        del written["kind"]
        assert form_of(kind, posted(fields_of(kind, written, PLAYERS)), PLAYERS) == worded(written)


def filled(value: Any) -> Any:
    """Return the value without empty lists and objects."""
    if isinstance(value, dict):
        inner = {key: filled(one) for key, one in value.items()}
        return {key: one for key, one in inner.items() if one not in ({}, [])}
    return [one for one in map(filled, value) if one not in ({}, [])] if isinstance(value, list) else value


def worded(value: Any) -> Any:
    """Return the value with cards as the text of their field."""
    if isinstance(value, dict):
        return {key: worded(one) for key, one in value.items()}
    if isinstance(value, list) and value and all(isinstance(one, str) and one in set(Card) for one in value):
        return " ".join(value)
    return [worded(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_only_rules_with_names_accept_no_names(game: Game) -> None:
    """`{}` in a match file, for any house rule."""
    for name, rule in house_rules(game.options):
        assert isinstance(read_options(game, {name: {}}), Ruling) != (rule.named > 0), name
