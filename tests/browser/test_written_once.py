"""An entry typed once is written once and keeps its number, whatever others write and whichever tabs are opened."""

import re

from browser.table import (
    LATER,
    ROW,
    SOON,
    Table,
    beside,
    deals,
    save,
    taken,
    takes,
    typed,
    writes,
)
from playwright.sync_api import Page, Route, expect

MINE, THEIRS, LATE = ["Anna"] * 3 + ["Bo", "Cia"], ["Bo"] * 3 + ["Anna", "Cia"], ["Cia"] * 3 + ["Anna", "Bo"]
NEXT = "This is for the next deal"


def compare(page: Page) -> None:
    page.locator("#newer-entries").get_by_role("button", name="Compare").click(timeout=SOON)
    expect(page.locator(".conflict")).to_contain_text("other values than yours")


def choose(page: Page, name: str) -> None:
    page.locator(".conflict").get_by_role("button", name=name).click()
    expect(page.locator(".conflict")).to_have_count(0)


class TestOneDraft:
    def test_two_tabs_show_it_and_one_writes_it(self, hers: Page, seated: Table) -> None:
        anna = hers
        _, bo, _, path = seated
        takes(anna, *MINE)
        other = anna.context.new_page()
        other.goto(path)
        typed(other, *MINE)
        writes(bo, path, *THEIRS)
        compare(anna)
        choose(anna, NEXT)
        for page in (anna, other):
            deals(page, 3)
            typed(page)
            expect(page.locator(ROW)).to_have_count(0)
            expect(page.locator("#newer-entries")).to_be_hidden()

    def test_what_another_tab_types_comes_into_no_form_at_work(self, hers: Page) -> None:
        anna = hers
        other = anna.context.new_page()
        other.goto(anna.url)
        takes(anna, "Anna", "Bo")
        takes(other, "Cia")
        other.locator("[data-tool=untake]").click()
        typed(other)
        takes(other, "Cia", "Cia")
        typed(other, "Cia", "Cia")
        typed(anna, "Anna", "Bo")

    def test_what_was_compared_outlives_an_end_that_is_undone(self, his: Page, seated: Table) -> None:
        bo = his
        anna, _, _, path = seated
        takes(bo, *MINE)
        writes(anna, path, *THEIRS)
        compare(bo)
        ended = {"kind": "end", "reason": "time", "seen": "2.0", "entry_id": "the-end"}
        assert anna.request.post(f"{path}/entries", form=ended).ok
        expect(bo.locator(ROW)).to_contain_text("Not saved, because the match is over", timeout=SOON)
        expect(bo.locator(".conflict")).to_have_count(0)
        undone = {"strike": "3", "seen": "3.0", "entry_id": "no-end"}
        assert anna.request.post(f"{path}/entries", form=undone).ok
        typed(bo, *MINE)
        compare(bo)
        choose(bo, NEXT)
        deals(bo, 3)
        expect(bo.locator(ROW)).to_have_count(0)
        typed(bo)


class TestUndo:
    def test_tapped_without_a_network_it_asks_before_it_strikes_from_the_middle(
        self, hers: Page, seated: Table
    ) -> None:
        anna = hers
        _, bo, _, path = seated
        anna.context.set_offline(True)
        anna.get_by_role("button", name=re.compile("^Undo deal 1")).click()
        row = anna.locator(ROW)
        expect(row.locator(".what")).to_have_text("Undo deal 1: Anna −2, Bo −2, Cia −1", timeout=LATER)
        assert anna.evaluate("document.documentElement.scrollWidth") <= 360
        writes(bo, path, *THEIRS)
        anna.context.set_offline(False)
        row.get_by_role("button", name="Compare").click(timeout=LATER)
        expect(anna.locator(".conflict")).to_contain_text("Bo has saved something since. Cross out deal 1 anyway?")
        anna.get_by_role("link", name="Leave deal 1 as it is").click()
        expect(anna.locator(ROW)).to_have_count(0)
        deals(anna, 2)


class TestPreview:
    def test_one_that_comes_after_its_deal_was_saved_is_dropped(self, hers: Page) -> None:
        """The deal of the preview is on the sheet by then, and would count twice."""
        anna = hers
        takes(anna, *MINE[:4])
        expect(anna.locator("#preview")).to_contain_text("Only 4 rounds")
        held: list[Route] = []

        def hold(route: Route) -> None:  # playwright cannot attach an attribute to the append method of a list
            held.append(route)

        anna.route("**/preview", hold)
        with anna.expect_request("**/preview"):
            takes(anna, MINE[4])
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        deals(anna, 2)
        for route in held:
            with anna.expect_response("**/preview"):
                route.continue_()
        anna.wait_for_timeout(100)  # the time in which it would be shown
        expect(anna.locator("#entry .to")).to_have_text([""] * 3)


class TestWhoseTurn:
    def test_a_menu_open_since_before_offers_by_the_sheet_on_the_page(self, his: Page, seated: Table) -> None:
        bo = his
        anna, _, _, path = seated
        bo.locator("#other > summary").click()
        writes(anna, path, *THEIRS)
        deals(bo, 2)
        beside(bo, "misdeal")
        bo.get_by_role("button", name="Save misdeal").click()
        expect(bo.locator("#status")).to_have_text("Saved.")
        expect(bo.locator(".conflict")).to_have_count(0)


class TestNumbers:
    def test_one_opened_again_is_before_those_behind_it_and_so_is_what_is_typed_meanwhile(self, hers: Page) -> None:
        anna = hers
        anna.context.set_offline(True)
        for names in (MINE, LATE):
            takes(anna, *names)
            save(anna)
            expect(anna.locator(ROW).first).to_contain_text(", ".join(names), timeout=LATER)
        first = anna.locator(ROW).last
        first.get_by_role("button", name="Open").click()
        expect(taken(anna, "Anna")).to_have_count(3)
        expect(anna.locator("#entry .save")).to_contain_text("Save deal 2")
        expect(anna.locator(f"{ROW} .what")).to_have_text([re.compile("^Deal 2"), re.compile("^Deal 3")])
        save(anna)
        expect(anna.locator(f"{ROW} .what")).to_have_text([re.compile("^Deal 3"), re.compile("^Deal 2")])
        takes(anna, "Bo")
        expect(anna.locator("#entry .save")).to_contain_text("Save deal 4")
        anna.context.set_offline(False)
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        deals(anna, 3)
        takes(anna, *THEIRS[1:])
        expect(anna.locator("#entry .save")).to_contain_text("Save deal 4")
