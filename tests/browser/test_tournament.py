"""A tournament with a director, a player and a large screen: two taps close a round and start the next."""

import re

from browser.table import SOON, Make, misses_polls, wake
from playwright.sync_api import Page, expect

FORM = {
    "title": "Spring cup",
    "players": "Anna\nBo\nCia\nDag",
    "score": "won",
    "seats": "2",
    "seating": "meet",
    "rounds": "3",
    "ties[]": "direct",
    "options[length]": "#minutes",
    "options[length_number]": "60",
}


def plays(page: Page, path: str, players: list[str]) -> None:
    """Play a whole match by requests, which is fast: the first player wins, and the table ends it."""
    deal = {"kind": "deal", f"points[{players[0]}]": "-20", f"points[{players[1]}]": "5"}
    for number, fields in enumerate((deal, {"kind": "end", "reason": "time"})):
        sent = {**fields, "seen": f"{number}.0", "entry_id": f"{path}-{number}"}
        assert page.request.post(f"{path}/entries", form=sent, max_redirects=0).status == 303


def without_line(page: Page) -> None:
    """Go offline: the page says so, and since when."""
    misses_polls(page)
    expect(page.locator("#connection-text")).to_have_text("offline")
    expect(page.locator("#status")).to_contain_text("This page may be out of date.")


def calls_the_director(page: Page, director: Page) -> None:
    """A call that cannot be sent keeps the page, and can be tapped again."""
    without_line(page)
    page.get_by_role("button", name="Call the director").click()
    away = "You are offline. Nothing was sent: tap again when the connection is back."
    expect(page.locator("#status")).to_have_text(away)
    page.context.set_offline(False)
    page.get_by_role("button", name="Call the director").click()
    expect(director.locator(".calls")).to_contain_text("Table 1", timeout=SOON)
    director.get_by_role("button", name="Answered").click()
    expect(director.locator(".calls")).to_have_count(0)


def looks_at(director: Page, address: str, accessible: object) -> None:
    """The other pages of the director, and back."""
    for page in ("/director", "/rounds/1/1"):
        director.goto(address.replace("/rounds", page))
        accessible(director)  # type: ignore[operator]
    director.goto(address)


def is_away_for_a_while(page: Page) -> None:
    without_line(page)
    page.context.set_offline(False)
    wake(page)
    expect(page.locator("#connection-text")).to_be_empty()


def test_a_round(phone: Make, accessible: object) -> None:
    director, player, board = phone(), phone(), phone(width=1366, height=768)
    director.goto("/evenings")
    director.get_by_role("link", name="New tournament or league").click()
    director.get_by_role("link", name="Series").click()
    expect(director.get_by_text("What do you play?")).to_be_visible()
    director.goto("/evenings/new/series/toy")
    accessible(director)  # type: ignore[operator]
    made = director.request.post("/evenings/new/series/toy", form=FORM, max_redirects=0)
    assert made.status == 303, made.text()
    event = made.headers["location"]
    director.goto(event)
    director.get_by_role("link", name="Seat round 1").click()
    accessible(director)  # type: ignore[operator]
    director.get_by_role("button", name="Start round 1").click()
    expect(director.locator(".tables-of-round > li")).to_have_count(2)
    accessible(director)  # type: ignore[operator]
    address = director.url

    tables = director.locator(".of-table").get_by_role("link", name="Match")
    paths = [tables.nth(n).get_attribute("href") or "" for n in range(2)]
    names = [one.split(" – ") for one in director.locator(".tables-of-round .elsewhere > span").all_inner_texts()]
    shared = director.request.get(f"{paths[0]}/share").text()
    link = re.findall(r'class="address">.*?<a href="([^"]+/j/[\w-]+)"', shared)[0]
    player.request.get(link)
    player.request.post("/join", form={"code": link.rpartition("/")[2], "player": names[0][0]}, max_redirects=0)
    player.goto(address)
    expect(player.locator(".own-seat h2")).to_have_text(f"{names[0][0]}: table 1, seat 1")
    expect(player.locator(".own-seat [data-left]")).to_have_text(re.compile(r"\d+ mins left"))
    accessible(player)  # type: ignore[operator]
    calls_the_director(player, director)

    board.context.add_cookies(player.context.cookies())
    board.goto(address.replace("/rounds", "/board"))
    expect(board.locator("#event-board")).to_contain_text(" – ".join(names[1]))
    accessible(board)  # type: ignore[operator]
    is_away_for_a_while(board)
    for path, two in zip(paths, names, strict=True):
        plays(director, path, two)
    wake(director, board)
    expect(director.locator(".tables-of-round")).to_contain_text(f"1. {names[1][0]}", timeout=SOON)
    expect(board.locator("#event-board")).to_contain_text(f"1. {names[0][0]}", timeout=SOON)

    looks_at(director, address, accessible)
    director.get_by_role("button", name="Close round 1").click()
    director.get_by_role("button", name="Start round 2").click()
    expect(director.get_by_role("heading", name="Round 2")).to_be_visible()
    wake(player, board)
    expect(player.get_by_role("link", name="To my table")).to_be_visible(timeout=SOON)
    expect(board.locator(".ranks")).to_contain_text(names[0][0], timeout=SOON)
    player.get_by_role("link", name="To my table").click()
    expect(player.locator(".who").first).to_be_visible()
