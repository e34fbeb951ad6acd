"""Type a deal of Rami: who went out, which can be taken back, and the number of who has laid nothing."""

from browser.sheet import ENGINE_READY, NAMES, tap
from browser.table import NewMatch
from playwright.sync_api import Page, expect


def later(page: Page) -> None:
    """Return a time at which a tap is no second half of a double tap any more."""
    page.wait_for_timeout(600)


def test_whoever_was_tapped_by_accident_is_tapped_once_more(page: Page, new_match: NewMatch) -> None:
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
    expect(page.locator("#status")).to_be_empty()  # nothing that was typed is back


def test_arrows_lead_through_those_who_may_have_gone_out(page: Page, new_match: NewMatch) -> None:
    """WCAG 3.2.2: choosing one of them takes nobody out of the group. After Save one goes on where the score begins."""
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


def test_in_a_part_of_ones_own_it_is_said_in_words_and_taken_back(page: Page, new_match: NewMatch) -> None:
    """There no other row can be tapped instead: the row leads to the box, and only the words say that one went out."""
    path = new_match(page, "rami", NAMES[:3])
    page.request.post(f"{path}/settings", form={"own_parts": "on"})
    page.request.post(f"{path}/who", form={"player": "Anna"})
    page.goto(path)
    page.wait_for_function(ENGINE_READY)
    box, words = page.locator("[name='left[@0]']"), page.locator(".whether", has_text="went out")
    page.locator("[data-player=Anna] .who").click()
    expect(box).to_be_focused()
    words.click()
    expect(box).to_be_hidden()
    page.locator("#entry .save").click()
    expect(page.locator("#entry .save")).to_contain_text("Change my result")
    expect(words.locator("input")).to_be_checked()
    later(page)
    words.click()
    expect(box).to_be_focused()
    tap(page, "=30")
    page.locator("#entry .save").click()
    expect(page.locator("[name='left[@0]']")).to_have_value("30")


def test_no_number_from_before_the_cards_comes_back_when_he_has_laid(page: Page, new_match: NewMatch) -> None:
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


def test_a_hand_that_counts_is_asked_of_who_has_laid_nothing(page: Page, new_match: NewMatch) -> None:
    """rami.score.no_meld: the count, or the higher of the two, needs the number as well."""
    new_match(page, "rami", NAMES[:3], options={"no_meld": "max"})
    page.wait_for_function(ENGINE_READY)
    for one in ("@0", "=40", "!next", "=80", "!nothing"):
        tap(page, one)
    expect(page.locator("[name='left[@2]']")).to_be_focused()
    expect(page.locator("#preview")).to_contain_text("Anna went out")
    page.locator("#entry .save").click()
    expect(page.locator("[data-player=Cia] .n")).to_have_text("100")
