"""Rams on phones and scoreboards: taps, their effect, and payments."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from browser.table import PLAYERS, SOON, Make, NewMatch, takes, wake
from playwright.sync_api import Page, expect
from support.share import every

PHONES = [(360, 740), (740, 360), (320, 640)]
FOOT_OF_CARD = """() => document.querySelector("#bar").getBoundingClientRect().top
  - document.querySelector(".pays").getBoundingClientRect().bottom > 0"""
LETTERS = "(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"
# The margins beside the words in a box, and the number of their lines.
WORDS = """zone => {
  const words = document.createRange();
  words.selectNodeContents(zone);
  const [around, all] = [zone.getBoundingClientRect(), [...words.getClientRects()]];
  const left = Math.min(...all.map((one) => one.left)) - around.left;
  const right = around.right - Math.max(...all.map((one) => one.right));
  return [[left, right], new Set(all.map((one) => Math.round(one.top))).size];
}"""


def test_two_at_rams_see_their_names(page: Page, new_match: NewMatch) -> None:
    """Buttons beside a score leave space for it, also if two are side by side."""
    new_match(page, "rams", ["Anna", "Bo"])
    middles = {}
    for name in ("Anna", "Bo"):
        seat, who = (
            page.locator(f".seat[data-player={name}] {of}").bounding_box() for of in (".deal-winner", ".who bdi")
        )
        assert seat and who and who["width"] > 10
        middles[name] = abs(seat["x"] + seat["width"] / 2 - who["x"] - who["width"] / 2)
    assert max(middles.values()) < 30


class TestResultCard:
    NAMES = ("Anna", "Bo", "Cia", "Dag")
    SEATS = ((0, 0, 1, 1, 2), (0, 0, 0, 1, 3), (1, 0, 0, 0, 3), (2, 1, 3, 0, 0))

    def match(self, rams: int) -> dict:
        deals = [{"kind": "deal", "tricks": [self.NAMES[seat] for seat in won]} for won in self.SEATS]
        options = {"money": True, "stake": 10, "unit_name": "kr", "rams_count": rams}
        return {"players": list(self.NAMES), "entries": deals, "options": options}

    def test_the_standing_comes_first_then_how_the_rams_was_won(
        self, page: Page, new_match: NewMatch, accessible: Callable[..., None]
    ) -> None:
        new_match(page, "rams", **self.match(2))
        expect(page.locator(".standing li")).to_have_count(4)
        expect(page.locator(".standing .first b")).to_have_text("Anna")
        expect(page.locator(".this")).to_contain_text("Rams 1: Anna is down to 0 after trick")
        expect(page.locator("#bar")).to_contain_text("Rams 2")
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.get_by_role("heading", name="After 1 of 2 rams")).to_be_in_viewport()
            expect(page.locator(".this")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        accessible(page)
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("#bar")).to_contain_text("Deal 5")

    def test_the_end_names_who_has_won_and_offers_to_share_and_to_play_again(
        self, page: Page, new_match: NewMatch, accessible: Callable[..., None]
    ) -> None:
        path = new_match(page, "rams", **self.match(1))
        share, again = (
            page.locator(".ends").get_by_role("link", name="Share result"),
            page.get_by_role("button", name="Play again"),
        )
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.get_by_role("heading", name="Anna")).to_be_in_viewport()
            expect(page.locator(".how")).to_be_in_viewport(ratio=1)
            expect(page.locator(".pays")).to_be_in_viewport()
            boxes = [one.bounding_box() for one in (share, again)]
            assert all(box and box["height"] >= 64 for box in boxes)
            assert boxes[0]["y"] == boxes[1]["y"]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.wait_for_function(FOOT_OF_CARD)  # the payments are visible without scrolling
        assert page.locator(".mini text").first.evaluate(LETTERS) >= 12, "nothing to be read is smaller"
        accessible(page, is_known=True)  # it is built like the card above
        page.locator(".date").get_by_role("button", name="Undo deal 4").click()
        expect(page.locator(".result")).to_have_count(0)
        page.goto(path)
        expect(page.locator("#bar")).to_contain_text("Deal 4")


class TestAFormInUse:
    def test_a_pass_that_has_become_impossible_is_kept_and_says_so(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "rams", PLAYERS, opening={"scores": {"Bo": 6}})
        passed = page.locator("[name='passed[]'][value=Bo]")
        passed.tap()
        takes(page, "Anna", "Anna", "Cia", "Cia", "Cia")
        deal = [("kind", "deal"), ("seen", "0.0"), ("entry_id", "one"), *[("tricks[]", "Bo")] * 5]
        coded = {"Content-Type": "application/x-www-form-urlencoded"}
        assert page.request.post(f"{path}/entries", data=urlencode(deal), headers=coded).ok
        wake(page)
        expect(page.locator(".seat", has=passed)).to_contain_text("must knock", timeout=SOON)
        expect(passed).to_be_checked()
        page.get_by_role("button", name="Compare").click()
        expect(page.locator(".conflict .differs", has_text="Pass")).to_contain_text("Bo")


@pytest.mark.parametrize("lang", every(4, ["sv", "fr", "it", "en"]))
def test_the_duty_to_knock_is_shown_in_complete_words(phone: Make, new_match: NewMatch, lang: str) -> None:
    page = phone(width=320, height=640, lang=lang)
    new_match(page, "rams", ["Anna", "Bo", "Cia"], opening={"scores": {"Anna": 1, "Bo": 5, "Cia": 5}})
    told = page.locator(".zone.never")
    expect(told).to_be_visible()
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        margins, lines = told.evaluate(WORDS)
        assert min(margins) >= 2
        assert lines == 2
