"""English Rams on the large scoreboard: many players, numbers with signs, and what each player must do."""

import pytest
from browser.table import Make, NewMatch
from playwright.sync_api import Locator, Page
from support.share import every

SIX = ["Anna", "Bo", "Margareta-Elisabeth", "Dag", "Eva", "Finn"]
BOX = "one => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom]; }"


def boxes(found: Locator) -> list[list[float]]:
    return [one.evaluate(BOX) for one in found.all()]


def apart(page: Page) -> bool:
    """Return whether name, number and words of every player do not overlap and stay within their place."""
    for place in page.locator(".place").all():
        left, top, right, bottom = place.evaluate(BOX)
        parts = boxes(place.locator(".near > b, .near .digits, .near .tells"))
        if not all(left <= a and b >= top - 1 and c <= right + 1 and d <= bottom + 1 for a, b, c, d in parts):
            return False
        if not all(clear(p, q) or clear(q, p) for n, p in enumerate(parts) for q in parts[n + 1 :]):
            return False
    return True


def clear(before: list[float], after: list[float]) -> bool:
    """Return whether the first box is left of the second or above it."""
    return before[2] <= after[0] + 1 or before[3] <= after[1] + 4


def digits(page: Page) -> list[Locator]:
    found = page.locator(".digits").all()
    assert found
    return found


class TestDigits:
    """Digits are readable from 4 m: half a cm high for weak eyes; a pixel of a 43-inch screen has half a mm."""

    @pytest.mark.parametrize(
        ("size", "least"), every(2, [((1920, 1080), 150), ((360, 740), 60), ((740, 360), 48), ((768, 1024), 90)])
    )
    def test_six_players(self, phone: Make, new_match: NewMatch, size: tuple[int, int], least: int) -> None:
        page = phone(width=size[0], height=size[1])
        new_match(page, "english_rams", SIX, at="/board")
        sizes = {float(one.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) for one in digits(page)}
        assert len(sizes) == 1
        assert sizes.pop() >= least
        assert apart(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")

    def test_a_minus_sign_fits(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=1920, height=1080)
        tricks = [*SIX[:3], SIX[3], SIX[3]]
        new_match(page, "english_rams", SIX[:4], entries=[{"kind": "deal", "tricks": tricks}], at="/board")
        assert page.locator(".digits", has_text="+").count() == 3
        assert page.locator(".digits").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
        page.set_viewport_size({"width": 360, "height": 740})  # here the texts about what each must do have more lines
        assert page.locator(".tell").evaluate_all("all => all.every(one => one.scrollHeight <= one.clientHeight + 1)")
        assert page.locator(".wide > header").evaluate("one => one.offsetHeight") < 2 * 48, (
            "two lines, of which one is tapped"
        )

    def test_the_current_state_is_readable_across_the_room(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=1920, height=1080)
        new_match(page, "english_rams", SIX, at="/board")
        assert page.locator(".tell").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 36
