"""A whole session of English Rams on a phone, with its taps counted."""

import re

from browser.match_player import Thumb, score
from browser.table import NewMatch, beside
from playwright.sync_api import Page, expect


def test_a_session_of_english_rams(page: Page, new_match: NewMatch) -> None:
    """A simple pot and a double one: nobody enters single calls; players who fold are tapped."""
    new_match(page, "english_rams", ["Anna", "Bo", "Cia", "Dag", "Eva"], opening={"dealer": "Anna"})
    thumb = Thumb(page)
    thumb.takes("Bo", "Bo", "Cia", "Cia", "Dag")
    assert thumb.save() == 6, "five tricks and Save"
    thumb.choose("folds[]", "Dag")
    thumb.choose("folds[]", "Anna")
    thumb.takes("Eva", "Bo", "Bo")
    expect(page.locator("[data-rest]:visible")).to_have_text([re.compile(name) for name in ("Cia", "Eva", "Bo")])
    page.locator("[name=general]").select_option("Eva")  # lost: the tricks are not entered, and there may be a fault
    expect(page.locator("[data-rest]:visible")).to_have_count(0)
    expect(page.locator(".rare summary", has_text="Somebody made a mistake")).to_be_visible()
    page.locator("[name=general]").select_option("")
    thumb.tap(page.locator("[data-rest=Cia]"))
    expect(page.locator("[data-rest]:visible")).to_have_count(0)
    assert thumb.save() == 7, "one for each who folds, the tricks, the last two of them at once, and Save"
    expect(score(page, "Cia")).to_have_text("+8")
    expect(score(page, "Anna")).to_have_text("−10")
    cost, seen = page.locator("#other [name=cost]"), page.locator("#row-misdeal [name=seen]")
    before = seen.input_value()
    beside(page, "penalty").locator(".amounts .else").click()
    cost.fill("3")
    page.locator("#row-penalty > summary").click()
    beside(page, "misdeal").get_by_role("button", name="Save misdeal").click()
    expect(seen).not_to_have_value(before)  # the offered players are drawn again beside the unfinished form
    expect(cost).to_have_value("3")
    beside(page, "end").get_by_role("button", name="End the match here").click()
    expect(page.locator("#notices")).to_contain_text("Bo, Cia share first place with +4 each.")
