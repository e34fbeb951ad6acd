"""An undone deal stays in the form as if it were typed, until redo removes it."""

from urllib.parse import urlencode

import pytest
from browser.table import (
    SOON,
    Table,
    beside,
    deals,
    fines,
    save,
    takes,
    typed,
)
from playwright.sync_api import Page, expect

APART = 500  # ms between two steps that both count


@pytest.fixture
def undone(hers: Page) -> Page:
    """Return a phone with two deals of which the second was undone."""
    takes(hers, "Anna", "Anna", "Anna", "Bo", "Cia")
    hers.locator("#entry .save").click()
    expect(hers.locator("#status")).to_have_text("Saved.")
    step(hers, "deal 2")
    return hers


def step(page: Page, deal: str) -> None:
    page.wait_for_timeout(APART)
    page.get_by_role("button", name=f"Undo {deal}").first.click()
    expect(page.locator("#status")).to_have_text(f"Crossed out: {deal}.")


def test_through_a_reload(undone: Page) -> None:
    undone.reload()
    typed(undone, "Anna", "Anna", "Anna", "Bo", "Cia")


def test_through_a_note_beside_it(undone: Page) -> None:
    undone.locator("[data-tool=aside]").click()
    beside(undone, "note").locator("[name=text]").fill("coffee")
    undone.get_by_role("button", name="Save note").click()
    expect(undone.locator("#lines")).to_contain_text("coffee")
    typed(undone, "Anna", "Anna", "Anna", "Bo", "Cia")


def test_through_a_step_back_that_brings_nothing(undone: Page) -> None:
    undone.locator("[data-tool=aside]").click()
    fines(undone, "Cia", "2")
    undone.get_by_role("button", name="Save penalty").click()
    expect(undone.locator("#lines tr.penalty")).to_have_count(1)
    undone.wait_for_timeout(APART)  # the form is redrawn with what was typed
    undone.locator("[data-tool=aside]").click()
    undone.wait_for_timeout(APART)
    undone.get_by_role("button", name="Undo the penalty").first.click()
    expect(undone.locator("#status")).to_contain_text("Crossed out")
    typed(undone, "Anna", "Anna", "Anna", "Bo", "Cia")


def test_the_next_step_puts_its_own_in_its_place(undone: Page) -> None:
    step(undone, "deal 1")
    typed(undone, "Anna", "Anna", "Bo", "Bo", "Cia")


def test_but_not_in_the_place_of_what_was_changed_in_it(undone: Page) -> None:
    undone.locator("[data-tool=untake]").click()
    takes(undone, "Bo")
    step(undone, "deal 1")
    typed(undone, "Anna", "Anna", "Anna", "Bo", "Bo")


def test_put_back_it_stands_on_the_sheet_and_not_in_the_form(undone: Page) -> None:
    undone.wait_for_timeout(APART)
    undone.locator("#put-back").get_by_role("button", name="Restore deal 2").click()
    deals(undone, 2)
    typed(undone)
    undone.reload()
    typed(undone)


def test_nor_what_was_changed_in_it_meanwhile(undone: Page) -> None:
    """It comes from the deal that is restored: saved as well, it would count twice."""
    undone.locator("[data-tool=untake]").click()
    takes(undone, "Bo")
    undone.wait_for_timeout(APART)
    undone.locator("#put-back").get_by_role("button", name="Restore deal 2").click()
    deals(undone, 2)
    typed(undone)


@pytest.mark.parametrize("by", ["another phone", "this one, and the page is opened again"])
def test_nor_where_it_is_put_back_from_elsewhere(undone: Page, by: str) -> None:
    """From its own page, or by another phone."""
    typed(undone, "Anna", "Anna", "Anna", "Bo", "Cia")
    path = undone.url
    seen = undone.request.get(path).headers["companion"]
    again = [("correct", "2"), ("kind", "deal"), ("seen", seen), ("entry_id", "again")]
    rounds = [("rounds[]", name) for name in ("Anna", "Anna", "Anna", "Bo", "Cia")]
    coded = {"Content-Type": "application/x-www-form-urlencoded"}
    assert undone.request.post(f"{path}/entries", data=urlencode([*again, *rounds]), headers=coded).ok
    if by != "another phone":
        undone.goto(path)
    deals(undone, 2)
    typed(undone)


class TestEachForHimself:
    """A changed part of an undone deal does not become a part of the next one when the deal is restored."""

    @pytest.mark.parametrize("by", ["this phone", "another phone", "another phone, while this page is away"])
    def test_it_is_taken_out_of_the_form(self, seated: Table, by: str) -> None:
        anna, bo, _, path = seated
        anna.request.post(f"{path}/settings", form={"own_parts": "on"})
        coded = {"Content-Type": "application/x-www-form-urlencoded"}
        for name, rounds in (("Anna", 3), ("Cia", 0)):
            fields = [("kind", "deal"), ("for", name), ("number", "2"), *[("rounds[]", name)] * rounds]
            if not rounds:
                fields.append(("sat_out[]", name))
            assert anna.request.post(f"{path}/own", data=urlencode([*fields, ("entry_id", name)]), headers=coded).ok
        bo.goto(path)
        takes(bo, "Bo", "Bo")
        save(bo)
        deals(bo, 2)
        step(bo, "deal 2")
        typed(bo, "Bo", "Bo")
        takes(bo, "Bo")
        typed(bo, "Bo", "Bo", "Bo")
        if by == "this phone":
            bo.wait_for_timeout(APART)
            bo.locator("#put-back").get_by_role("button", name="Restore deal 2").click()
        else:
            if "away" in by:
                bo.goto("/rules")
            seen = anna.request.get(path).headers["companion"]
            again = {"strike": "3", "seen": seen, "entry_id": "again"}
            assert anna.request.post(f"{path}/entries", form=again).ok
            if "away" in by:
                bo.goto(path)
        deals(bo, 2)
        typed(bo)
        expect(bo.locator("#status")).to_contain_text("deal 2", timeout=SOON)
        bo.reload()
        typed(bo)
