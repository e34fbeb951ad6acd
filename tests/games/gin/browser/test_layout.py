"""The form for Oklahoma's card leaves the sheet visible, and its keys move nothing."""

from browser.sheet import ENGINE_READY
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect

KNOCK = {"kind": "deal", "end": "knock", "by": "Anna", "upcard": "TS", "deadwood": {"Anna": 4, "Bo": 20}}


class TestUpcard:
    def test_its_form_leaves_the_sheet_visible(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "gin", ["Anna", "Bo"], options={"oklahoma": True, "hollywood": True}, entries=[KNOCK] * 2)
        page.wait_for_function(ENGINE_READY)
        expect(page.locator("#upcard .add")).to_be_in_viewport(ratio=1)
        deal, bar = (found.bounding_box() for found in (page.locator("#lines tbody tr").first, page.locator(".bar")))
        assert deal
        assert bar
        assert deal["y"] + deal["height"] <= bar["y"]

    def test_its_keys_move_nothing(self, page: Page, new_match: NewMatch) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": {**KNOCK, "upcard": "9S"}, "reason": "counted wrong"}
        new_match(page, "gin", ["Anna", "Bo"], options={"oklahoma": True}, entries=[KNOCK, fixed])
        page.wait_for_function(ENGINE_READY)
        number = page.locator("#lines tbody .nr").first.bounding_box()
        assert number
        assert number["width"] < 60, "what is said of a deal leaves the columns as they are"
        before = page.locator(".seat").first.bounding_box()
        page.locator("#upcard .add").tap()
        expect(page.locator(".picker:visible [data-card=AS]")).to_be_in_viewport(ratio=1)
        assert page.locator(".seat").first.bounding_box() == before
        page.locator(".picker:visible [data-card=AS]").tap()
        expect(page.locator("#upcard summary")).to_contain_text("only gin ends this deal")
        assert page.locator(".seat").first.bounding_box() == before

    def test_without_scripts_it_is_typed(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(java_script_enabled=False)
        new_match(page, "gin", ["Anna", "Bo"], options={"oklahoma": True})
        page.get_by_label("Oklahoma: which card is turned up?").fill("AS")
        page.get_by_role("button", name="This card is face up").click()
        expect(page.locator("#upcard summary")).to_contain_text("only gin ends this deal")


def test_the_keys_of_cards_are_as_high_as_a_finger(page: Page, new_match: NewMatch) -> None:
    new_match(page, "gin", ["Anna", "Bo"], options={"oklahoma": True})
    page.wait_for_function(ENGINE_READY)
    page.locator("#upcard .add").tap()
    for height in (740, 640):
        page.set_viewport_size({"width": 360, "height": height})
        for part in (".picker-title", ".key >> nth=0", ".key >> nth=51", "[data-do=next]"):
            expect(page.locator(".picker:visible").locator(part)).to_be_in_viewport(ratio=1)
        assert min(page.locator(".key:visible").evaluate_all("keys => keys.map(key => key.offsetHeight)")) >= 48
