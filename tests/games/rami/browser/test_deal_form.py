"""The deal form of Rami: the player who went out, which can be undone, and the number of a player without melds."""

from collections.abc import Callable

from browser.match_player import Thumb
from browser.sheet import ENGINE_READY, NAMES, tap
from browser.table import NewMatch
from playwright.sync_api import Page, expect


def later(page: Page) -> None:
    """Return a time at which a tap no longer counts as a double tap."""
    page.wait_for_timeout(600)


def test_a_second_tap_undoes_an_accidental_one(page: Page, new_match: NewMatch) -> None:
    new_match(page, "rami", NAMES[:3])
    page.wait_for_function(ENGINE_READY)
    row = page.locator("[data-player=Anna] .deal-winner")
    row.dblclick()
    expect(page.locator(".seat[data-player=Anna]")).to_contain_class("did")
    expect(page.locator("[name='left[@0]']")).to_be_hidden()
    later(page)
    row.click(position={"x": 20, "y": 20})
    expect(page.locator(".did")).to_have_count(0)
    expect(page.locator("[name='left[@0]']")).to_be_focused()
    page.locator("[data-tool=aside]").click()
    page.reload()
    page.wait_for_function(ENGINE_READY)
    expect(page.locator("#status")).to_be_empty()  # nothing was restored


def test_arrow_keys_go_through_the_players(page: Page, new_match: NewMatch) -> None:
    """WCAG 3.2.2: choosing a radio button removes nobody from the group. After Save the focus is at the score."""
    new_match(page, "rami", NAMES[:3])
    page.wait_for_function(ENGINE_READY)
    who = page.locator(".deal-winner input")
    who.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(who.nth(2)).to_be_focused()
    expect(who.nth(2)).to_be_checked()
    for at in (0, 1):
        page.locator(f"[name='left[@{at}]']").fill("30")
    page.locator("#entry .save").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    expect(page.locator("#main")).to_be_focused()


def test_the_own_result_takes_three_taps_and_can_be_changed(
    page: Page, new_match: NewMatch, accessible: Callable[..., None]
) -> None:
    """A tap on one's own row opens the box; only the answer says that the player went out."""
    path = new_match(page, "rami", NAMES[:3])
    page.request.post(f"{path}/settings", form={"own_parts": "on"})
    page.request.post(f"{path}/who", form={"player": "Anna"})
    page.goto(path)
    page.wait_for_function(ENGINE_READY)
    box, thumb = page.locator("[name='left[@0]']"), Thumb(page)
    left, went_out = (page.get_by_role("button", name=name) for name in ("I have", "I went out"))
    thumb.tap(page.get_by_role("button", name="My result"))
    save = page.locator("#entry .save")
    expect(save.locator(".missing")).to_be_visible()
    thumb.tap(left)
    thumb.digits("28")
    accessible(page)
    expect(left).to_have_text("I have 28 left")
    expect(save).to_contain_text("Anna +28 → 28")
    thumb.tap(save)
    assert thumb.taps == 3
    expect(page.locator("[data-player=Anna] .in")).to_have_text("✓ in")
    expect(page.locator("#board")).to_contain_text("1 of 3 in")
    page.get_by_role("button", name="Change my result").click()
    went_out.click()
    expect(box).to_be_hidden()
    save.click()
    expect(page.locator("#status")).to_have_text("Saved.")
    page.locator("[data-player=Anna] .who").click()
    expect(went_out).to_have_attribute("aria-pressed", "true")
    left.click()
    expect(box).to_be_focused()


def test_a_number_replaced_by_cards_does_not_come_back(page: Page, new_match: NewMatch) -> None:
    new_match(page, "rami", NAMES[:3])
    page.wait_for_function(ENGINE_READY)
    box, cards = page.locator("[name='left[@1]']"), page.locator(".cards-field:has([name='left_cards[@1]'])")
    nothing = page.locator("[name='not_laid[]'][value=Bo]")
    for one in ("@0", "=4"):
        tap(page, one)
    expect(box).to_have_value("4")
    nothing.dispatch_event("click")
    expect(box).to_be_hidden()
    page.locator("details.rare:has(.cards-field) > summary").dispatch_event("click")
    cards.locator(".add").dispatch_event("click")
    cards.locator("[data-card=KS]").dispatch_event("click")
    nothing.dispatch_event("click")
    expect(box).to_be_visible()
    expect(box).to_have_value("")
    expect(cards.locator("input")).to_have_value("KS")


def test_players_without_melds_are_asked_for_a_hand_that_counts(page: Page, new_match: NewMatch) -> None:
    """rami.score.no_meld: the count, or the higher of the two, needs the number too."""
    new_match(page, "rami", NAMES[:3], options={"no_meld": "max"})
    page.wait_for_function(ENGINE_READY)
    for one in ("@0", "=40", "!next", "=80", "!nothing"):
        tap(page, one)
    expect(page.locator("[name='left[@2]']")).to_be_focused()
    expect(page.locator("#preview")).to_contain_text("Cia +100 → 100")
    page.locator("#entry .save").click()
    expect(page.locator("[data-player=Cia] .n")).to_have_text("100")
