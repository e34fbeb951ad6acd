"""House rules as text on page and paper, and impossible values."""

import pytest
from support.each import each
from support.examples import rows

from companion.games import GAMES
from companion.rules.entries import Entry, OptionChange
from companion.rules.history import Record
from companion.rules.options import Counted, HouseRule, Named, Value, house_rules
from companion.translation import after_colon, choice_text, language, option_text, speak

RULES = [
    pytest.param(game, name, rule, id=f"{game.key}-{name}")
    for game in GAMES
    for name, rule in house_rules(game.options)
    if not rule.fixed
]
CODE = ("Counted(", "Named(", "{", "range(", "='")


def rule_of(key: str, name: str) -> HouseRule:
    return dict(house_rules(next(game for game in GAMES if game.key == key).options))[name]


def impossible(rule: HouseRule) -> list[Value]:
    """Return a value of another kind than the rule allows."""
    found: list[Value] = [Counted(key, 10**7) for key in rule.counted]
    if rule.named:
        return [Named(tuple((f"a{n}", n) for n in range(20)))]
    return [*found, "x" * (rule.letters + 1), *([10**7] if rule.numbers else [])]


class TestChosen:
    @pytest.mark.parametrize(
        ("key", "name", "value", "lang", "words"),
        rows("WORDED"),
    )
    def test_a_number_is_part_of_the_text(self, key, name, value, lang, words) -> None:
        assert choice_text(rule_of(key, name), value, language(lang)) == words

    def test_french_sets_the_colon_apart(self) -> None:
        """Beside a rule, and in all other places with a colon."""
        stakes = [(one, rule) for one in GAMES for name, rule in house_rules(one.options) if name == "stake"]
        assert stakes
        for _, rule in stakes:
            assert option_text(rule, 7, language("fr")).endswith("\u00a0: 7")
        assert after_colon(language("fr"), "a", "", "b", "c") == "a\u00a0: b\u00a0: c"
        assert after_colon(language("en"), "a", "b") == "a: b"


class TestRefused:
    @each("game, name, rule", RULES)
    def test_a_refusal_names_the_possible_values(self, game, name, rule) -> None:
        for value in impossible(rule):
            players = ("Anna", "Bo", "Cia", "Dag", "Eva")[: min(game.seats)]
            record = Record(players, game.options(), game.opening())
            (refused,) = game.tally(record.then(Entry(1, OptionChange(name, value)))).refused
            for lang, possible in (("en", "Choose from:"), ("it", "Scegli tra:")):
                said = speak(refused.sentence, language(lang))
                assert possible in said
                assert not [sign for sign in CODE if sign in said], said
