"""Penalties and re-entries: taps are counted, typed values are kept, also without scripts."""

import re
from collections.abc import Callable

from browser.match_player import Thumb
from browser.table import LATER, ROW, Make, NewMatch, beside, without_network
from playwright.sync_api import Locator, Page, expect

FOUR = ["Giulia", "Marco", "Francesca", "Paola"]
OUT = {"mode": "elimination", "limit": 100, "reentry": 1}


def pick(page: Page, player: str) -> Locator:
    return page.get_by_role("button", name=f"Penalty for {player}")


class TestFromTheMenu:
    def test_six_taps(self, page: Page, new_match: NewMatch, accessible: Callable[..., None]) -> None:
        new_match(page, "ramino", FOUR)
        thumb = Thumb(page)
        thumb.tap(page.locator("#other > summary"))
        expect(page.locator("#other")).to_contain_text("Paola deals again")
        accessible(page)
        thumb.tap(page.locator("#row-penalty > summary"))
        save = page.locator("#row-penalty .save")
        expect(save).to_contain_text("Say who gets the penalty.")
        thumb.tap(pick(page, "Marco"))
        expect(page.locator("#row-penalty summary")).to_contain_text("Penalty for Marco")
        expect(page.locator("#board")).to_have_attribute("data-asks", "Penalty for Marco")
        thumb.tap(page.locator(".amounts label", has_text="−200"))
        thumb.tap(page.locator("#row-penalty .why label", has_text="Joker kept"))
        expect(save).to_contain_text("Marco −200 → −200")
        expect(page.locator("#to-1")).to_have_text("→ −200")
        accessible(page)
        thumb.tap(save)
        expect(page.locator("#lines tr.penalty")).to_have_count(1)
        assert thumb.taps == 6
        expect(page.locator("#other")).not_to_have_attribute("open", "")
        expect(page.locator(".pick")).to_have_count(0)

    def test_the_keyboard_gets_there_and_back(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "ramino", FOUR)
        page.locator("#other > summary").focus()
        page.keyboard.press("Enter")
        page.locator("#row-penalty > summary").focus()
        page.keyboard.press("Enter")
        pick(page, "Giulia").focus()
        page.keyboard.press("Enter")
        expect(pick(page, "Giulia")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(page.locator("#row-note")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#other > summary")).to_be_focused()
        expect(page.locator(".seat [inert]")).to_have_count(0)

    def test_without_scripts(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(java_script_enabled=False)
        new_match(page, "ramino", FOUR)
        form = beside(page, "penalty")
        form.locator("[name=player]").select_option("Marco")
        form.locator(".amounts label", has_text="−200").click()
        form.get_by_role("button", name="Show the effect").click()
        expect(page.locator("main")).to_contain_text("Marco −200 → −200")
        page.get_by_role("button", name="Save penalty").click()
        expect(page.locator("#lines tr.penalty")).to_have_count(1)


class TestWithTheDeal:
    def test_of_one_player_by_amounts(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "ramino", FOUR)
        page.locator(".seat").first.click()
        page.locator("[data-key=more]").click()
        page.locator(".rare > summary", has_text="Penalties").click()
        whom = page.locator(".of-whom")
        box = whom.bounding_box()
        assert box and box["height"] < 150
        whom.locator("summary", has_text="Marco").click()
        expect(whom.locator("summary:visible")).to_have_text(["Marco"])
        whom.locator("label:visible", has_text="−400").click()
        expect(page.locator("[name='penalties[@1][joker]']:checked")).to_have_value("2")


def test_a_tap_in_the_own_row_writes_a_reentry(page: Page, new_match: NewMatch) -> None:
    deal = {"kind": "deal", "out": "Giulia", "left": {"Marco": 60, "Francesca": 50, "Paola": 40}}
    deal["laid"] = dict.fromkeys(FOUR[1:], True)
    new_match(page, "ramino", FOUR, options=OUT, entries=[deal, {**deal, "left": {**deal["left"], "Francesca": 40}}])
    back = page.get_by_role("button", name=re.compile("comes back in at"))
    expect(back).to_have_text(re.compile("at 90"))
    back.click()
    expect(page.locator("#lines")).to_contain_text("Marco comes back")
    expect(back).to_have_count(0)


def test_a_waiting_reentry_is_never_dropped_silently(phone: Make, new_match: NewMatch) -> None:
    """Another phone has written a deal meanwhile: the re-entry is refused, and its row says why."""
    deal = {"kind": "deal", "out": "Giulia", "left": {"Marco": 105, "Francesca": 40, "Paola": 40}}
    deal["laid"] = dict.fromkeys(FOUR[1:], True)
    page = phone(new=True)
    page.clock.install()
    path = new_match(page, "ramino", FOUR, options=OUT, entries=[deal])
    page.clock.fast_forward(2000)  # it fetches what an entry may need once it is at rest
    without_network(page)
    back = page.get_by_role("button", name="Marco: comes back in at 40")
    back.click()
    expect(page.locator(f"{ROW} .what")).to_have_text("Marco: comes back in at 40", timeout=LATER)
    expect(back).to_be_disabled()
    left = {"left[@2]": "40", "left[@3]": "40", "laid[@2]": "true", "laid[@3]": "true"}
    sent = {"kind": "deal", "seen": "1.0", "entry_id": "theirs", "out[@]": "Giulia", **left}
    assert page.request.post(f"{path}/entries", form=sent).ok
    page.context.set_offline(False)
    page.get_by_role("button", name="Compare").click(timeout=LATER)
    expect(page.locator(".conflict")).to_contain_text("Here: Back in the game; Player: Marco")
    page.get_by_role("button", name="Save mine as well").click()
    expect(page.locator(ROW)).to_contain_text(
        "Not saved: Marco was not eliminated in the last deal and cannot come back."
    )
    expect(page.locator("#entry.open")).to_have_count(0)


def test_a_reentry_does_not_change_the_deal_form(page: Page, new_match: NewMatch) -> None:
    """Save knows at once who plays again, and the form does not open by itself."""
    deal = {"kind": "deal", "out": "Giulia", "left": {"Marco": 40, "Francesca": 105, "Paola": 40}}
    deal["laid"] = dict.fromkeys(FOUR[1:], True)
    new_match(page, "ramino", FOUR, options={**OUT, "dealt": 13}, entries=[deal])
    page.locator(".seat[data-player=Giulia] label.deal-winner").click()
    for name, n in (("Marco", 15), ("Paola", 10), ("Francesca", 5)):
        if name == "Francesca":
            page.get_by_role("button", name="Francesca: comes back in at 40").click()
            expect(page.locator("button.offer")).to_have_count(0)
            expect(page.locator("#entry .rare[open]")).to_have_count(0)
        page.locator(f".seat[data-player={name}] [data-box]:visible").first.click()
        for key in str(n):
            page.locator(f"[data-key='{key}']").click()
    expect(page.locator("#preview")).to_contain_text("→ 45")
    expect(page.locator("#preview .missing")).to_have_count(0)
