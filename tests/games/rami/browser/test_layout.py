"""Names and boxes on wide screens; a saved deal, and a refused one after it."""

from browser.sheet import CUT, ENGINE_READY, LINES, sheet, tap
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect

LONG = ["Margareta", "Bartholomäus", "Anne-Sophie", "Anne-Marie", "Christina"]


def test_on_its_side_a_phone_shows_names_whole(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=740, height=360)
    new_match(page, "rami", LONG, entries=[{"kind": "deal", "out": LONG[0], "left": dict.fromkeys(LONG[1:], 28)}])
    page.wait_for_function(ENGINE_READY)
    names = page.locator(".who .whole")
    assert names.evaluate_all(CUT) == []
    tap(page, "@1")
    expect(page.locator("#entry .save")).to_be_visible()
    expect(names.nth(2)).to_be_visible()
    assert names.evaluate_all(CUT) == []
    assert set(names.evaluate_all(LINES)) == {1}


def test_a_refusal_replaces_the_text_about_the_saved_deal(page: Page, new_match: NewMatch) -> None:
    new_match(page, "rami", **sheet("rami").match)
    page.wait_for_function(ENGINE_READY)
    for what in ("@0", "=12", "!next", "=30"):
        tap(page, what)
    page.locator("#entry .save").tap()
    expect(page.locator("#status")).to_have_text("Saved.")
    tap(page, "@0")
    page.locator("#entry").evaluate("form => form.requestSubmit()")  # at once, as Save ignores an early second tap
    expect(page.locator("#wrong")).to_be_visible()
    expect(page.locator("#status")).to_have_text("")


def test_on_a_laptop_an_initial_leads_to_the_box_of_a_row(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=1280, height=800)
    new_match(page, "rami", ["Anna", "Bo", "Cia"])
    page.wait_for_function(ENGINE_READY)
    page.get_by_role("radio", name="went out: Anna").focus()
    page.keyboard.press("b")
    expect(page.get_by_role("radio", name="went out: Bo")).to_be_checked()
    page.keyboard.press("c")
    expect(page.get_by_label("Cia: left")).to_be_focused()
    page.keyboard.type("12+3")
    expect(page.get_by_label("Cia: left")).to_have_value("12+3")
