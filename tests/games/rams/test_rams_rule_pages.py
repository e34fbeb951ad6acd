"""The rules of Rams on the page: found by everyday words, in the reader's language."""

from flask import Flask
from support.phones import new_table, read

from companion.rulebooks import book


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


class TestRuleBook:
    def test_search(self, app: Flask) -> None:
        table = new_table(app, "rams")
        assert heading("rams", "rams.pass.two") in read(table.get("/rules", q="may I pass on two points"))
        assert "Nothing found." in read(table.get("/rules", q="xyzzy"))
        read(table.get("/rules", q='" OR NOT ('))

    def test_in_the_readers_language(self, app: Flask) -> None:
        client = app.test_client()
        client.post("/language", data={"lang": "sv"})
        assert heading("rams", "rams.pass.two", "sv") in read(client.get("/rules/rams?q=passa+på+två+poäng"))
