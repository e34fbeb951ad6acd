"""A thumb that plays a whole match, from the empty start page to the protocol, and counts its taps."""

import io

from browser.sheet import SIZES
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader


class Thumb:
    """One thumb on one phone: its taps are counted; digits typed on the keypad are not."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def digits(self, text: str) -> None:
        """Tap digits and signs on the keypad, which are not counted."""
        for key in text:
            self.page.locator(f"#keypad [data-key='{key}']").click()

    def key(self, name: str) -> None:
        """Tap a key that is no digit."""
        self.tap(self.page.locator(f"#keypad [data-key='{name}']"))

    def choose(self, name: str, value: str) -> None:
        self.tap(self.page.locator(f"#entry label:has(input[name='{name}'][value='{value}'])").first)

    def takes(self, *players: str) -> None:
        for player in players:
            self.tap(self.page.locator(f"#entry button[data-takes='{player}']"))

    def save(self) -> int:
        """Save the deal, and return the number of taps."""
        before = self.page.locator("#board").get_attribute("hx-get")
        self.tap(self.page.locator("#entry button.save"))
        expect(self.page.locator("#board")).not_to_have_attribute("hx-get", before or "")
        taken, self.taps = self.taps, 0
        return taken


def begin(page: Page, game: str, players: list[str], dealer: int, options: dict[str, str] | None = None) -> Thumb:
    page.goto("/")
    page.locator(f"a[href='/new/{game}']").click()
    expect(page.locator("input[name='players[]']").first).to_be_visible()
    for seat, name in enumerate(players):
        page.locator("input[name='players[]']").nth(seat).fill(name)
    page.locator("label.first-deal").nth(dealer).click()
    if options:
        page.locator("summary", has_text="House rules").click()
    for name, value in (options or {}).items():
        if value.isdigit():
            choice = page.locator(f"select[name='options[{name}]']")
            if choice.count():
                choice.select_option("#")
            page.locator(f"[name='options[{name}_number]']").fill(value)
        else:
            page.locator(f"select[name='options[{name}]']").select_option(value)
    page.get_by_role("button", name="Start", exact=True).click()
    return Thumb(page)


def score(page: Page, player: str) -> Locator:
    return page.locator(".seat", has_text=player).locator(".n")


def printed(thumb: Thumb) -> str:
    """Return the text of the protocol, two taps away, without line breaks."""
    page = thumb.page
    thumb.taps = 0
    thumb.tap(page.get_by_role("navigation").get_by_role("link", name="Share"))
    link = page.get_by_role("link", name="Score sheet").first
    expect(link).to_be_visible()
    thumb.taps += 1
    assert thumb.taps == 2
    answer = page.context.request.get(link.get_attribute("href") or "")
    assert answer.ok
    return " ".join(p.extract_text() for p in PdfReader(io.BytesIO(answer.body())).pages).replace("\n", " ")


FIVE = ["Anna", "Bo", "Cia", "Dag", "Margareta-Elisabeth"]


def in_reach(page: Page) -> None:
    """Expect Save and the whole page to be within the screen."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        save = page.locator("#entry button.save")
        expect(save).to_be_in_viewport(ratio=1)
        box = save.bounding_box()
        assert box and box["y"] > height / 2
        assert page.evaluate("document.documentElement.scrollWidth") <= width
