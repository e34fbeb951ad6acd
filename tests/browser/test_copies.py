"""Two copies of a match are settled on a page that works without scripts."""

import json

from browser.table import DEAL, Make, NewMatch
from playwright.sync_api import expect


def test_two_copies_are_settled_without_scripts(phone: Make, new_match: NewMatch, accessible: object) -> None:
    page = phone(java_script_enabled=False)
    path = new_match(page, "toy", ["Anna", "Bo", "Cia"], entries=[DEAL, DEAL], opens=False)
    file = page.context.request.get(f"{path}/match.json").json()
    file["entries"][1]["rounds"] = {"Bo": 5}
    page.goto("/import")
    content = {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(file).encode()}
    page.locator("[name=file]").set_input_files(content)
    page.get_by_role("button", name="Open").click()
    accessible(page)  # type: ignore[operator]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("group", name="Only in the file")).to_contain_text("Becomes deal 3")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_have_text("1 entry was added from the file.")
