"""A correction takes three taps: the row of the deal, the number, Save. The form is that of a new deal."""

from typing import Any

import pytest
from browser.fixtures import PHONE
from browser.match_player import Thumb
from browser.sheet import ENGINE_READY, SHEETS
from browser.table import DEAL, PLAYERS, Make, NewMatch, corrects, takes, top_row
from playwright.sync_api import Page, expect
from support.examples import ALL
from support.share import every

BY_NUMBER = [key for key, sheet in SHEETS.items() if any(one[0] == "=" for one in sheet.taps)]
SIZES = [(360, 740), (320, 640)]
# Names and numbers of later deals, which do not change the number of taps.
LATER = 9


def entered(game: str) -> dict[str, Any]:
    """Return a match with as many deals as another game's sheet would have."""
    sheet = SHEETS[game]
    return {**sheet.match, "entries": [*sheet.entries, *({"kind": "note", "text": "coffee"} for _ in range(LATER))]}


def shown_in(page: Page, *selectors: str) -> None:
    """Expect each element to be completely visible and uncovered."""
    for selector in selectors:
        one = page.locator(selector).first
        expect(one).to_be_in_viewport(ratio=1)
        on_top = """(one) => { const { x, y, width, height } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + width / 2, y + height - 3)); }"""
        assert one.evaluate(on_top), selector


@pytest.mark.parametrize(
    ("game", "width", "height"), every(8, [(game, *size) for game in BY_NUMBER for size in SIZES], 5)
)
def test_three_taps(page: Page, new_match: NewMatch, game: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    new_match(page, game, **entered(game))
    page.wait_for_function(ENGINE_READY)
    thumb = Thumb(page)
    thumb.tap(page.locator("#lines tbody tr.deal td a").first)
    number = page.locator("[data-correct*='[']").last
    was = number.locator("b").inner_text()
    shown_in(page, ".story h2", "[data-correct*='[']", ".acts > *", ".story .save")
    at = page.locator(".story .save").bounding_box()
    name = number.get_attribute("data-correct") or ""
    thumb.tap(number)
    box = page.locator(f"[name='{name}']")
    expect(box).to_be_focused()
    digits = str(int(was) + 5 if int(was) < 90 else int(was) - 5)
    shown_in(page, f"[name='{name}']", "[data-key=back]", "#entry .save")
    save = page.locator("#entry .save").bounding_box()
    assert save
    assert at
    assert abs(save["y"] - at["y"]) <= 4, "Save is where the button was"
    thumb.digits(digits)
    expect(box).to_have_value(digits)
    expect(page.locator("#preview")).to_contain_text("→")
    thumb.tap(page.locator("#entry .save"))
    expect(page.locator("#status")).to_have_text("Saved.")
    assert thumb.taps == 3


@pytest.mark.parametrize(("game", "width", "height"), every(14, [(game.key, *size) for game in ALL for size in SIZES]))
def test_every_game_has_its_numbers_and_is_corrected_on_the_board(
    page: Page, new_match: NewMatch, game: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    new_match(page, game, **SHEETS[game].match, at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    assert page.locator(".was li").count() >= SHEETS[game].players
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shown_in(page, ".was li >> nth=0", ".story .save")
    corrects(page)
    expect(page.locator(".fixing")).to_contain_text("Correcting deal 1")
    shown_in(page, "#entry .save")
    expect(page.locator("#preview")).to_contain_text("→")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Set it aside").click()
    expect(page.locator(".story .save")).to_be_visible()


def test_tricks_are_tapped_again(page: Page, new_match: NewMatch) -> None:
    new_match(page, "toy", PLAYERS, entries=[DEAL, DEAL], at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    page.locator("[data-correct]", has_text="Cia").click()
    page.locator("[data-tool=untake]").click()
    takes(page, "Anna")
    expect(page.locator("#to-2")).to_contain_text("→ 9")
    page.locator("#entry .save").click()
    top_row(page, "2", "5", "6", "9")


@pytest.mark.parametrize("dark", every(2, [False, True]))
def test_the_page_can_be_used_by_everybody(phone: Make, new_match: NewMatch, accessible: Any, dark: bool) -> None:
    page = phone(width=PHONE["width"], color_scheme="dark" if dark else "light")
    new_match(page, "toy", **SHEETS["toy"].match, at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    page.locator("#note summary").click()
    accessible(page, is_known=dark)
    page.locator("[data-correct]").first.click()
    accessible(page, is_known=dark)
