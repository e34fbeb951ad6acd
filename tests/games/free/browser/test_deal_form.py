"""The deal form of any other game: numbers, and bonuses of the player whose number is being typed."""

from browser.sheet import ENGINE_READY, NAMES, SIZES, tap
from browser.table import NewMatch
from playwright.sync_api import Page, expect

SIX = {"one": 5, "two": 6, "three": 7, "four": 8, "five": 9, "six": -10}


# The texts that do not fit into a box while it is active, or after another has become active.
TOO_WIDE = """async (box, [texts, other]) => {
  const wide = [];
  for (const text of texts) {
    box.focus();
    box.value = text;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    for (const active of [box, document.getElementsByName(other)[0]]) {
      active.focus();
      await new Promise(requestAnimationFrame);
      if (box.scrollWidth > box.clientWidth) wide.push([text, active.name]);
    }
  }
  return wide;
}"""


def test_six_bonuses_leave_score_and_box_visible(page: Page, new_match: NewMatch) -> None:
    new_match(page, "free", NAMES[:4], options={"bonus": SIX})
    page.wait_for_function(ENGINE_READY)
    for row in ("@0", "@3"):
        tap(page, row)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            desk = page.locator("#deal-form").bounding_box()
            box = page.locator("[data-box].active").bounding_box()
            assert desk
            assert box
            assert box["y"] + box["height"] <= desk["y"], (row, width, height)
    page.locator(".strip:visible label", has_text="two +6").click()
    tap(page, "=5")
    page.locator("#entry .save").click()
    expect(page.locator(".seat[data-player=Dag] .n")).to_have_text("11")


def test_no_number_makes_the_page_wider_than_the_phone(page: Page, new_match: NewMatch) -> None:
    for names in (NAMES[:2], NAMES[:3]):
        points = dict(zip(names, (1_000_000, -1_000_000, 0), strict=False))
        new_match(page, "free", names, entries=[{"kind": "deal", "points": points}] * 11)
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.locator(".n").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_deleting_too_often_does_not_change_another_box(page: Page, new_match: NewMatch) -> None:
    new_match(page, "free", NAMES[:2])
    page.wait_for_function(ENGINE_READY)
    for one in ("@0", "=34", "!next", "=5", "!back", "!back", "!back", "=7"):
        tap(page, one)
    for n, text in enumerate(("34", "7")):
        expect(page.locator(f"[name='points[@{n}]']")).to_have_value(text)


def test_numbers_beside_boxes_are_complete(page: Page, new_match: NewMatch) -> None:
    points = dict(zip(NAMES[:3], (-123456, 123456, 99999), strict=True))
    new_match(page, "free", NAMES[:3], entries=[{"kind": "deal", "points": points}])
    page.locator(".seat").first.click(position={"x": 20, "y": 20})
    expect(page.locator("[data-box]").first).to_be_visible()
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.locator(".n").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)"), width


def test_with_nothing_typed_save_asks_and_the_keys_stay(page: Page, new_match: NewMatch) -> None:
    new_match(page, "free", NAMES[:3])
    page.wait_for_function(ENGINE_READY)
    tap(page, "@0")
    expect(page.locator(".save .missing")).to_have_text("Enter at least one number. It can be 0.")
    page.locator("#entry .save").click()
    expect(page.locator("#wrong")).to_be_visible()
    expect(page.locator("[data-box].active")).to_have_attribute("name", "points[@0]")
    expect(page.locator("#status")).not_to_contain_text("restored")


def test_a_number_fits_into_its_box(page: Page, new_match: NewMatch) -> None:
    """A number that is cut off would look like another one."""
    new_match(page, "free", NAMES[:3])
    page.wait_for_function(ENGINE_READY)
    page.locator("#next-deal p").click()
    box = page.locator("[name='points[@0]']")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert box.evaluate(TOO_WIDE, [["1000", "−1250", "12345", "−99999"], "points[@1]"]) == [], width
