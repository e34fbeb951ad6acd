"""The pages show nothing untrue: a phone without a connection says so, and nothing that was typed is lost."""

import re
from collections.abc import Callable

import pytest
from browser.table import (
    DEAL,
    LATER,
    PLAYERS,
    ROW,
    SOON,
    Make,
    NewMatch,
    Table,
    corrects,
    in_order,
    save,
    taken,
    takes,
    top_row,
    writes,
)
from playwright.sync_api import Page, Route, expect

SLOW = 4000  # ms after which a save says that it is waiting; the connection counts as down two seconds later
PORTAL = "<html><body><main><h1>Welcome to Hotel Wi-Fi</h1></main></body></html>"


def portal(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body=PORTAL)


def kept_back(page: Page, held: list[Route]) -> Route:
    """Return the request that a test holds, once the browser has reported it."""
    for _ in range(LATER // 50):
        if held:
            break
        page.wait_for_timeout(50)
    return held.pop()


def disc(page: Page) -> str:
    """Return the symbol of the connection line, as the style sheet draws it."""
    drawn: str = page.locator(".connection").first.evaluate("net => getComputedStyle(net, '::before').content")
    return drawn.strip('" ')


def is_dimmed(page: Page) -> bool:
    digits = page.locator(":is(.seat .n, .place .digits)").last
    return bool(digits.evaluate("n => getComputedStyle(n).fontWeight") == "400")


class TestTheLine:
    """The line says live, saving, not connected since, or n waiting; it is never green in doubt."""

    def test_a_phone_that_hears_nothing_says_since_when(self, seated: Table) -> None:
        _, _, cia, path = seated
        cia.goto(path)
        board = cia.context.new_page()
        board.goto(f"{path}/board")
        cia.context.set_offline(True)
        for page in (cia, board):
            expect(page.locator("#status")).to_have_text(re.compile(r"Offline since \d\d:\d\d"), timeout=LATER)
            assert is_dimmed(page)
            assert disc(page) == "○"
        cia.context.set_offline(False)
        for page in (cia, board):
            expect(page.locator("#status")).to_have_text("", timeout=LATER)
            assert not is_dimmed(page)
            assert disc(page) == "●"

    def test_a_slow_save_is_said_at_once_and_what_it_waits_for_soon(self, phone: Make, new_match: NewMatch) -> None:
        anna = phone(new=True)
        anna.clock.install()
        new_match(anna, "toy", PLAYERS, entries=[DEAL])
        held: list[Route] = []
        anna.route("**/entries", lambda route: held.insert(0, route))
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#connection-text")).to_have_text("saving …", timeout=SOON)
        anna.clock.fast_forward(SLOW)
        expect(anna.locator("#connection-text")).to_have_text("waiting for the server …", timeout=SOON)
        kept_back(anna, held).continue_()
        expect(anna.locator("#status")).to_have_text("Saved.")
        expect(anna.locator(".connection")).to_have_text(re.compile("saved"))
        takes(anna, "Anna", "Anna", "Bo", "Cia", "Bo")
        save(anna)
        assert anna.locator("#status").inner_text() == "", "what was said of the deal before is not true of this one"
        expect(anna.locator("#connection-text")).to_have_text("saving …", timeout=SOON)
        kept_back(anna, held).continue_()
        expect(anna.locator("#status")).to_have_text("Saved.")


class TestAnAnswerThatIsNotOurs:
    """A page of a captive portal, a router or another device counts as no connection."""

    def test_a_save(self, hers: Page) -> None:
        anna = hers
        anna.route("**/entries", portal)
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator(ROW)).to_contain_text("Anna, Anna, Anna, Bo, Cia")
        expect(anna.locator("main")).not_to_contain_text("Hotel")
        anna.reload()
        expect(anna.locator(ROW)).to_contain_text("Deal 2")
        anna.unroute("**/entries")
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(anna, "2", "5", "7", "8")

    def test_a_poll(self, seated: Table) -> None:
        anna, _, cia, path = seated
        for page in (anna, cia):
            page.goto(path)
        cia.route("**/live*", portal)
        expect(cia.locator("#status")).to_contain_text("Offline since", timeout=LATER)
        expect(cia.locator(".seats")).to_contain_text("Anna")
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        cia.unroute("**/live*")
        top_row(cia, "2", "5", "7", "8")


class TestAFormInUse:
    """A phone on which somebody types shows at once that the deal was written, and asks which deal the typed one is."""

    def test_it_is_told_and_drawn_anew_with_what_was_typed(
        self, his: Page, seated: Table, accessible: Callable[[Page], None]
    ) -> None:
        bo = his
        anna, _, _, path = seated
        takes(bo, "Bo", "Bo")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        news = bo.locator("#newer-entries")
        expect(news).to_contain_text("Anna entered", timeout=SOON)
        expect(bo.get_by_role("heading", name="Deal 3")).to_contain_text("Bo deals")
        expect(taken(bo, "Bo")).to_have_count(2)
        expect(bo.get_by_role("button", name="Save deal 2")).to_be_visible()  # the deal with which it is compared
        accessible(bo)
        bo.reload()
        expect(bo.get_by_role("button", name="Save deal 2")).to_be_visible()
        bo.get_by_role("button", name="This is for the next deal").click()
        expect(news).to_be_hidden()
        expect(bo.get_by_role("button", name="Save deal 3")).to_be_visible()
        takes(bo, "Bo", "Anna", "Cia")
        save(bo)
        top_row(bo, "3", "4", "4", "7")

    def test_saved_it_is_compared_and_dropped(self, his: Page, seated: Table) -> None:
        bo = his
        anna, _, _, path = seated
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(bo)
        expect(bo.locator(".conflict")).to_contain_text("other values than yours")
        expect(taken(bo, "Bo")).to_have_count(3)
        bo.locator(".conflict").get_by_role("link", name="delete mine").click()
        expect(bo.locator(".conflict")).to_have_count(0)
        expect(taken(bo, "Bo")).to_have_count(0)

    def test_it_is_dropped(self, his: Page, seated: Table) -> None:
        bo = his
        anna, _, _, path = seated
        takes(bo, "Bo", "Bo")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        expect(bo.get_by_role("link", name="Delete mine")).to_be_visible()
        dropped = "document.querySelector('#newer-entries a[data-drop-draft]').click()"  # the current link
        redrawn = "document.forms.entry.dispatchEvent(new Event('change', {bubbles: true}))"  # before the page is left
        bo.evaluate(f"() => ({dropped}, {redrawn})")
        expect(taken(bo, "Bo")).to_have_count(0)
        expect(bo.locator("#newer-entries")).to_be_hidden()

    def test_a_correction_is_told_that_the_deal_was_struck_out(
        self, seated: Table, accessible: Callable[[Page], None]
    ) -> None:
        anna, bo, _, path = seated
        anna.goto(path)
        fifth = bo.locator("#entry select[name='rounds[]']").nth(4)
        bo.goto(f"{path}/entries/1")
        corrects(bo)
        fifth.select_option("Anna", force=True)
        anna.get_by_role("button", name="Undo deal 1").click()
        news = bo.locator("#newer-entries")
        expect(news).to_contain_text("Anna undid deal 1", timeout=SOON)
        accessible(bo)
        bo.reload()
        expect(news).to_contain_text("Anna undid deal 1")
        expect(fifth).to_have_value("Anna")
        anna.goto(f"{path}/entries/1")
        news.get_by_role("button", name="Keep mine").click()
        save(bo)
        top_row(bo, "1", "7", "8", "10")
        expect(anna.locator("#entry select[name='rounds[]']").nth(4)).to_have_value("Anna", timeout=SOON)
        expect(anna.locator("#newer-entries")).to_be_hidden()
        bo.go_back()
        expect(fifth).to_have_value("Anna")

    def test_whoever_contests_a_deal_sees_what_becomes_of_it(self, seated: Table) -> None:
        anna, _, cia, path = seated
        anna.goto(path)
        cia.goto(f"{path}/entries/1")
        cia.locator("#dispute summary").click()
        field = cia.get_by_label("What is wrong?")
        field.press_sequentially("I took")
        anna.get_by_role("button", name="Undo deal 1").click()
        expect(cia.locator("#derivation")).to_contain_text("Does not count", timeout=SOON)
        expect(field).to_be_focused()
        field.press_sequentially(" two")
        expect(field).to_have_value("I took two")

    def test_what_one_writes_beside_it_oneself_is_no_news(self, hers: Page) -> None:
        anna = hers
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        penalty = "form => { form.elements.player.value = 'Bo'; form.elements.cost.value = '2'; form.requestSubmit(); }"
        anna.locator("#other form:has([name=kind][value=penalty])").evaluate(penalty)
        expect(anna.locator("#status")).to_have_text("Saved.")
        expect(taken(anna, "Anna")).to_have_count(3)
        save(anna)
        top_row(anna, "2", "5", "9", "8")

    @pytest.mark.parametrize("sends", ["either", "this"])
    def test_what_another_tab_of_the_phone_writes_is(self, hers: Page, sends: str) -> None:
        """Any tab of a phone may send what another tab has stored; for the other tab it is new."""
        anna = hers
        other = anna.context.new_page()
        other.goto(anna.url)
        if sends == "this":
            other.route("**/entries", lambda route: route.abort())
        takes(anna, "Anna", "Anna")
        takes(other, "Bo", "Bo", "Bo", "Anna", "Cia")
        save(other)
        expect(anna.locator("#newer-entries")).to_contain_text("Anna entered deal 2", timeout=SOON)
        anna.reload()
        expect(taken(anna, "Anna")).to_have_count(2)

    def test_a_contest_is_no_reason_to_ask(self, his: Page, seated: Table) -> None:
        bo = his
        _, _, cia, path = seated
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        cia.goto(f"{path}/entries/1")
        cia.locator("#dispute summary").click()
        cia.get_by_role("button", name="Dispute it").click()
        expect(bo.locator(".contested")).to_be_visible(timeout=SOON)
        expect(bo.locator("#newer-entries")).to_be_hidden()
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")


class TestTheSameDealTwice:
    def test_it_counts_once_and_both_are_told(self, table: Table) -> None:
        anna, bo, _, _ = table
        for page in (anna, bo):
            page.context.set_offline(True)
            takes(page, "Anna", "Anna", "Anna", "Bo", "Cia")
            save(page)
        anna.context.set_offline(False)
        expect(anna.locator("#status")).to_have_text("Sent and saved.", timeout=LATER)
        bo.context.set_offline(False)
        expect(bo.locator("#status")).to_contain_text("had already saved the same", timeout=LATER)
        expect(anna.locator("#status")).to_contain_text("has saved the same since", timeout=LATER)
        top_row(bo, "2", "5", "7", "8")  # the answer of the next poll
        in_order(bo, "2", "1")


class TestBesideTheScore:
    """Other pages than the score follow the match, say when they cannot, and save in the same way."""

    def test_they_move_and_say_when_they_cannot(self, seated: Table) -> None:
        anna, bo, cia, path = seated
        anna.goto(f"{path}/house-rules")
        bo.goto(f"{path}/house-rules")
        cia.goto(f"{path}/log")
        rule, number = "#rule-table", "[name='options[table_number]']"
        for page in (anna, bo):
            page.locator(f"{rule} summary").first.click()
        bo.locator(f"{rule} {number}").fill("4")
        anna.locator(f"{rule} {number}").fill("7")
        anna.locator(f"{rule} button").click()
        expect(anna.locator("#status")).to_have_text("Saved.")
        expect(cia.locator("main")).to_contain_text("Anna changed a house rule", timeout=SOON)
        expect(bo.locator("#fresh")).to_contain_text("Anna changed a house rule", timeout=SOON)
        expect(bo.locator(f"{rule} {number}")).to_have_value("4")
        bo.locator(f"{rule} button").click()
        expect(bo.locator(".conflict")).to_contain_text("Anna changed")
        bo.get_by_role("button", name="Set 4 anyway").click()
        expect(anna.locator(f"{rule} summary b").first).to_have_text("4", timeout=SOON)
        anna.reload()  # folded again, whatever was redrawn meanwhile
        anna.context.set_offline(True)
        cia.context.set_offline(True)
        anna.locator(f"{rule} summary").first.click()
        anna.locator(f"{rule} {number}").fill("9")
        anna.locator(f"{rule} button").click()
        expect(anna.locator(ROW)).to_contain_text(": 9")
        expect(cia.locator("#status")).to_contain_text("This page may be out of date", timeout=LATER)
        anna.context.set_offline(False)
        cia.context.set_offline(False)
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        expect(cia.locator("main")).to_contain_text(": 9", timeout=LATER)
