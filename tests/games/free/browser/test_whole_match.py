"""A whole match of any other game on a phone, with its taps counted."""

from browser.match_player import Thumb, score
from browser.table import NewMatch
from playwright.sync_api import Page, expect


def test_a_match_of_any_other_game(page: Page, new_match: NewMatch) -> None:
    """A tap on the first player, a number for each, Save."""
    before = {"kind": "deal", "points": {"Anna": 31, "Bo": 2, "Cia": 117}}
    new_match(page, "free", ["Anna", "Bo", "Cia"], entries=[before])
    thumb = Thumb(page)
    thumb.tap(page.locator(".seat[data-player=Anna] .score .n"))
    for n, points in enumerate(("31", "5+3−", "117")):
        if n:
            thumb.key("next")
        thumb.digits(points)
    assert thumb.save() == 4
    expect(score(page, "Bo")).to_have_text("4")
    expect(score(page, "Cia")).to_have_text("234")
