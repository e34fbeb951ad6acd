"""Two people write at the same time: no needless questions, nothing is lost, and undo says what it undoes."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pytest
from browser.table import (
    DEAL,
    LATER,
    PLAYERS,
    ROW,
    SOON,
    NewMatch,
    beside,
    deals,
    fines,
    in_order,
    save,
    seat,
    takes,
    top_row,
    typed,
    writes,
)
from playwright.sync_api import Error, Page, Route, expect


def correct(page: Page, path: str, seen: str) -> None:
    """Correct the first deal so that Cia takes all rounds."""
    form = [("correct", "1"), ("kind", "deal"), ("seen", seen), ("entry_id", "corrected"), *[("rounds[]", "Cia")] * 5]
    coded = {"Content-Type": "application/x-www-form-urlencoded"}
    assert page.request.post(f"{path}/entries", data=urlencode(form), headers=coded).ok


RESTORED = 300  # ms within which a draft would be restored
APART = 500  # ms after which a second tap on undo is no double tap
DRAWN = """next => [...document.querySelectorAll("#next-deal button")].some((one) => one.textContent.includes(next))"""
# The second tap comes in the same frame in which the button is drawn; sent from outside it may come too late.
TAPPED = f"""([label, clientX, clientY]) => ({DRAWN})(label) && document.elementFromPoint(clientX, clientY)
  .dispatchEvent(new MouseEvent("click", {{ clientX, clientY, bubbles: true, cancelable: true }})) !== null"""


@pytest.fixture
def both(trio: list[Page], new_match: NewMatch) -> tuple[Page, Page, str]:
    """Return the phones of Anna, who made the match, and Bo, who writes and has it open; there is no deal yet."""
    anna, bo, cia = trio
    path = new_match(anna, "toy", PLAYERS, opens=False)
    seat(anna, bo, cia, path)
    bo.goto(path)
    return anna, bo, path


class TestBesideTheDeal:
    def test_the_form_of_one_that_waited_is_afterwards_as_before(self, both: tuple[Page, Page, str]) -> None:
        """An entry that waits in a row is not typed as well, also after a reload.

        The default choices are restored; otherwise the empty form would still have "costs".
        """
        anna, bo, path = both
        menu = bo.locator("#other")
        bo.route("**/entries", lambda route: route.abort("connectionrefused"))
        fines(bo, "Cia", "2")
        bo.get_by_role("button", name="Save penalty").click()
        expect(bo.locator(ROW)).to_have_count(1, timeout=LATER)
        beside(bo, "note").locator("[name=text]").fill("coffee")
        bo.get_by_role("button", name="Save note").click()
        expect(bo.locator(ROW)).to_have_count(2)
        bo.reload()
        expect(bo.locator(ROW)).to_have_count(2)
        menu.locator("> summary").click()
        bo.wait_for_timeout(RESTORED)
        for name in ("cost", "text"):
            expect(menu.locator(f"[name={name}]")).to_have_value("")
        menu.evaluate("menu => (menu.open = false)")
        writes(anna, path, *["Anna"] * 3, "Bo", "Cia")
        bo.unroute("**/entries")
        bo.locator(ROW).get_by_role("button", name="Compare").click()
        bo.locator(".conflict").get_by_role("button", name="Save mine as well").click()
        expect(bo.locator("#lines tr.penalty")).to_have_count(1)
        expect(menu.locator("[name=cost]")).to_have_value("")
        expect(menu.locator("[name=way][value='']")).to_be_checked()


class TestBesideAFormInUse:
    def test_numbers_that_grow_are_whole_and_who_leads_is_marked(self, page: Page, new_match: NewMatch) -> None:
        """Rows in use are not redrawn, but the size of their digits and the leader are updated."""
        path = new_match(page, "toy", PLAYERS, options={"start": 0, "target": -1000, "table": 100})
        takes(page, "Bo")
        for _n in range(2):
            writes(page, path, *["Anna"] * 5)
        row = page.locator(".seat[data-player=Anna]")
        expect(row.locator(".n")).to_have_text("−10", timeout=LATER)
        expect(page.locator(".seats.digits-3")).to_have_count(1)
        expect(row).to_have_class(re.compile(r"\bleads\b"))
        typed(page, "Bo")


class TestTheSameDeal:
    def test_it_counts_once_and_nobody_is_asked(self, both: tuple[Page, Page, str]) -> None:
        """The answer of a poll that was sent before must not replace the text about it."""
        anna, bo, path = both
        held: list[Route] = []
        takes(bo, "Anna", "Anna", "Anna", "Bo", "Cia")
        bo.route("**/live*", lambda poll: poll.continue_() if held else held.append(poll))
        with bo.expect_request("**/live*"):
            pass
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        (poll,) = held
        told = poll.fetch()
        save(bo)
        expect(bo.locator("#status")).to_have_text("Anna had already saved the same. It counts once.")
        with suppress(Error):  # the page has aborted it
            poll.fulfill(response=told)
        with bo.expect_response("**/live*"):
            pass
        expect(bo.locator("#status")).to_have_text("Anna had already saved the same. It counts once.")
        expect(bo.locator(".conflict")).to_have_count(0)
        typed(bo)
        deals(bo, 1)


class TestAnother:
    def test_three_choices(self, both: tuple[Page, Page, str], accessible: Callable[[Page], None]) -> None:
        """Both versions are visible on both phones, and either can be corrected later."""
        anna, bo, path = both
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        anna.goto(path)
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        strip = bo.locator("#newer-entries")
        expect(strip).to_contain_text("Anna entered deal 1.", timeout=SOON)
        strip.get_by_role("button", name="Compare").click()
        race = bo.locator("section.conflict", has_text="other values than yours")
        expect(race.locator("h2")).to_be_focused()
        card, digits = (found.bounding_box() for found in (race, bo.locator(".seat .n").nth(1)))
        assert card
        assert digits
        assert digits["y"] + digits["height"] <= card["y"], "the card lies on the desk, and leaves the score in sight"
        expect(race.locator(".differs")).to_have_count(1)
        expect(race.locator(".choices").get_by_role("button")).to_have_count(2)
        accessible(bo)
        expect(bo.locator(".seat .to:not(:empty)")).to_have_count(0)  # results are only in the conflict
        cells = race.locator("td")
        assert cells.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
        expect(bo.locator("#entry .save")).to_be_hidden()
        expect(race.get_by_role("button", name="This is for the next deal")).to_be_in_viewport(ratio=1)
        bo.reload()
        strip.get_by_role("button", name="Compare").click()  # a new question, so it does not count as the next deal
        mine = race.get_by_role("button", name="Mine is right: correct deal 1")
        expect(mine).to_be_visible()
        bo.set_viewport_size({"width": 360, "height": 568})
        aimed_at = mine.bounding_box()
        correct(anna, path, "1.0")
        expect(strip).to_contain_text("Anna corrected deal 1.", timeout=SOON)  # shown in the conflict, which is older
        assert mine.bounding_box() == aimed_at
        expect(race.get_by_role("button", name="Compare")).to_be_in_viewport(ratio=1)
        mine.click()
        expect(race.locator("td").first).to_have_text("Cia, Cia, Cia, Cia, Cia")  # the current version
        expect(strip).to_be_hidden()
        mine.click()
        expect(bo.locator("#status")).to_have_text("Saved.")
        expect(anna.locator("#status")).to_have_text(re.compile("Bo corrected deal 1"), timeout=SOON)
        top_row(anna, "1", "9", "7", "9")
        typed(bo)


def record(page: Page) -> list[Any]:
    """Return the server's entries without drawing a page."""
    found: list[Any] = page.request.get(f"{page.url}/match.json").json()["entries"]
    return found


def test_a_double_tap_is_one(page: Page, new_match: NewMatch) -> None:
    """On Save it writes once; on Undo the second tap hits the next undo button, which has replaced the first."""
    path = new_match(page, "toy", PLAYERS, entries=[DEAL])
    takes(page, "Anna", "Anna", "Anna", "Bo", "Cia")
    page.locator("#entry .save").dblclick()
    expect(page.locator("#status")).to_have_text("Saved.")
    with page.expect_response("**/live*"):
        pass  # it would bring the second
    in_order(page, "2", "1")
    correct(page, path, "2.0")
    undo = page.get_by_role("button", name=re.compile("Undo the correction"))
    expect(undo).to_be_visible(timeout=SOON)
    box = undo.bounding_box()
    assert box
    at = (box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
    before = record(page)
    page.mouse.click(*at)
    page.wait_for_function(TAPPED, arg=["Undo deal 2", *at])
    page.wait_for_timeout(APART)
    assert len(record(page)) == len(before) + 1
    deals(page, 2)
