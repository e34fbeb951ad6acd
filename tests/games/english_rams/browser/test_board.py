"""English Rams on the large scoreboard: many players, numbers with signs, and what each player must do."""

from browser.table import Make, NewMatch
from playwright.sync_api import Page

SIX = ["Anna", "Bo", "Margareta-Elisabeth", "Dag", "Eva", "Finn"]
FONT_SIZES = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
# The box of each place, and the boxes of the name, number and words in it.
BOXES = """places => {
  const box = (one) => { const { x, y, right, bottom } = one.getBoundingClientRect(); return [x, y, right, bottom]; };
  const parts = ".near > b, .near .digits, .near .tells";
  return places.map((place) => [box(place), [...place.querySelectorAll(parts)].map(box)]);
}"""


def apart(page: Page) -> bool:
    """Return whether name, number and words of every player do not overlap and stay within their place."""
    places = page.locator(".place").evaluate_all(BOXES)
    assert len(places) == len(SIX)
    for (left, top, right, bottom), parts in places:
        if not all(left <= a and b >= top - 1 and c <= right + 1 and d <= bottom + 1 for a, b, c, d in parts):
            return False
        if not all(clear(p, q) or clear(q, p) for n, p in enumerate(parts) for q in parts[n + 1 :]):
            return False
    return True


def clear(before: list[float], after: list[float]) -> bool:
    """Return whether the first box is left of the second or above it."""
    return before[2] <= after[0] + 1 or before[3] <= after[1] + 4


class TestDigits:
    """Digits are readable from 4 m: half a cm high for weak eyes; a pixel of a 43-inch screen has half a mm."""

    def test_six_players(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "english_rams", SIX, at="/board")
        for width, height, least in ((360, 740, 60), (740, 360, 48), (768, 1024, 90), (1920, 1080, 150)):
            page.set_viewport_size({"width": width, "height": height})
            sizes = set(page.locator(".digits").evaluate_all(FONT_SIZES))
            assert len(sizes) == 1
            assert sizes.pop() >= least
            assert apart(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        # the texts about what each must do are readable across the room
        assert page.locator(".tell").evaluate_all(FONT_SIZES)[0] >= 36

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
