"""The score on tablets and laptops, at rest and while a deal is entered: nothing overlaps, and names are whole."""

import pytest
from browser.sheet import ENGINE_READY, NAMES, SHEETS, tap
from browser.table import NewMatch
from playwright.sync_api import Page, expect
from support.share import every

UPRIGHT = [(744, 1133), (768, 1024), (820, 1180)]
LYING = [(1024, 768), (1280, 800), (1366, 768)]
LONG = ["Massimiliano", "Giulia", "Francesca", "Al", "Alessandra", "Bo", "Cy", "Dag"]
# Parts of the page that share a place, and what is out of sight or wider than the screen.
WRONG = """() => {
  const wrong = [];
  const parts = [".top", ".tabs", "#board", ".seats", "#lines", ".deal-form", ".story", "#bar"]
    .map((name) => [name, document.querySelector(name)])
    .filter(([, part]) => part?.checkVisibility({ visibilityProperty: true }))
    .map(([name, part]) => [name, part.getBoundingClientRect()]);
  for (const [at, [name, a]] of parts.entries())
    for (const [other, b] of parts.slice(at + 1))
      if (a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2
        && ![name, other].every((one) => [".top", ".tabs"].includes(one))) wrong.push(`${name} lies over ${other}`);
  const isSeen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (one.contains(there) || there?.contains(one));
  };
  const wanted = document.documentElement.classList.contains("writing") ? "#entry .save" : "#next-deal, .story .save";
  for (const one of [wanted, ".tabs", "#lines tbody tr"])
    if (!isSeen(document.querySelector(one))) wrong.push(`${one} is out of sight`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the screen");
  return wrong;
}"""
NOT_WHOLE = """() => [...document.querySelectorAll(".seat .who b")].filter((who) => {
  const shown = [...who.querySelectorAll("bdi")].filter((one) => getComputedStyle(one).display !== "none" && one.offsetWidth > 1);
  return shown.length !== 1 || shown.some((one) => one.scrollWidth > one.clientWidth + 1 || one.clientHeight > parseFloat(getComputedStyle(one).fontSize) * 1.7
    || one.textContent !== who.querySelector("bdi").textContent);
}).map((who) => who.textContent)"""  # noqa: E501


@pytest.mark.parametrize("game", SHEETS)
def test_the_sheet_and_save_are_in_sight_and_nothing_lies_over_anything(
    page: Page, new_match: NewMatch, game: str
) -> None:
    sheet = SHEETS[game]
    new_match(page, game, NAMES[: sheet.players], entries=sheet.entries, options=sheet.options)
    page.wait_for_function(ENGINE_READY)
    found = {}
    for state in ("rest", "entering"):
        if state == "entering":
            page.locator("#next-deal p").click()
            for what in sheet.taps[:-1]:
                tap(page, what)
        for width, height in UPRIGHT + LYING:
            page.set_viewport_size({"width": width, "height": height})
            if wrong := page.evaluate(WRONG):
                found[f"{state} {width}x{height}"] = wrong
    assert not found


@pytest.mark.parametrize("game", every(2, list(SHEETS)))
def test_long_names_are_whole_on_a_tablet(page: Page, new_match: NewMatch, game: str) -> None:
    new_match(page, game, LONG[: SHEETS[game].most], options=SHEETS[game].options)
    page.wait_for_function(ENGINE_READY)
    found = {}
    for state in ("rest", "entering"):
        if state == "entering":
            page.locator("#next-deal p").click()
        for width, height in UPRIGHT:
            page.set_viewport_size({"width": width, "height": height})
            if cut := page.evaluate(NOT_WHOLE):
                found[f"{state} {width}x{height}"] = cut
    assert not found


def test_a_deal_is_corrected_beside_the_sheet(page: Page, new_match: NewMatch) -> None:
    path = new_match(page, "toy", NAMES[:3], entries=SHEETS["toy"].entries * 3, opens=False)
    found = {}
    for width, height in UPRIGHT + LYING:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{path}/entries/2")
        page.wait_for_function(ENGINE_READY)
        for state in ("rest", "entering"):
            if state == "entering":
                page.locator(".story .save").click()
                expect(page.locator("#deal-form")).to_be_visible()
            if wrong := page.evaluate(WRONG):
                found[f"{state} {width}x{height}"] = wrong
    assert not found


def test_what_is_rare_stands_beside_the_sheet(page: Page, new_match: NewMatch) -> None:
    new_match(page, "toy", NAMES[:3], entries=SHEETS["toy"].entries)
    page.wait_for_function(ENGINE_READY)
    page.locator("#other > summary").click()
    for width, height in UPRIGHT + LYING:
        page.set_viewport_size({"width": width, "height": height})
        menu, sheet, seats = (page.locator(one).bounding_box() for one in (".menu", "#lines", ".seats"))
        assert menu
        assert sheet
        assert seats
        assert menu["x"] >= sheet["x"] + sheet["width"] - 1 or menu["x"] + menu["width"] <= sheet["x"] + 1
        assert menu["y"] >= seats["y"] + seats["height"] - 1
