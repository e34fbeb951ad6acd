"""A whole match of Rams on a phone, with its taps counted; accessible, and without scripts."""

import re
from collections.abc import Callable

from browser.match_player import Thumb, begin, score
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect
from support.share import IS_WHOLE

WHOLE_DEALS = """() => [...document.querySelectorAll("#lines tbody tr")]
  .filter((row) => row.getBoundingClientRect().bottom <= document.querySelector("#bar").getBoundingClientRect().top)
  .length"""


def test_a_money_rams_of_four(page: Page, new_match: NewMatch) -> None:
    """In its second deal somebody flies to the top."""
    names = ["Anna", "Bo", "Cia", "Dag"]
    first = {"kind": "deal", "passed": ["Cia"], "tricks": ["Anna", "Bo", "Anna", "Dag", "Anna"]}
    options = {"money": True, "stake": 10, "rams_count": 1}
    new_match(page, "rams", names, opening={"dealer": "Dag"}, options=options, entries=[first])
    thumb = Thumb(page)
    thumb.choose("passed[]", "Dag")
    thumb.takes("Anna", "Cia", "Anna", "Cia", "Cia")
    asked = page.locator("#entry .brought-up label:visible")
    expect(asked).to_have_text([re.compile("Bo flew to 10 *stays *8 for 10")])
    thumb.choose("bought_down[]", "Bo")
    assert thumb.save() == 8, "the deal itself asks who has flown to the top"
    thumb.choose("passed[]", "Cia")
    thumb.takes("Dag", "Dag", "Bo", "Dag", "Bo")
    assert thumb.save() == 7
    assert page.evaluate(WHOLE_DEALS) == 3, "the last deals are always in sight"


def test_accessible_on_the_way(phone: Make, new_match: NewMatch, accessible: Callable[..., None]) -> None:
    """On a small phone and a larger one, in the colours in which no other test looks at the page."""
    page = phone(width=320, new=True)

    def look(*schemes: str, is_known: bool = False) -> None:
        for width, scheme in ((360, "dark"), (320, "light")):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out sideways"
            if IS_WHOLE or scheme in schemes:
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                accessible(page, is_known=is_known)

    page.goto("/")
    look("dark", "light", is_known=True)
    page.goto("/new/rams")
    page.locator("summary", has_text="House rules").click()
    look("light")
    deal = {"kind": "deal", "passed": ["Cia"], "tricks": ["Anna", "Bo", "Anna", "Bo", "Bo"]}
    path = new_match(page, "rams", ["Anna", "Bo", "Cia", "Dag"], options={"money": True}, entries=[deal])
    look("dark", is_known=True)
    page.goto(f"{path}/entries/1")
    look("dark", is_known=True)
    page.goto(f"{path}/share")
    look(is_known=True)


def test_without_scripts(phone: Make) -> None:
    """The same deal with plain checkboxes, lists and a button."""
    page = phone(java_script_enabled=False)
    begin(page, "rams", ["Anna", "Bo", "Cia", "Dag"], 3)
    page.get_by_label("Cia: pass").check()
    for slot, name in enumerate(["Anna", "Bo", "Anna", "Bo", "Bo"]):
        page.locator("select[name='tricks[]']").nth(slot).select_option(name)
    page.locator("#entry button.save").click()
    expect(score(page, "Bo")).to_have_text("7")
    page.get_by_role("button", name="Undo deal 1").click()
    expect(score(page, "Bo")).to_have_text("10")


def test_a_paper_sheet_asks_only_for_what_it_has(page: Page) -> None:
    page.goto("/new/rams")
    page.locator("summary", has_text="paper sheet").click()
    flights, balances = (page.locator(f"[name='opening[{one}][@0]']") for one in ("flights", "balances"))
    expect(flights).to_be_visible()
    expect(balances).to_be_hidden()
    page.locator(".kinds label", has_text="Rams for money").click()
    expect(balances).to_be_visible()
