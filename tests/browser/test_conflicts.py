"""Two people write at the same time: no needless questions, nothing is lost, and undo says what it undoes."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pytest
from browser.table import (
    LATER,
    PLAYERS,
    ROW,
    SOON,
    NewMatch,
    beside,
    deals,
    fines,
    save,
    seat,
    takes,
    top_row,
    typed,
    writes,
)
from playwright.sync_api import APIResponse, Error, Page, Route, expect


def correct(page: Page, path: str, seen: str) -> None:
    """Correct the first deal so that Cia takes all rounds."""
    form = [("correct", "1"), ("kind", "deal"), ("seen", seen), ("entry_id", "corrected"), *[("rounds[]", "Cia")] * 5]
    coded = {"Content-Type": "application/x-www-form-urlencoded"}
    assert page.request.post(f"{path}/entries", data=urlencode(form), headers=coded).ok


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


@pytest.fixture
def hers(page: Page, new_match: NewMatch) -> Page:
    """Return Anna's phone with a match without deals."""
    new_match(page, "toy", PLAYERS)
    return page


class TestBesideTheDeal:
    def test_a_penalty_that_is_asked_about_is_written_once(self, both: tuple[Page, Page, str]) -> None:
        """The conflict holds the penalty, so its own form is empty after any choice."""
        anna, bo, path = both
        fines(bo, "Cia", "2")
        writes(anna, path, *["Anna"] * 3, "Bo", "Cia")
        bo.get_by_role("button", name="Save penalty").click()
        bo.locator(".conflict").get_by_role("button", name="Save mine as well").click()
        expect(bo.locator("#lines tr.penalty")).to_have_count(1)
        expect(bo.locator("#other [name=cost]")).to_have_value("")

    def test_the_form_of_one_that_waited_is_afterwards_as_before(self, both: tuple[Page, Page, str]) -> None:
        """The default choices are restored; otherwise the empty form would still have "costs"."""
        anna, bo, path = both
        bo.context.set_offline(True)
        fines(bo, "Cia", "2")
        bo.get_by_role("button", name="Save penalty").click()
        expect(bo.locator(ROW)).to_have_count(1, timeout=LATER)
        beside(bo, "note").locator("[name=text]").fill("coffee")
        bo.get_by_role("button", name="Save note").click()
        expect(bo.locator(ROW)).to_have_count(2)
        writes(anna, path, *["Anna"] * 3, "Bo", "Cia")
        bo.context.set_offline(False)
        bo.locator(ROW).get_by_role("button", name="Compare").click()
        bo.locator(".conflict").get_by_role("button", name="Save mine as well").click()
        expect(bo.locator("#lines tr.penalty")).to_have_count(1)
        expect(bo.locator("#other [name=cost]")).to_have_value("")
        expect(bo.locator("#other [name=way][value='']")).to_be_checked()


class TestBesideAFormInUse:
    def test_numbers_that_grow_are_whole_and_who_leads_is_marked(self, page: Page, new_match: NewMatch) -> None:
        """Rows in use are not redrawn, but the size of their digits and the leader are updated."""
        new_match(page, "toy", PLAYERS, options={"start": 0, "target": -1000, "table": 100})
        page.context.set_offline(True)
        for _n in range(2):
            takes(page, *["Anna"] * 5)
            save(page)
        expect(page.locator(ROW)).to_have_count(2)
        takes(page, "Bo")
        page.context.set_offline(False)
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
        deals(bo, 1)

    def test_what_is_typed_stays_in_the_form_until_it_is_saved(self, both: tuple[Page, Page, str]) -> None:
        """The typed deal may be incomplete."""
        anna, bo, path = both
        takes(bo, "Anna", "Anna", "Anna", "Bo", "Cia")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        expect(bo.locator("#newer-entries")).to_contain_text("Anna entered deal 1.", timeout=SOON)
        typed(bo, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(bo)
        expect(bo.locator("#status")).to_have_text("Anna had already saved the same. It counts once.")
        typed(bo)
        deals(bo, 1)

    def test_never_after_mine_is_the_next_deal(self, both: tuple[Page, Page, str]) -> None:
        """ "A new deal" holds until it is saved, also after a reload; further entries are asked about."""
        anna, bo, path = both
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        bo.locator("#newer-entries").get_by_role("button", name="This is for the next deal").click(timeout=SOON)
        bo.reload()
        typed(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        writes(anna, path, "Bo", "Bo", "Bo", "Anna", "Cia")
        expect(bo.locator("#newer-entries")).to_contain_text("Anna entered deal 2.", timeout=SOON)
        save(bo)
        race = bo.locator(".conflict")
        expect(race.locator("h2")).to_have_text(
            "Anna has already saved deal 2 with the same numbers. Is it the same deal?"
        )
        race.get_by_role("button", name="This is for the next deal").click()
        expect(bo.locator("#status")).to_have_text("Saved.")
        deals(bo, 3)


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

    def test_that_one_before_it_was_struck_out_is_nothing_to_compare(self, both: tuple[Page, Page, str]) -> None:
        anna, bo, path = both
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        expect(bo.locator("#entry .save")).to_contain_text("Save deal 2", timeout=SOON)
        takes(bo, "Bo", "Bo")
        struck = {"strike": "1", "seen": "1.0", "entry_id": "struck"}
        assert anna.request.post(f"{path}/entries", form=struck).ok
        strip = bo.locator("#newer-entries")
        expect(strip).to_contain_text("Anna crossed out deal 1", timeout=SOON)
        expect(strip.get_by_role("button")).to_have_text(["Keep mine"])
        expect(bo.locator("#entry .save")).to_contain_text("Save deal 1")
        strip.get_by_role("button", name="Keep mine").click()
        expect(strip).to_be_hidden()
        typed(bo, "Bo", "Bo")


def record(page: Page) -> list[Any]:
    """Return the server's entries without drawing a page."""
    found: list[Any] = page.request.get(f"{page.url}/match.json").json()["entries"]
    return found


class TestUndo:
    def test_who_corrected_that_deal_meanwhile_is_said(self, both: tuple[Page, Page, str]) -> None:
        anna, bo, path = both
        writes(anna, path, "Anna", "Anna", "Anna", "Bo", "Cia")
        undo = bo.get_by_role("button", name="Undo deal 1")
        expect(undo).to_be_visible(timeout=SOON)
        told: list[APIResponse] = []

        def as_before(poll: Route) -> None:
            if not told:
                told.append(poll.fetch())
            poll.fulfill(response=told[0])

        bo.route("**/live*", as_before)
        with bo.expect_response("**/live*"):
            pass  # wait for this last poll
        correct(anna, path, "1.0")
        undo.click()
        expect(bo.locator(".conflict")).to_contain_text("Anna corrected deal 1.")
        expect(bo.get_by_role("button", name="Cross it out anyway")).to_be_visible()

    def test_a_double_tap_is_one_step(self, hers: Page) -> None:
        """The second tap hits the next undo button, which has replaced the first."""
        anna = hers
        for _n in range(2):
            takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
            save(anna)
            expect(anna.locator("#status")).to_have_text("Saved.")
        correct(anna, anna.url, "2.0")
        undo = anna.get_by_role("button", name=re.compile("Undo the correction"))
        expect(undo).to_be_visible(timeout=SOON)
        box = undo.bounding_box()
        assert box
        at = (box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
        before = record(anna)
        anna.mouse.click(*at)
        anna.wait_for_function(TAPPED, arg=["Undo deal 2", *at])
        anna.wait_for_timeout(APART)
        assert len(record(anna)) == len(before) + 1
        deals(anna, 2)

    def test_a_step_back_and_once_forward(self, hers: Page) -> None:
        anna = hers
        for _n in range(2):
            takes(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
            save(anna)
            expect(anna.locator("#status")).to_have_text("Saved.")
        anna.get_by_role("button", name="Undo deal 2: Anna −3").click()
        expect(anna.locator("#status")).to_have_text("Crossed out: deal 2.")
        typed(anna, "Anna", "Anna", "Anna", "Bo", "Cia")  # the undone deal is in the form again
        expect(anna.get_by_role("button", name="Restore deal 2")).to_be_visible()
        anna.get_by_role("button", name="Set it aside").click()
        for size in ((320, 568), (740, 360)):  # the next deal is named beside two buttons
            anna.set_viewport_size({"width": size[0], "height": size[1]})
            is_whole = "(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 4"
            assert anna.locator("#next-deal :is(p, button)").evaluate_all(f"all => all.every({is_whole})")
            expect(anna.locator("#next-deal b")).to_have_text("Deal 2")
        anna.wait_for_timeout(APART)
        anna.get_by_role("button", name="Undo deal 1: Anna −3").click()  # above the form, which is filled now
        expect(anna.locator("#status")).to_have_text("Crossed out: deal 1.")
        deals(anna, 0)
        anna.wait_for_timeout(APART)
        anna.locator("#put-back").get_by_role("button", name="Restore deal 1").click()
        expect(anna.get_by_role("button", name="Undo deal 1")).to_be_visible()
        expect(anna.get_by_role("button", name=re.compile("Put deal"))).to_have_count(0)
