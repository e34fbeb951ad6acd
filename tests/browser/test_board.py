"""The board across the room and flat among the players; what has ended, on it and as a picture."""

from collections.abc import Callable
from typing import Any

import pytest
from browser.table import Make, save
from playwright.sync_api import Locator, Page, expect

NewMatch = Callable[..., str]
SIX = ["Anna", "Bo", "Margareta-Elisabeth", "Dag", "Eva", "Finn"]
NAMES = ["Margareta-Elisabeth", "Karl-Gustav Adolf", "Bartholomäus", "Wilhelmina"]
GIN = [{"kind": "deal", "end": "gin", "by": "Anna", "deadwood": {"Anna": 0, "Bo": n}} for n in (40, 45)]
BOX = "one => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom]; }"


def boxes(found: Locator) -> list[list[float]]:
    return [one.evaluate(BOX) for one in found.all()]


def apart(page: Page) -> bool:
    """Whether in every place name, number and words stand clear of each other and inside it."""
    for place in page.locator(".place").all():
        left, top, right, bottom = place.evaluate(BOX)
        parts = boxes(place.locator(".near > b, .near .digits, .near .tells"))
        if not all(left <= a and b >= top - 1 and c <= right + 1 and d <= bottom + 1 for a, b, c, d in parts):
            return False
        if not all(clear(p, q) or clear(q, p) for n, p in enumerate(parts) for q in parts[n + 1 :]):
            return False
    return True


def clear(before: list[float], after: list[float]) -> bool:
    """Left of it, or above it."""
    return before[2] <= after[0] + 1 or before[3] <= after[1] + 4


class TestDigits:
    """Read from 4 m: a letter of a twentieth of a metre is plain to weak eyes; 43 inches have half a mm to the dot."""

    @pytest.mark.parametrize(
        ("size", "least"), [((1920, 1080), 150), ((360, 740), 60), ((740, 360), 48), ((768, 1024), 90)]
    )
    def test_six_players(self, phone: Make, new_match: NewMatch, size: tuple[int, int], least: int) -> None:
        page = phone(width=size[0], height=size[1])
        page.goto(new_match(page, "english_rams", SIX) + "/board")
        sizes = {float(one.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) for one in digits(page)}
        assert len(sizes) == 1
        assert sizes.pop() >= least
        assert apart(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")

    def test_a_sign_before_a_digit_has_room(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=1920, height=1080)
        tricks = [*SIX[:3], SIX[3], SIX[3]]
        page.goto(new_match(page, "english_rams", SIX[:4], entries=[{"kind": "deal", "tricks": tricks}]) + "/board")
        assert page.locator(".digits", has_text="+").count() == 3
        assert page.locator(".digits").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")

    def test_what_matters_now_is_read_across_the_room(self, phone: Make, new_match: NewMatch) -> None:
        page = phone(width=1920, height=1080)
        page.goto(new_match(page, "english_rams", SIX) + "/board")
        assert page.locator(".tell").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 36


def digits(page: Page) -> list[Locator]:
    found = page.locator(".digits").all()
    assert found
    return found


class TestWays:
    def test_lying_flat_every_number_is_read_from_both_sides(
        self, phone: Make, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        page = phone(width=768, height=1024)
        page.goto(new_match(page, "rams", ["Anna", "Bo", "Cia"]) + "/board")
        page.locator(".ways summary").click()
        page.get_by_role("link", name="Lying flat").click()
        expect(page.locator(".far .digits")).to_have_count(3)
        assert "matrix(-1" in page.locator(".far").first.evaluate("one => getComputedStyle(one).transform")
        accessible(page)

    def test_dark_is_kept_on_that_screen(
        self, phone: Make, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        page = phone(width=1024, height=768)
        path = new_match(page, "rams", ["Anna", "Bo", "Cia"])
        page.goto(f"{path}/board")
        page.locator(".ways summary").click()
        page.get_by_role("button", name="Dark").click()
        page.goto(f"{path}/board")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 19, 17)"
        accessible(page)


class TestWhatHasEnded:
    def test_on_the_board_until_the_next_deal(self, phone: Make, new_match: NewMatch) -> None:
        page = phone()
        path = new_match(page, "gin", ["Anna", "Bo"], entries=GIN)
        expect(page.locator(".result h2")).to_have_text("Anna")
        board = page.context.new_page()
        board.goto(f"{path}/board")
        expect(board.locator(".result h2")).to_have_text("Anna")
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".result")).to_be_hidden()
        page.locator("[data-player=Bo] .take").click()
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        page.keyboard.type("20")
        save(page)
        expect(board.locator(".result")).to_have_count(0)
        expect(board.locator(".digits").nth(1)).to_have_text("13")

    @pytest.mark.parametrize("lang", ["en", "sv", "fr", "it"])
    def test_long_names_fit_the_smallest_phone(
        self, phone: Make, new_match: NewMatch, accessible: Callable[[Page], None], lang: str
    ) -> None:
        page = phone(width=320, height=640, lang=lang, color_scheme="dark")
        deal = {"kind": "deal", "points": dict(zip(NAMES, (120, 40, 35, 10), strict=True))}
        new_match(page, "free", NAMES, entries=[deal], options={"target": 100, "stake": 1})
        expect(page.locator(".result h2")).to_have_text(NAMES[0])
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        accessible(page)

    def test_the_picture_is_made_on_the_phone_without_https(
        self, page: Page, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        new_match(page, "gin", ["Anna", "Bo"], entries=GIN)
        page.get_by_role("link", name="Tell others").click()
        link = page.locator("#share-picture[data-ready]")
        expect(link).to_be_visible()
        assert (link.get_attribute("href") or "").startswith("data:image/png;base64,")
        with page.expect_download() as saved:
            link.click()
        assert saved.value.suggested_filename.endswith(".png")
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
        accessible(page)

    def test_it_is_handed_to_the_phone_s_own_way_of_sharing(self, page: Page, new_match: NewMatch) -> None:
        page.add_init_script(
            """navigator.canShare = ({files}) => files[0].type === "image/png";
            navigator.share = async (what) => { window.shared = what.files?.[0].name ?? what.text; };"""
        )
        new_match(page, "gin", ["Anna", "Bo"], entries=GIN)
        page.get_by_role("link", name="Tell others").click()
        page.locator("#share-picture[data-ready]").click()
        assert shared(page).endswith(".png")
        page.get_by_role("button", name="Send or copy the text").click()
        assert "Anna" in shared(page)


def shared(page: Page) -> Any:
    page.wait_for_function("window.shared")
    return page.evaluate("window.shared")


def test_the_board_is_sent_to_a_television(
    phone: Make, new_match: NewMatch, accessible: Callable[[Page], None]
) -> None:
    owner, tv = phone(), phone(width=1920, height=1080)
    path = new_match(owner, "rams", ["Anna", "Bo", "Cia"])
    tv.goto("/")
    tv.get_by_role("link", name="This is a television").click()
    accessible(tv)
    owner.goto(f"{path}/share")
    owner.get_by_label("Board on a television").fill(tv.locator(".tv-code").inner_text())
    owner.get_by_role("button", name="Send the board there").click()
    expect(tv.locator(".big .digits")).to_have_count(3)


def test_oklahoma_s_card_is_tapped_before_the_deal_and_the_board_says_what_it_means(
    page: Page, new_match: NewMatch, accessible: Callable[[Page], None]
) -> None:
    path = new_match(page, "gin", ["Anna", "Bo"], options={"oklahoma": True})
    board = page.context.new_page()
    board.goto(f"{path}/board")
    page.bring_to_front()
    accessible(page)
    page.locator("#turned .cards-field button").first.click()
    page.locator("#turned [data-card=AS]").click()
    page.locator("#turned [data-ask]").first.click()
    expect(page.locator("#turned summary")).to_contain_text("only gin ends this deal")
    board.bring_to_front()
    expect(board.locator(".big-foot")).to_contain_text("A♠, only gin ends this deal")
    page.bring_to_front()
    page.locator("[data-player=Anna] .take").click()
    asked = page.locator("#entry .cards-field:has([name=upcard])")
    expect(asked).to_be_hidden()
    expect(page.locator("#desk")).to_contain_text("A♠, only gin ends this deal")
    accessible(page)
    page.context.set_offline(True)  # the card that was told is that of the deal that waits, and of no other
    page.get_by_label("Bo: left in hand").fill("12")
    page.locator("#entry .save").click()
    expect(page.locator("#waiting .typed")).to_contain_text("gin")
    page.locator("[data-player=Bo] .take").click()
    expect(asked).to_be_visible()
    expect(page.locator("#desk")).not_to_contain_text("A♠, only gin", use_inner_text=True)
    expect(page.locator("#turned")).to_be_hidden()
    expect(page.locator("[name=end][value=knock]")).to_be_checked()
    page.context.set_offline(False)


def test_three_columns_with_long_names_are_no_wider_than_the_smallest_phone(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=320, height=640, lang="fr")
    names = ["Wolfeschlegelsteinhausea", "Wolfeschlegelsteinhauseb"]
    deals = [{"kind": "deal", "end": "gin", "by": names[0], "deadwood": {names[0]: 0, names[1]: n}} for n in (40, 45)]
    path = new_match(page, "gin", names, entries=deals, options={"hollywood": True})
    for shown in (path, f"{path}/entries/1", f"{path}/numbers", "/new/gin"):
        page.goto(shown)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, shown
    typed = page.locator("[name='players[]']")
    typed.first.fill("Anna")
    typed.nth(1).fill("Bo")
    typed.nth(1).press("Enter")  # taps Start, not the button beside it that opens a paper sheet
    expect(page.locator(".seat .n")).to_have_text(["0", "0"])
