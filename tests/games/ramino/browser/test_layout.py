"""Names beside two boxes, and a deal that is refused, without scripts."""

from browser.sheet import LINES, sheet
from browser.table import Make, NewMatch
from playwright.sync_api import expect


def test_without_scripts_two_boxes_break_no_name_and_who_went_out_is_asked_in_words(
    phone: Make, new_match: NewMatch
) -> None:
    page = phone(java_script_enabled=False)
    new_match(page, "ramino", **sheet("ramino").match)
    assert set(page.locator(".who b > bdi:visible").evaluate_all(LINES)) == {1}
    asked = page.locator(".whether", has_text="went out")
    asked.nth(1).click()
    expect(asked.nth(1).locator("input")).to_be_checked()
    expect(asked.nth(1).locator("input")).to_be_in_viewport(ratio=1)


def test_without_scripts_a_name_keeps_its_line_and_a_refused_deal_opens_where_it_says_why(
    phone: Make, new_match: NewMatch
) -> None:
    """Nothing is folded: the points left and the question about laying are below the name."""
    page = phone(width=320, height=640, lang="it", java_script_enabled=False)
    new_match(page, "ramino", ["Anna", "Beatrice", "Carlo"], options={"mode": "elimination"})
    assert set(page.locator(".who b > bdi:visible").evaluate_all(LINES)) == {1}
    assert page.locator("[data-player=Beatrice] .now").evaluate("now => now.scrollWidth <= now.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator("[name='left[@1]']").fill("twelve")
    page.locator("#entry .save").click()
    expect(page.locator("#wrong")).to_be_in_viewport(ratio=1)
    expect(page.locator("[name='left[@1]']")).to_have_value("twelve")
