"""A correction that ends a game earlier."""

from browser.sheet import CUT, ENGINE_READY
from browser.table import NewMatch
from playwright.sync_api import Page, expect

HIS = {"kind": "deal", "by": "Bo", "end": "knock", "deadwood": {"Anna": 20, "Bo": 6}}
HERS = {"kind": "deal", "by": "Anna", "end": "knock", "deadwood": {"Anna": 3, "Bo": 20}}


def test_rows_and_save_agree_if_a_game_ends_earlier(page: Page, new_match: NewMatch) -> None:
    entries = [HERS if n % 3 == 0 else HIS for n in range(11)]
    new_match(page, "gin", ["Anna", "Bo"], entries=entries, at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    page.locator("[data-correct='deadwood[@1]']").click()
    for digit in "97":
        page.locator(f"[data-key='{digit}']").click()
    expect(page.locator("#preview")).to_contain_text("Game 1: Anna +94 → 111, Bo 28")
    expect(page.locator(".to")).to_have_text(["→ 111", "→ 28"])
    assert page.locator(".today td").evaluate_all(CUT) == []
