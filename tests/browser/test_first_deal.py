"""Until the first deal is saved, a hint says what to tap; a tap anywhere in a row works."""

from collections.abc import Callable

import pytest
from browser.sheet import ENGINE_READY, SHEETS
from browser.table import PLAYERS, SOON, Make, NewMatch, deals, save, seat, takes, wake
from playwright.sync_api import Page, expect
from support.share import every

MINE = ("Anna", "Anna", "Anna", "Bo", "Cia")
# Points of a grid over the first row where a tap does not open the form.
DEAD = """() => {
  const row = document.querySelector("#entry .seat").getBoundingClientRect();
  const dead = [];
  for (let x = row.left + 3; x < row.right - 2; x += row.width / 6.1)
    for (let y = row.top + 3; y < row.bottom - 2; y += row.height / 4.1) {
      document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      const form = document.querySelector("#entry");
      if (!form.classList.contains("open")) dead.push([x, y]);
      document.querySelector("[data-tool=aside]").click();
      form.reset();
      form.dispatchEvent(new Event("change", { bubbles: true }));
    }
  return dead;
}"""


def test_what_to_tap_is_said_until_the_first_deal_is_saved(
    trio: list[Page], new_match: NewMatch, accessible: Callable[..., None]
) -> None:
    anna, bo, cia = trio
    path = new_match(anna, "toy", PLAYERS)
    seat(anna, bo, cia, path)
    bo.goto(path)
    for page in (anna, bo):
        expect(page.locator(".first-step")).to_have_text("Tap who won each round")
        expect(page.locator(".let-in")).to_be_visible()
        expect(page.locator(".enter")).to_have_text("Enter deal 1")
    accessible(anna)
    takes(bo, "Bo")  # it goes from under the rows of one who types, too
    takes(anna, *MINE)
    save(anna)
    deals(anna, 1)
    wake(bo)
    for page in (anna, bo):
        for gone in (".first-step", ".let-in", ".enter"):
            expect(page.locator(gone)).to_have_count(0, timeout=SOON)
    anna.get_by_role("button", name="Undo deal 1").click()
    deals(bo, 0)
    bo.goto(path)
    expect(bo.locator("#entry")).to_be_visible()
    expect(bo.locator(".first-step")).to_have_count(0)


def test_without_scripts_it_is_said_above_the_lists(page: Page, phone: Make, new_match: NewMatch) -> None:
    path = new_match(page, "toy", PLAYERS, opens=False)
    plain = phone(java_script_enabled=False, new=True)
    plain.context.add_cookies(page.context.cookies())
    plain.goto(path)
    expect(plain.locator(".first-step")).to_be_visible()
    plain.locator(".enter").click()
    expect(plain.locator(".slots")).to_be_in_viewport()


def test_on_a_keyboard_the_form_opens_at_its_first_row(page: Page, new_match: NewMatch) -> None:
    new_match(page, "toy", PLAYERS)
    page.wait_for_function(ENGINE_READY)
    page.locator(".enter").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#deal-form")).to_be_visible()
    expect(page.locator("[data-takes=Anna]")).to_be_focused()


@pytest.mark.parametrize("game", every(7, list(SHEETS), first=4))
def test_no_part_of_a_row_is_dead(page: Page, new_match: NewMatch, game: str) -> None:
    new_match(page, game, **{**SHEETS[game].match, "entries": []})
    page.wait_for_function(ENGINE_READY)
    for width, height in every(4, ((320, 640), (360, 740), (820, 1180), (1366, 768), (740, 360))):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(DEAD) == [], f"{width}x{height}"
