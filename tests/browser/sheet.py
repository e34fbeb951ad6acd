"""For each game: a match, the taps that enter a deal, and the form with which another phone enters one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from playwright.sync_api import Page
from support.examples import ALL

NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Hans"]
SIZES = [(320, 640), (360, 640), (360, 740)]  # of phones
ENGINE_READY = "() => document.documentElement.classList.contains('scripted')"

# JavaScript: the number of lines of each name, and the names that do not fit
LINES = """names => names.map((name) =>
  Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight)))"""
CUT = """names => names.filter((name) => name.scrollWidth > name.clientWidth
  || name.scrollHeight > name.clientHeight + 4).map((name) => name.textContent)"""


@dataclass(frozen=True)
class Sheet:
    """SHEET in tests/games/<key>/sheet.py: a match with a first deal, and the taps that enter the second."""

    players: int
    most: int  # the highest number of players tested
    entries: list[dict[str, Any]]
    taps: list[str]  # for a deal, in order: @N a row, =text a key for each letter, !name another key, else a selector
    form: list[tuple[str, str]]  # another deal, as the form of another phone would send it
    mends: list[str]  # taps that change the deal of `taps` when it is corrected
    spoken: list[tuple[str, str, str]]  # for a screen reader: roles and names, and what is pressed or typed there
    addresses: list[str]  # pages of its referee and rules, to be checked for accessibility
    options: Mapping[str, Any] = field(default_factory=dict)
    first: list[str] = field(default_factory=list)  # taps for the first deal of a match, if `taps` do not fit

    @property
    def match(self) -> dict[str, Any]:
        return {"players": NAMES[: self.players], "entries": self.entries, "options": self.options}


def sheet(key: str) -> Sheet:
    found = import_module(f"games.{key}.sheet").SHEET
    assert isinstance(found, Sheet)
    return found


SHEETS = {game.key: sheet(game.key) for game in ALL}


def targets(what: str) -> list[str]:
    """Return the selectors of the elements to tap, one for each digit."""
    keys = {"=": what[1:], "!": [what[1:]]}.get(what[0])
    if keys is not None:
        return [f"#keypad [data-key='{key}']" for key in keys]
    if what[0] == "@":
        seat = f".seat:nth-of-type({int(what[1:]) + 1})"
        return [f"{seat} .deal-winner, {seat} .score"]
    return [f"#entry {what}"]


def tap(page: Page, what: str) -> None:
    """Tap directly on the element, because the browser must not scroll to it first."""
    for target in targets(what):
        page.locator(target).first.dispatch_event("click")
