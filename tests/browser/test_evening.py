"""A family evening of three matches needs no setup; everybody can see the standings and who owes whom."""

import re

from browser.table import SOON, Make, NewMatch, wake
from playwright.sync_api import Page, expect

OPTIONS = {"start": 0, "target": -100_000, "money": True}
NIGHT = (  # fewer points win in the toy
    {"Anna": -30, "Bo": 20, "Cia": 10},
    {"Anna": 10, "Bo": 20, "Cia": -30},
    {"Anna": 20, "Bo": -50, "Cia": 30},
)
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsrunde am ersten Freitag im Dezember"
END = {"kind": "end", "reason": "time"}


def plays(page: Page, path: str, points: dict[str, int]) -> None:
    """Play a whole match by requests, which is fast: a deal, and an agreed end."""
    for number, fields in enumerate(({"kind": "deal", **{f"points[{n}]": str(p) for n, p in points.items()}}, END)):
        sent = {**fields, "seen": f"{number}.0", "entry_id": f"{path}-{number}"}
        assert page.request.post(f"{path}/entries", form=sent, max_redirects=0).status == 303


def plays_again(page: Page) -> str:
    before = page.url
    page.get_by_role("button", name="Play again").first.click()
    expect(page).not_to_have_url(before)
    return page.url[page.url.index("/m/") :]


def test_a_family_evening(phone: Make, new_match: NewMatch, accessible: object) -> None:
    page, kitchen = phone(), phone()
    entries = [{"kind": "deal", "points": NIGHT[0]}, END]
    new_match(page, "toy", ["Anna", "Bo", "Cia"], entries=entries, options=OPTIONS, title=LONG)
    expect(page.locator("#notices")).not_to_contain_text("To this evening")
    second = plays_again(page)
    plays(page, second, NIGHT[1])
    page.goto(second)
    third = plays_again(page)
    link = re.findall(r'class="address">.*?<a href="([^"]+/j/[\w-]+)"', page.request.get(f"{third}/share").text())[0]
    kitchen.request.get(link)
    kitchen.request.post("/join", form={"code": link.rpartition("/")[2], "player": "Bo"}, max_redirects=0)
    kitchen.goto("/")
    kitchen.locator(".main-menu > summary").click()
    kitchen.locator(".drawer").get_by_role("link", name="Evenings").click()
    accessible(kitchen)  # type: ignore[operator]
    kitchen.locator("main .list a").click()
    expect(kitchen.locator("#evening")).to_contain_text("still running")
    expect(kitchen.locator(".standing li").first).to_contain_text("Anna")

    plays(page, third, NIGHT[2])
    wake(kitchen)
    expect(kitchen.locator(".standing")).to_contain_text("Anna came in place 2 more often (2 to 1)", timeout=SOON)
    page.goto(third)
    page.get_by_role("link", name="To this evening").click()
    expect(page.locator(".standing b")).to_have_text(["Anna", "Cia", "Bo"])
    page.get_by_text("Bo pays Cia").click()
    expect(page.locator(".owed")).to_contain_text("Bo is down 10 over 3 matches, Cia is up 10")
    sizes = "one => (r => r.selectNodeContents(one) || r.getClientRects().length)(document.createRange())"
    assert {cell.evaluate(sizes) for cell in page.locator(".owed td").all()} == {1}, "no amount is broken"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    accessible(page)  # type: ignore[operator]
    page.get_by_role("button", name="Paid").click()
    expect(page.locator(".has-paid")).to_contain_text("Bo has paid Cia")
    wake(kitchen)
    expect(kitchen.locator(".has-paid")).to_have_count(1, timeout=SOON)
