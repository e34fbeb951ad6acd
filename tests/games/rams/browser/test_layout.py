"""Names on a phone held sideways, and initials on a laptop."""

from browser.sheet import CUT, ENGINE_READY, LINES, tap
from browser.table import Make, NewMatch
from playwright.sync_api import expect

LONG = ["Margareta", "Bartholomäus", "Anne-Sophie", "Anne-Marie", "Christina"]
MONEY = {"money": True, "unit_name": "kr"}


def test_on_its_side_a_phone_shows_names_whole(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=740, height=360)
    new_match(page, "rams", LONG, entries=[{"kind": "deal", "tricks": LONG[:1] * 5}], options=MONEY)
    page.wait_for_function(ENGINE_READY)
    names = page.locator(".who .whole")
    assert names.evaluate_all(CUT) == []
    tap(page, "@1")
    expect(page.locator("#entry .save")).to_be_visible()
    expect(names.nth(2)).to_be_visible()
    assert names.evaluate_all(CUT) == []
    assert set(names.evaluate_all(LINES)) == {1}


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
