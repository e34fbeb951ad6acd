"""Forms as browsers send them, read into what the match file would hold."""

from typing import Any

import pytest

from companion.reading import game_of, read_body, read_form
from companion.reading.fields import field_name
from companion.reading.forms import beside_default, chosen_rules, number, posted
from companion.rules.rulings import Ruling

PLAYERS = ("Anna", "Bo", "Cia")


def body(key: str, *fields: tuple[str, str], players: tuple[str, ...] = PLAYERS) -> Any:
    found = read_form(game_of(key), players, [("kind", "deal"), *fields])
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if key != "kind"}


def fault(key: str, *fields: tuple[str, str]) -> Ruling:
    found = read_body(game_of(key), PLAYERS, {"kind": "deal", **body(key, *fields)})
    assert isinstance(found, Ruling)
    return found


class TestPaths:
    """A field's name is the path of its value."""

    @pytest.mark.parametrize(
        ("game", "fields", "found"),
        [
            ("rams", [("dealer", " Bo ")], {"dealer": "Bo"}),
            ("rams", [("dealer", ""), ("passed[]", "  ")], {}),
            ("rams", [("tricks[]", "Anna"), ("tricks[]", ""), ("tricks[]", "Bo")], {"tricks": ["Anna", "Bo"]}),
            ("rams", [("tricks[1]", "Bo"), ("tricks[0]", "Anna")], {"tricks": ["Anna", "Bo"]}),
            ("rams", [("tricks[@2]", "4"), ("tricks[@0]", "1")], {"tricks": {"Cia": 4, "Anna": 1}}),
            ("rams", [("tricks[@9]", "4")], {"tricks": {"@9": 4}}),
            ("rams", [("dealer", "Bo"), ("dealer", "Bo")], {"dealer": "Bo"}),
            ("rams", [("unknown[x][]", "7")], {"unknown": {"x": ["7"]}}),
            ("rami", [("left[@2]", "7"), ("left[@0]", "3")], {"left": {"Cia": 7, "Anna": 3}}),
            (
                "english_rams",
                [("faults[0][player]", "Bo"), ("faults[0][heirs][0][@]", "@2"), ("faults[0][heirs][1][@]", "none")],
                {"faults": [{"player": "Bo", "heirs": ["Cia", None]}]},
            ),
            (
                "english_rams",
                [("calls[0][@1]", "join"), ("calls[1][@2]", "widow"), ("calls[2][@1]", "widow")],
                {"calls": [["Bo", "join"], ["Cia", "widow"], ["Bo", "widow"]]},
            ),
        ],
    )
    def test_read(self, game: str, fields: list[tuple[str, str]], found: dict[str, Any]) -> None:
        assert body(game, *fields) == found

    def test_an_unknown_kind_is_named(self) -> None:
        assert isinstance(read_form(game_of("rams"), PLAYERS, [("kind", "nonsense")]), Ruling)

    @pytest.mark.parametrize(
        "name", ["", "[", "]", "a[", "[]", "[][]", "left[][]", "left[@][@]", "tricks" + "[x]" * 99]
    )
    def test_odd_names_do_no_harm(self, name: str) -> None:
        found = read_form(game_of("rami"), PLAYERS, [("kind", "deal"), (name, "1"), (name + "[9999999999]", "2")])
        assert isinstance(found, dict)
        assert isinstance(read_body(game_of("rami"), PLAYERS, found), Ruling)


class TestNumbers:
    """Sums are numbers; what is no number stays for the reader to name."""

    @pytest.mark.parametrize(
        ("text", "n"),
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


class TestCardsOrNumbers:
    """A number and the cards it is counted from stand in two fields of their own."""

    def test_hands(self) -> None:
        found = body("rami", ("out", "Anna"), ("left[@1]", "11+10"), ("left_cards[@2]", "KS 7D"))
        assert found == {"out": "Anna", "left": {"Bo": 21, "Cia": ["KS", "7D"]}}

    def test_melds_are_parted_by_a_bar(self) -> None:
        found = body("ramino", ("laid_cards[@0]", "5H 6H 7H | 2S 3S JK"), ("laid[@1]", "30+15"))
        assert found == {"laid": {"Anna": ["5H 6H 7H", "2S 3S JK"], "Bo": 45}}

    def test_cards_may_be_typed_into_the_box_for_a_number(self) -> None:
        assert body("ramino", ("left[@1]", "KS 7D"), ("laid[@1]", "5H 6H 7H")) == {
            "left": {"Bo": "KS 7D"},
            "laid": {"Bo": ["5H 6H 7H"]},
        }

    @pytest.mark.parametrize("text", ["4o", "12,5", "12 11", "12.11.7", "3*15", "12+11+", "1o0"])
    @pytest.mark.parametrize("field", ["laid", "left"])
    def test_a_slip_is_kept_and_said_of_its_field(self, field: str, text: str) -> None:
        sent = [("out", "Anna"), (f"{field}[@2]", text)]
        assert body("ramino", *sent)[field] == {"Cia": text}
        wrong = fault("ramino", *sent)
        assert wrong.player == "Cia"
        assert wrong.path == (field, "Cia")
        assert field_name(wrong.path, PLAYERS) == f"{field}[@2]"
        assert wrong.sentence.args["problem"].args["value"] == text

    def test_both_at_once_are_no_guess(self) -> None:
        wrong = fault("rami", ("out", "Anna"), ("left[@1]", "30"), ("left_cards[@1]", "KS 7D"), ("left[@2]", "5"))
        assert wrong.player == "Bo"
        assert wrong.path == ("left", "Bo")

    def test_two_numbers_for_one_thing_are_no_guess(self) -> None:
        wrong = fault("gin", ("end", "knock"), ("deadwood[@1]", "30"), ("deadwood[@1]", "31"))
        assert wrong.player == "Bo"


class TestNobody:
    """Nobody is an answer, a blank is none, and neither is a name."""

    def test_of_those_who_might_have_gone_out(self) -> None:
        assert body("ramino", ("out[@]", "none"), ("left[@0]", "3")) == {"out": None, "left": {"Anna": 3}}
        assert body("ramino", ("out[@]", "@1")) == {"out": "Bo"}
        assert "Say who went out" in fault("ramino", ("out", ""), ("left[@0]", "3")).sentence.msgid

    def test_a_player_may_bear_that_name(self) -> None:
        for name in ("none", "@none", "@1"):
            assert body("ramino", ("out[@]", "@0"), players=(name, "Bo")) == {"out": name}
            assert body("ramino", ("out", name), players=(name, "Bo")) == {"out": name}


class TestWordsThatAreCounted:
    """A penalty for each card is a number beside its word."""

    def test_times(self) -> None:
        found = body("ramino", ("penalties[@1][]", "joker"), ("penalties[@1][table]", "1+2"))
        assert found == {"penalties": {"Bo": ["joker", "table", "table", "table"]}}

    @pytest.mark.parametrize("n", ["x", "-1", "9999999"])
    def test_what_is_no_number_of_cards(self, n: str) -> None:
        assert body("ramino", ("penalties[@1][table]", n)) == {"penalties": {"Bo": [n]}}


class TestHouseRules:
    """A number that was typed counts, whatever the list beside it still says; contradictions are no guess."""

    @pytest.mark.parametrize(
        ("game", "fields", "found"),
        [
            ("ramino", [("target", "#"), ("target_number", "750")], {"target": 750}),
            ("ramino", [("target", "1000"), ("target_number", "750")], {"target": 750}),
            ("ramino", [("target_number", "700+50")], {"target": 750}),
            ("ramino", [("target", "1000"), ("target_number", "")], {}),
            ("ramino", [("target", "500"), ("target_number", "500")], {"target": 500}),
            ("ramino", [("target", "500"), ("target_number", "750")], {"target": "500 / 750"}),
            ("english_rams", [("session_end_number", "10")], {"session_end": {"fixed_deals": 10}}),
            ("rami", [("end_at", "#deals"), ("end_at_number", "7")], {"end_at": {"deals": 7}}),
            ("rami", [("end_at", "#deals"), ("end_at_number", "5")], {}),
            ("rami", [("end_at", "#points"), ("end_at_number", "many")], {"end_at": {"points": "many"}}),
            ("rami", [("variant", "nonsense")], {"variant": "nonsense"}),
            ("free", [("bonus", "capot 50"), ("bonus", "rob 10")], {"bonus": ["capot 50", "rob 10"]}),
        ],
    )
    def test_chosen(self, game: str, fields: list[tuple[str, str]], found: dict[str, Any]) -> None:
        options = game_of(game).options
        tree = posted([(f"options[{name}]", text) for name, text in fields])
        assert beside_default(options, chosen_rules(options, tree.at("options"))) == found

    def test_beside_the_choice_that_the_table_plays(self) -> None:
        tree = posted([("target", "500"), ("target_number", "750")])
        assert chosen_rules(game_of("ramino").options(target=500), tree) == {"target": 750}
