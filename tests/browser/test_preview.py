"""The preview is of the deal in the form, also after a redraw without typing."""

import re

from browser.table import LATER, ROW, deals, save, takes, typed
from playwright.sync_api import Page, expect

MINE = ("Anna", "Anna", "Anna", "Bo", "Cia")


def foretold(page: Page) -> None:
    expect(page.locator("#to-0")).to_contain_text("→")


def test_once_the_deal_before_it_has_gone_up(hers: Page) -> None:
    """It is based on the current sheet, and a poll does not repeat it."""
    anna = hers
    anna.context.set_offline(True)
    takes(anna, *MINE)
    save(anna)
    expect(anna.locator(ROW)).to_have_count(1)
    takes(anna, "Bo", "Bo", "Anna", "Bo", "Cia")
    anna.context.set_offline(False)
    expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
    foretold(anna)
    expect(anna.locator("#live .to")).to_have_count(3)


def test_after_a_refusal_a_reload_and_an_undo(hers: Page) -> None:
    """A refusal goes with the next tap."""
    anna = hers
    takes(anna, *MINE[:3])
    save(anna)
    expect(anna.locator("#wrong")).to_contain_text("Only 3 rounds of five are written.")
    takes(anna, *MINE[3:])
    expect(anna.locator("#wrong")).to_have_count(0)
    foretold(anna)
    anna.reload()
    expect(anna.locator("#status")).to_have_text("What you typed has been restored.")
    typed(anna, *MINE)
    foretold(anna)
    save(anna)
    deals(anna, 2)
    anna.get_by_role("button", name=re.compile("^.? ?Undo")).click()
    foretold(anna)
    anna.locator("[data-tool='untake']").click()
    anna.reload()
    expect(anna.locator("#preview")).to_have_text("Only 4 rounds of five are written.")
