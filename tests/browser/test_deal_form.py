"""The form of a deal on the scoreboard: boxes, questions, and elements that a choice hides."""

import re

import pytest
from browser.fixtures import Site
from browser.sheet import ENGINE_READY, NAMES, SHEETS, tap
from browser.table import (
    PLAYERS,
    Make,
    NewMatch,
    beside,
    deals,
    takes,
    typed,
    wake,
    writes,
)
from playwright.sync_api import Page, expect
from support.share import every

from companion.web.http.request_store import borrowed_store

TWICE = 500  # ms within which a second tap counts as a double tap


def test_a_second_tap_does_not_hit_what_lay_under_the_desk(page: Page, new_match: NewMatch) -> None:
    """The tabs are visible again as soon as the form closes, or a deal is saved without a network."""
    new_match(page, "toy", PLAYERS)
    page.wait_for_function(ENGINE_READY)
    page.evaluate("window.isSamePage = true")
    tap(page, "@1")
    page.locator("[data-tool=aside]").dblclick()
    expect(page.locator("#deal-form")).to_be_hidden()
    expect(page.locator(".tabs")).to_be_visible()
    assert page.evaluate("window.isSamePage")


@pytest.mark.parametrize(
    "under", every(2, ["html:not(.writing) #lines a { position: fixed; inset: 0; z-index: 99 }", ""])
)
def test_nor_does_a_double_tap_on_save(hers: Page, under: str) -> None:
    """It opens neither a page of the bar nor, on another phone, a link of the sheet."""
    anna = hers
    address = anna.url
    takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
    box = anna.locator("#entry .save").bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    anna.evaluate(
        "css => { const one = new CSSStyleSheet(); one.replaceSync(css); document.adoptedStyleSheets.push(one) }",
        under,
    )
    anna.mouse.click(*at)
    anna.wait_for_function("([x, y]) => document.elementFromPoint(x, y).closest('a')", arg=list(at))
    anna.mouse.click(*at)
    anna.wait_for_timeout(TWICE)
    assert anna.url == address
    deals(anna, 2)  # including the deal before


def test_an_initial_takes_a_trick_also_where_the_desk_was_opened_from_the_bar(phone: Make, new_match: NewMatch) -> None:
    """No element of the form has the focus then."""
    page = phone(width=1280, height=800)
    new_match(page, "toy", PLAYERS)
    page.wait_for_function(ENGINE_READY)
    page.locator("#next-deal p").first.click()
    for key in "aab":
        page.keyboard.press(key)
    typed(page, "Anna", "Anna", "Bo")


def test_put_aside_after_a_step_back_it_leaves_room_for_the_menu(hers: Page) -> None:
    """The undone deal is in the form, which stays closed while another entry is written."""
    hers.locator("#next-deal button").click()
    expect(hers.locator("#entry.open")).to_be_visible()
    hers.locator("[data-tool=aside]").click()
    beside(hers, "note").locator("[name=text]").fill("coffee")
    hers.get_by_role("button", name="Save note").click()
    expect(hers.locator("#lines")).to_contain_text("coffee")


def test_it_stays_up_while_somebody_is_let_in(hers: Page, site: Site) -> None:
    """Nothing is typed yet, and the deal is still the next one; the form closes once another phone has written it."""
    anna = hers
    path = re.sub(r".*(/m/[0-9a-f]+).*", r"\1", anna.url)
    anna.locator("#next-deal p").first.click()
    expect(anna.locator("#deal-form")).to_be_visible()
    seen = anna.locator("#entry [name=seen]").input_value()
    with borrowed_store(site.app) as store:
        store.let_in(path.removeprefix("/m/"), "another", may_write=True, at="2026-01-01T00:00:00Z")
    wake(anna)
    expect(anna.locator("#entry [name=seen]")).not_to_have_value(seen)
    expect(anna.locator("#deal-form")).to_be_visible()
    writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
    wake(anna)
    expect(anna.locator("#deal-form")).to_be_hidden()


def test_the_invitation_makes_no_page_wider_than_the_phone_with_letters_twice_as_large(
    page: Page, new_match: NewMatch
) -> None:
    new_match(page, "toy", PLAYERS)
    page.set_viewport_size({"width": 180, "height": 370})  # as if the text of a phone of 360 px were twice as large
    assert page.locator(".let-in").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 180
    page.goto(f"{page.url}/share")  # with both codes
    assert page.evaluate("document.documentElement.scrollWidth") == 180


@pytest.mark.parametrize("game", every(4, list(SHEETS), first=3))
def test_the_keyboard_goes_by_the_rows_to_what_lies_below_them_and_opens_nothing(
    page: Page, new_match: NewMatch, game: str
) -> None:
    sheet = SHEETS[game]
    new_match(page, game, NAMES[: sheet.players], entries=sheet.entries, options=sheet.options)
    page.wait_for_function(ENGINE_READY)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('#entry, #next-deal, #other')?.id"))
    assert reached >= {"entry", "next-deal", "other"}
    expect(page.locator("#entry.open")).to_have_count(0)
    first = page.locator("#entry .seat :is(input, button):not(:disabled)").first
    first.press(" ")
    expect(page.locator("#entry.open")).to_have_count(1)
    page.locator("[data-tool=aside]").press("Enter")
    expect(page.locator("#entry.open")).to_have_count(0)
    expect(first).to_be_focused()
