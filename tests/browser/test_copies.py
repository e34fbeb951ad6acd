"""Two copies of a match are settled on one page."""

import json
from collections.abc import Callable

from browser.table import DEAL, NewMatch
from playwright.sync_api import Page, expect


def test_two_copies_are_settled(page: Page, new_match: NewMatch, accessible: Callable[[Page], None]) -> None:
    path = new_match(page, "toy", ["Anna", "Bo", "Cia"], entries=[DEAL, DEAL], opens=False)
    file = page.context.request.get(f"{path}/match.json").json()
    file["entries"][1]["rounds"] = {"Bo": 5}
    page.goto("/import")
    content = {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(file).encode()}
    page.locator("[name=file]").set_input_files(content)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("group", name="Only in the file")).to_contain_text("Becomes deal 3")
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_have_text("1 entry was added from the file.")
