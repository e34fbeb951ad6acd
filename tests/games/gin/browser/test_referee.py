"""The referee of gin on a phone, and hands entered as cards."""

from browser.sheet import NAMES, tap
from browser.table import SOON, NewMatch
from playwright.sync_api import Page, expect


class TestPicker:
    def test_escape_and_focus(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "gin", NAMES[:2], at="/referee/arrange")
        expect(page.locator(".picker")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".picker")).to_be_hidden()
        expect(page.locator(".card.add")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".picker")).to_be_visible()

    def test_a_search_leaves_it_closed(self, page: Page, new_match: NewMatch) -> None:
        """The search may have led to the wrong question; people who choose it from the list need the cards."""
        new_match(page, "gin", NAMES[:2], at="/referee/arrange?q=the+best+melds")
        expect(page.locator(".card.add")).to_be_visible()
        expect(page.locator(".picker")).to_be_hidden()
        expect(page.locator(".others")).to_be_in_viewport()

    def test_gin_hands_in_the_deal(self, page: Page, new_match: NewMatch) -> None:
        """The entry form of a deal uses the same picker."""
        new_match(page, "gin", NAMES[:2], opening={"dealer": "Bo"})
        page.locator(".seat[data-player=Anna] .deal-winner").tap()
        page.locator("#keypad [data-key=more]").tap()
        page.get_by_text("Enter cards").tap()
        page.get_by_role("button", name="Anna: add cards").tap()
        for card in ("AS", "2S", "3S", "7H", "8H", "9H", "5C", "5D", "5H", "5S"):
            page.locator(f'.picker:visible [data-card="{card}"]').dispatch_event("click")
        assert page.locator("input[name='hands[@0]']").input_value() == "AS 2S 3S 7H 8H 9H 5C 5D 5H 5S"
        expect(page.locator(".choosing")).to_contain_text("Bo")
        page.reload()  # the draft is restored with its cards
        expect(page.get_by_role("button", name="ace of spades: remove")).to_be_visible()
        expect(page.locator("[data-player=Anna] .chosen .card:not(.add)")).to_have_count(10)


def test_from_a_disputed_deal_to_its_correction(page: Page, new_match: NewMatch) -> None:
    """The row, Dispute, the referee: the facts come along, and only that deal can be corrected."""
    deals = [("Rose", {"Rose": 0, "Max": 16}), ("Max", {"Max": 8, "Rose": 3})]
    knocks = [{"kind": "deal", "end": "knock", "by": by, "deadwood": numbers} for by, numbers in deals]
    path = new_match(page, "gin", ["Rose", "Max"], entries=knocks, at="/entries/2")
    page.locator("#dispute summary").tap()
    page.get_by_label("What is wrong?").fill("Max knocked with 8 and Rose has 9")
    page.get_by_role("button", name="Dispute it").tap()
    page.get_by_role("link", name="Ask the referee").tap()
    expect(page.get_by_role("link", name="About deal 2")).to_be_visible()
    expect(page.get_by_label("What happened?")).to_have_value("Max knocked with 8 and Rose has 9")
    page.locator("summary", has_text="Counting").tap()
    page.get_by_role("link", name="Who scores what?").tap()
    expect(page.locator(".down")).to_contain_text("That is how deal 2 is saved.")
    expect(page.get_by_role("button", name="Score it")).to_have_count(0)
    page.locator(".facts span", has_text="Deadwood of the opponent").locator("+ details summary").tap()
    page.locator(".chip-form:visible input[inputmode=numeric]").fill("9")
    page.locator(".chip-form:visible button").tap()
    expect(page.locator(".down form button").first).to_have_text("Correct deal 2: Max +1")
    page.locator(".down form button").first.tap()
    expect(page.locator("form.correcting.open")).to_be_visible()
    expect(page.get_by_role("textbox", name="Rose: left in hand")).to_have_value("9")
    page.locator("form.correcting .save").tap()
    page.wait_for_url(lambda address: not address.endswith("/form"))
    page.goto(path)
    expect(page.locator(".seat[data-player=Rose]")).to_contain_text("41")
    expect(page.locator(".seat[data-player=Max]")).to_contain_text("1")


class TestDealOnThePad:
    """A deal that the referee saves while the same deal lies typed on the pad counts once."""

    def test_is_asked_about_after_the_referee_saved_it(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "gin", NAMES[:2])
        page.locator("#next-deal p").click()
        tap(page, "@0")
        boxes = page.locator("[name^=deadwood]")
        for at, n in enumerate(("3", "20")):
            boxes.nth(at).fill(n)
        boxes.nth(1).dispatch_event("change")
        page.goto(f"{path}/referee/score?ask=1&knocker=3&defender=20&end=knock")
        page.get_by_role("button", name=f"Score it as deal 1: {NAMES[0]}").tap()
        expect(page.locator("#newer-entries")).to_contain_text("deal 1", timeout=SOON)
        expect(boxes.nth(1)).to_have_value("20")
        page.locator("#entry .save").click()
        expect(page.locator("#status")).to_contain_text("It counts once.")
        expect(page.locator("#lines tbody tr.deal")).to_have_count(1)
