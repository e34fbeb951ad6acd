"""Two people write at the same time: nobody is asked in vain, nothing is lost, and a step back is named."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import APIResponse, Error, Page, Route, expect

PLAYERS = ["Anna", "Bo", "Cia"]
SOON = 10_000  # ms: within a poll or two


def tricks(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"[data-takes={name}]").click()


def typed(page: Page) -> list[str]:
    return [
        one for one in page.locator("select[name='tricks[]']").evaluate_all("all => all.map(one => one.value)") if one
    ]


def save(page: Page) -> None:
    page.locator("#entry .save").click()


def deals(page: Page) -> int:
    return page.locator("#lines tbody tr.deal:not(.struck)").count()


@pytest.fixture
def table(phone: Callable[..., Page], new_match: Callable[..., str]) -> tuple[Page, Page]:
    """Anna made the match; Bo was let in with the link and a tap on his name."""
    anna, bo = phone(), phone()
    path = new_match(anna, "rams", PLAYERS)
    anna.goto(f"{path}/who")
    anna.get_by_role("button", name="Anna").click()
    anna.goto(f"{path}/share")
    link = anna.locator(".invite .address a").first.get_attribute("href")
    assert link
    bo.goto(link)
    bo.get_by_role("button", name="Bo").click()
    expect(bo).to_have_url(re.compile(f"{path}$"))
    anna.goto(path)
    return anna, bo


class TestTheSameDeal:
    def test_it_counts_once_and_nobody_is_asked(self, table: tuple[Page, Page]) -> None:
        """Nor is what is said of it drowned by the answer to a poll that was asked before."""
        anna, bo = table
        late: list[tuple[Route, APIResponse]] = []

        def hold(poll: Route) -> None:
            if late:
                poll.continue_()
            else:
                late.append((poll, poll.fetch()))

        tricks(bo, "Cia", "Bo", "Anna", "Anna", "Anna")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(anna.locator("#status")).to_have_text("Saved.")
        bo.route("**/live*", hold)
        while not late:
            bo.wait_for_timeout(50)
        save(bo)
        expect(bo.locator("#status")).to_have_text("Anna had written the same: it counts once.")
        poll, told = late[0]
        with suppress(Error):  # the page has given it up
            poll.fulfill(response=told)
        with bo.expect_response("**/live*"):
            pass
        expect(bo.locator("#status")).to_have_text("Anna had written the same: it counts once.")
        expect(bo.locator(".race")).to_have_count(0)
        assert (deals(anna), deals(bo)) == (1, 1)

    def test_nor_while_it_stands_in_the_form(self, table: tuple[Page, Page]) -> None:
        anna, bo = table
        tricks(bo, "Cia", "Bo", "Anna", "Anna", "Anna")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        expect(bo.locator("#status")).to_have_text("Anna had written the same: it counts once.", timeout=SOON)
        expect(bo.locator("#meanwhile")).to_be_hidden()
        assert typed(bo) == []
        assert deals(bo) == 1


class TestAnother:
    def test_three_choices(self, table: tuple[Page, Page], accessible: Callable[[Page], None]) -> None:
        """What is on the phones is seen on both, and whoever knows better corrects."""
        anna, bo = table
        tricks(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        strip = bo.locator("#meanwhile")
        expect(strip).to_contain_text("Anna wrote deal 1.", timeout=SOON)
        strip.get_by_role("button", name="Compare").click()
        race = bo.locator("section.race", has_text="differs from yours")
        expect(race.locator("h2")).to_be_focused()
        expect(race.locator(".differs")).to_have_count(1)
        expect(race.locator(".choices").get_by_role("button")).to_have_count(2)
        accessible(bo)
        cells = race.locator("td")
        assert cells.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
        expect(bo.locator("#entry .save")).to_be_hidden()
        expect(race.get_by_role("button", name="Mine is the next deal")).to_be_in_viewport(ratio=1)
        bo.reload()
        strip.get_by_role("button", name="Compare").click()  # asked again, not taken for the next deal
        race.get_by_role("button", name="Mine is right: correct deal 1").click()
        expect(bo.locator("#status")).to_have_text("Saved.")
        expect(anna.locator("#status")).to_have_text(re.compile("Bo corrected deal 1"), timeout=SOON)
        assert typed(bo) == []

    def test_mine_is_the_next_deal(self, table: tuple[Page, Page]) -> None:
        anna, bo = table
        tricks(bo, "Bo", "Bo", "Bo")
        tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(anna)
        strip = bo.locator("#meanwhile")
        strip.get_by_role("button", name="Mine is the next deal").click(timeout=SOON)
        expect(strip).to_be_empty()
        assert typed(bo) == ["Bo", "Bo", "Bo"]
        tricks(bo, "Anna", "Cia")
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")
        assert deals(bo) == 2


class TestUndo:
    def test_a_step_back_and_once_forward(self, table: tuple[Page, Page]) -> None:
        anna, _ = table
        for _n in range(2):
            tricks(anna, "Anna", "Anna", "Anna", "Bo", "Cia")
            save(anna)
            expect(anna.locator("#status")).to_have_text("Saved.")
        anna.get_by_role("button", name="Undo deal 2: Anna −3").click()
        expect(anna.locator("#status")).to_have_text("Struck out: deal 2.")
        assert typed(anna) == ["Anna", "Anna", "Anna", "Bo", "Cia"], "what was undone is in the form again"
        expect(anna.get_by_role("button", name="Put deal 2 back")).to_be_visible()
        anna.get_by_role("button", name="Undo deal 1: Anna −3").click()  # over the form, now filled
        expect(anna.locator("#status")).to_have_text("Struck out: deal 1.")
        assert deals(anna) == 0
        anna.locator("#put-back").get_by_role("button", name="Put deal 1 back").click()
        expect(anna.get_by_role("button", name="Undo deal 1")).to_be_visible()
        expect(anna.get_by_role("button", name=re.compile("Put deal"))).to_have_count(0)
