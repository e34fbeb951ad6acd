"""A reused phone is like a new one."""

from browser.fixtures import wiped
from browser.table import Make
from playwright.sync_api import Page

IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
KEPT = "[localStorage.getItem('a'), sessionStorage.getItem('a')]"


def test_it_is_as_dark_as_it_was_made_and_knows_nothing(phone: Make, drawer: dict[object, list[Page]]) -> None:
    first = phone(color_scheme="dark")
    first.goto("/")
    first.evaluate("localStorage.setItem('a', 'b'), sessionStorage.setItem('a', 'b')")
    first.context.set_offline(True)
    drawer.setdefault(("en", True, "dark"), []).append(wiped(first))  # as at the end of a test
    again = phone(color_scheme="dark", width=320)
    assert again == first
    assert again.context.cookies() == []
    again.goto("/")
    assert again.evaluate(IS_DARK)
    assert again.evaluate(KEPT) == [None, None]
    assert again.evaluate("innerWidth") == 320
