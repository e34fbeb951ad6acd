"""The referee of Rams on a phone: taps to a visible verdict, and entries made from it."""

from browser.picker import Finger, in_sight
from browser.sheet import NAMES
from browser.table import NewMatch
from playwright.sync_api import Page, expect


class TestPicker:
    def test_playable_moves_on_by_itself(self, page: Page, new_match: NewMatch) -> None:
        """RAMS-R03: two cards are on the table; the hand of five is filled and the question is sent."""
        new_match(page, "rams", NAMES[:3], at="/referee/playable")
        finger = Finger(page)
        finger.tap("radio", "spades")
        finger.cards("9 of hearts", "10 of spades")  # three play, so with two cards on the table the hand is next
        finger.cards("5 of spades", "queen of spades", "3 of clubs")
        page.get_by_role("button", name="3 of clubs: remove").tap()
        finger.cards("4 of diamonds")
        assert page.locator("[name=hand]").input_value() == "5S QS 4D"
        expect(page.locator(".picker:visible").get_by_role("button", name="9 of hearts")).to_be_disabled()
        page.locator(".picker:visible [data-do=next]").tap()
        expect(page.locator("#said")).to_have_text("Only Q♠ may be played.")
        expect(page.locator(".hand .yes .card")).to_have_attribute("aria-label", "queen of spades")
        expect(page.locator(".hand .no")).to_have_count(2)
        assert in_sight(page, ".hand")
        assert in_sight(page, ".cited")


class TestOnTheProtocol:
    def test_typed_facts_are_not_asked_again(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "rams", NAMES[:4], opening={"dealer": "Dag"})
        for player in NAMES[:3]:
            page.get_by_text(f"{player}: pass").locator("..").tap()
        page.get_by_role("button", name="Set it aside").tap()
        page.get_by_role("link", name="Referee", exact=True).tap()
        page.get_by_role("heading", name="Calling and passing").tap()
        page.get_by_role("link", name="The others pass: whose tricks?").tap()
        expect(page.locator("#said")).to_contain_text("the dealer gets all five tricks without play")
        page.get_by_role("button", name="Score it as deal 1: Dag −5 → 5").tap()
        expect(page.locator("#lines")).to_contain_text("−5")
