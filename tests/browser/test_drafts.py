"""Typed text stays, whatever others write and whether or not the server answers."""

import re

from browser.table import (
    DEAL,
    LATER,
    PLAYERS,
    SOON,
    Make,
    NewMatch,
    Table,
    beside,
    deals,
    fines,
    save,
    takes,
    typed,
)
from playwright.sync_api import Page, expect


def writes(page: Page, path: str, **fields: str) -> None:
    seen = page.request.get(path).headers["companion"]
    answer = page.request.post(f"{path}/entries", form={"entry_id": f"by-{fields['kind']}", "seen": seen, **fields})
    assert answer.ok


class TestAPart:
    def test_of_a_deal_that_was_thrown_in_is_asked_about(self, seated: Table) -> None:
        anna, bo, _, path = seated
        anna.request.post(f"{path}/settings", form={"own_parts": "on"})
        bo.goto(path)
        takes(bo, "Bo")
        writes(anna, path, kind="misdeal")
        strip = bo.locator("#newer-entries")
        mine = strip.get_by_role("button", name="This is my result for the next deal")
        expect(mine).to_be_visible(timeout=SOON)
        with bo.expect_response("**/own"):
            save(bo)
        with bo.expect_response("**/live*"):
            pass  # still valid long after the form was drawn
        expect(bo.locator("#wrong")).to_contain_text("That deal was cancelled.")
        mine.click()
        expect(strip).to_be_hidden()
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")


DRAWN = 300  # ms within which a draft would be restored


class TestBesideTheDeals:
    def test_a_penalty_and_a_note_stay_through_a_reload_until_they_are_written(self, seated: Table) -> None:
        anna, bo, _, path = seated
        bo.goto(path)
        menu = bo.locator("#other")
        fines(bo, "Cia", "2")
        menu.locator("[data-digit=next]").click()
        menu.locator("#row-penalty .why .else").click()
        menu.locator("#row-penalty [name=reason_text]").fill("looked")
        menu.get_by_role("link", name="Set it aside").locator("visible=true").click()
        expect(menu).not_to_have_attribute("open", "")
        beside(bo, "note").locator("[name=text]").fill("coffee")
        bo.reload()
        menu.locator("> summary").click()
        expect(menu.locator(".not-saved")).to_have_text(["not saved yet"] * 2)
        filled = {
            "#row-penalty [name=player]": "Cia",
            "[name=cost]": "2",
            "#row-penalty [name=reason_text]": "looked",
            "[name=text]": "coffee",
        }
        for field, value in filled.items():
            expect(menu.locator(field)).to_have_value(value)
        writes(anna, path, kind="note", text="tea")
        expect(bo.locator("#lines")).to_contain_text("tea", timeout=SOON)
        menu.locator("#row-penalty > summary").click()
        expect(menu.locator("[name=cost]")).to_have_value("2")
        bo.get_by_role("button", name="Save penalty").click()
        expect(bo.locator("#lines tr.penalty")).to_have_count(1)
        expect(menu.locator("[name=text]")).to_have_value("coffee")
        beside(bo, "note").locator("[name=text]").fill("")
        bo.reload()
        menu.locator("> summary").click()
        bo.wait_for_timeout(DRAWN)
        for name in ("cost", "text"):
            expect(menu.locator(f"[name={name}]")).to_have_value("")

    def test_what_one_writes_beside_it_oneself_is_nothing_that_somebody_saved_meanwhile(self, his: Page) -> None:
        bo = his
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        penalty = "form => { form.elements.player.value = 'Bo'; form.elements.cost.value = '2'; form.requestSubmit(); }"
        with bo.expect_response("**/form"):  # the form is redrawn, and opened, with what was typed
            bo.locator("#row-penalty form").evaluate(penalty)
            expect(bo.locator("#status")).to_have_text("Saved.")
        bo.wait_for_timeout(DRAWN)
        typed(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        bo.locator("[data-tool=aside]").click()
        fines(bo, "Cia", "2")
        bo.reload()
        save(bo)
        deals(bo, 2)
        beside(bo, "penalty")
        bo.get_by_role("button", name="Save penalty").click()
        expect(bo.locator("#lines tr.penalty")).to_have_count(2)

    def test_what_is_asked_about_stays_until_it_is_decided(self, seated: Table) -> None:
        anna, bo, _, path = seated
        bo.goto(path)
        form = bo.locator("#row-penalty form")
        fines(bo, "Cia", "2")
        writes(anna, path, kind="penalty", player="Cia", way="costs", cost="2", reason="looked")
        bo.get_by_role("button", name="Save penalty").click()
        expect(bo.locator(".conflict")).to_be_visible()
        bo.reload()
        beside(bo, "penalty")
        expect(form.locator("[name=cost]")).to_have_value("2")
        bo.get_by_role("button", name="Save penalty").click()
        bo.locator(".conflict").get_by_role("link", name="Delete mine").click()
        expect(bo.locator(".conflict")).to_have_count(0)
        bo.reload()
        bo.locator("#other > summary").click()
        bo.wait_for_timeout(DRAWN)
        expect(form.locator("[name=cost]")).to_have_value("")


SENT = 8_000  # ms: a page that thinks another one is sending tries again after four seconds
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError") } })"""


class TestNothingKept:
    def test_a_browser_that_keeps_nothing_writes_all_the_same_and_says_so(
        self, phone: Make, new_match: NewMatch
    ) -> None:
        page = phone(new=True)
        page.add_init_script(FORBIDDEN)
        wrong: list[object] = []

        def failed(error: object) -> None:  # playwright cannot attach an attribute to the append method of a list
            wrong.append(error)

        page.on("pageerror", failed)
        new_match(page, "toy", PLAYERS, entries=[DEAL])
        takes(page, "Anna", "Anna", "Anna", "Bo", "Cia")
        expect(page.locator("#status")).to_contain_text("This browser does not save what you type")
        page.context.set_offline(True)
        save(page)
        expect(page.locator(".waiting")).to_contain_text("Anna, Anna, Anna", timeout=LATER)
        page.context.set_offline(False)
        deals(page, 2)
        expect(page.locator(".waiting")).to_have_count(0)
        takes(page, "Bo", "Bo", "Anna", "Bo", "Cia")
        save(page)
        deals(page, 3)
        assert not wrong


SAVE_AND_LEAVE = "page => { document.querySelector('#entry .save').click(); location.assign(page) }"
OVER_HTTP = "Object.defineProperty(navigator, 'locks', { value: undefined })"  # browsers have locks only with https


class TestLeftAtTheTapOnSave:
    def test_the_next_page_sends_it_soon(self, seated: Table) -> None:
        """A closed page does not block sending for the full time of its lease."""
        _, bo, _, path = seated
        bo.add_init_script(OVER_HTTP)
        bo.goto(path)
        takes(bo, "Bo", "Bo", "Bo", "Bo", "Cia")
        bo.evaluate(SAVE_AND_LEAVE, f"{path}/share")
        bo.wait_for_url("**/share")
        bo.goto(path)
        expect(bo.locator("#lines tbody tr.deal")).to_have_count(2, timeout=SENT)


class TestForgotten:
    def test_what_waits_is_named_and_stays_until_it_is_forgotten(self, phone: Make, new_match: NewMatch) -> None:
        page = phone()
        path = new_match(page, "toy", PLAYERS, entries=[DEAL], opens=False)
        page.goto("/forget")
        expect(page.get_by_role("button", name="Yes, remove it")).to_be_visible()
        expect(page.locator("#lost")).to_be_hidden()
        page.goto(path)
        takes(page, "Bo")
        page.goto("/forget")
        expect(page.locator("#lost")).to_contain_text("will be lost")
        expect(page.locator(f"#lost a[href='{path}']")).to_contain_text("1 deal is not on the score sheet yet")
        page.context.set_offline(True)
        page.get_by_role("button", name="Yes, remove it").click()
        expect(page.locator("#status")).to_contain_text("You are offline")
        assert page.evaluate("localStorage.length")
        page.context.set_offline(False)
        page.get_by_role("button", name="Yes, remove it").click()
        expect(page.get_by_role("link", name="Join a match")).to_be_visible()
        assert not page.evaluate("localStorage.length")


class TestAPage:
    def test_shows_what_came_and_is_not_left_for_a_server_that_does_not_answer(self, seated: Table) -> None:
        anna, bo, _, path = seated
        anna.goto(f"{path}/settings")
        anna.get_by_label("Deals are confirmed").check()
        writes(bo, path, kind="note", text="coffee")
        anna.locator("#fresh").get_by_role("link", name="Show it").click(timeout=LATER)
        expect(anna.locator("#fresh")).to_have_count(0)
        expect(anna.get_by_label("Deals are confirmed")).to_be_checked()
        anna.context.set_offline(True)
        anna.get_by_role("button", name="Save").click()
        expect(anna.locator("#status")).to_contain_text("You are offline. Nothing was sent")
        expect(anna.get_by_label("Deals are confirmed")).to_be_checked()
        with anna.expect_event("requestfailed", lambda asked: asked.url.endswith("/healthz")):
            anna.get_by_role("link", name="Rules").last.click()
        expect(anna).to_have_url(re.compile("settings$"))
        anna.context.set_offline(False)
        anna.get_by_role("button", name="Save").click()
        expect(anna).to_have_url(re.compile(f"{path}$"))

    def test_nor_is_a_new_match(self, phone: Make) -> None:
        page = phone()
        page.goto("/new/toy")
        page.locator("input[name^='players']").first.fill("Anna")
        page.locator("input[name^='players']").nth(1).fill("Bo")
        page.context.set_offline(True)
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator("#status")).to_contain_text("You are offline")
        expect(page.locator("input[name^='players']").first).to_have_value("Anna")

    def test_nor_where_the_server_has_answered_just_before(self, seated: Table) -> None:
        """A decision of the table has no waiting rows on its page, so it stays in its form until it is written."""
        anna, *_, path = seated
        anna.goto(f"{path}/rules?q=what+does+beer+cost")
        anna.locator("[name=text]").fill("one each")
        with anna.expect_response("**/rules*"):
            pass  # the server answers
        anna.route("**/*", lambda route: route.abort("connectionrefused"))
        anna.get_by_role("button", name="Save it").click()
        expect(anna.locator("#status")).to_contain_text("You are offline")
        expect(anna.locator("[name=text]")).to_have_value("one each")
        anna.unroute("**/*")
        anna.get_by_role("button", name="Save it").click()
        expect(anna.locator("#lines")).to_contain_text("one each")

    def test_of_an_entry_shows_what_waits(self, seated: Table) -> None:
        anna, *_, path = seated
        anna.goto(f"{path}/entries/1")
        anna.locator("#dispute summary").click()
        form = anna.locator("form[action$=contest]")
        form.locator("[name=reason]").fill("three for Bo")
        anna.context.set_offline(True)
        form.get_by_role("button").click()
        expect(anna.locator(".waiting")).to_contain_text("three for Bo", timeout=LATER)
        anna.context.set_offline(False)
        expect(anna.locator(".waiting")).to_have_count(0, timeout=LATER)
        expect(anna.locator(".contested")).to_contain_text("three for Bo", timeout=LATER)
