"""Scala 40 is chosen by name in three taps; the fold of house rules shows what was changed in it."""

import re

from browser.match_player import Thumb
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect

NAMES = ["Giulia", "Marco", "Francesca"]


def kind(page: Page, name: str) -> None:
    page.locator(".kinds label", has_text=name).first.click()


def test_scala_40_in_three_taps(phone: Make, new_match: NewMatch) -> None:
    page = phone()
    new_match(page, "ramino", NAMES)
    page.goto("/")
    thumb = Thumb(page)
    thumb.tap(page.locator("a[href='/new/ramino']"))
    thumb.tap(page.locator(".kinds label", has_text="Scala 40"))
    thumb.tap(page.get_by_role("button", name="Start", exact=True))
    expect(page.get_by_role("heading", name="Scala 40")).to_be_visible()
    expect(page.locator(".seat").last).to_contain_text("Francesca")
    assert thumb.taps == 3


def test_changes_in_it_are_shown_and_kept(phone: Make) -> None:
    page = phone()
    page.goto("/new/ramino")
    fold = page.locator(".fold", has_text="House rules")
    expect(fold.locator("summary").first).to_have_text(re.compile(r"House rules\s+none"))
    kind(page, "Scala 40")
    expect(fold.locator("summary").first).to_have_text(re.compile(r"House rules\s+none"))
    fold.locator("summary").first.click()
    page.locator("[name='options[limit_number]']").fill("201")
    page.locator("[name='options[limit_number]']").press("Tab")
    fold.locator("label", has_text="For money").first.click()
    expect(fold.locator("summary").first).to_contain_text("For money, Limit of the elimination 201")
    for seat, name in enumerate(NAMES):
        page.locator("input[name='players[]']").nth(seat).fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#terms")).to_contain_text("eliminated at 201")
    page.goto("/new/ramino")
    expect(page.locator(".kinds label", has_text="Scala 40").locator("input").first).to_be_checked()
    expect(fold.locator("summary").first).to_contain_text("201")
