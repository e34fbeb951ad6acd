"""The book is in English and Swedish; readers of other languages see a note."""

import pytest
from flask import Flask
from support.phones import new_table


@pytest.mark.parametrize(("lang", "sign"), [("fr", "(en anglais)"), ("it", "(in inglese)"), ("sv", ""), ("en", "")])
def test_a_quoted_clause_says_that_it_is_in_english(app: Flask, lang: str, sign: str) -> None:
    owner = new_table(app, "english_rams")
    page = owner.client.get(f"/m/{owner.match}/house-rules", headers={"Accept-Language": lang}).text
    assert ('class="foreign"' in page) == bool(sign)
    assert sign in page and (not sign or '<p lang="en">' in page)


def test_the_book_in_another_language_has_the_name_of_the_game_there(app: Flask) -> None:
    page = app.test_client().get("/rules/english_rams", headers={"Accept-Language": "fr"}).text
    assert '<h2 class="page">Rams anglais</h2>' in page
