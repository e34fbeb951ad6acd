"""The referee of English Rams on a phone."""

import re

from browser.picker import Finger
from browser.sheet import NAMES
from browser.table import NewMatch
from playwright.sync_api import Page, expect


class TestPicker:
    def test_thirty_two_cards(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "english_rams", NAMES[:4], at="/referee/trick")
        expect(page.locator(".card.add")).to_be_visible()
        expect(page.locator(".key:visible"), "not over the trump that is asked first").to_have_count(0)
        Finger(page).tap("radio", "spades")
        expect(page.locator(".key:visible")).to_have_count(32)


class TestOnTheProtocol:
    def test_a_fault_is_saved_with_the_deal(self, page: Page, new_match: NewMatch) -> None:
        """ERAMS-R11: the fault is written with the deal it happened in."""
        new_match(page, "english_rams", NAMES[:4], at="/referee/playable?ask=1&trump=C&trick=TD&hand=8D+KD+9C")
        page.locator(".down").get_by_role("button", name="Cia").tap()
        expect(page).not_to_have_url(re.compile("/referee/"))
        expect(page.locator("[name='faults[0][player]']")).to_have_value("Cia")
