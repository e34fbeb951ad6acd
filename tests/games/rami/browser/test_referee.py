"""The referee of Rami on a phone."""

from browser.picker import Finger
from browser.sheet import NAMES
from browser.table import NewMatch
from playwright.sync_api import Page, expect

SIZES = (360, 180)  # the second with text twice as large
# Texts on cards and keys that stick out.
CUT = """cards => cards.filter((one) => {
  const written = document.createRange();
  written.selectNodeContents(one);
  const [text, card] = [written, one].map((found) => found.getBoundingClientRect());
  return text.left < card.left || text.right > card.right;
}).map((one) => one.textContent)"""


class TestPicker:
    def test_melds_in_groups_and_jokers_show_their_whole_text(self, page: Page, new_match: NewMatch) -> None:
        """RAMI-X04, with a joker entered and removed."""
        new_match(page, "rami", NAMES[:3], at="/referee/opening")
        finger = Finger(page)
        finger.cards("jack of clubs", "queen of clubs", "king of clubs", "New meld")
        finger.cards("7 of hearts", "7 of spades", "10 of diamonds", "Remove the last card", "7 of diamonds", "joker")
        for width in SIZES:
            page.set_viewport_size({"width": width, "height": 2 * width})
            assert page.locator(".picker .meld .card").evaluate_all(CUT) == []
            assert page.locator(".picker .key").evaluate_all(CUT) == []
        page.set_viewport_size({"width": 360, "height": 740})
        finger.cards("Remove the last card")
        assert page.locator("[name=melds]").input_value() == "JC QC KC | 7H 7S 7D"
        page.locator(".picker [data-do=next]").tap()
        expect(page.locator("#said")).to_have_text("Allowed.")
        for width in SIZES:
            page.set_viewport_size({"width": width, "height": 2 * width})
            assert page.locator(".meld .card").evaluate_all(CUT) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width

    def test_several_packs_count(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "rami", NAMES[:3], at="/referee/meld")
        key = page.locator(".picker [data-card='9S']")
        expect(key).to_have_accessible_name("9 of spades")
        key.tap()
        expect(key).to_be_enabled()
        key.tap()
        expect(key).to_be_disabled()
        expect(key).to_have_accessible_name("9 of spades: 2 cards")


class TestOnTheProtocol:
    def test_silent_rule_switched(self, page: Page, new_match: NewMatch) -> None:
        """A rule on which the book is silent is changed from the next deal on."""
        new_match(page, "rami", NAMES[:3], at="/referee/opening?ask=1&melds=AS+AH+AD+|+6D+7D+8D")  # RAMI-X15
        expect(page.locator("#said")).to_have_text("Allowed.")
        silent = page.locator(".silent", has_text="set")
        expect(silent).to_contain_text("The rules do not say.")
        page.locator(".proof").get_by_text("Play it differently").tap()
        page.locator(".proof").get_by_role("combobox").select_option("1")
        page.locator(".proof").get_by_role("button", name="From the next deal on").tap()
        expect(page.locator("#said")).to_have_text("Not allowed.")
