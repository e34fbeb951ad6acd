"""The end of any other game."""

from collections.abc import Callable

import pytest
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect
from support.share import every

NAMES = ["Margareta-Elisabeth", "Karl-Gustav Adolf", "Bartholomäus", "Wilhelmina"]


class TestWhatHasEnded:
    @pytest.mark.parametrize("lang", every(2, ("fr", "en", "it", "sv")))
    def test_long_names_fit_the_smallest_phone(
        self, phone: Make, new_match: NewMatch, accessible: Callable[[Page], None], lang: str
    ) -> None:
        page = phone(width=320, height=640, lang=lang, color_scheme="dark")
        deal = {"kind": "deal", "points": dict(zip(NAMES, (120, 40, 35, 10), strict=True))}
        new_match(page, "free", NAMES, entries=[deal], options={"target": 100, "stake": 1})
        expect(page.locator(".result h2")).to_have_text(NAMES[0])
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        accessible(page)

    def test_six_with_all_that_is_paid_and_the_way_in_fit_a_television(self, phone: Make, new_match: NewMatch) -> None:
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
