"""The referee on a phone: taps to a verdict, the verdict in sight, without scripts, and for everybody."""

from collections.abc import Callable

from browser.sheet import SHEETS
from browser.table import PLAYERS, Make, NewMatch
from playwright.sync_api import expect
from support.share import IS_WHOLE, every

LOOKS = [(320, "light", "none"), (320, "dark", "none"), (360, "dark", "active")]


def test_for_everybody(phone: Make, new_match: NewMatch, accessible: Callable[..., None]) -> None:
    """Axe finds nothing, and nothing is wider than the screen: by day and by night, and in the reader's own colours."""
    page = phone(new=True)
    paths = {key: new_match(page, key, opens=False, **one.match) for key, one in SHEETS.items()}
    pages = [(paths[key], address) for key, one in SHEETS.items() for address in one.addresses]
    for number, (path, address) in enumerate(pages):
        page.goto(path + address)
        for width, scheme, forced in every(len(LOOKS), LOOKS, first=number % len(LOOKS)):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme, forced_colors=forced)  # type: ignore[arg-type]
            accessible(page, is_known=IS_WHOLE and scheme != "light")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_without_scripts(phone: Make, new_match: NewMatch) -> None:
    """Cards are typed, the answer is a page, and it is put on the protocol."""
    page = phone(java_script_enabled=False)
    path = new_match(page, "toy", PLAYERS)
    page.get_by_role("link", name="Referee").click()
    page.get_by_role("link", name="Which cards may be played?").click()
    page.get_by_role("radio", name="spades").check()
    page.get_by_label("On the table, in order").fill("9h 10♠")
    page.get_by_label("The hand").fill("5s, QS 3c")
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#said")).to_have_text("Only Q♠ may be played.")
    page.get_by_role("button", name="Add it to the score sheet").click()
    expect(page.locator(".done")).to_be_visible()
    page.goto(path + "/rules")
    page.get_by_label("Find a rule or an example").fill("sit out")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".clauses h3").first).to_contain_text("Sitting out")
