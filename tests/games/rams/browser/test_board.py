"""Rams on phones and boards: what there is to tap, what becomes of it, and who pays whom."""

import pytest
from browser.table import PLAYERS, SOON, Make, NewMatch, save, seat, takes
from playwright.sync_api import Page, expect


def test_two_at_rams_see_their_names(page: Page, new_match: NewMatch) -> None:
    """Buttons beside a score leave room for it, also where two stand side by side."""
    new_match(page, "rams", ["Anna", "Bo"])
    middles = {}
    for name in ("Anna", "Bo"):
        seat, who = (
            page.locator(f".seat[data-player={name}] {of}").bounding_box() for of in (".deal-winner", ".who bdi")
        )
        assert seat and who and who["width"] > 10
        middles[name] = abs(seat["x"] + seat["width"] / 2 - who["x"] - who["width"] / 2)
    assert max(middles.values()) < 30


class TestWhatHasEnded:
    def test_who_pays_whom_and_the_way_to_tell_it_stand_above_the_bar(self, page: Page, new_match: NewMatch) -> None:
        names = ["Anna", "Bo", "Cia", "Dag"]
        seats = ((0, 0, 1, 1, 2), (0, 0, 0, 1, 3), (1, 0, 0, 0, 3), (2, 1, 3, 0, 0))
        deals = [{"kind": "deal", "tricks": [names[seat] for seat in won]} for won in seats]
        new_match(page, "rams", names, entries=deals, options={"money": True, "rams_count": 2})
        told, bar = (page.locator(one).bounding_box() for one in (".result .go-on", ".bar"))
        assert told
        assert bar
        assert told["y"] + told["height"] <= bar["y"]


class TestAFormInUse:
    def test_a_pass_that_has_become_impossible_is_kept_and_says_so(self, trio: list[Page], new_match: NewMatch) -> None:
        anna, bo, cia = trio
        path = new_match(anna, "rams", PLAYERS, opening={"scores": {"Bo": 6}})
        seat(anna, bo, cia, path)
        for page in (anna, bo):
            page.goto(path)
        passed = bo.locator("[name='passed[]'][value=Bo]")
        passed.tap()
        takes(bo, "Anna", "Anna", "Cia", "Cia", "Cia")
        takes(anna, *["Bo"] * 5)
        save(anna)
        expect(bo.locator(".seat", has=passed)).to_contain_text("must knock", timeout=SOON)
        expect(passed).to_be_checked()
        bo.get_by_role("button", name="Compare").click()
        expect(bo.locator(".conflict .differs", has_text="Pass")).to_contain_text("Bo")


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("lang", ["en", "sv", "fr", "it"])
def test_who_must_knock_is_told_in_whole_words_off_the_edge(
    phone: Make, new_match: NewMatch, lang: str, width: int
) -> None:
    page = phone(width=width, height=640, lang=lang)
    new_match(page, "rams", ["Anna", "Bo", "Cia"], opening={"scores": {"Anna": 1, "Bo": 5, "Cia": 5}})
    told = page.locator(".zone.never")
    expect(told).to_be_visible()
    margins, lines = told.evaluate(
        """zone => {
            const words = document.createRange();
            words.selectNodeContents(zone);
            const [around, all] = [zone.getBoundingClientRect(), [...words.getClientRects()]];
            const left = Math.min(...all.map((one) => one.left)) - around.left;
            const right = around.right - Math.max(...all.map((one) => one.right));
            return [[left, right], new Set(all.map((one) => Math.round(one.top))).size];
        }"""
    )
    assert min(margins) >= 2
    assert lines == 2
