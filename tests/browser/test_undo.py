"""An undone deal stays in the form as if it were typed, until redo removes it."""

from typing import Any
from urllib.parse import urlencode

from browser.fixtures import PHONE
from browser.table import DEAL, PLAYERS, SOON, NewMatch, Table, beside, deals, fines, save, takes, typed
from playwright.sync_api import Page, expect
from support.share import every

APART = 500  # ms between two steps that both count
ROUNDS = ("Anna", "Anna", "Anna", "Bo", "Cia")
SECOND: dict[str, Any] = {"kind": "deal", "rounds": ROUNDS}
CODED = {"Content-Type": "application/x-www-form-urlencoded"}


def step(page: Page, deal: str) -> None:
    page.get_by_role("button", name=f"Undo {deal}").first.click()
    expect(page.locator("#status")).to_have_text(f"Crossed out: {deal}.")


def restore(page: Page) -> None:
    page.wait_for_timeout(APART)
    page.locator("#put-back").get_by_role("button", name="Restore deal 2").click()


def restore_elsewhere(page: Page, path: str) -> None:
    """Cross out the last entry, which crossed out the deal, by a request."""
    seen = page.request.get(path).headers["companion"]
    again = {"strike": seen.partition(".")[0], "seen": seen, "entry_id": f"again-{seen}"}
    assert page.request.post(f"{path}/entries", form=again).ok


def test_through_a_note_a_step_back_that_brings_nothing_and_a_reload(page: Page, new_match: NewMatch) -> None:
    new_match(page, "toy", PLAYERS, entries=[DEAL, SECOND])
    step(page, "deal 2")
    expect(page.get_by_role("button", name="Restore deal 2")).to_be_visible()
    page.locator("[data-tool=aside]").click()
    for width, height in ((320, 568), (740, 360)):  # the next deal is named beside two buttons
        page.set_viewport_size({"width": width, "height": height})
        is_whole = "(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 4"
        assert page.locator("#next-deal :is(p, button)").evaluate_all(f"all => all.every({is_whole})")
        expect(page.locator("#next-deal b")).to_have_text("Deal 2")
    page.set_viewport_size(PHONE)
    beside(page, "note").locator("[name=text]").fill("coffee")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#lines")).to_contain_text("coffee")
    typed(page, *ROUNDS)
    page.locator("[data-tool=aside]").click()
    fines(page, "Cia", "2")
    with page.expect_response("**/form"):  # the form is redrawn, and opened, with what was typed
        page.get_by_role("button", name="Save penalty").click()
    expect(page.locator("#lines tr.penalty")).to_have_count(1)
    page.wait_for_timeout(APART)
    page.locator("[data-tool=aside]").click()
    page.get_by_role("button", name="Undo the penalty").first.click()
    expect(page.locator("#status")).to_contain_text("Crossed out")
    typed(page, *ROUNDS)
    page.reload()
    typed(page, *ROUNDS)


def test_the_next_step_puts_its_own_in_its_place_but_not_of_what_was_changed_in_it(
    page: Page, new_match: NewMatch
) -> None:
    third = {"kind": "deal", "rounds": ["Cia"] * 5}
    new_match(page, "toy", PLAYERS, entries=[DEAL, SECOND, third])
    step(page, "deal 3")
    typed(page, *["Cia"] * 5)
    page.wait_for_timeout(APART)
    step(page, "deal 2")
    typed(page, *ROUNDS)
    page.locator("[data-tool=untake]").click()
    takes(page, "Bo")
    page.wait_for_timeout(APART)
    step(page, "deal 1")
    typed(page, "Anna", "Anna", "Anna", "Bo", "Bo")


def test_put_back_by_any_phone_it_stands_on_the_sheet_and_not_in_the_form(page: Page, new_match: NewMatch) -> None:
    """Nor does what was changed in it: saved as well, it would count twice."""
    path = new_match(page, "toy", PLAYERS, entries=[DEAL, SECOND])
    step(page, "deal 2")
    typed(page, *ROUNDS)
    page.locator("[data-tool=untake]").click()
    takes(page, "Bo")
    restore(page)
    deals(page, 2)
    typed(page)
    page.reload()
    typed(page)
    step(page, "deal 2")
    typed(page, *ROUNDS)
    restore_elsewhere(page, path)
    deals(page, 2)
    typed(page)
    page.reload()
    typed(page)
    step(page, "deal 2")
    typed(page, *ROUNDS)
    seen = page.request.get(path).headers["companion"]
    again = [("correct", "2"), ("kind", "deal"), ("seen", seen), ("entry_id", "again")]
    rounds = [("rounds[]", name) for name in ROUNDS]
    assert page.request.post(f"{path}/entries", data=urlencode([*again, *rounds]), headers=CODED).ok
    page.goto(path)
    deals(page, 2)
    typed(page)


def test_a_changed_part_is_taken_out_of_the_form_when_its_deal_is_restored(seated: Table) -> None:
    """By this phone, by another one, or by another one while this page is away: it is no part of the next deal."""
    anna, bo, _, path = seated
    anna.request.post(f"{path}/settings", form={"own_parts": "on"})
    for name, rounds in (("Anna", 3), ("Cia", 0)):
        fields = [("kind", "deal"), ("for", name), ("number", "2"), *[("rounds[]", name)] * rounds]
        if not rounds:
            fields.append(("sat_out[]", name))
        assert anna.request.post(f"{path}/own", data=urlencode([*fields, ("entry_id", name)]), headers=CODED).ok
    bo.goto(path)
    takes(bo, "Bo", "Bo")
    save(bo)
    deals(bo, 2)
    for by in every(2, ("this phone", "another phone", "another phone, while this page is away")):
        step(bo, "deal 2")
        typed(bo, "Bo", "Bo")
        takes(bo, "Bo")
        typed(bo, "Bo", "Bo", "Bo")
        if by == "this phone":
            restore(bo)
        else:
            if "away" in by:
                bo.goto("/rules")
            restore_elsewhere(anna, path)
            if "away" in by:
                bo.goto(path)
        deals(bo, 2)
        typed(bo)
        expect(bo.locator("#status")).to_contain_text("deal 2", timeout=SOON)
        if "away" not in by:
            bo.reload()
            typed(bo)
