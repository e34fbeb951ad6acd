"""A form of gin in use while another phone writes."""

from collections.abc import Callable

from browser.table import LATER, PLAYERS, SOON, Make, NewMatch, corrects, misses_polls, save, wake
from playwright.sync_api import Page, expect

IS_ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === one;
}"""


class TestAFormInUse:
    def test_input_for_a_player_who_now_sits_out_is_kept_and_marked(
        self, page: Page, new_match: NewMatch, accessible: Callable[[Page], None]
    ) -> None:
        path = new_match(page, "gin", PLAYERS, opening={"dealer": "Cia"})
        page.locator("[name='deadwood[@0]']").fill("33")
        deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood[@0]": "30", "seen": "0.0", "entry_id": "one"}
        page.request.post(f"{path}/entries", form=deal)
        wake(page)
        kept = page.get_by_role("group", name="Typed here, but not possible now")
        expect(kept.get_by_label("Anna: left in hand: 33")).to_be_checked(timeout=SOON)
        accessible(page)
        page.get_by_role("button", name="This is for the next deal").click()
        expect(page.locator("#newer-entries")).to_be_hidden()
        page.reload()
        expect(kept.get_by_label("Anna: 33")).to_be_checked()  # the form in which it was typed no longer exists


def test_notices_cover_no_number_and_no_key(page: Page, new_match: NewMatch) -> None:
    path = new_match(page, "gin", PLAYERS[:2], opening={"dealer": "Bo"})
    page.set_viewport_size({"width": 320, "height": 640})
    in_sight = [page.locator(one) for one in (".n >> nth=0", "[name='deadwood[@0]']", "#keypad [data-key='0']")]
    page.locator(".deal-winner").first.click()
    page.locator("#keypad [data-key='3']").click()
    deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood[@0]": "30", "seen": "0.0", "entry_id": "one"}
    page.request.post(f"{path}/entries", form=deal)
    wake(page)
    news = page.get_by_text("While you were typing")
    expect(news).to_be_visible(timeout=SOON)
    misses_polls(page)
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
    wake(page)
    page.locator("[data-both]").dispatch_event("click", timeout=SOON)
    for width, height in ((740, 360), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        row, shown = (page.locator(f".conflict .{part}").bounding_box() for part in ("differs", "versions"))
        assert row
        assert shown
        assert row["y"] + row["height"] <= shown["y"] + shown["height"]


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
