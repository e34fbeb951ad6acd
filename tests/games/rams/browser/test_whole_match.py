"""A whole match of Rams on a phone, with its taps counted; accessible, and without scripts."""

import re
from collections.abc import Callable

from browser.table import Make, NewMatch
from browser.thumb import FIVE, Thumb, begin, in_reach, printed, score
from playwright.sync_api import Page, expect

WHOLE_DEALS = """() => [...document.querySelectorAll("#lines tbody tr")]
  .filter((row) => row.getBoundingClientRect().bottom <= document.querySelector("#bar").getBoundingClientRect().top)
  .length"""


FOOT_OF_CARD = """() => document.querySelector("#bar").getBoundingClientRect().top
  - document.querySelector(".pays").getBoundingClientRect().bottom > 0"""


LETTERS = "(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"


def test_a_money_rams_of_four(page: Page) -> None:
    names = ["Anna", "Bo", "Cia", "Dag"]
    thumb = begin(page, "rams", names, 3, {"money": "True", "stake": "10", "rams_count": "1"})
    deals = [
        (["Cia"], "ABADA", []),
        (["Dag"], "ACACC", ["Bo"]),
        (["Cia"], "DDBDB", []),
        (["Dag", "Anna", "Bo"], "", []),
        (["Cia"], "BBDBA", []),
        (["Dag"], "BCC", []),
    ]
    full = {name[0]: name for name in names}
    for passed, tricks, bought in deals:
        for name in passed:
            thumb.choose("passed[]", name)
        thumb.takes(*(full[letter] for letter in tricks))
        for name in bought:
            asked = page.locator("#entry .brought-up label:visible")
            expect(asked).to_have_text([re.compile(f"{name} flew to 10 *stays *8 for 10")])
            thumb.choose("bought_down[]", name)
        assert thumb.save() <= 7 + len(bought), "the deal itself asks who has flown to the top"
        if tricks == deals[2][1]:
            assert page.evaluate(WHOLE_DEALS) == 3, "the last deals are always in sight"
    expect(page.locator(".hero")).to_contain_text("Cia wins with 0")
    expect(page.locator("#lines")).to_contain_text("Bo pays Cia: 30")
    page.set_viewport_size({"width": 320, "height": 640})
    expect(page.locator("body[data-line=live]")).to_be_visible()  # no text about the connection above the card
    page.wait_for_function(FOOT_OF_CARD)  # the payments are visible without scrolling
    assert page.locator(".mini text").first.evaluate(LETTERS) >= 12, "nothing to be read is smaller"
    text = printed(thumb)
    for fact in (*names, "60", "−30", "Flights"):
        assert fact in text


def test_accessible_on_the_way(phone: Make, new_match: NewMatch, accessible: Callable[..., None]) -> None:
    """On a small phone in light and on a larger one in dark colours; the first and the last page are for all games."""
    page = phone(width=320, new=True)

    def look(*, is_known: bool = False) -> None:
        for width, scheme in ((360, "dark"), (320, "light")):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            accessible(page, is_known=is_known or scheme == "light")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out sideways"

    page.goto("/")
    look(is_known=True)
    page.goto("/new/rams")
    page.locator("summary", has_text="House rules").click()
    look()
    deal = {"kind": "deal", "passed": ["Cia"], "tricks": ["Anna", "Bo", "Anna", "Bo", "Bo"]}
    new_match(page, "rams", ["Anna", "Bo", "Cia", "Dag"], options={"money": True}, entries=[deal])
    look()
    page.locator("#lines tbody th a").first.click()
    expect(page.locator("#derivation")).to_be_visible()
    look()
    page.get_by_role("link", name="Back to the score").click()
    page.get_by_role("navigation").get_by_role("link", name="Share").click()
    expect(page.locator(".invite").first).to_be_visible()
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


def test_a_first_deal_takes_six_taps_and_save_is_in_reach(page: Page, new_match: NewMatch) -> None:
    """With a preview, five players and money; the page is no wider than the phone."""
    new_match(page, "rams", FIVE, options={"money": True}, opening={"dealer": "Dag"})
    expect(page.locator(".first-step")).to_have_text("Tap who took each trick")
    thumb = Thumb(page)
    thumb.takes("Anna", "Bo", "Anna", "Bo", "Bo")
    expect(page.locator("#preview")).to_contain_text("Anna 8, Bo 7")
    in_reach(page)
    assert thumb.save() == 6
