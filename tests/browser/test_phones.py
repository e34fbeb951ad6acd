"""Three phones at one table, in the browser."""

import re
from collections.abc import Callable

from browser.table import SOON, Make, NewMatch, Table, in_order, save, taken, takes, top_row, writes
from playwright.sync_api import Page, expect


class TestJoining:
    def test_by_code(self, seated: Table, phone: Make, accessible: Callable[[Page], None]) -> None:
        anna, _, _, path = seated
        anna.goto(f"{path}/share")
        accessible(anna)
        guest = phone()
        guest.goto("/")
        guest.get_by_role("link", name="Join a match").click()
        guest.get_by_label("Code of a match").fill(anna.locator(".code").first.inner_text().lower())
        guest.get_by_role("button", name="Join").click()
        expect(guest.get_by_role("button", name="I only watch")).to_be_visible()
        accessible(guest)
        guest.get_by_role("button", name="I only watch").click()
        expect(guest.locator("#live")).to_contain_text("Anna")

    def test_a_renewed_code_locks_out_and_who_is_shown_out_is_out(self, seated: Table, phone: Make) -> None:
        anna, bo, _, path = seated
        anna.goto(f"{path}/share")
        to_write = anna.locator(".invite", has_text="To enter scores").locator(".address a")
        old = to_write.get_attribute("href")
        assert old
        anna.get_by_role("button", name="Change both codes").click()
        expect(to_write).not_to_have_attribute("href", old)
        late = phone()
        late.goto(old)
        expect(late.locator("main")).to_contain_text("No match has this code")
        bo.goto(path)
        expect(bo.locator("#live")).to_contain_text("Anna")
        anna.get_by_role("button", name="Remove Bo").click()
        expect(anna.get_by_role("button", name="Remove Bo")).to_have_count(0)
        bo.goto(path)
        expect(bo.locator("main")).to_contain_text("This phone has not joined this match")

    def test_a_reading_phone_cannot_write(self, seated: Table) -> None:
        _, _, cia, path = seated
        cia.goto(path)
        expect(cia.locator("form#entry")).to_have_count(0)
        by_hand = cia.request.post(
            f"{path}/entries", form={"kind": "note", "text": "x", "seen": "1.0", "entry_id": "x"}
        )
        assert by_hand.status == 403


class TestLive:
    def test_a_new_entry_shows_soon_and_leaves_typing_alone(self, table: Table) -> None:
        anna, bo, cia, path = table
        cia.goto(path)
        takes(bo, "Bo", "Bo")
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        for page in (bo, cia):
            expect(page.locator("#status")).to_have_text(re.compile("Anna entered deal 2"), timeout=SOON)
        expect(bo.locator("[data-takes=Bo] .pips path")).to_have_count(2)
        for page in (anna, cia):
            top_row(page, "2", "5", "7", "8")
        anna.reload()
        expect(anna.locator("[data-takes=Anna] .pips path")).to_have_count(0)

    def test_every_other_second_by_itself_and_at_once_when_it_wakes(self, phone: Make, new_match: NewMatch) -> None:
        """A phone polls at once when somebody takes it up again; here all its timers are stopped by then."""
        page = phone(wakes=False, new=True)
        page.clock.install()
        path = new_match(page, "toy", ["Anna", "Bo"])
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        deal = {"kind": "deal", "points[@0]": "9"}
        for n, wakes in enumerate((False, True)):
            page.request.post(f"{path}/entries", form={**deal, "seen": f"{n}.0", "entry_id": f"{n}"})
            if wakes:
                page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            else:
                page.clock.run_for(2000)
            expect(page.locator("#lines tbody tr.deal")).to_have_count(n + 1, timeout=SOON)

    def test_the_board(self, seated: Table, accessible: Callable[[Page], None]) -> None:
        anna, _, cia, path = seated
        cia.goto(f"{path}/board")
        accessible(cia)
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        expect(cia.locator(".big .place").first.locator(".digits")).to_have_text("5", timeout=SOON)

    def test_face_to_face(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=800, height=1200)
        new_match(page, "toy", ["Anna", "Bo"], at="/board")
        page.locator(".options summary").click()
        page.get_by_role("link", name="Face to face").click()
        expect(page.locator("body.facing")).to_be_visible()
        upper, lower = (page.locator(".big .place").nth(n).bounding_box() for n in (0, 1))
        assert upper and lower and upper["y"] + upper["height"] <= lower["y"]
        assert "matrix(-1" in page.locator(".big .place").first.evaluate("place => getComputedStyle(place).transform")


class TestRaces:
    def test_a_double_tap_writes_once(self, seated: Table) -> None:
        anna, _, _, path = seated
        anna.goto(path)
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.locator("#entry .save").dblclick()
        expect(anna.locator("#status")).to_have_text("Saved.")
        with anna.expect_response("**/live*"):
            pass  # it would bring the second
        in_order(anna, "2", "1")


class TestTrust:
    def test_contest_and_settle(self, table: Table, accessible: Callable[[Page], None]) -> None:
        anna, bo, cia, path = table
        cia.goto(f"{path}/entries/1")
        cia.locator("#dispute summary").click()
        cia.get_by_label("What is wrong?").fill("I took two")
        cia.get_by_role("button", name="Dispute it").click()
        expect(cia.locator("main")).to_contain_text("Disputed by Cia")
        accessible(cia)
        for page in (anna, bo):
            expect(page.locator("#notices .contested")).to_contain_text("Deal 1 is disputed by Cia", timeout=SOON)
        bo.locator("#notices .contested a").click()
        bo.get_by_label("Why it counts").fill("We counted again")
        bo.get_by_role("button", name="Keep it as it is").click()
        expect(anna.locator("#notices .contested")).to_have_count(0, timeout=SOON)

    def test_each_for_himself(self, seated: Table) -> None:
        anna, bo, _, path = seated
        bo.goto(path)
        takes(bo, "Cia", "Cia")
        anna.goto(f"{path}/settings")
        anna.get_by_label("Each player enters their own result").check()
        anna.get_by_role("button", name="Save").click()
        expect(bo.locator(".own-head")).to_have_text("Bo, your result", timeout=SOON)
        expect(bo.locator(".waiting")).to_contain_text("Cia, Cia")
        bo.locator(".waiting").get_by_role("button", name="Delete").click()
        bo.get_by_role("button", name="Delete it for good?").click()
        takes(anna, "Anna", "Anna", "Anna")
        save(anna)
        expect(bo.locator("#notices .parts")).to_contain_text("Received from Anna. Waiting for Bo, Cia.", timeout=SOON)
        takes(bo, "Bo")
        bo.context.set_offline(True)
        save(bo)
        expect(bo.locator(".waiting")).to_have_count(1)
        expect(taken(bo, "Bo")).to_have_count(0)
        bo.context.set_offline(False)
        expect(anna.locator("#notices .parts")).to_contain_text("Waiting for Cia.", timeout=SOON)
        anna.get_by_role("link", name="Enter for Cia").click()
        takes(anna, "Cia", "Cia")
        save(anna)
        for page in (anna, bo):  # below the score, and above the form
            expect(page.locator("#board .partial-conflict")).to_contain_text("6 rounds are too many", timeout=SOON)
            expect(page.locator("#board .partial-conflict")).to_be_visible()
            page.get_by_role("button", name="Change my result").click()
            expect(page.locator("#deal-form .partial-conflict")).to_contain_text("6 rounds are too many")
            expect(page.locator("#deal-form .partial-conflict")).to_be_visible()
        anna.get_by_role("button", name="Remove the last trick").click()
        save(anna)
        expect(bo.locator("#lines tbody tr.deal")).to_have_count(2, timeout=SOON)
        expect(taken(bo, "Bo")).to_have_count(0)
