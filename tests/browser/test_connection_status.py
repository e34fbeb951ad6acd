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
    typed,
    writes,
)
from playwright.sync_api import Page, Route, expect
from support.share import every

SLOW = 4000  # ms after which a save says that it is waiting; the connection counts as down two seconds later
NEXT = "This is for the next deal"
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

    def test_a_page_that_hears_nothing_says_since_when_and_moves_when_it_hears_again(self, seated: Table) -> None:
        """Nor does it hear anything where a portal answers."""
        anna, _, cia, path = seated
        cia.goto(path)
        board = cia.context.new_page()
        board.goto(f"{path}/board")
        cia.route("**/live*", lambda route: route.abort())
        board.route("**/live*", portal)
        for page in (cia, board):
            expect(page.locator("#status")).to_have_text(re.compile(r"Offline since \d\d:\d\d"), timeout=LATER)
            assert is_dimmed(page)
            assert disc(page) == "○"
            expect(page.locator("main")).to_contain_text("Anna")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        for page in (cia, board):
            page.unroute("**/live*")
        for page in (cia, board):
            expect(page.locator("#status")).not_to_contain_text("Offline", timeout=LATER)
            assert not is_dimmed(page)
            assert disc(page) == "●"
        top_row(cia, "2", "5", "7", "8")
        expect(board.locator(".big .place").first.locator(".digits")).to_have_text("5")

    def test_a_slow_save_is_said_at_once_and_what_it_waits_for_soon(self, phone: Make, new_match: NewMatch) -> None:
        """A page of a captive portal is no answer to it."""
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
        portal(kept_back(anna, held))
        expect(anna.locator(ROW)).to_contain_text("Anna, Anna, Bo, Cia, Bo")
        expect(anna.locator("main")).not_to_contain_text("Hotel")
        kept_back(anna, held).continue_()
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        in_order(anna, "3", "2", "1")


class TestAFormInUse:
    """A phone on which somebody types shows at once that the deal was written, and asks which deal the typed one is."""

    def test_it_is_told_drawn_anew_with_what_was_typed_and_asked_each_time(
        self, his: Page, seated: Table, accessible: Callable[[Page], None]
    ) -> None:
        """ "The next deal" holds until it is saved, also after a reload; further entries are asked about."""
        bo = his
        anna, _, _, path = seated
        takes(bo, "Bo", "Bo")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        news = bo.locator("#newer-entries")
        expect(news).to_contain_text("Anna entered deal 2.", timeout=SOON)
        expect(bo.get_by_role("heading", name="Deal 3")).to_contain_text("Bo deals")
        typed(bo, "Bo", "Bo")
        expect(bo.get_by_role("button", name="Save deal 2")).to_be_visible()  # the deal with which it is compared
        accessible(bo)
        bo.reload()
        expect(bo.get_by_role("button", name="Save deal 2")).to_be_visible()
        news.get_by_role("button", name="Compare").click()
        race = bo.locator(".conflict")
        race.get_by_role("button", name=NEXT).click()  # it is not complete, so the form opens again
        expect(race).to_have_count(0)
        typed(bo, "Bo", "Bo")
        expect(bo.get_by_role("button", name="Save deal 3")).to_be_visible()
        takes(bo, "Bo", "Anna", "Cia")
        writes(anna, path, "Cia", "Cia", "Cia", "Anna", "Bo")
        expect(news).to_contain_text("Anna entered deal 3.", timeout=SOON)
        news.get_by_role("button", name=NEXT).click()
        expect(news).to_be_hidden()
        expect(bo.get_by_role("button", name="Save deal 4")).to_be_visible()
        bo.reload()
        typed(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        expect(bo.get_by_role("button", name="Save deal 4")).to_be_visible()
        writes(anna, path, "Bo", "Bo", "Bo", "Anna", "Cia")
        expect(news).to_contain_text("Anna entered deal 4.", timeout=SOON)
        save(bo)
        expect(race.locator("h2")).to_have_text(
            "Anna has already saved deal 4 with the same numbers. Is it the same deal?"
        )
        race.get_by_role("button", name=NEXT).click()
        expect(bo.locator("#status")).to_have_text("Saved.")
        in_order(bo, "5", "4", "3", "2", "1")

    def test_it_is_dropped_as_it_is_or_once_compared(self, his: Page, seated: Table) -> None:
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
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        writes(anna, path, "Cia", "Cia", "Cia", "Anna", "Bo")
        save(bo)
        expect(bo.locator(".conflict")).to_contain_text("other values than yours")
        expect(taken(bo, "Bo")).to_have_count(3)
        bo.locator(".conflict").get_by_role("link", name="delete mine").click()
        expect(bo.locator(".conflict")).to_have_count(0)
        expect(taken(bo, "Bo")).to_have_count(0)

    def test_a_correction_is_told_that_the_deal_was_struck_out(self, seated: Table) -> None:
        anna, bo, _, path = seated
        anna.goto(path)
        fifth = bo.locator("#entry select[name='rounds[]']").nth(4)
        bo.goto(f"{path}/entries/1")
        corrects(bo)
        fifth.select_option("Anna", force=True)
        anna.get_by_role("button", name="Undo deal 1").click()
        news = bo.locator("#newer-entries")
        expect(news).to_contain_text("Anna undid deal 1", timeout=SOON)
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

    @pytest.mark.parametrize("sends", every(2, ["this", "either"]))
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
        anna.context.set_offline(True)
        cia.context.set_offline(True)
        anna.locator(rule).evaluate("one => (one.open = true)")  # whatever was redrawn meanwhile
        anna.locator(f"{rule} {number}").fill("9")
        anna.locator(f"{rule} button").click()
        expect(anna.locator(ROW)).to_contain_text(": 9")
        expect(cia.locator("#status")).to_contain_text("This page may be out of date", timeout=LATER)
        anna.context.set_offline(False)
        cia.context.set_offline(False)
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        expect(cia.locator("main")).to_contain_text(": 9", timeout=LATER)
