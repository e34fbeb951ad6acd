"""Initials on a laptop."""

from browser.sheet import ENGINE_READY
from browser.table import Make, NewMatch
from playwright.sync_api import expect


def test_on_a_laptop_an_initial_takes_a_trick_where_no_other_name_begins_so(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=1280, height=800)
    new_match(page, "rams", ["Anna", "Bo", "Cia", "Carl"])
    page.wait_for_function(ENGINE_READY)
    page.locator(".seat .deal-winner").first.focus()
    for key in ("b", "c", "A", "1", "b"):
        page.keyboard.press(key)
    expect(page.locator("[data-winner]")).to_have_count(5)
    expect(page.locator("[data-winner].filled")).to_have_count(3)
    taken = page.locator("[data-winner]").evaluate_all("all => all.map(one => one.value)")
    assert taken[:3] == ["Bo", "Anna", "Bo"]
