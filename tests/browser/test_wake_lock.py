"""The screen stays on during a match, or the page says that it cannot."""

from browser.sheet import ENGINE_READY
from browser.table import PLAYERS, Make, NewMatch
from playwright.sync_api import expect

AT_REST = 2000  # ms after which a page has asked
AWAKE = """Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  window.asked = (window.asked ?? 0) + 1; return { released: false }; } } })"""


def test_the_screen_is_asked_to_stay_on_where_a_match_is_shown(phone: Make, new_match: NewMatch) -> None:
    page = phone(new=True)
    page.add_init_script(AWAKE)
    page.clock.install()
    page.goto("/")
    page.wait_for_function(ENGINE_READY)
    page.clock.fast_forward(AT_REST)
    assert page.evaluate("window.asked") is None
    path = new_match(page, "toy", PLAYERS, opens=False)
    for shown in (path, f"{path}/referee"):
        page.goto(shown)
        page.clock.fast_forward(AT_REST)
        page.wait_for_function("() => window.asked === 1")


def test_where_the_screen_cannot_be_kept_on_that_is_said_once(phone: Make, new_match: NewMatch) -> None:
    page = phone(new=True)
    page.add_init_script("delete Navigator.prototype.wakeLock")
    page.clock.install()
    new_match(page, "toy", PLAYERS)
    page.clock.fast_forward(AT_REST)
    status = page.locator("#status")
    expect(status).to_contain_text("may turn off")
    for width, height in ((320, 568), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert status.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "to its end"
    page.reload()
    page.wait_for_function(ENGINE_READY)
    page.clock.fast_forward(AT_REST)
    expect(page.locator("#status")).to_be_empty()
