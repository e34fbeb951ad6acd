"""A whole match of gin on a phone, with its taps counted."""

from browser.thumb import FIVE, begin, in_reach, printed
from playwright.sync_api import Page, expect


def test_a_game_of_gin_to_a_hundred(page: Page) -> None:
    """With the keypad open Save is in reach, and the page is no wider than the phone."""
    thumb = begin(page, "gin", FIVE[3:], 1)
    expect(page.locator(".first-step")).to_have_text("Tap who ended the deal")
    for knocker, loser, taps in (("6", "36", 2), ("1", "46", 3), ("", "8", 3)):
        thumb.choose("by", "Dag")
        if not knocker:
            thumb.choose("end", "gin")
        thumb.digits(knocker)  # after 2 to 9 the keys go on by themselves; 1 may become 10
        if knocker == "1":
            thumb.key("next")
        thumb.digits(loser)
        if knocker == "6":
            expect(page.locator("#preview")).to_have_text("Dag +30 → 30")
            in_reach(page)
        assert thumb.save() == taps
    expect(page.locator("#lines")).to_contain_text("536")
    assert "536" in printed(thumb)
