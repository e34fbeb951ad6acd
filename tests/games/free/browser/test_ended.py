"""The end of any other game."""

from collections.abc import Callable

import pytest
from browser.sheet import ENGINE_READY
from browser.table import SOON, Make, NewMatch, wake
from playwright.sync_api import Page, expect
from support.share import every

NAMES = ["Margareta-Elisabeth", "Karl-Gustav Adolf", "Bartholomäus", "Wilhelmina"]


class TestResultCard:
    @pytest.mark.parametrize("lang", every(4, ("fr", "en", "it", "sv")))
    def test_long_names_fit_the_smallest_phone(
        self, phone: Make, new_match: NewMatch, accessible: Callable[[Page], None], lang: str
    ) -> None:
        page = phone(width=320, height=640, lang=lang, color_scheme="dark")
        deal = {"kind": "deal", "points": dict(zip(NAMES, (120, 40, 35, 10), strict=True))}
        new_match(page, "free", NAMES, entries=[deal], options={"target": 100, "stake": 1})
        expect(page.locator(".result h2")).to_have_text(NAMES[0])
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        accessible(page)

    def test_six_players_with_payments_and_qr_code_fit_on_a_tv(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=1280, height=720, lang="it")
        six = [*NAMES, "Eva", "Finn"]
        deal = {"kind": "deal", "points": dict(zip(six, (120, 40, 35, 10, 5, -7), strict=True))}
        new_match(page, "free", six, entries=[deal], options={"target": 100, "stake": 1}, at="/board")
        expect(page.locator(".big .pays li")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollHeight") <= 720

    def test_so_do_long_names_with_and_without_money(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=1280, height=720, lang="it")
        names = ["Marie-Antoinette", *(f"Massimiliano Bartolomeo della {one}" for one in ("Rovere", "Torre")), "Bo"]
        six = [*names, "Wolfeschlegelsteinhausen", "Jean-Christophe"]
        for players, money in ((names, {"stake": 1}), (six, {})):
            deal = {"kind": "deal", "points": dict(zip(players, (120, 40, 35, 10, 5, -7), strict=False))}
            new_match(page, "free", players, entries=[deal], options={"target": 100, **money}, at="/board")
            assert page.evaluate("document.documentElement.scrollHeight") <= 720


def test_a_scrolled_phone_shows_the_top_of_the_result(page: Page, new_match: NewMatch) -> None:
    deals = [{"kind": "deal", "points": {"Margareta-Elisabeth": 1}}] * 9
    path = new_match(page, "free", NAMES, entries=deals, options={"target": 100})
    page.wait_for_function(ENGINE_READY)
    page.evaluate("scrollTo(0, 300)")
    seen = page.request.get(path).headers["companion"]
    fields = {"kind": "deal", "points[@0]": "100", "points[@1]": "0", "points[@2]": "0", "points[@3]": "0"}
    assert page.request.post(f"{path}/entries", form={"entry_id": "last", "seen": seen, **fields}).ok
    wake(page)
    expect(page.locator(".result h2")).to_have_text(NAMES[0], timeout=SOON)
    page.wait_for_function("scrollY === 0")


def test_a_shadow_shows_that_there_are_more_columns(page: Page, new_match: NewMatch) -> None:
    eight = [f"{name} {n}" for n in (1, 2) for name in NAMES]
    new_match(page, "free", eight, entries=[{"kind": "deal", "points": dict.fromkeys(eight, 1000)}])
    sheet = page.locator("#lines .scroll").first
    assert sheet.evaluate("one => one.scrollWidth > one.clientWidth")
    assert "gradient" in sheet.evaluate("one => getComputedStyle(one).backgroundImage")
