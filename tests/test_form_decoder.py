"""Forms as browsers send them become the JSON of a match file."""

from typing import Any

from support.each import each
from support.examples import rows
from support.form_to_json import PLAYERS, body

from companion.parsing import game_of, read_form
from companion.parsing.form_decoder import beside_default, chosen_rules, number, posted
from companion.rules.rulings import Ruling


class TestPaths:
    """The name of a field is the path of its value."""

    @each("game, fields, found", rows("FORMS"))
    def test_read(self, game: str, fields: list[tuple[str, str]], found: dict[str, Any]) -> None:
        assert body(game, *fields) == found

    def test_an_unknown_kind_is_named(self) -> None:
        assert isinstance(read_form(game_of("toy"), PLAYERS, [("kind", "nonsense")]), Ruling)


class TestNumbers:
    """Sums are numbers; other texts stay, so that the error can quote them."""

    @each(
        "text, n",
        [
            ("12+11+7", 30),
            ("12 + 11", 23),
            ("-5", -5),
            ("−5", -5),
            ("20-5", 15),
            ("007", 7),
            ("1e3", "1e3"),
            ("+", "+"),
            ("12\n", 12),
            ("1+" * 200 + "1", "1+" * 200 + "1"),
        ],
    )
    def test_typed(self, text: str, n: object) -> None:
        assert number(text) == n


class TestHouseRules:
    """A typed number counts, whatever is chosen in its list; contradictions are refused, not guessed."""

    @each("game, fields, found", rows("CHOSEN"))
    def test_chosen(self, game: str, fields: list[tuple[str, str]], found: dict[str, Any]) -> None:
        options = game_of(game).options
        tree = posted([(f"options[{name}]", text) for name, text in fields])
        assert beside_default(options, chosen_rules(options, tree.at("options"))) == found
