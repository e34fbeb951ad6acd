"""A season on a phone: the days of a list by its own time zone, and the fields of each kind of period."""

import re

from browser.table import Make, NewMatch
from playwright.sync_api import expect

DEAL = {"kind": "deal", "points": {"Anna": 3, "Bo": 2}, "at": "2026-09-30T22:30:00Z"}
OPTIONS = {"start": 0, "target": -100_000}


def test_days_begin_at_midnight_of_the_phone(phone: Make, new_match: NewMatch, accessible: object) -> None:
    """Half past midnight in Stockholm is in another month in New York."""
    page = phone(timezone_id="Europe/Stockholm")
    new_match(page, "toy", ["Anna", "Bo"], entries=[DEAL, {"kind": "end"}], options=OPTIONS, title="Late")
    page.goto("/statistics")
    page.locator(".periods > summary").click()
    expect(page.locator(".periods [name=month]")).to_be_hidden()
    page.locator("[name=period]").select_option("month")
    expect(page.locator(".periods [name=season]")).to_be_hidden()
    page.locator(".periods [name=month]").fill("2026-10")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("month=2026-10"))
    expect(page.locator("main")).to_contain_text("1 match")
    accessible(page)  # type: ignore[operator]
    page.goto(page.url.replace("Europe%2FStockholm", "America%2FNew_York"))
    expect(page.locator("main")).to_contain_text("No match found.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
