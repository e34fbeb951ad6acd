"""Entries that could not be sent wait in rows until the server has answered each of them."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from browser.table import (
    DEAL,
    LATER,
    PLAYERS,
    ROW,
    NewMatch,
    Server,
    Table,
    corrects,
    deals,
    in_order,
    save,
    takes,
    top_row,
    writes,
)
from playwright.sync_api import Browser, Page, Route, expect
from support.share import every


def keep(page: Page, *deals: list[str]) -> None:
    """Save deals that cannot be sent; each becomes a row above an empty form."""
    for names in deals:
        takes(page, *names)
        save(page)
        expect(page.locator(ROW).first).to_contain_text(", ".join(names), timeout=LATER)
        expect(page.locator("#entry .pips path")).to_have_count(0)


class TestDealsThatWait:
    """Any number of deals wait in rows above an empty form until the server has answered each."""

    def test_three_deals_the_tab_closed_and_the_server_started_again(
        self, browser: Browser, server: Server, new_match: NewMatch
    ) -> None:
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(base_url=address, viewport={"width": 360, "height": 740})
        page = context.new_page()
        new_match(page, "toy", PLAYERS, title="Friday", entries=[DEAL])
        server.stop()
        keep(page, ["Anna"] * 3 + ["Bo", "Cia"])
        page.evaluate("() => { const now = Date.now; Date.now = () => now() - 3600000 }")  # the clock is set back
        keep(page, ["Bo"] * 3 + ["Anna", "Cia"], ["Cia"] * 3 + ["Anna", "Bo"])
        expect(page.locator(f"{ROW} .what")).to_have_text([re.compile(rf"^Deal {n}\b") for n in (4, 3, 2)])
        expect(page.locator(".connection")).to_contain_text("3 are waiting", timeout=LATER)
        page.close()
        server.start()
        page = context.new_page()
        page.goto("/")
        row = page.get_by_role("link", name="Friday: 3 deals are not on the score sheet yet")
        expect(row).to_contain_text("Anna, Bo, Cia · Deal 2, Deal 3, Deal 4 · ")  # two matches may have the same name
        row.click()
        expect(page.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(page, "4", "3", "3", "4")
        in_order(page, "4", "3", "2", "1")
        context.close()

    def test_the_first_that_is_refused_stops_those_behind_it_and_can_be_mended(
        self, hers: Page, accessible: Callable[[Page], None]
    ) -> None:
        anna = hers
        anna.context.set_offline(True)
        keep(anna, ["Anna"] * 3 + ["Bo", "Cia"], ["Bo"] * 3, ["Cia"] * 3 + ["Anna", "Bo"])
        anna.context.set_offline(False)
        stopped = anna.locator(ROW, has_text="Not saved: Only 3 rounds of five are written.")
        expect(stopped).to_contain_text("Deal 3", timeout=LATER)
        expect(anna.locator(ROW)).to_have_count(2)
        accessible(anna)
        anna.reload()
        expect(anna.locator(ROW)).to_have_count(2)
        stopped.get_by_role("button", name="Open").click()
        takes(anna, "Anna", "Cia")
        save(anna)
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(anna, "4", "3", "3", "4")

    def test_news_asked_for_before_the_last_of_them_was_written_tell_it_as_nobody_elses(self, his: Page) -> None:
        """Polls answered after it may bring a form that was drawn before it was written."""
        bo = his
        bo.context.set_offline(True)
        keep(bo, ["Anna"] * 3 + ["Bo", "Cia"], ["Cia"] * 3 + ["Anna", "Bo"])
        posts: list[Route] = []
        polls: list[Route] = []

        def post(one: Route) -> None:
            posts.append(one)
            if len(posts) != 2:
                one.continue_()

        def poll(one: Route) -> None:
            if posts:
                polls.append(one)
            else:
                one.continue_()

        bo.route("**/entries", post)
        bo.route("**/live*", poll)
        bo.context.set_offline(False)
        while len(posts) < 2 or not polls:
            bo.wait_for_timeout(20)
        before = polls[0].fetch()
        with bo.expect_response("**/entries"):
            posts[1].continue_()
        expect(bo.locator(ROW)).to_have_count(0)
        polls[0].fulfill(response=before)
        expect(bo.locator("#next-deal [data-deal='3']")).to_have_count(1)
        takes(bo, "Anna")
        while len(polls) < 2:
            bo.wait_for_timeout(20)
        bo.unroute("**/live*")
        polls[1].continue_()
        expect(bo.locator("#next-deal [data-deal='4']")).to_have_count(1, timeout=LATER)
        expect(bo.locator("#entry .save")).to_contain_text("Save deal 4")
        expect(bo.locator("#newer-entries")).to_be_hidden()

    def test_what_is_chosen_for_the_first_takes_its_place_before_those_behind_it(
        self, his: Page, seated: Table
    ) -> None:
        """While it is undecided, nobody asks about what is typed behind it.

        Each keeps its number, in the row and on Save, also after it was set aside for the comparison.
        A deal that was set aside does not prevent the question about the next one.
        """
        bo = his
        anna, _, _, path = seated
        numbers = bo.locator(f"{ROW} .what")
        bo.context.set_offline(True)
        keep(bo, ["Anna"] * 3 + ["Bo", "Cia"], ["Cia"] * 3 + ["Anna", "Bo"])
        writes(anna, path, *["Bo"] * 3, "Anna", "Cia")
        expect(numbers).to_have_text(["Deal 3", "Deal 2"])  # the last first
        takes(bo, "Anna")
        bo.context.set_offline(False)
        expect(numbers).to_have_text(["Deal 2", "Deal 3"], timeout=LATER)  # those to decide on first
        expect(bo.locator("#next-deal [data-deal='3']")).to_have_count(1, timeout=LATER)  # the written deal has arrived
        expect(bo.locator("#newer-entries")).to_be_hidden()
        expect(bo.locator("#entry .save")).to_contain_text("Save deal 4")
        bo.locator(ROW).get_by_role("button", name="Compare").click()
        expect(bo.locator(".conflict")).to_contain_text("other values than yours")
        expect(numbers).to_have_text(["Deal 4", "Deal 2", "Deal 3"])  # none is sent before it is decided
        bo.locator(".conflict").get_by_role("button", name="This is for the next deal").click()
        expect(numbers).to_have_text(["Deal 4"], timeout=LATER)
        expect(bo.locator(".conflict")).to_have_count(0)
        expect(bo.locator("#entry .pips path")).to_have_count(0)
        top_row(bo, "4", "3", "3", "4")
        takes(bo, "Bo")
        expect(bo.locator("#next-deal [data-deal='5']")).to_have_count(1, timeout=LATER)
        writes(anna, path, *["Cia"] * 3, "Anna", "Bo")
        expect(bo.locator("#newer-entries")).to_contain_text("Anna entered deal 5.", timeout=LATER)
        expect(bo.locator("#next-deal [data-deal='6']")).to_have_count(1)
        expect(bo.locator("#entry .save")).to_contain_text("Save deal 5")

    @pytest.mark.parametrize(
        ("choice", "is_same"),
        every(4, [*product(("Theirs is right: delete mine", "Mine is right: correct"), (True, False))]),
    )
    def test_who_decides_on_the_first_has_decided_nothing_of_the_next(
        self, his: Page, seated: Table, choice: str, is_same: bool
    ) -> None:
        """Both phones have written two deals: the second counts once, or is compared with the other second."""
        bo = his
        anna, _, _, path = seated
        first, second = [*["Anna"] * 3, "Bo", "Cia"], [*["Cia"] * 3, "Anna", "Bo"]
        bo.context.set_offline(True)
        keep(bo, first, second)
        writes(anna, path, *["Bo"] * 3, "Anna", "Cia")
        writes(anna, path, *(second if is_same else [*["Bo"] * 4, "Cia"]))
        bo.context.set_offline(False)
        choices = bo.locator(".conflict .choices")
        bo.locator(ROW).get_by_role("button", name="Compare").click(timeout=LATER)
        choices.get_by_text(choice).click()
        if not is_same:
            bo.locator(ROW).get_by_role("button", name="Compare").click(timeout=LATER)
            expect(bo.locator(".conflict")).to_contain_text("deal 3 with other values than yours")
            choices.get_by_text("Theirs is right: delete mine").click()
        expect(bo.locator(ROW)).to_have_count(0, timeout=LATER)
        in_order(bo, "3", "2", "1")

    def test_one_leaves_the_phone_as_text_and_is_opened_and_dropped_only_when_asked_twice(self, hers: Page) -> None:
        anna = hers
        row = anna.locator(ROW)
        anna.context.set_offline(True)
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        row.get_by_role("button", name="Copy as text").click()
        expect(row).to_contain_text("Copied: paste it where you like.")
        assert anna.evaluate("getSelection().toString()") == "Deal 2 Anna, Anna, Anna, Bo, Cia"
        row.get_by_role("button", name="Delete").click()
        row.get_by_role("button", name="Delete it for good?").click()
        expect(row).to_have_count(0)
        takes(anna, "Anna", "Anna", "Anna", "Cia", "Cia")
        save(anna)
        row.get_by_role("button", name="Open").click()
        expect(row).to_contain_text("Cancelled")
        anna.get_by_role("button", name="Remove the last trick").click()
        takes(anna, "Bo")
        save(anna)
        expect(row).to_contain_text("Anna, Anna, Anna, Cia, Bo")
        anna.context.set_offline(False)
        expect(anna.locator("#status")).to_have_text("Sent and saved.", timeout=LATER)
        top_row(anna, "2", "5", "7", "8")
        in_order(anna, "2", "1")

    def test_two_tabs_write_it_once(self, hers: Page) -> None:
        """A busy browser may show a tab late what the other has removed: a deal that is sent twice is written once."""
        anna = hers
        other = anna.context.new_page()
        other.goto(anna.url)
        anna.context.set_offline(True)
        for page, names in ((anna, ["Anna"] * 3 + ["Bo", "Cia"]), (other, ["Bo"] * 3 + ["Anna", "Cia"])):
            takes(page, *names)
            save(page)
        for page in (anna, other):
            expect(page.locator(ROW)).to_have_count(2)
        anna.context.set_offline(False)
        for page in (anna, other):
            expect(page.locator(ROW)).to_have_count(0, timeout=LATER)
        for page in (anna, other):
            top_row(page, "3", "4", "4", "7")
            deals(page, 3)


class TestWhatIsOnAnotherPage:
    def test_a_refused_correction_is_opened_where_its_form_stands(self, seated: Table) -> None:
        anna, _, _, path = seated
        anna.goto(f"{path}/entries/1")
        corrects(anna)
        anna.context.set_offline(True)
        anna.locator("#entry select").nth(4).select_option("", force=True)
        anna.locator("#entry summary", has_text="Why?").click()
        anna.get_by_label("or in words").first.fill("we looked again")
        save(anna)
        expect(anna.locator("#connection-text")).to_have_text(re.compile("waiting|offline"))
        anna.context.set_offline(False)
        expect(anna.locator("#connection-text")).to_have_text("1 not saved", timeout=LATER)
        anna.goto(path)
        expect(anna.locator(ROW)).to_contain_text("Deal 1: Correct it")
        expect(anna.locator(ROW)).to_contain_text("Not saved: Only 4 rounds of five are written.")
        anna.get_by_role("button", name="Open").click()
        anna.wait_for_url("**/entries/1")
        expect(anna.get_by_label("or in words").first).to_have_value("we looked again")
        expect(anna.locator("#entry select").nth(4)).to_have_value("")
        anna.locator("#entry select").nth(4).select_option("Anna", force=True)
        expect(anna.locator("#to-0")).to_contain_text("7")  # this moves Save
        save(anna)
        top_row(anna, "1", "7", "8", "10")
        expect(anna.locator(ROW)).to_have_count(0)
