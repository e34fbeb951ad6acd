"""Three phones at one table, in the browser."""

from collections.abc import Callable

from browser.table import SOON, Make, NewMatch, Table, save, taken, takes
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


class TestLive:
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

    def test_face_to_face(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=800, height=1200)
        new_match(page, "toy", ["Anna", "Bo"], at="/board")
        page.locator(".options summary").click()
        page.get_by_role("link", name="Face to face").click()
        expect(page.locator("body.facing")).to_be_visible()
        upper, lower = (page.locator(".big .place").nth(n).bounding_box() for n in (0, 1))
        assert upper and lower and upper["y"] + upper["height"] <= lower["y"]
        assert "matrix(-1" in page.locator(".big .place").first.evaluate("place => getComputedStyle(place).transform")


class TestTrust:
    def test_contest_settle_and_confirm(self, his: Page, seated: Table, accessible: Callable[[Page], None]) -> None:
        """A contest is no reason to ask about what is typed."""
        bo = his
        anna, _, cia, path = seated
        anna.request.post(f"{path}/settings", form={"confirm": "on"})
        takes(bo, "Bo")
        cia.goto(f"{path}/entries/1")
        cia.locator("#dispute summary").click()
        cia.get_by_label("What is wrong?").fill("I took two")
        cia.get_by_role("button", name="Dispute it").click()
        expect(cia.locator("main")).to_contain_text("Disputed by Cia")
        accessible(cia)
        expect(bo.locator("#notices .contested")).to_contain_text("Deal 1 is disputed by Cia", timeout=SOON)
        expect(bo.locator("#newer-entries")).to_be_hidden()
        bo.locator("#notices .contested a").click()
        bo.get_by_label("Why it counts").fill("We counted again")
        bo.get_by_role("button", name="Keep it as it is").click()
        expect(cia.locator("main")).to_contain_text("We counted again", timeout=SOON)
        expect(cia.locator("main")).not_to_contain_text("Disputed by Cia")
        bo.get_by_role("button", name="Confirm").click()
        for page in (bo, cia):
            expect(page.locator(".agreed")).to_have_text("✓ Confirmed by Bo.", timeout=SOON)

    def test_each_for_himself(self, seated: Table) -> None:
        anna, bo, _, path = seated
        bo.goto(path)
        takes(bo, "Cia", "Cia")
        anna.request.post(f"{path}/settings", form={"own_parts": "on"})
        anna.goto(path)
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
        anna.get_by_role("button", name="Change my result").click()
        expect(anna.locator("#deal-form .partial-conflict")).to_contain_text("6 rounds are too many")
        expect(anna.locator("#deal-form .partial-conflict")).to_be_visible()
        anna.get_by_role("button", name="Remove the last trick").click()
        save(anna)
        expect(bo.locator("#lines tbody tr.deal")).to_have_count(2, timeout=SOON)
        expect(taken(bo, "Bo")).to_have_count(0)
