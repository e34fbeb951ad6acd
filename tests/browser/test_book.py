"""The rule book on a phone."""

from playwright.sync_api import Page, expect


def test_whoever_comes_back_from_a_clause_comes_back_to_it(page: Page) -> None:
    page.goto("/rules/toy")
    page.wait_for_function("() => document.documentElement.classList.contains('scripted')")
    chapter = page.locator(".part").last
    expect(chapter).not_to_have_attribute("open", "")
    chapter.locator("summary").click()
    clause = chapter.locator("article h3 a").last
    clause.click()
    expect(page.get_by_role("navigation", name="Rules before and after")).to_be_visible()
    page.go_back()
    expect(chapter).to_have_attribute("open", "")
    expect(clause).to_be_in_viewport()
