"""A browser older than the style sheets gets the pages as they are without scripts, and enters a deal by them."""

from browser.table import PLAYERS, Make, NewMatch, deals, save
from playwright.sync_api import expect

OLD = """const { supports } = CSS;
CSS.supports = (...asked) => !String(asked).includes(":has(") && supports.call(CSS, ...asked)"""


def test_a_deal_without_has(phone: Make, new_match: NewMatch) -> None:
    page = phone(new=True)
    page.add_init_script(OLD)
    new_match(page, "toy", PLAYERS)
    for at, name in enumerate(("Anna", "Anna", "Bo", "Bo", "Cia")):
        page.locator("select[name='rounds[]']").nth(at).select_option(name)
    expect(page.locator("html.scripted")).to_have_count(0)
    save(page)
    deals(page, 1)
