"""If our scripts stop, in an old browser or on a bad network, the browser sends the forms, not htmx."""

import pytest
from browser.table import PLAYERS, Make, NewMatch, deals, save
from playwright.sync_api import expect

OLD = """const { supports } = CSS;
CSS.supports = (...asked) => !String(asked).includes(":has(") && supports.call(CSS, ...asked)"""


@pytest.mark.parametrize("missing", [":has()", "keypad.js", "htmx-*.js"])
def test_a_deal_without_our_scripts(phone: Make, new_match: NewMatch, missing: str) -> None:
    page = phone(new=True)
    if missing == ":has()":
        page.add_init_script(OLD)
    else:
        page.route(f"**/{missing}", lambda route: route.abort())
    new_match(page, "toy", PLAYERS)
    for at, name in enumerate(("Anna", "Anna", "Bo", "Bo", "Cia")):
        page.locator("select[name='rounds[]']").nth(at).select_option(name)
    expect(page.locator("html.scripted")).to_have_count(0)
    save(page)
    deals(page, 1)
    expect(page.locator("main")).to_have_count(1)
    expect(page.locator("#live")).to_have_count(1)
