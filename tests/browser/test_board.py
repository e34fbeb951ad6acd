"""The large scoreboard on a TV and on a lying tablet, with results and the picture of a result."""

from collections.abc import Callable
from typing import Any

import pytest
from browser.sheet import SHEETS
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect
from support.share import every

ENDED: dict[str, Any] = {"options": {"start": 5}, "entries": [{"kind": "deal", "rounds": ["Anna"] * 5}]}
IN_WORDS = """all => all.every((one) => {
  const wide = one.getBoundingClientRect().width;
  one.style.cssText = "flex: none; width: min-content; min-width: 0; overflow-wrap: normal";
  return one.getBoundingClientRect().width <= wide;
})"""


class TestWays:
    def test_lying_flat_every_number_is_read_from_both_sides(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=768, height=1024)
        new_match(page, "toy", ["Anna", "Bo", "Cia"], at="/board")
        page.locator(".options summary").click()
        page.get_by_role("link", name="Landscape").click()
        expect(page.locator(".far .digits")).to_have_count(3)
        assert "matrix(-1" in page.locator(".far").first.evaluate("one => getComputedStyle(one).transform")
        page.set_viewport_size({"width": 1024, "height": 768})  # digits as large as the row here too
        row, digits = (page.locator(one).first.bounding_box() for one in (".place", ".near .digits"))
        assert row
        assert digits
        assert digits["height"] > row["height"] * 0.5

    def test_dark_is_kept_on_that_screen(
        self, phone: Make, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        page = phone(width=1024, height=768)
        path = new_match(page, "toy", ["Anna", "Bo", "Cia"], at="/board")
        page.locator(".options summary").click()
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("[name=light][value=night]")).to_have_attribute("aria-pressed", "true")
        page.goto(f"{path}/board")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 19, 17)"
        accessible(page)


class TestWhatHasEnded:
    def test_the_picture_is_made_on_the_phone_without_https(
        self, page: Page, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        new_match(page, "toy", ["Anna", "Bo"], **ENDED)
        page.locator(".ends").get_by_role("link", name="Share result").click()
        link = page.locator("#share-picture[data-ready]")
        expect(link).to_be_visible()
        assert (link.get_attribute("href") or "").startswith("data:image/png;base64,")
        with page.expect_download() as saved:
            link.click()
        assert saved.value.suggested_filename.endswith(".png")
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
        accessible(page)

    def test_it_is_handed_to_the_phone_s_own_way_of_sharing(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(new=True)
        page.add_init_script(
            """navigator.canShare = ({files}) => files[0].type === "image/png";
            navigator.share = async (what) => { window.shared = what.files?.[0].name ?? what.text; };"""
        )
        new_match(page, "toy", ["Anna", "Bo"], **ENDED)
        page.locator(".ends").get_by_role("link", name="Share result").click()
        page.locator("#share-picture[data-ready]").click()
        assert shared(page).endswith(".png")
        page.get_by_role("button", name="Send or copy the text").click()
        assert "Anna" in shared(page)


def shared(page: Page) -> Any:
    page.wait_for_function("() => window.shared")
    return page.evaluate("window.shared")


def test_the_board_is_sent_to_a_television(
    phone: Make, new_match: NewMatch, accessible: Callable[[Page], None]
) -> None:
    owner = phone()
    tv = phone(width=1920, height=1080, new=True)  # new, so that no late answer of an earlier test changes its cookie
    new_match(owner, "toy", ["Anna", "Bo", "Cia"], at="/share")
    tv.clock.install()
    tv.goto("/")
    tv.locator(".main-menu summary").click()
    tv.get_by_role("link", name="Scoreboard").click()
    expect(tv.locator(".tv-code")).to_be_visible()
    accessible(tv)
    owner.get_by_label("Scoreboard on a TV").fill(tv.locator(".tv-code").inner_text())
    with owner.expect_response(lambda answer: answer.request.method == "POST"):
        owner.get_by_role("button", name="Show the scoreboard there").click()
    tv.clock.fast_forward(2000)  # it asks every two seconds
    expect(tv.locator(".big .digits")).to_have_count(3)


@pytest.mark.parametrize("game", every(4, list(SHEETS)))
def test_no_word_of_a_rule_s_name_is_broken(page: Page, new_match: NewMatch, game: str) -> None:
    new_match(page, game, **SHEETS[game].match, at="/house-rules")
    assert page.locator(".rule summary > span").evaluate_all(IN_WORDS)
