"""What the table sees is true: a phone that does not know says so, and nothing that was typed is lost."""

import re
from collections.abc import Callable

from browser.table import DEAL, LATER, PLAYERS, SOON, Server, Table, link, rows, save, seat, taken, tricks
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

PORTAL = "<html><body><main><h1>Welcome to Hotel Wi-Fi</h1></main></body></html>"
ROW = ".waiting"
NewMatch = Callable[..., str]


def portal(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body=PORTAL)


def top_row(page: Page, *cells: str) -> None:
    told = r"(\s*[−+]\d+)?▲?\s*".join(cells)  # what the deal did stands beside each number
    expect(page.locator("#lines tbody tr").first).to_have_text(re.compile(told), timeout=LATER)


def open_table(browser: Browser, server: Server, new_match: Callable[..., str]) -> tuple[BrowserContext, Page, str]:
    context = browser.new_context(base_url=f"http://127.0.0.1:{server.port}", viewport={"width": 360, "height": 740})
    page = context.new_page()
    return context, page, new_match(page, "rams", PLAYERS, title="Friday", entries=[DEAL])


def is_dimmed(page: Page) -> bool:
    digits = page.locator(":is(.seat .n, .place .digits)").last
    return bool(digits.evaluate("n => getComputedStyle(n).fontWeight") == "400")


def give_pen(owner: Page, path: str) -> None:
    owner.goto(f"{path}/share")
    owner.locator(".phone", has_text="Bo").get_by_role("button", name="Give Bo the pen").click()


class TestTheLine:
    """Live, saving, not connected since, n waiting: never green on doubt."""

    def test_a_phone_that_hears_nothing_says_since_when(self, table: Table) -> None:
        _, _, cia, path = table
        board = cia.context.new_page()
        board.goto(f"{path}/board")
        cia.context.set_offline(True)
        for page in (cia, board):
            expect(page.locator("#status")).to_have_text(re.compile(r"Not connected since \d\d:\d\d"), timeout=LATER)
            assert is_dimmed(page)
        cia.context.set_offline(False)
        for page in (cia, board):
            expect(page.locator("#status")).to_have_text("", timeout=LATER)
            assert not is_dimmed(page)

    def test_a_slow_save_is_said_at_once_and_what_it_waits_for_soon(self, table: Table) -> None:
        anna, *_ = table
        held: list[Route] = []
        anna.route("**/entries", lambda route: held.insert(0, route))
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#net-says")).to_have_text("saving …", timeout=SOON)
        expect(anna.locator("#net-says")).to_have_text("waiting for the server …", timeout=5_000)
        held[0].continue_()
        expect(anna.locator("#status")).to_have_text("Saved.")
        expect(anna.locator(".net")).to_have_text(re.compile("saved"))


class TestAnAnswerThatIsNotOurs:
    """A portal's, a router's or another device's page is a lost connection."""

    def test_a_save(self, table: Table) -> None:
        anna, *_ = table
        anna.route("**/entries", portal)
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator(ROW)).to_contain_text("Anna, Anna, Anna, Bo, Cia")
        expect(anna.locator("main")).not_to_contain_text("Hotel")
        anna.reload()
        expect(anna.locator(ROW)).to_contain_text("Deal 2")
        anna.unroute("**/entries")
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(anna, "2", "5", "7", "8")

    def test_a_poll(self, table: Table) -> None:
        anna, _, cia, _ = table
        cia.route("**/live*", portal)
        expect(cia.locator("#status")).to_contain_text("Not connected since", timeout=LATER)
        expect(cia.locator(".seats")).to_contain_text("Anna")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        cia.unroute("**/live*")
        top_row(cia, "2", "5", "7", "8")


class TestDealsThatWait:
    """Any number of them, in rows above a fresh form, until the server has answered for each."""

    def test_three_deals_the_tab_closed_and_the_server_started_again(
        self, browser: Browser, server: Server, new_match: Callable[..., str]
    ) -> None:
        context, page, _ = open_table(browser, server, new_match)
        server.stop()
        for names in (["Anna"] * 3 + ["Bo", "Cia"], ["Bo"] * 3 + ["Anna", "Cia"], ["Cia"] * 3 + ["Anna", "Bo"]):
            tricks(page, *names)
            save(page)
            expect(page.locator(ROW).first).to_contain_text(", ".join(names), timeout=LATER)
            expect(taken(page, "Anna")).to_have_count(0)
        assert [row.split()[:2] for row in page.locator(f"{ROW} .what").all_inner_texts()] == [
            ["Deal", "4"],
            ["Deal", "3"],
            ["Deal", "2"],
        ]
        expect(page.locator(".net")).to_contain_text("3 are waiting", timeout=LATER)
        page.close()
        server.start()
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="Friday: 3 entries are not on the sheet yet").click()
        expect(page.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(page, "4", "3", "3", "4")
        assert [row.split()[0] for row in rows(page)[:4]] == ["4", "3", "2", "1"]
        page.goto("/")
        expect(page.locator("#unsent li")).to_have_count(0)
        context.close()

    def test_the_first_that_is_refused_stops_those_behind_it_and_can_be_mended(
        self, table: Table, accessible: Callable[[Page], None]
    ) -> None:
        anna, bo, _, _ = table
        anna.context.set_offline(True)
        for names in (["Anna"] * 3 + ["Bo", "Cia"], ["Bo"] * 3, ["Cia"] * 3 + ["Anna", "Bo"]):
            tricks(anna, *names)
            save(anna)
            expect(anna.locator(ROW).first).to_contain_text(", ".join(names))
        anna.context.set_offline(False)
        stopped = anna.locator(ROW, has_text="Not written: Only 3 tricks of five are written.")
        expect(stopped).to_contain_text("Deal 3", timeout=LATER)
        expect(anna.locator(ROW)).to_have_count(2)
        accessible(anna)
        anna.reload()
        expect(anna.locator(ROW)).to_have_count(2)
        stopped.get_by_role("button", name="Open").click()
        tricks(anna, "Anna", "Cia")
        save(anna)
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        for page in (anna, bo):
            top_row(page, "4", "3", "3", "4")

    def test_what_is_chosen_for_the_first_takes_its_place_before_those_behind_it(self, table: Table) -> None:
        anna, bo, _, _ = table
        bo.context.set_offline(True)
        for names in (["Anna"] * 3 + ["Bo", "Cia"], ["Cia"] * 3 + ["Anna", "Bo"]):
            tricks(bo, *names)
            save(bo)
            expect(bo.locator(ROW).first).to_contain_text(", ".join(names))
        tricks(anna, *["Bo"] * 3, "Anna", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        bo.context.set_offline(False)
        bo.get_by_role("button", name="Compare").click(timeout=LATER)
        expect(bo.locator(".race")).to_contain_text("differs from yours")
        expect(bo.locator(ROW)).to_have_count(2)  # nothing that was typed on top of it goes before it is decided
        bo.locator(".race").get_by_role("button", name="Mine is the next deal").click()
        expect(bo.locator(ROW)).to_have_count(0, timeout=LATER)
        expect(bo.locator(".race")).to_have_count(0)
        expect(bo.locator("#entry .pips path")).to_have_count(0)
        top_row(bo, "4", "3", "3", "4")
        top_row(anna, "4", "3", "3", "4")

    def test_one_is_opened_and_taken_back(self, table: Table) -> None:
        anna, *_ = table
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.context.set_offline(True)
        save(anna)
        anna.locator(ROW).get_by_role("button", name="Open").click()
        expect(anna.locator(ROW)).to_contain_text("Taken back")
        anna.get_by_role("button", name="Take the last trick back").click()
        tricks(anna, "Bo")
        save(anna)
        expect(anna.locator(ROW)).to_contain_text("Anna, Anna, Anna, Bo, Bo")
        anna.context.set_offline(False)
        top_row(anna, "2", "5", "6", "10")
        assert len(rows(anna)) == 2 + 2

    def test_one_is_dropped_only_when_asked_twice(self, table: Table) -> None:
        anna, *_ = table
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.context.set_offline(True)
        save(anna)
        anna.locator(ROW).get_by_role("button", name="Drop").click()
        anna.locator(ROW).get_by_role("button", name="Really throw it away?").click()
        expect(anna.locator(ROW)).to_have_count(0)
        anna.context.set_offline(False)
        expect(anna.locator(".net")).to_have_text(re.compile("saved"), timeout=LATER)

    def test_two_tabs_send_it_once(self, table: Table) -> None:
        anna, bo, _, path = table
        other = anna.context.new_page()
        other.goto(path)
        anna.context.set_offline(True)
        for page, names in ((anna, ["Anna"] * 3 + ["Bo", "Cia"]), (other, ["Bo"] * 3 + ["Anna", "Cia"])):
            tricks(page, *names)
            save(page)
        for page in (anna, other):
            expect(page.locator(ROW)).to_have_count(2)
        posts: list[str] = []
        anna.context.on("request", lambda one: posts.append(one.url) if one.method == "POST" else None)
        anna.context.set_offline(False)
        for page in (anna, other):
            expect(page.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(bo, "3", "4", "4", "7")
        assert len([one for one in posts if one.endswith("/entries")]) == 2

    def test_if_the_record_moved_on_both_are_shown(self, table: Table) -> None:
        anna, bo, _, _ = table
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.context.set_offline(True)
        save(anna)
        expect(anna.locator(ROW)).to_have_count(1)
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")
        anna.context.set_offline(False)
        expect(anna.locator(ROW)).to_contain_text("Somebody has written meanwhile", timeout=LATER)
        anna.get_by_role("button", name="Compare").click()
        expect(anna.locator(".race")).to_contain_text("differs from yours")
        expect(taken(anna, "Anna")).to_have_count(3)
        expect(anna.locator(ROW)).to_have_count(0)

    def test_the_draft_is_there_after_a_reload(self, table: Table) -> None:
        anna, *_ = table
        tricks(anna, "Anna", "Bo")
        anna.reload()
        expect(anna.locator("#status")).to_have_text("What you had typed is back.")
        expect(taken(anna, "Bo")).to_have_count(1)


class TestWhatIsOnAnotherPage:
    def test_a_refused_correction_is_opened_where_its_form_stands(self, table: Table) -> None:
        anna, _, _, path = table
        anna.goto(f"{path}/entries/1")
        anna.context.set_offline(True)
        anna.locator("#entry select").nth(4).select_option("", force=True)
        anna.get_by_label("or in words").first.fill("we looked again")
        save(anna)
        expect(anna.locator("#net-says")).to_have_text(re.compile("waiting|not connected"))
        anna.context.set_offline(False)
        expect(anna.locator("#net-says")).to_have_text("1 not written", timeout=LATER)
        anna.goto(path)
        expect(anna.locator(ROW)).to_contain_text("Deal 1: Correct it")
        expect(anna.locator(ROW)).to_contain_text("Not written: Only 4 tricks of five are written.")
        anna.get_by_role("button", name="Open").click()
        anna.wait_for_url("**/entries/1")
        expect(anna.get_by_label("or in words").first).to_have_value("we looked again")
        expect(anna.locator("#entry select").nth(4)).to_have_value("")
        anna.locator("#entry select").nth(4).select_option("Anna", force=True)
        save(anna)
        top_row(anna, "1", "7", "8", "10")
        expect(anna.locator(ROW)).to_have_count(0)


class TestHandedOn:
    """What a phone cannot send leaves it as a code, a link or a text, and is written once, whoever sends it."""

    def hand_on(self, page: Page, row: int) -> str:
        waiting = page.locator(ROW).nth(row)
        waiting.get_by_role("button", name="Hand on").click()
        expect(waiting.locator(".qr path")).to_have_count(1)
        expect(waiting.get_by_role("status")).to_have_text(re.compile("^Copied"))
        return waiting.locator("input[readonly]").input_value()

    def take_in(self, page: Page, text: str) -> None:
        if page.locator("#other[open]").count() == 0:
            page.locator("#other summary").click()
        page.get_by_label("What another phone could not send").fill(text)
        page.get_by_role("button", name="Take it in").click()

    def test_two_deals_in_the_wrong_order(self, table: Table, accessible: Callable[[Page], None]) -> None:
        anna, bo, _, _ = table
        anna.context.set_offline(True)
        for names in (["Anna"] * 3 + ["Bo", "Cia"], ["Bo"] * 3 + ["Anna", "Cia"]):
            tricks(anna, *names)
            save(anna)
            expect(anna.locator(ROW).first).to_contain_text(", ".join(names))
        for row in (0, 1):
            self.take_in(bo, self.hand_on(anna, row))
        field = anna.locator(ROW).first.get_by_label("It does not open?")
        port = field.input_value().rpartition(":")[2]
        for typed, told in (
            ("192.168.1.77", f"http://192.168.1.77:{port}/m/"),
            ("https://Card.Local/", "https://card.local/m/"),
        ):
            field.fill(typed)
            assert f" {told}" in anna.locator(ROW).first.locator("input[readonly]").input_value()
        field.fill("http://")
        expect(anna.locator(ROW).first.locator(".qr")).to_be_hidden()
        expect(bo.locator(ROW)).to_have_count(2)
        expect(bo.locator(ROW).last).to_contain_text("Deal 2 Anna, Anna, Anna, Bo, Cia")
        accessible(bo)
        for left in (1, 0):
            bo.locator(ROW).last.get_by_role("button", name="Send it").click()
            expect(bo.locator(ROW)).to_have_count(left)
        top_row(bo, "3", "4", "4", "7")
        anna.context.set_offline(False)
        expect(anna.locator(ROW)).to_have_count(0, timeout=LATER)
        assert [row.split()[0] for row in rows(anna)[:3]] == ["3", "2", "1"]

    def test_by_its_link_opened_and_then_saved(self, table: Table) -> None:
        anna, bo, _, _ = table
        anna.context.set_offline(True)
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        bo.goto("/")
        bo.goto(self.hand_on(anna, 0).split()[-1])
        bo.locator(ROW).get_by_role("button", name="Open").click()
        expect(taken(bo, "Anna")).to_have_count(3)
        save(bo)
        top_row(bo, "2", "5", "7", "8")
        anna.context.set_offline(False)
        expect(anna.locator("#status")).to_contain_text("had written the same", timeout=LATER)
        top_row(anna, "2", "5", "7", "8")

    def test_a_text_that_holds_nothing_changes_nothing(self, table: Table) -> None:
        _, bo, _, path = table
        for text in ("", "hello", f"{path}#typed&id=x&at=1&.kind=deal"):
            self.take_in(bo, text)
            expect(bo.locator("#status")).to_contain_text("nothing that another phone could not send")
        self.take_in(bo, "/m/other#typed&id=0123456789abcdef&at=1&.kind=deal")
        expect(bo.locator("#status")).to_have_text("That belongs to another match.")
        expect(bo.locator(ROW)).to_have_count(0)


class TestThePen:
    """Rights are told with one poll; the form comes and goes, and what was typed in it stays."""

    def test_taken_while_typing_and_given_back(self, table: Table) -> None:
        anna, bo, _, path = table
        tricks(bo, "Bo", "Bo")
        anna.goto(f"{path}/share")
        anna.get_by_role("button", name="Take the pen from Bo").click()
        expect(bo.locator("form#entry")).to_have_count(0, timeout=SOON)
        expect(bo.locator(ROW)).to_contain_text("Bo, Bo")
        expect(bo.locator(".pens")).not_to_contain_text("Bo")
        give_pen(anna, path)
        expect(taken(bo, "Bo")).to_have_count(2, timeout=SOON)
        expect(bo.locator(ROW)).to_have_count(0)
        expect(bo.locator(".pens")).to_contain_text("Bo")

    def test_a_deal_that_waits_while_it_is_taken_stays_and_goes_when_it_is_given(self, table: Table) -> None:
        anna, bo, _, path = table
        bo.context.set_offline(True)
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        save(bo)
        anna.goto(f"{path}/share")
        anna.get_by_role("button", name="Take the pen from Bo").click()
        bo.context.set_offline(False)
        expect(bo.locator(ROW)).to_contain_text("Not written: This phone may not write here", timeout=LATER)
        give_pen(anna, path)
        expect(bo.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(bo, "2", "7", "5", "8")

    def test_taken_and_given_on_the_page_of_an_entry(self, table: Table) -> None:
        anna, bo, _, path = table
        bo.goto(f"{path}/entries/1")
        bo.get_by_label("or in words").first.fill("we looked again")
        anna.goto(f"{path}/share")
        anna.get_by_role("button", name="Take the pen from Bo").click()
        expect(bo.locator("form#entry")).to_have_count(0, timeout=SOON)
        expect(bo.locator("#net-says")).to_have_text("1 not written")
        give_pen(anna, path)
        expect(bo.locator("form#entry")).to_have_count(1, timeout=SOON)
        bo.goto(path)
        expect(bo.locator(ROW)).to_contain_text("Taken back: not sent.")

    def test_shown_out_and_let_in_again(self, table: Table) -> None:
        """At the address of the match the phone still finds what was typed there."""
        anna, bo, _, path = table
        tricks(bo, "Bo", "Bo")
        anna.goto(f"{path}/share")
        anna.get_by_role("button", name="Show Bo out").click()
        expect(bo.locator("#status")).to_contain_text("This phone was shown out of this table", timeout=SOON)
        expect(taken(bo, "Bo")).to_have_count(2)
        bo.reload()
        left = bo.locator("#left")
        expect(left).to_contain_text("Bo, Bo")
        left.get_by_role("button", name="Hand on").click()
        expect(left.get_by_label("Link for another phone")).to_have_value(re.compile("Deal 2: Bo, Bo http"))
        bo.goto(link(anna, path, "To write"))
        bo.get_by_role("button", name="Bo").click()
        expect(taken(bo, "Bo")).to_have_count(2)

    def test_a_deleted_match(self, table: Table) -> None:
        anna, bo, cia, path = table
        anna.goto(f"{path}/delete")
        anna.get_by_role("button", name="Delete it").click()
        anna.get_by_role("button", name="Yes, delete it for good").click()
        for page in (bo, cia):
            expect(page.locator("#status")).to_contain_text("This match was deleted", timeout=SOON)


class TestAFormInUse:
    """Whoever has begun to type learns at once that the deal is written, and is asked which deal that is."""

    def test_it_is_told_and_drawn_anew_with_what_was_typed(
        self, table: Table, accessible: Callable[[Page], None]
    ) -> None:
        anna, bo, _, _ = table
        tricks(bo, "Bo", "Bo")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        news = bo.locator("#meanwhile")
        expect(news).to_contain_text("Anna wrote", timeout=SOON)
        expect(bo.get_by_role("heading", name="Deal 3")).to_contain_text("Bo deals")
        expect(taken(bo, "Bo")).to_have_count(2)
        accessible(bo)
        bo.get_by_role("button", name="Mine is the next deal").click()
        expect(news).to_be_hidden()
        tricks(bo, "Bo", "Anna", "Cia")
        save(bo)
        top_row(bo, "3", "4", "4", "7")

    def test_a_pass_that_has_become_impossible_is_kept_and_says_so(self, table: Table, new_match: NewMatch) -> None:
        anna, bo, cia, _ = table
        path = new_match(anna, "rams", PLAYERS, opening={"scores": {"Bo": 6}})
        seat(anna, bo, cia, path)
        passed = bo.locator("[name='passed[]'][value=Bo]")
        passed.tap()
        tricks(bo, "Anna", "Anna", "Cia", "Cia", "Cia")
        tricks(anna, *["Bo"] * 5)
        save(anna)
        expect(bo.locator(".seat", has=passed)).to_contain_text("must knock", timeout=SOON)
        expect(passed).to_be_checked()
        bo.get_by_role("button", name="Compare").click()
        expect(bo.locator(".race .differs", has_text="Pass")).to_contain_text("Bo")

    def test_what_was_typed_for_who_sits_out_now_is_kept_and_says_so(
        self, table: Table, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        anna, bo, cia, _ = table
        path = new_match(anna, "gin", PLAYERS, opening={"dealer": "Cia"})
        seat(anna, bo, cia, path)
        bo.locator("[name='deadwood[@0]']").fill("33")
        deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood[@0]": "30", "seen": "0.0", "entry_id": "one"}
        anna.request.post(f"{path}/entries", form=deal)
        kept = bo.get_by_role("group", name="Typed here, and not possible now")
        expect(kept.get_by_label("Anna: 33")).to_be_checked(timeout=SOON)
        accessible(bo)
        bo.get_by_role("button", name="Mine is the next deal").click()
        bo.reload()
        expect(kept.get_by_label("Anna: 33")).to_be_checked()

    def test_it_is_compared(self, table: Table) -> None:
        anna, bo, _, _ = table
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        bo.get_by_role("button", name="Compare").click()
        expect(bo.locator(".race")).to_contain_text("differs from yours")

    def test_it_is_dropped(self, table: Table) -> None:
        anna, bo, _, _ = table
        tricks(bo, "Bo", "Bo")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(bo.get_by_role("link", name="Drop mine")).to_be_visible()
        dropped = "document.querySelector('#meanwhile a[data-drop-draft]').click()"  # the one that stands there now
        redrawn = "document.forms.entry.dispatchEvent(new Event('change', {bubbles: true}))"  # before the page has gone
        bo.evaluate(f"() => ({dropped}, {redrawn})")
        expect(taken(bo, "Bo")).to_have_count(0)
        expect(bo.locator("#meanwhile")).to_be_hidden()

    def test_a_contest_is_no_reason_to_ask(self, table: Table) -> None:
        anna, bo, cia, path = table
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        cia.goto(f"{path}/entries/1")
        cia.get_by_role("button", name="Contest it").click()
        expect(anna.locator(".contested")).to_be_visible(timeout=SOON)
        expect(bo.locator(".contested")).to_be_visible(timeout=SOON)
        expect(bo.locator("#meanwhile")).to_be_hidden()
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")


class TestTheSameDealTwice:
    def test_it_counts_once_and_both_are_told(self, table: Table) -> None:
        anna, bo, _, _ = table
        for page in (anna, bo):
            page.context.set_offline(True)
            tricks(page, "Anna", "Anna", "Anna", "Bo", "Cia")
            save(page)
        anna.context.set_offline(False)
        expect(anna.locator("#status")).to_have_text("Sent and saved.", timeout=LATER)
        bo.context.set_offline(False)
        expect(bo.locator("#status")).to_contain_text("had written the same", timeout=LATER)
        expect(anna.locator("#status")).to_contain_text("had written the same", timeout=LATER)
        top_row(bo, "2", "5", "7", "8")  # the poll that was asked then brings it
        assert [row.split()[0] for row in rows(bo)[:2]] == ["2", "1"]
