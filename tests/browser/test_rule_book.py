"""The rule book on a phone."""

import pytest
from playwright.sync_api import Page, expect
from support.share import every


@pytest.mark.parametrize("place", every(2, [-1, 0]))
def test_whoever_comes_back_from_a_clause_comes_back_to_it(page: Page, place: int) -> None:
    """No chapter is open at first, if the book begins with the game in one minute."""
    page.goto("/rules/toy")
    page.wait_for_function("() => document.documentElement.classList.contains('scripted')")
    chapter = page.locator(".part").nth(place)
    expect(chapter).not_to_have_attribute("open", "")
    chapter.locator("summary").click()
    clause = chapter.locator("article h3 a").last
    clause.click()
    expect(page.get_by_role("navigation", name="Rules before and after")).to_be_visible()
    page.go_back()
    expect(chapter).to_have_attribute("open", "")
    expect(clause).to_be_in_viewport()
