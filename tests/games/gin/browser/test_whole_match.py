"""A whole match of gin on a phone, with its taps counted."""

from browser.table import NewMatch
from browser.thumb import FIVE, Thumb, begin, in_reach, printed
from playwright.sync_api import Page, expect


def test_a_game_of_gin_to_a_hundred(page: Page) -> None:
    thumb = begin(page, "gin", ["Anna", "Bo"], 1)
    for knocker, loser, taps in (("6", "36", 2), ("1", "46", 3), ("", "8", 3)):
        thumb.choose("by", "Anna")
        if not knocker:
            thumb.choose("end", "gin")
        thumb.digits(knocker)  # after 2 to 9 the keys go on by themselves; 1 may become 10
        if knocker == "1":
            thumb.key("next")
        thumb.digits(loser)
        assert thumb.save() == taps
    expect(page.locator("#lines")).to_contain_text("536")
    assert "536" in printed(thumb)


def test_save_is_in_reach_and_the_page_no_wider(page: Page, new_match: NewMatch) -> None:
    """The keypad is open."""
    new_match(page, "gin", FIVE[3:], opening={"dealer": FIVE[4]})
    thumb = Thumb(page)
    thumb.choose("by", "Dag")
    thumb.digits("65")
    in_reach(page)


def test_a_first_deal_takes_three_taps_and_digits(page: Page, new_match: NewMatch) -> None:
    new_match(page, "gin", ["Anna", "Bo"])
    expect(page.locator(".first-step")).to_have_text("Tap who ended the deal")
    thumb = Thumb(page)
    thumb.choose("by", "Anna")
    thumb.digits("1")
    thumb.key("next")
    thumb.digits("24")
    expect(page.locator("#preview")).to_have_text("Anna +23 → 23")
    assert thumb.save() == 3
