"""The pages of the referee, as a browser without scripts would ask for them."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from phones import PLAYABLE, Phone, new_table, read, seats

from companion.books import book
from companion.games import GAMES
from companion.reading import game_of
from companion.reading.fields import fields_of
from companion.reading.forms import form_of, posted

QUESTIONS = [pytest.param(game.key, key, id=f"{game.key}-{key}") for game in GAMES for key in game.questions]


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


class TestQuestions:
    @pytest.mark.parametrize(("game", "key"), QUESTIONS)
    def test_every_question_has_a_form(self, app: Flask, game: str, key: str) -> None:
        """With a match and without: each of the game's facts is a field, or known."""
        found = game_of(game)
        assert found
        question = found.questions[key]
        alone = app.test_client().get(f"/referee/{game}/{key}")
        assert question.title in read(alone)
        named = {re.split(r"[\[]", name)[0] for name in re.findall(r'name="([^"]+)"', alone.text)}
        facts = set(question.facts.__dataclass_fields__)
        tapped = set(re.findall(r"[?&;](\w+)(?:%5B[^=]*)?=", alone.text))
        named |= tapped & facts
        assert named - facts <= {"ask", "options", "viewport", "color-scheme", "theme-color", "htmx-config"}
        required = {
            name
            for name, one in question.facts.__dataclass_fields__.items()
            if one.default is one.default_factory  # both MISSING
        }
        assert required <= named
        at_table = new_table(app, game, seats(game))
        assert question.title in read(at_table.get(f"/referee/{key}"))
        assert question.title in read(at_table.get("/referee"))

    @pytest.mark.parametrize(("game", "key"), QUESTIONS)
    def test_nothing_filled_in(self, app: Flask, game: str, key: str) -> None:
        """An empty form is answered by a ruling or by what is missing, never by a fault of ours."""
        read(app.test_client().get(f"/referee/{game}/{key}?ask=1"))
        read(new_table(app, game, seats(game)).get(f"/referee/{key}", ask="1"))

    @pytest.mark.parametrize(("game", "key"), QUESTIONS)
    def test_nothing_is_chosen_beforehand(self, app: Flask, game: str, key: str) -> None:
        """What decides has no preset answer; only made-up names for a table that nobody has named."""
        page = app.test_client().get(f"/referee/{game}/{key}").text
        facts = page[page.index("<main") :].partition("House rules")[0]
        assert "aria-current" not in facts
        chosen = re.findall(r'<input type="(?:radio|checkbox)"[^>]*name="([^"]*)"[^>]*checked', facts)
        assert set(chosen) <= {"players[]", "dealer"}

    @pytest.mark.parametrize(
        "path", ["/referee/chess", "/referee/rams/nothing", "/rules/chess", "/rules/rams/rams.nothing"]
    )
    def test_unknown(self, app: Flask, path: str) -> None:
        assert app.test_client().get(path).status_code == 404

    def test_same_as_ask(self, table: Phone) -> None:
        """RAMS-R03, with the clause and its basis."""
        text = read(table.get("/referee/playable", **PLAYABLE))
        assert "Only Q♠ may be played." in text
        assert "the source says it" in text
        assert heading("rams", "rams.play.beat") in text

    def test_impossible_facts_name_the_fact(self, table: Phone) -> None:
        text = read(table.get("/referee/playable", **{**PLAYABLE, "hand": "5S 5S"}))
        assert "That cannot be." in text
        assert "5♠ is there twice." in text
        assert "Write it on the protocol" not in text

    def test_house_rules_without_a_match(self, app: Flask) -> None:
        client = app.test_client()
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH", "points": "1", "others[]": ["1", "4"]}
        assert "any card" in read(client.get("/referee/rams/playable", query_string=facts))
        strict = {**facts, "options[forced_lead_exempt]": "none"}
        assert "only 7♠ may be played." in read(client.get("/referee/rams/playable", query_string=strict))

    def test_what_the_match_knows(self, app: Flask) -> None:
        """Points come from the sheet, so the duty of who stands on 1 is told without typing them."""
        table = new_table(app, **{"opening[scores][@0]": "1", "opening[scores][@1]": "4", "opening[scores][@2]": "6"})
        of_anna = read(table.get("/referee/must_knock", ask="1", about="Anna"))
        assert "must always knock" in of_anna and "Must Anna knock?" in of_anna
        assert "Whoever wants to may pass." in read(table.get("/referee/must_knock", ask="1", about="Bo"))
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH"}
        assert "On lead: only 7♠ may be played." in read(table.get("/referee/playable", **facts, about="Bo"))
        assert "any card" in read(table.get("/referee/playable", **facts, about="Anna"))

    def test_what_went_wrong_says_what_is_done(self, app: Flask) -> None:
        """Each by itself says how; a fault leads on to what it costs; a clause leads to its question."""
        client = app.test_client()
        drawn_twice = read(client.get("/referee/rami/irregular?what=two_cards"))
        assert "goes back on the stock" in drawn_twice and "It is put right" not in drawn_twice
        assert "It is put right" in read(client.get("/referee/rami/irregular"))
        shown = client.get("/referee/english_rams/irregular?what=exposed").text
        assert "/referee/english_rams/fault?what=exposed" in shown
        assert "/referee/rami/irregular" in client.get("/rules/rami/rami.irregular.two").text

    def test_who_has_won_is_not_told_while_the_match_is_played(self, table: Phone) -> None:
        """The sums are those of the rams that are over, in the first one nothing for everybody."""
        assert "victory" not in read(table.get("/referee/winner"))


class TestFields:
    """What an entry or a question says as fields of a form is read as it was meant."""

    TABLE = ("1", "@none", "Bo ?")

    @pytest.mark.parametrize(
        ("game", "kind", "value"),
        [
            ("rams", "penalty", {"player": "Bo ?", "points": -20, "reason": "x y"}),
            ("rams", "deal", {"tricks": {"1": 3, "@none": 2}, "passed": ["Bo ?"]}),
            ("rams", "deal", {"tricks": ["1", "1", "@none", "@none", "Bo ?"]}),
            ("english_rams", "deal", {"faults": [{"player": "1", "heirs": [None, "@none"]}], "calls": [["1", "join"]]}),
            ("ramino", "deal", {"out": None, "penalties": {"1": ["joker", "table"], "@none": 20}}),
            ("ramino", "deal", {"out": "@none", "laid": {"@none": ["5H 6H 7H", "2S 3S JK"]}, "left": {"1": "KS 7D"}}),
            ("ramino", "deal", {"out": "1", "laid": {"1": True}, "left": {"@none": 7}}),
            ("rami", "deal", {"out": "1", "rami_sec": "late", "not_laid": ["@none"]}),
        ],
    )
    def test_there_and_back(self, game: str, kind: str, value: dict[str, Any]) -> None:
        body = game_of(game).kinds[kind]
        assert form_of(body, posted(fields_of(body, value, self.TABLE)), self.TABLE) == value

    def test_house_rules_too(self) -> None:
        for game, options in (("ramino", {"target": 750, "mode": "elimination"}), ("rami", {"end_at": {"deals": 7}})):
            facts = game_of(game).questions["hand"].facts
            value = {"cards": "AS KH", "options": options}
            assert form_of(facts, posted(fields_of(facts, value))) == value

    def test_melds_in_one_field(self) -> None:
        facts = game_of("rami").questions["opening"].facts
        assert form_of(facts, posted([("melds", "5H 6H 7H | 2S 2D 2C |")]))["melds"] == ["5H 6H 7H", "2S 2D 2C"]


class TestDealBeingTyped:
    """What stands in the form of the deal is known: the link takes it along, or a form without scripts sends it."""

    @pytest.mark.parametrize(
        ("game", "key", "deal", "known"),
        [
            ("rams", "unplayed", {"passed[]": ["Anna", "Bo", "Cia"]}, "the dealer gets the five tricks unplayed"),
            ("rams", "unplayed", {"passed[]": ["Anna", "Bo"]}, "The dealer"),  # one has knocked: does the dealer?
            ("rams", "buy_order", {"passed[]": ["Bo"]}, "They buy in this order: Cia, Dag, Anna."),
            ("rams", "lead", {"passed[]": ["Anna"]}, "Bo leads to the first trick."),
            ("english_rams", "widow", {"widow": "Bo", "wants": "take"}, "May this player have the widow?"),
            ("english_rams", "announce", {"general": "Bo"}, "The first announcement stands."),
            ("english_rams", "throw_in", {"general": "Bo"}, "Not allowed."),
            ("english_rams", "lead", {"general": "Bo"}, "Bo announced general rams and leads."),
            (
                "ramino",
                "ramino_bonus",
                {"out[@]": "@0", "laid[@1]": "40"},
                "Another player has laid a card from the sheet yes",
            ),
            ("rami", "rami_sec", {"out[@]": "@0", "not_laid[]": ["Bo", "Cia", "Dag"]}, "Was that a rami sec"),
        ],
    )
    def test_is_known(self, app: Flask, game: str, key: str, deal: dict[str, Any], known: str) -> None:
        table = new_table(app, game, seats(game))
        sent = table.get("/referee", kind="deal", seen="0.0", entry_id="x", **deal)
        assert sent.status_code == 303
        page = table.client.get(sent.location)
        address = re.search(rf'href="(/m/[^"]*/referee/{key}\?[^"]*)"', page.text)
        assert address
        assert known in " ".join(read(table.client.get(unescape(address[1]))).split())

    def test_card_turned_up(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"], **{"options[oklahoma]": "True"})
        deal = urlencode({"kind": "deal", "upcard": "4D"})
        assert "A knock may have 4 points at most." in read(table.get("/referee/limit", deal=deal))
        assert "A knock may have 7 points at most." in read(table.get("/referee/limit", deal=deal, upcard="7H"))

    @pytest.mark.parametrize(
        "deal", ["", "x", "kind=deal", "kind=nothing&passed=1", "kind=deal&passed=1&calls[0]=2&out=%00"]
    )
    @pytest.mark.parametrize(
        ("game", "key"), [("rams", "unplayed"), ("english_rams", "lead"), ("ramino", "ramino_bonus")]
    )
    def test_nonsense_says_nothing(self, app: Flask, game: str, key: str, deal: str) -> None:
        read(new_table(app, game, ["Anna", "Bo", "Cia"]).get(f"/referee/{key}", deal=deal))
