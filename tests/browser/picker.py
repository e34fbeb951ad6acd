"""A phone on which cards are picked: taps are counted, keys are measured."""

from typing import Any

from playwright.sync_api import Page

TOO_SMALL = """keys => keys.map((key) => [key.textContent, key.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 44).map(([text]) => text)"""


class Finger:
    """Taps, which are counted."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0

    def tap(self, role: Any, name: str) -> None:
        place = self.page.get_by_role(role, name=name, exact=True)
        if role == "radio":  # people see its label
            place.locator("xpath=..").tap()
        else:
            place.tap()
        self.taps += 1

    def cards(self, *names: str) -> None:
        for name in names:
            self.tap("button", name)


def in_sight(page: Page, selector: str) -> bool:
    """Return True if a piece of the page is visible above the tabs, without scrolling."""
    box = page.locator(selector).first.bounding_box()
    tabs = page.locator(".tabs").bounding_box()
    assert box
    assert tabs
    return box["y"] >= 0 and box["y"] + box["height"] <= tabs["y"]
