"""The house rules of a table and the rule books, as pages."""

import pytest
from flask import Flask
from phones import Phone, codes, entries, new_table, read

from companion.books import book
from companion.games import GAMES
from companion.games.rams import GAME as RAMS
from companion.reading import game_of
from companion.rules.options import house_rules


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


class TestHouseRule:
    def test_changed(self, app: Flask, table: Phone) -> None:
        back = f"/m/{table.match}/referee/playable?ask=1"
        answer = table.post("/house-rule", **{"options[forced_lead_exempt]": "none", "back": back})
        assert (answer.status_code, answer.location) == (303, back)
        (row,) = entries(app, table.match)
        assert row.body == {"kind": "option", "option": "forced_lead_exempt", "value": "none"}
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH"}
        assert "Asked with" not in read(table.get("/referee/playable", **facts))

    def test_a_number_and_a_counted_choice(self, app: Flask) -> None:
        table = new_table(app, "rami", ["Anna", "Bo"])
        table.post("/house-rule", **{"options[end_at]": "#points", "options[end_at_number]": "300"})
        assert entries(app, table.match)[0].body["value"] == {"points": 300}

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({}, 400),
            ({"options[nothing]": "1"}, 400),
            ({"options": "x"}, 400),
            ({"options[lone_knocker]": "nobody"}, 422),
            ({"options[start_points]": "7"}, 422),
        ],
    )
    def test_refused(self, app: Flask, table: Phone, fields: dict[str, str], status: int) -> None:
        """No such rule, no such choice, or one that is fixed for the match."""
        assert table.post("/house-rule", **fields).status_code == status
        assert entries(app, table.match) == []

    def test_no_way_out(self, table: Phone) -> None:
        """Only pages of the referee of this match are gone back to."""
        fields = {"options[lone_knocker]": "dealer_must_play", "back": "//elsewhere.example/"}
        assert table.post("/house-rule", **fields).location == f"/m/{table.match}/house-rules"


class TestHouseRulesOfATable:
    """All of them stand one tap from the score, and those that may change can be changed there."""

    def test_in_full(self, table: Phone) -> None:
        assert f'href="/m/{table.match}/house-rules"' in table.get().text
        shown = read(table.get("/house-rules"))
        assert "This table plays as the book has it." in shown
        for _, rule in house_rules(RAMS.options):
            assert rule.label in shown or rule.label == "First dealer"

    def test_changed(self, table: Phone) -> None:
        table.post("/house-rule", **{"options[rams_count]": "#", "options[rams_count_number]": "4"})
        assert "What this table has chosen" in read(table.get("/house-rules"))

    def test_a_refusal_keeps_what_was_typed(self, app: Flask) -> None:
        table = new_table(app, "ramino", ["Anna", "Bo"])
        fields = {"options[target]": "#", "options[target_number]": "7o0"}
        answer = table.post("/house-rule", **fields)
        assert answer.status_code == 422
        assert 'value="7o0"' in answer.text

    def test_readers_see_and_do_not_change(self, app: Flask, table: Phone) -> None:
        reader = Phone(app, table.match)
        reader.enter(codes(app, table.match)[1])
        assert "From the next deal on" not in read(reader.get("/house-rules"))


class TestRuleBook:
    @pytest.mark.parametrize("game", [game.key for game in GAMES])
    def test_every_clause_is_a_page(self, app: Flask, game: str) -> None:
        client = app.test_client()
        whole = read(client.get(f"/rules/{game}"))
        for clause in book(game, "en").clauses:
            assert clause.heading in whole
            page = read(client.get(f"/rules/{game}/{clause.id}"))
            assert clause.heading in page
            assert all(case.id in page for case in clause.cases)

    def test_house_rule_of_this_table(self, app: Flask) -> None:
        table = new_table(app, **{"options[lone_knocker]": "dealer_must_play"})
        found = game_of("rams")
        assert found
        clause = next(clause for clause in book("rams", "en").clauses if clause.option == "lone_knocker")
        assert "This table plays" in read(table.get(f"/rules/{clause.id}"))
        alone = read(app.test_client().get(f"/rules/rams/{clause.id}"))
        assert "House rule" in alone
        assert "This table" not in alone

    def test_search(self, table: Phone) -> None:
        assert heading("rams", "rams.pass.two") in read(table.get("/rules", q="may I pass on two points"))
        assert "Nothing in the book" in read(table.get("/rules", q="xyzzy"))
        read(table.get("/rules", q='" OR NOT ('))

    def test_in_the_readers_language(self, app: Flask) -> None:
        client = app.test_client()
        client.post("/language", data={"lang": "sv"})
        assert heading("rams", "rams.pass.two", "sv") in read(client.get("/rules/rams?q=passa+på+två+poäng"))

    def test_language_comes_back_to_the_same_page(self, app: Flask) -> None:
        page = app.test_client().get("/rules/rams?q=pass").text
        assert 'name="back" value="/rules/rams?q=pass"' in page

    def test_tabs(self, table: Phone) -> None:
        for path in ("", "/referee", "/rules"):
            page = table.get(path).text
            assert page.count("aria-current=page") == 1
            assert f'href="/m/{table.match}/referee"' in page
