"""The deal form of gin: boxes that a choice hides, and the text of a waiting deal."""

from browser.sheet import ENGINE_READY, NAMES, tap
from browser.table import SOON, Make, NewMatch, beside
from playwright.sync_api import Page, expect

GLANCE = 2500  # ms that “Saved.” is shown


def test_gin_is_chosen_if_nobody_may_knock(page: Page, new_match: NewMatch) -> None:
    """A hidden box loses its number, because nobody could correct it there.

    If the box is shown again it has its number back: the choice may have been a slip.
    """
    new_match(page, "gin", NAMES[:2], options={"knock_limit": 0})
    expect(page.locator("input[name=end][value=gin]")).to_be_checked()
    page.locator("#next-deal p").click()
    boxes = page.locator("[name^=deadwood]")
    for at, n in enumerate(("9", "44")):
        boxes.nth(at).fill(n)
    tap(page, "@0")
    expect(boxes.nth(0)).to_have_value("")
    expect(boxes.nth(1)).to_have_value("44")
    page.locator("#entry label:has([name=end][value=void])").click()
    expect(boxes.nth(1)).to_have_value("")
    page.locator("#entry label:has([name=end][value=gin])").click()
    expect(boxes.nth(1)).to_have_value("44")


def test_cards_replace_a_hidden_number_too(page: Page, new_match: NewMatch) -> None:
    """When the box is shown again it stays empty beside the cards, and gets its number back once they are removed.

    An impossible number stays in the box and is reported.
    """
    new_match(page, "gin", NAMES[:2])
    page.wait_for_function(ENGINE_READY)
    box, cards = page.locator("[name='deadwood[@0]']"), page.locator(".cards-field:has([name='hands[@0]'])")
    for one in ("@0", "=12"):
        tap(page, one)
    expect(page.locator("#status")).to_contain_text("12 is not possible: at most 10.")
    for one in ("!back", "!back", "=4", "input[name=end][value=gin]"):
        tap(page, one)
    expect(box).to_have_value("")
    page.locator("details.rare:has(.cards-field) > summary").dispatch_event("click")
    cards.locator(".add").dispatch_event("click")
    cards.locator("[data-card=KS]").dispatch_event("click")
    tap(page, "input[name=end][value=knock]")
    expect(box).to_be_visible()
    expect(box).to_have_value("")
    expect(cards.locator("input")).to_have_value("KS")
    cards.locator("[data-do=back]").dispatch_event("click")
    expect(box).to_have_value("4")


def test_a_waiting_deal_is_described_by_player(page: Page, new_match: NewMatch) -> None:
    """The box has two names. The next dealer is not known here, so the player who sits this deal out may play.

    Before, a tap on that player only says so; a penalty is possible.
    """
    new_match(page, "gin", ["Anna", "Bo", "Cia"])
    page.wait_for_function(ENGINE_READY)
    page.locator(".seat[data-player=Cia]").click(position={"x": 60, "y": 20})
    expect(page.locator("#status")).to_have_text("Cia sits this deal out.")
    expect(page.locator("#entry.open")).to_have_count(0)
    page.reload()
    page.wait_for_function(ENGINE_READY)
    form = beside(page, "penalty")
    page.get_by_role("button", name="Penalty for Cia").click()
    expect(form.locator("[name=player]")).to_have_value("Cia")
    expect(page.locator("#status")).to_have_text("")
    for _ in ("form", "menu"):
        page.keyboard.press("Escape")
    page.context.set_offline(True)
    page.locator("#next-deal p").click()
    expect(page.locator("[name='deadwood[@2]']")).to_be_hidden()
    expect(page.locator("[data-player=Cia] .deal-winner input")).to_be_disabled()
    tap(page, "@0")
    for at, n in enumerate(("5", "25")):
        page.locator(f"[name='deadwood[@{at}]']").fill(n)
    page.locator("#entry .save").click()
    waits = page.locator("#waiting li .typed").first
    expect(waits).to_contain_text("Anna: ended the deal with: 5, Bo: left in hand: 25")
    assert "left in handlaid" not in waits.inner_text()
    expect(page.locator(".seat abbr.deals")).to_be_hidden()
    tap(page, "@2")
    for key in "410":  # no deal allows a knock with more than ten, so the keys go on by themselves
        page.locator(f"[data-key='{key}']").click()
    page.locator("#entry .save").click()
    expect(page.locator("#waiting li .typed").first).to_contain_text(
        "Anna: left in hand: 10, Cia: ended the deal, Cia: ended the deal with: 4"
    )
    page.context.set_offline(False)
    expect(page.locator("[data-player=Cia] .n")).to_have_text("6", timeout=SOON)
    expect(page.locator("[data-player=Anna] input").first).to_be_disabled()  # the loser deals


def test_on_a_laptop_going_to_save_does_not_scroll(phone: Make, new_match: NewMatch) -> None:
    """There the form is below the rows, and completely visible."""
    page = phone(width=1280, height=800)
    new_match(page, "gin", ["Anna", "Bo"])
    page.wait_for_function(ENGINE_READY)
    page.locator(".seat .deal-winner").first.click()
    for key in ("1", "2", "b", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#entry .save")).to_be_focused()
    assert page.evaluate("scrollY") == 0


class TestUpcard:
    def test_closing_the_card_keys_returns_to_the_field(self, page: Page, new_match: NewMatch) -> None:
        """The phone's Back button closes the keys, not the match."""
        path = new_match(page, "gin", NAMES[:2], options={"oklahoma": True})
        page.wait_for_function(ENGINE_READY)
        add, keys = page.locator("#upcard .add"), page.locator(".picker:visible")
        ways = (
            page.go_back,
            lambda: page.keyboard.press("Escape"),
            lambda: keys.get_by_role("button", name="Close").click(),
        )
        for way in ways:
            add.click()
            expect(keys).to_have_count(1)
            way()
            expect(keys).to_have_count(0)
            expect(add).to_be_focused()
            assert page.url.endswith(path)
        page.go_back()
        assert not page.url.endswith(path), "closed otherwise they leave no step back behind"

    def test_a_card_that_could_not_be_sent_goes_into_the_deal(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "gin", NAMES[:2], options={"oklahoma": True})
        page.wait_for_function(ENGINE_READY)
        page.locator("#upcard .add").click()
        page.context.set_offline(True)
        page.locator("#upcard [data-card='8H']").click()
        expect(page.locator(".picker:visible")).to_have_count(0)
        tap(page, "@0")
        expect(page.locator("#entry [name=upcard]")).to_have_value("8H")


def test_a_void_deal_has_no_winner(phone: Make, new_match: NewMatch) -> None:
    """Nobody is tapped for it, and a player tapped before is not marked."""
    page = phone(new=True)
    page.clock.install()
    new_match(page, "gin", NAMES[:2])
    page.wait_for_function(ENGINE_READY)
    page.locator("#next-deal p").click()
    void = page.locator("#entry label:has([name=end][value=void])")
    tap(page, "@0")
    expect(page.locator(".seat.did")).to_have_count(1)
    void.click()
    expect(page.locator(".seat.did")).to_have_count(0)
    page.locator("#entry .save:visible").click()
    expect(page.locator("#status")).to_have_text("Saved.")
    page.locator("#next-deal p").click()
    void.click()
    page.locator("#entry .save:visible").click()
    expect(page.locator("#lines .nr")).to_have_count(3)  # including the header
    page.clock.fast_forward(GLANCE)
    expect(page.locator("#status")).to_have_text("")  # the line shows the house rules again
