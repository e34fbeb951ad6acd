"""The desk that rises when a deal is entered: its boxes, its questions, and what a choice puts away."""

from browser.sheet import ENGINE_READY, tap
from browser.table import PLAYERS, NewMatch
from playwright.sync_api import Page, expect


def test_a_second_tap_does_not_hit_what_lay_under_the_desk(page: Page, new_match: NewMatch) -> None:
    """Where the desk was put aside, or a deal saved without a network, the tabs come back at once."""
    new_match(page, "toy", PLAYERS)
    page.wait_for_function(ENGINE_READY)
    page.evaluate("window.isSamePage = true")
    tap(page, "@1")
    page.locator("[data-desk=aside]").dblclick()
    expect(page.locator("#desk")).to_be_hidden()
    expect(page.locator(".tabs")).to_be_visible()
    assert page.evaluate("window.isSamePage")
