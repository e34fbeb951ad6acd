"""House rules in words: what a table has chosen, on page and paper, and what it cannot choose."""

import pytest
from flask import Flask
from phones import new_table, text_of

from companion.games import GAMES
from companion.rules.entries import Entry, OptionChange
from companion.rules.history import Record
from companion.rules.options import Counted, HouseRule, Named, Value, house_rules
from companion.speech import choice_text, language, speak

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
    """A value of each kind that the rule could have, and has not."""
    found: list[Value] = [Counted(key, 10**7) for key in rule.counted]
    if rule.named:
        return [Named(tuple((f"a{n}", n) for n in range(20)))]
    return [*found, "x" * (rule.letters + 1), *([10**7] if rule.numbers else [])]


class TestChosen:
    @pytest.mark.parametrize(
        ("key", "name", "value", "lang", "words"),
        [
            ("rami", "end_at", Counted("deals", 60), "en", "after 60 deals"),
            ("free", "length", Counted("deals", 1), "it", "dopo 1 mano"),
            ("free", "length", Counted("deals", 2), "sv", "efter 2 givar"),
            ("english_rams", "session_end", Counted("fixed_deals", 20), "fr", "après 20 manches"),
            ("gin", "blitz", Counted("bonus", 1), "en", "1 point more"),
            ("gin", "target", 250, "en", "250"),
            ("free", "bonus", Named((("capot", 50), ("last", -5))), "en", "capot 50, last −5"),
        ],
    )
    def test_a_number_stands_in_its_words(self, key, name, value, lang, words) -> None:
        assert choice_text(rule_of(key, name), value, language(lang)) == words


class TestRefused:
    @pytest.mark.parametrize(("game", "name", "rule"), RULES)
    def test_says_in_words_what_would_be(self, game, name, rule) -> None:
        for value in impossible(rule):
            players = ("Anna", "Bo", "Cia", "Dag", "Eva")[: min(game.seats)]
            record = Record(players, game.options(), game.opening())
            (refused,) = game.tally(record.then(Entry(1, OptionChange(name, value)))).refused
            for lang, possible in (("en", "Possible:"), ("it", "Possibile:")):
                said = speak(refused.sentence, language(lang))
                assert possible in said
                assert not [sign for sign in CODE if sign in said], said

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("0", "0 points more is no choice for this house rule. Possible: double payment, "),
            ("", "A whole number is missing here."),
        ],
    )
    def test_on_the_page(self, app: Flask, typed, sentence) -> None:
        phone = new_table(app, "gin", ["Anna", "Bo"])
        fields = {"options[blitz]": "#bonus", "options[blitz_number]": typed}
        answer = phone.post("/house-rule", **fields)
        assert answer.status_code == 422
        assert sentence in text_of(answer.text)
        assert "1 to 1000 points more" in text_of(answer.text) or not typed
