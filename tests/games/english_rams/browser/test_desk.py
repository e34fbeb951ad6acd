"""The form of a deal of English Rams as it is called word by word."""

from browser.table import NewMatch
from playwright.sync_api import Page, expect


def test_what_a_word_before_puts_away_is_still_told(page: Page, new_match: NewMatch) -> None:
    """Once general rams is announced everybody plays: what those behind had called stands beside the form, in words."""
    new_match(page, "english_rams", ["Anna", "Bo", "Carla", "Dag", "Eva", "Finn"])
    page.locator("#deal-now p").first.click()
    page.get_by_text("Call by call").click()
    for n in range(3):
        page.locator(f"[name='calls[{n}][@{n}]'][value=join]").check()
        expect(page.locator(f"[name^='calls[{n + 1}]']").first).to_be_attached()
    page.locator("[name='calls[0][@0]'][value=widow_general]").check()
    expect(page.locator(".homeless label")).to_have_text(["Bo: joins", "Carla: joins"])
