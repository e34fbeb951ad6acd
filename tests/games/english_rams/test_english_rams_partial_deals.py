"""English Rams has no own parts of a deal, because the legal calls depend on earlier ones."""

from flask import Flask
from support.phones import new_table, stored

from companion.store import Settings


def test_own_parts_are_not_offered(app: Flask) -> None:
    owner = new_table(app, "english_rams")
    assert "Each player enters their own result" not in owner.get("/settings").text
    assert 'name="tricks[]"' in owner.get().text


def test_a_table_with_own_parts_now_writes_whole_deals(app: Flask) -> None:
    owner = new_table(app, "english_rams")
    stored(app).set_settings(owner.match, Settings(own_parts=True))
    assert 'name="tricks[]"' in owner.get().text
