"""The people at the table, seen on two and three phones, and the clock of each of them."""

import re
from collections.abc import Callable

import pytest
from browser.table import DEAL, PLAYERS, SOON, Make, NewMatch, Table
from playwright.sync_api import expect
from support.share import every

ENTRY = {**DEAL, "at": "2026-10-02T23:30:00Z"}


class TestTimes:
    @pytest.mark.parametrize(
        ("zone", "lang", "told"),
        every(
            2, [("America/New_York", "en-US", "Oct 2, 2026 19:30"), ("Europe/Stockholm", "en-GB", "3 Oct 2026 01:30")]
        ),
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


def test_others_play_on_in_one_step_for_all_phones(seated: Table, accessible: Callable[..., None]) -> None:
    """Players leave and join, seen on two phones and the scoreboard."""
    anna, bo, board, path = seated
    bo.goto(path)
    board.goto(f"{path}/board")
    anna.goto(f"{path}/people")
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
