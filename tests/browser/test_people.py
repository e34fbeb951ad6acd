"""The people at the table, seen on two and three phones, and the clock of each of them."""

import re
from collections.abc import Callable

import pytest
from browser.fixtures import Site
from browser.table import DEAL, PLAYERS, SOON, Make, NewMatch, Table, links, save, takes, typed
from playwright.sync_api import expect

from companion.clock import now
from companion.store import open_store


class TestSeats:
    def test_a_link_lets_nobody_in_until_a_name_is_tapped(self, seated: Table, phone: Make) -> None:
        anna, _, _, path = seated
        guest = phone()
        anna.goto(f"{path}/share")
        phones = anna.locator("#phones li:has(.phone)")
        expect(phones).to_have_count(3)
        guest.goto(links(anna, path)[0])
        anna.reload()
        expect(phones).to_have_count(3)
        guest.get_by_role("button", name="I only watch").click()
        expect(phones).to_have_count(4, timeout=SOON)

    def test_taking_the_seat_of_another_is_seen_by_all(self, seated: Table) -> None:
        anna, bo, cia, path = seated
        for page in (anna, cia):
            page.goto(path)
        bo.goto(f"{path}/who")
        bo.get_by_role("button", name="Anna").click()
        for page in (anna, cia):
            expect(page.locator("#notices")).to_contain_text("was Bo and now says it is Anna", timeout=SOON)

    def test_an_unseen_part_is_not_shown_to_who_takes_the_seat(self, seated: Table) -> None:
        anna, bo, _, path = seated
        anna.request.post(f"{path}/settings", form={"own_parts": "on"})
        anna.goto(path)
        takes(anna, "Anna", "Anna")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        bo.goto(f"{path}/who")
        bo.get_by_role("button", name="Anna").click()
        expect(bo.locator("#entry select[name='rounds[]']")).to_have_count(5)
        typed(bo)

    def test_a_confirmation_counts_for_its_seat_alone(self, seated: Table) -> None:
        anna, bo, _, path = seated
        anna.goto(path)
        anna.request.post(f"{path}/settings", form={"confirm": "on"})
        takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        bo.goto(f"{path}/entries/2")
        bo.get_by_role("button", name="Confirm").click()
        expect(bo.locator(".agreed")).to_have_text("✓ Confirmed by Bo.")
        expect(anna.locator("#lines .mark.yes")).to_have_attribute("title", "confirmed by Bo", timeout=SOON)
        bo.request.post(f"{path}/who", form={"player": "Cia"})
        again = bo.request.post(f"{path}/entries/2/confirm", form={"entry_id": "k"})
        assert (again.status, "already confirmed it" in again.text()) == (403, True)


class TestCodes:
    def test_a_right_link_passes_when_others_have_guessed(self, seated: Table, phone: Make) -> None:
        anna, _, _, path = seated
        guesser, guest = phone(), phone()
        for n in range(12):
            guesser.request.post("/join", form={"code": f"WRONG{n:03}"})
        guest.goto(links(anna, path)[0])
        expect(guest.get_by_role("button", name="Bo")).to_be_visible()


class TestOwner:
    def test_handed_over_by_who_runs_the_server(self, seated: Table, site: Site) -> None:
        """`companion invite MATCH --owner` prints the link of such an invitation."""
        anna, bo, _, path = seated
        anna.context.clear_cookies()  # the phone that made the match is lost
        store = open_store(site.app.config["DATABASE"])
        bo.goto(f"/j/{store.invite(path.rpartition('/')[2], owner=True, until=now(60))}")
        store.close()
        expect(bo.locator("main")).to_contain_text("This phone will own the match.")
        bo.get_by_role("button", name="Bo").click()
        expect(bo.locator("#board")).to_be_visible()
        bo.goto(f"{path}/share")
        expect(bo.locator(".phone", has_text="this phone")).to_contain_text("owner")
        expect(bo.get_by_role("link", name="Delete this match")).to_be_visible()


ENTRY = {**DEAL, "at": "2026-10-02T23:30:00Z"}


class TestTimes:
    @pytest.mark.parametrize(
        ("zone", "lang", "told"),
        [("America/New_York", "en-US", "Oct 2, 2026 19:30"), ("Europe/Stockholm", "en-GB", "3 Oct 2026 01:30")],
    )
    def test_in_the_zone_of_the_phone_with_the_day(
        self, phone: Make, new_match: NewMatch, zone: str, lang: str, told: str
    ) -> None:
        page = phone(timezone_id=zone, lang=lang)
        path = new_match(page, "toy", PLAYERS, entries=[ENTRY])
        expect(page.locator("#saved")).to_have_text(f"live saved {told}")
        page.goto(f"{path}/entries/1")
        expect(page.locator("#derivation .log")).to_contain_text(told)

    def test_the_time_that_is_left_runs_in_the_words_of_the_phone(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(lang="fr", new=True)
        page.clock.install()
        new_match(page, "toy", PLAYERS, options={"length": {"minutes": 5}})
        time = page.locator("[data-left]")
        expect(time).to_contain_text("5 min")
        page.clock.run_for(4.5 * 60 * 1000)
        expect(time).to_contain_text(re.compile(r"\b[23]\d\ss"))
        expect(page.locator(".ends")).to_be_hidden()
        page.clock.run_for(60 * 1000)
        expect(page.locator(".ends")).to_be_visible()
        assert not time.inner_text().endswith("s")


class TestOthersPlayOn:
    """Names are corrected and players leave and join, seen on two phones and the scoreboard."""

    def test_a_corrected_name_is_seen_by_all(self, seated: Table) -> None:
        anna, bo, _, path = seated
        for page in (anna, bo):
            page.goto(path)
        anna.locator("#other > summary").click()
        anna.locator("#row-rename > summary").click()
        anna.locator("#row-rename select").select_option("Bo")
        anna.locator("#row-rename [name=name]").fill("Bosse")
        anna.locator("#row-rename button.save").click()
        expect(anna.locator("main")).to_contain_text("Bosse")
        expect(bo.locator("main")).to_contain_text("Bosse", timeout=SOON)

    def test_in_one_step_for_all_phones(self, seated: Table, phone: Make, accessible: Callable[..., None]) -> None:
        anna, bo, _, path = seated
        anna.goto(path)
        takes(anna, "Anna", "Anna")
        save(anna)
        bo.goto(path)
        board = phone()
        board.goto(links(anna, path)[1])
        board.get_by_role("button", name="I only watch").click()
        expect(board).to_have_url(re.compile(f"{path}$"))
        board.goto(f"{path}/board")
        anna.goto(f"{path}/people")
        accessible(anna)
        anna.get_by_label("Cia", exact=True).first.check()
        anna.get_by_role("textbox", name="New player 1").fill("Dag")
        anna.get_by_role("button", name="Show what changes").click()
        expect(anna.locator("#foreseen")).to_contain_text("Dag new")
        accessible(anna)
        anna.get_by_role("button", name="Go on with these people").click()
        expect(anna).to_have_url(re.compile(r"/m/\w+$"))
        part = anna.url
        expect(bo.locator("#notices")).to_contain_text("The match goes on with other people.", timeout=SOON)
        bo.locator("#next-deal").get_by_role("link", name="To the new part").click()
        expect(bo).to_have_url(part)
        expect(board).to_have_url(re.compile(f"{part}/board"), timeout=SOON)
        anna.goto(path)
        anna.locator("#next-deal").get_by_role("link", name="Undo the change of players").click()
        expect(anna.locator("#strike")).to_contain_text("The new part is deleted on all phones")
        assert anna.evaluate("document.documentElement.scrollWidth <= innerWidth")
        anna.get_by_role("button", name="Cross it out").click()
        expect(anna).to_have_url(re.compile(f"{path}"))
        expect(bo).to_have_url(re.compile(rf"{path}\?undone=1$"), timeout=SOON)
        expect(board).to_have_url(re.compile(f"{path}/board"), timeout=SOON)
        expect(anna.get_by_role("button", name="Restore")).to_have_count(0)

    def test_without_scripts(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(java_script_enabled=False)
        path = new_match(page, "toy", PLAYERS)
        page.goto(f"{path}/people")
        page.get_by_label("Cia", exact=True).first.check()
        page.get_by_role("button", name="Show what changes").click()
        page.get_by_role("button", name="Go on with these people").click()
        expect(page).to_have_url(re.compile(r"/m/\w+$"))
        expect(page.locator("#notices")).to_contain_text("This match goes on from an earlier part.")
