"""Pages of the house rules of a table, and of the rule books."""

from html import unescape

import pytest
import toy
from flask import Flask
from support.phones import MAY_PLAY, Phone, codes, entries, new_table, read

from companion.games import GAMES
from companion.rulebooks import book, languages
from companion.rules.game import Game
from companion.rules.options import house_rules
from companion.translation import choice_text, language

NOT_YET = {
    "en": "not available in English",
    "fr": "encore en français",
    "it": "disponibile in italiano",
    "sv": "på svenska",
}


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.key))
def test_a_book_that_is_not_written_in_the_reader_s_language_says_so(app: Flask, game: Game) -> None:
    """On its page, on the page of hits, and on the page of a clause."""
    first = book(game.key, "en").clauses[0].id
    for lang, said in NOT_YET.items():
        for page in ("", "?q=deal", f"/{first}"):
            text = app.test_client().get(f"/rules/{game.key}{page}", headers={"Accept-Language": lang}).text
            assert (said in unescape(text)) == (lang not in languages(game.key)), (lang, page)


def test_each_clause_has_the_number_that_papers_cite(app: Flask) -> None:
    """In the book, and on its own page."""
    rules = book("toy", "en")
    whole = read(app.test_client().get("/rules/toy"))
    for one in rules.clauses:
        assert f"{rules.number(one.id)} {one.heading}" in whole
        assert f"{rules.number(one.id)} · " in read(app.test_client().get(f"/rules/toy/{one.id}"))


class TestHouseRule:
    def test_changed(self, app: Flask, table: Phone) -> None:
        back = f"/m/{table.match}/referee/may_play?ask=1"
        answer = table.post("/house-rule", **{"options[rest]": "always", "back": back})
        assert (answer.status_code, answer.location) == (303, back)
        (row,) = entries(app, table.match)
        assert row.body == {"kind": "option", "option": "rest", "value": "always"}
        assert "Answer with" not in read(table.get("/referee/may_play", **MAY_PLAY))

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({}, 400),
            ({"options[nothing]": "1"}, 400),
            ({"options": "x"}, 400),
            ({"options[rest]": "nobody"}, 422),
            ({"options[start]": "#", "options[start_number]": "7"}, 422),
        ],
    )
    def test_refused(self, app: Flask, table: Phone, fields: dict[str, str], status: int) -> None:
        """An unknown rule, an unknown choice, or a rule that is fixed during the match."""
        assert table.post("/house-rule", **fields).status_code == status
        assert entries(app, table.match) == []

    def test_no_way_out(self, table: Phone) -> None:
        """Only pages of this match's referee are accepted as the way back."""
        fields = {"options[rest]": "always", "back": "//elsewhere.example/"}
        assert table.post("/house-rule", **fields).location == f"/m/{table.match}/house-rules"


class TestHouseRulesOfATable:
    """They are one tap from the score, and those that may change can be changed there."""

    def test_in_full(self, table: Phone) -> None:
        assert f'href="/m/{table.match}/house-rules"' in table.get().text
        shown = read(table.get("/house-rules"))
        assert "This table plays as in the rule book." in shown
        for _, rule in house_rules(toy.Options):
            assert rule.label in shown or rule.label == "First dealer"

    def test_changed(self, table: Phone) -> None:
        table.post("/house-rule", **{"options[target]": "#", "options[target_number]": "4"})
        assert "What this table has chosen" in read(table.get("/house-rules"))

    def test_a_refusal_keeps_what_was_typed(self, app: Flask) -> None:
        table = new_table(app)
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

    @pytest.mark.parametrize("game", [one.key for one in GAMES if book(one.key, "en").introduction])
    def test_it_begins_with_the_game_in_one_minute(self, app: Flask, game: str) -> None:
        begins = book(game, "en").introduction.partition(" ")[0]
        whole = read(app.test_client().get(f"/rules/{game}"))
        at = whole.index("In one minute")
        assert at < whole.index(begins, at) < whole.index(book(game, "en").clauses[0].heading, at)

    def test_the_game_in_one_minute_ignores_house_rules_and_says_so(self, app: Flask) -> None:
        told = "Told by the standard rules"
        assert told in read(new_table(app, **{"options[rest]": "always"}).get("/rules"))
        assert told not in read(new_table(app).get("/rules"))

    def test_house_rule_of_this_table(self, app: Flask) -> None:
        table = new_table(app, **{"options[rest]": "always"})
        clause = next(clause for clause in book("toy", "en").clauses if clause.option == "rest")
        assert "This table plays" in read(table.get(f"/rules/{clause.id}"))
        alone = read(app.test_client().get(f"/rules/toy/{clause.id}"))
        assert "House rule" in alone
        assert "This table" not in alone

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_without_a_table_the_default_is_shown(self, app: Flask, game: Game) -> None:
        """A choice with a number needs its number to make a sentence."""
        rules, usual = dict(house_rules(game.options)), game.options()
        choices = {name: choice_text(rule, getattr(usual, name), language("en")) for name, rule in rules.items()}
        client = app.test_client()
        whole = read(client.get(f"/rules/{game.key}"))
        for one in book(game.key, "en").clauses:
            if one.option in rules and choices[one.option]:
                words = f"House rule: “{rules[one.option].label}: {choices[one.option]}”, unless"
                assert words in whole, one.id
                assert words in read(client.get(f"/rules/{game.key}/{one.id}"))

    def test_language_comes_back_to_the_same_page(self, app: Flask) -> None:
        page = app.test_client().get("/rules/toy?q=sit").text
        assert 'name="back" value="/rules/toy?q=sit"' in page

    def test_tabs(self, table: Phone) -> None:
        for path in ("", "/referee", "/rules"):
            page = table.get(path).text
            assert page.count("aria-current=page") == 1
            assert f'href="/m/{table.match}/referee"' in page
