"""Ten disputes per game lead from the score to a visible verdict on a phone in at most ten taps.

They are in tests/games/<key>/disputes.toml: what happened, the question, the taps after it, and the text of the
verdict. Nothing else is typed or chosen. A tap is an answer or a player's name; taps are separated by |. For cards a
tap is a suit, a card by its two characters, or > for the button of the picker, separated by spaces.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.fixtures import PATIENCE, PHONE, Site
from playwright.sync_api import Browser, Page, expect
from support.cases import files, kept
from support.share import every

from companion.games import GAMES
from companion.parsing import FORMAT
from companion.rules.game import Game

MOST_TAPS = 10
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
GAMES_BY_KEY = {game.key: game for game in GAMES}
DISPUTES = {file.parent.name: kept(file) for file in files("disputes")}


@pytest.fixture(scope="module")
def scores(browser: Browser, served: Site) -> Iterator[Callable[[str, bool], Page]]:
    """Return the score page of a match of each game on a phone; scripts are on only if cards are picked."""
    phones: dict[bool, Page] = {}
    paths: dict[tuple[str, bool], str] = {}

    def at(game: str, scripts: bool) -> Page:
        if scripts not in phones:
            how: Any = {"viewport": PHONE, "has_touch": True, "java_script_enabled": scripts}
            phones[scripts] = browser.new_context(base_url=served.url, **how).new_page()
            phones[scripts].set_default_timeout(PATIENCE)
        page = phones[scripts]
        if (game, scripts) not in paths:
            paths[game, scripts] = imported(page, {"format": FORMAT, "game": game, **DISPUTES[game]["match"]})
        page.goto(paths[game, scripts])
        return page

    yield at
    for page in phones.values():
        page.context.close()


def imported(page: Page, match: dict[str, Any]) -> str:
    file = {"name": "match.json", "mimeType": "application/json", "buffer": json.dumps(match).encode()}
    answer = page.context.request.post("/import", multipart={"file": file})
    assert answer.ok, answer.text()
    return answer.url


def steps(taps: str) -> list[str]:
    """Split answers at `|`; an answer that begins with cards, suits or a player's name is split at spaces."""
    found = []
    for part in taps.split("|"):
        words = part.split()
        is_cards = any(word == ">" for word in words)
        found += words if is_cards else [part.strip()] if part.strip() else []
    return found


def ask(page: Page, game: Game, title: str, left: list[str]) -> int:
    """Open a question from the list, with its first answer if that is in the list; return the number of taps."""
    if left and page.locator(".moments").get_by_role("link", name=left[0], exact=True).count():
        page.locator(".moments").get_by_role("link", name=left.pop(0), exact=True).tap()
        return 1
    question = next(one for one in game.questions.values() if one.title == title)
    row = page.get_by_role("link", name=question.short or question.title, exact=True, include_hidden=True)
    folded = page.locator(".moments details", has=row)
    if folded.count():
        folded.locator("summary").tap()
    row.tap()
    return 1 + folded.count()


def tap(page: Page, step: str) -> None:
    picker = page.locator(".picker:visible")
    if step == ">":
        picker.locator("[data-do=next]").tap()
    elif step in SUITS:
        page.get_by_role("radio", name=SUITS[step], exact=True).locator("xpath=..").tap()
    elif len(step) == 2 and step[1] in "SHDC":
        picker.locator(f'[data-card="{step}"]').tap()
    else:
        page.get_by_role("main").get_by_role("link", name=step, exact=True).first.tap()


@pytest.mark.parametrize(
    ("game", "dispute"),
    # One with cards and one without: the pages are the same for all games.
    every(
        40,
        [
            pytest.param(game, one, id=f"{game}: {one['what']}")
            for game, found in DISPUTES.items()
            for one in found["dispute"]
        ],
        first=7,
    ),
)
def test_dispute(scores: Callable[[str, bool], Page], game: str, dispute: dict[str, str]) -> None:
    page = scores(game, ">" in dispute["taps"])
    page.get_by_role("link", name="Referee", exact=True).tap()
    expect(page.locator(".moments")).to_be_visible()
    left = steps(dispute["taps"])
    taps = 1 + ask(page, GAMES_BY_KEY[game], dispute["ask"], left)
    for step in left:
        tap(page, step)
    expect(page.locator("#verdict:not(.conditional)")).to_contain_text(dispute["says"])
    assert taps + len(left) <= MOST_TAPS
    said, foot = page.locator("#said").bounding_box(), page.locator(".foot").bounding_box()
    assert said
    assert foot
    assert 0 <= said["y"] <= said["y"] + said["height"] <= foot["y"]
    assert page.locator(".verdict .carries").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("game", [game for game in GAMES if len(game.questions) > 2], ids=lambda game: game.key)
def test_ten_a_game(game: Game) -> None:
    assert len(DISPUTES[game.key]["dispute"]) >= 10
