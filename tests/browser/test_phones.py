"""Three phones at one table, in the browser."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from waitress.server import create_server

from companion.app import create_app

PLAYERS = ["Anna", "Bo", "Cia"]
DEAL = {"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Bo", "Cia"]}
SOON = 3_000  # ms within which everybody sees a new entry
Make = Callable[..., Page]


def tricks(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"[data-takes={name}]").click()


def save(page: Page) -> None:
    page.locator("#entry .save").click()


def rows(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.locator("#lines tbody tr:not(.struck)").all_inner_texts()]


def link(owner: Page, path: str, kind: str) -> str:
    owner.goto(f"{path}/share")
    found = owner.locator(".invite", has_text=kind).locator(".address a").get_attribute("href")
    assert found
    return found


@pytest.fixture
def table(phone: Make, new_match: Callable[..., str]) -> tuple[Page, Page, Page, str]:
    """Anna made the match, Bo writes too, Cia reads: everybody has scanned the QR and tapped a name."""
    anna, bo, cia = phone(), phone(), phone()
    path = new_match(anna, "rams", PLAYERS, entries=[DEAL])
    anna.goto(f"{path}/who")
    anna.get_by_role("button", name="Anna").click()
    for page, name, kind in ((bo, "Bo", "To write"), (cia, "Cia", "To read")):
        page.goto(link(anna, path, kind))
        page.get_by_role("button", name=name).click()
        expect(page).to_have_url(re.compile(f"{path}$"))
    anna.goto(path)
    return anna, bo, cia, path


class TestJoining:
    def test_by_code(
        self, table: tuple[Page, Page, Page, str], phone: Make, accessible: Callable[[Page], None]
    ) -> None:
        anna, _, _, path = table
        anna.goto(f"{path}/share")
        accessible(anna)
        guest = phone()
        guest.goto("/")
        guest.get_by_label("Code of a match").fill(anna.locator(".code").first.inner_text().lower())
        guest.get_by_role("button", name="Join").click()
        accessible(guest)
        guest.get_by_role("button", name="I am watching").click()
        expect(guest.locator("#live")).to_contain_text("Anna")

    def test_a_renewed_code_locks_out(self, table: tuple[Page, Page, Page, str], phone: Make) -> None:
        anna, bo, _, path = table
        old = link(anna, path, "To write")
        anna.get_by_role("button", name="Renew both codes").click()
        assert link(anna, path, "To write") != old
        late = phone()
        late.goto(old)
        expect(late.locator("main")).to_contain_text("No match has this code")
        bo.reload()
        expect(bo.locator("#live")).to_contain_text("Anna")

    def test_a_reading_phone_cannot_write(self, table: tuple[Page, Page, Page, str]) -> None:
        _, _, cia, path = table
        expect(cia.locator("form#entry")).to_have_count(0)
        by_hand = cia.request.post(
            f"{path}/entries", form={"kind": "note", "text": "x", "seen": "1.0", "entry_id": "x"}
        )
        assert by_hand.status == 403

    def test_shown_out(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, bo, _, path = table
        anna.goto(f"{path}/share")
        anna.get_by_role("button", name="Show Bo out").click()
        bo.reload()
        expect(bo.locator("main")).to_contain_text("There is nothing here for this phone")


class TestLive:
    def test_a_new_entry_shows_soon_and_leaves_typing_alone(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, bo, cia, _ = table
        tricks(bo, "Bo", "Bo")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        for page in (bo, cia):
            expect(page.locator("#status")).to_have_text(re.compile("Anna wrote deal 2"), timeout=SOON)
        expect(bo.locator("[data-takes=Bo] .pips path")).to_have_count(2)
        assert rows(cia)[:2] == rows(anna)[:2]
        anna.reload()
        expect(anna.locator("[data-takes=Anna] .pips path")).to_have_count(0)

    def test_at_once_when_it_wakes(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, _, cia, _ = table
        cia.route("**/live*", lambda route: route.abort())  # asleep
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        cia.unroute("**/live*")
        cia.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(cia.locator("#status")).to_have_text(re.compile("Anna wrote deal 2"), timeout=SOON)

    def test_the_board(
        self, table: tuple[Page, Page, Page, str], phone: Make, accessible: Callable[[Page], None]
    ) -> None:
        anna, _, cia, path = table
        cia.goto(f"{path}/board")
        accessible(cia)
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(cia.locator(".big .place").first.locator(".n")).to_have_text("5", timeout=SOON)

    def test_face_to_face(self, phone: Make, new_match: Callable[..., str]) -> None:
        page = phone(width=800, height=1200)
        page.goto(new_match(page, "gin", ["Anna", "Bo"]) + "/board")
        page.get_by_role("link", name="Face to face").click()
        upper, lower = (page.locator(".big .place").nth(n).bounding_box() for n in (0, 1))
        assert upper and lower and upper["y"] + upper["height"] <= lower["y"]
        assert "matrix(-1" in page.locator(".big .place").first.evaluate("place => getComputedStyle(place).transform")


class TestRaces:
    def test_both_versions_are_seen_and_one_is_chosen(
        self, table: tuple[Page, Page, Page, str], accessible: Callable[[Page], None]
    ) -> None:
        anna, bo, _, _ = table
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        save(bo)
        expect(bo.locator(".race")).to_contain_text("differs from yours")
        expect(bo.locator(".rival .differs")).to_have_count(1)
        expect(bo.locator("[data-takes=Bo] .pips path")).to_have_count(3)
        accessible(bo)
        bo.get_by_role("button", name="Mine is right: correct deal 2").click()
        expect(bo.locator("#status")).to_have_text("Saved.")
        expect(anna.locator("#status")).to_have_text(re.compile("Bo corrected deal 2"), timeout=SOON)
        assert rows(anna)[0] == "2 7 −1 5 −3 8 −1"

    def test_dropping_the_own_version(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, bo, _, _ = table
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        save(bo)
        bo.get_by_role("link", name="drop mine").click()
        expect(bo.locator(".race")).to_have_count(0)
        expect(bo.locator("[data-takes=Bo] .pips path")).to_have_count(0)

    def test_a_double_tap_writes_once(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, _, cia, _ = table
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.locator("#entry .save").dblclick()
        expect(anna.locator("#status")).to_have_text("Saved.")
        expect(cia.locator("#status")).to_have_text(re.compile("Anna wrote deal 2"), timeout=SOON)
        assert [row[0] for row in rows(cia)[:2]] == ["2", "1"]


class TestTrust:
    def test_contest_and_settle(self, table: tuple[Page, Page, Page, str], accessible: Callable[[Page], None]) -> None:
        anna, bo, cia, path = table
        cia.goto(f"{path}/entries/1")
        cia.get_by_label("What is wrong?").fill("I took two")
        cia.get_by_role("button", name="Contest it").click()
        accessible(cia)
        for page in (anna, bo):
            expect(page.locator("#notices .contested")).to_contain_text("Deal 1 is contested by Cia", timeout=SOON)
        bo.locator("#notices .contested a").click()
        bo.get_by_label("Why it stands").fill("We counted again")
        bo.get_by_role("button", name="It stands as written").click()
        expect(anna.locator("#notices .contested")).to_have_count(0, timeout=SOON)

    def test_each_for_himself(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, bo, _, path = table
        anna.goto(f"{path}/settings")
        anna.get_by_label("Each for himself").check()
        anna.get_by_role("button", name="Save").click()
        bo.reload()
        tricks(anna, "Anna", "Anna", "Anna")
        save(anna)
        expect(bo.locator("#notices .parts")).to_contain_text("Handed in: Anna. Waiting for Bo, Cia.", timeout=SOON)
        tricks(bo, "Bo")
        save(bo)
        anna.get_by_role("link", name="Write for Cia").click()
        tricks(anna, "Cia")
        save(anna)
        expect(bo.locator("#status")).to_have_text(re.compile("wrote deal 2"), timeout=SOON)
        expect(bo.locator("[data-takes=Bo] .pips path")).to_have_count(0)


class Server:
    """The app on one port and one instance, stopped and started again."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        app: Flask = create_app(self.folder)
        self.server = create_server(app, host="127.0.0.1", port=self.port, threads=4)
        self.port = self.server.effective_port
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        with suppress(OSError):
            self.server.close()
        self.server.asyncore.close_all(self.server._map)
        self.thread.join(timeout=5)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path / "instance")
    yield found
    found.stop()


class TestOffline:
    """A dead battery, a lost network or a restart of the server loses nothing that was typed."""

    def open(self, browser: object, server: Server, new_match: Callable[..., str]) -> tuple[Page, str]:
        page = browser.new_context(base_url=f"http://127.0.0.1:{server.port}").new_page()  # type: ignore[attr-defined]
        return page, new_match(page, "rams", PLAYERS, entries=[DEAL])

    def test_an_entry_waits_for_the_server(
        self, browser: object, server: Server, new_match: Callable[..., str]
    ) -> None:
        page, _ = self.open(browser, server, new_match)
        tricks(page, "Anna", "Anna", "Anna", "Bo", "Cia")
        server.stop()
        save(page)
        expect(page.locator(".waiting")).to_contain_text("Anna, Anna, Anna, Bo, Cia", timeout=15_000)
        expect(page.locator("[data-takes=Anna] .pips path")).to_have_count(0)
        expect(page.get_by_role("heading", name="Deal 3", exact=True)).to_be_visible()
        expect(page.locator("#status")).to_contain_text("Not connected since", timeout=15_000)
        expect(page.locator(".net")).to_contain_text("1 waiting")
        server.start()
        expect(page.locator("#status")).to_have_text("Sent and saved.", timeout=15_000)
        expect(page.locator(".waiting")).to_have_count(0)
        expect(page.locator(".net")).to_have_text(re.compile("saved"))
        expect(page.locator("#lines tbody tr:not(.struck)").first).to_have_text(re.compile("2\\s*5 −3\\s*7 −1\\s*8 −1"))
        assert [row[0] for row in rows(page)[:2]] == ["2", "1"]
        page.context.close()

    def test_the_draft_is_there_after_a_reload(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, *_ = table
        tricks(anna, "Anna", "Bo")
        anna.reload()
        expect(anna.locator("#status")).to_have_text("What you had typed is back.")
        expect(anna.locator("[data-takes=Bo] .pips path")).to_have_count(1)

    def test_if_the_record_moved_on_the_difference_is_shown(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, bo, _, _ = table
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.context.set_offline(True)
        save(anna)
        expect(anna.locator(".waiting")).to_have_count(1)
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")
        anna.context.set_offline(False)
        expect(anna.locator(".waiting")).to_contain_text("Somebody has written meanwhile", timeout=10_000)
        anna.get_by_role("button", name="Compare").click()
        expect(anna.locator(".race")).to_contain_text("differs from yours")
        expect(anna.locator("[data-takes=Anna] .pips path")).to_have_count(3)
        expect(anna.locator(".waiting")).to_have_count(0)
        assert len(rows(bo)) == len(rows(anna))

    def test_it_can_be_opened_and_taken_back(self, table: tuple[Page, Page, Page, str]) -> None:
        anna, *_ = table
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        anna.context.set_offline(True)
        save(anna)
        anna.locator(".waiting").get_by_role("button", name="Open").click()
        expect(anna.locator(".waiting")).to_contain_text("Taken back")
        anna.locator(".slots select").last.select_option("Bo")
        save(anna)
        expect(anna.locator(".waiting")).to_contain_text("Anna, Anna, Anna, Bo, Bo")
        anna.context.set_offline(False)
        expect(anna.locator("#status")).to_have_text("Sent and saved.", timeout=10_000)
        expect(anna.locator("#lines tbody tr").first).to_have_text(re.compile("2\\s*5 −3\\s*6 −2\\s*10 .1▲"))
