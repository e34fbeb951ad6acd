"""A form of gin in use while another phone writes."""

import re
from collections.abc import Callable

from browser.table import LATER, PLAYERS, ROW, SOON, Make, NewMatch, corrects, deals, save, seat
from playwright.sync_api import Locator, Page, expect

IS_ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === one;
}"""


class TestAFormInUse:
    def test_input_for_a_player_who_now_sits_out_is_kept_and_marked(
        self, trio: list[Page], new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        anna, bo, cia = trio
        path = new_match(anna, "gin", PLAYERS, opening={"dealer": "Cia"})
        seat(anna, bo, cia, path)
        bo.goto(path)
        bo.locator("[name='deadwood[@0]']").fill("33")
        deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood[@0]": "30", "seen": "0.0", "entry_id": "one"}
        anna.request.post(f"{path}/entries", form=deal)
        kept = bo.get_by_role("group", name="Typed here, but not possible now")
        expect(kept.get_by_label("Anna: left in hand: 33")).to_be_checked(timeout=SOON)
        accessible(bo)
        bo.get_by_role("button", name="This is for the next deal").click()
        expect(bo.locator("#newer-entries")).to_be_hidden()
        bo.reload()
        expect(kept.get_by_label("Anna: 33")).to_be_checked()  # the form in which it was typed no longer exists


def test_notices_cover_no_number_and_no_key(page: Page, new_match: NewMatch) -> None:
    path = new_match(page, "gin", PLAYERS[:2], opening={"dealer": "Bo"})
    page.set_viewport_size({"width": 320, "height": 640})
    in_sight = [page.locator(one) for one in (".n >> nth=0", "[name='deadwood[@0]']", "#keypad [data-key='0']")]
    page.locator(".deal-winner").first.click()
    page.locator("#keypad [data-key='3']").click()
    deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood[@0]": "30", "seen": "0.0", "entry_id": "one"}
    page.request.post(f"{path}/entries", form=deal)
    news = page.get_by_text("While you were typing")
    expect(news).to_be_visible(timeout=SOON)
    page.context.set_offline(True)
    expect(page.locator("#status")).to_contain_text("This score may be out of date", timeout=LATER)
    for one in in_sight:
        assert one.evaluate(IS_ON_TOP)
    news.click()
    expect(page.get_by_role("button", name="This is for the next deal")).to_be_in_viewport(ratio=1)


def test_differences_are_visible_first_in_little_space(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=740, height=360)
    path = new_match(page, "gin", PLAYERS[:2], opening={"dealer": "Bo"})
    page.locator("[data-player=Bo] .deal-winner").click()
    page.locator("label:has([name=end][value=knock])").click()
    for at, left in enumerate(("33", "4")):
        page.locator(f"[name='deadwood[@{at}]']").fill(left)
    deal = {"kind": "deal", "end": "knock", "by": "Bo", "deadwood[@0]": "30", "deadwood[@1]": "4"}
    page.request.post(f"{path}/entries", form={**deal, "seen": "0.0", "entry_id": "one"})
    page.locator("[data-both]").dispatch_event("click", timeout=SOON)
    for width, height in ((740, 360), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        row, shown = (page.locator(f".conflict .{part}").bounding_box() for part in ("differs", "versions"))
        assert row
        assert shown
        assert row["y"] + row["height"] <= shown["y"] + shown["height"]


def gin(page: Page, winner: str, at: int, left: str) -> None:
    """Return a deal that `winner` ended, with the points left in the hand of the other player at that seat."""
    page.locator(f"[data-player={winner}] .deal-winner").click()
    page.locator("label:has([name=end][value=gin])").click()
    page.locator(f"[name='deadwood[@{at}]']").fill(left)
    save(page)


def wait(anna: Page, *written: tuple[str, int, str]) -> None:
    """Save deals offline."""
    anna.context.set_offline(True)
    for n, one in enumerate(written, 1):
        gin(anna, *one)
        expect(anna.locator(ROW)).to_have_count(n, timeout=LATER)


def compares(anna: Page, number: int) -> Locator:
    """Return the comparison with another deal of that number, once the network is back."""
    anna.context.set_offline(False)
    deals(anna, number)  # drawing it also draws the button
    anna.get_by_role("button", name="Compare").click(timeout=LATER)
    conflict = anna.locator(".conflict")
    expect(conflict).to_contain_text(f"Bo has saved deal {number} with other values than yours")
    return conflict


def test_after_a_choice_each_deal_is_compared_with_its_own(trio: list[Page], new_match: NewMatch) -> None:
    """Anna saves deals offline while Bo writes another one.

    After "next deal" the form is that of the deal after them; after "delete mine" the one that waits behind has seen
    the version that is kept, so nobody is asked about it.
    """
    anna, bo, cia = trio
    path = new_match(anna, "gin", PLAYERS[:2], opening={"dealer": "Bo"})
    seat(anna, bo, cia, path)
    for page in (anna, bo):
        page.goto(path)
    wait(anna, ("Bo", 0, "12"), ("Anna", 1, "9"))
    gin(bo, "Bo", 0, "18")
    deals(bo, 1)
    compares(anna, 1).get_by_role("button", name="This is for the next deal").click()
    deals(anna, 3)
    expect(anna.locator("#entry h2")).to_contain_text("Deal 4", timeout=SOON)
    expect(anna.locator("#entry .save")).to_contain_text("Save deal 4")
    expect(anna.locator("#entry [name=against]")).to_have_count(0)
    deals(bo, 3)
    wait(anna, ("Bo", 0, "7"), ("Anna", 1, "6"))
    expect(anna.locator(ROW).last).to_contain_text("Deal 4")
    gin(bo, "Bo", 0, "8")
    deals(bo, 4)
    compares(anna, 4).get_by_role("link", name="Theirs is right: delete mine").click()
    deals(anna, 5)
    expect(anna.locator(ROW)).to_have_count(0)
    deals(bo, 5)


def test_a_correction_that_is_refused_says_why_in_sight_and_keeps_its_reason(page: Page, new_match: NewMatch) -> None:
    knock = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 6, "Bo": 20}}
    new_match(page, "gin", PLAYERS[:2], entries=[knock], at="/entries/1")
    form = page.locator("#entry")
    corrects(page)
    form.locator("summary", has_text="Why?").click()
    form.locator("label", has_text="counted wrong").click()
    form.get_by_label("or in words").fill("two kings")
    form.locator("[name='deadwood[@0]']").fill("15")
    save(page)
    expect(page.locator("#wrong")).to_contain_text("10")
    expect(page.locator("#wrong")).to_be_in_viewport(ratio=1)
    expect(form.locator("[name=reason][value='counted wrong']")).to_be_checked()
    expect(form.get_by_label("or in words")).to_have_value("two kings")


def test_after_undo_the_active_number_is_visible(page: Page, new_match: NewMatch) -> None:
    knock = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 6, "Bo": 20}}
    new_match(page, "gin", PLAYERS[:2], entries=[knock, knock])
    page.get_by_role("button", name=re.compile("Undo deal 2")).click()
    box = page.locator("[name='deadwood[@0]']")
    expect(box).to_have_value("6")
    box.click()
    expect(page.locator("#keypad")).to_be_visible()
    assert box.evaluate(IS_ON_TOP)
