"""A match of each game on a score sheet, how a finger taps there, and how others enter a deal of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from playwright.sync_api import Page
from support.examples import ALL

NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Hans"]
SIZES = [(320, 640), (360, 640), (360, 740)]  # of phones
ENGINE_READY = "() => document.documentElement.classList.contains('scripted')"

# names that are shown, in lines; and those that have less room than they need
LINES = """names => names.map((name) =>
  Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight)))"""
CUT = """names => names.filter((name) => name.scrollWidth > name.clientWidth
  || name.scrollHeight > name.clientHeight + 4).map((name) => name.textContent)"""


@dataclass(frozen=True)
class Sheet:
    """SHEET in tests/games/<key>/sheet.py: a first deal is on it, the second is entered."""

    players: int
    most: int  # players whose names are tried
    entries: list[dict[str, Any]]
    taps: list[str]  # for a deal, in order: @N a row, =text a key for each letter, !name another key, else a selector
    form: list[tuple[str, str]]  # another deal, as the form of another phone would send it
    mends: list[str]  # taps that make another deal of the one of `taps`, where it is corrected
    spoken: list[tuple[str, str, str]]  # one to a screen reader: roles and names, and what is pressed or typed there
    addresses: list[str]  # of its referee and rules, for everybody to read
    options: Mapping[str, Any] = field(default_factory=dict)
    first: list[str] = field(default_factory=list)  # taps for the first deal of a match, where those above are none

    @property
    def match(self) -> dict[str, Any]:
        return {"players": NAMES[: self.players], "entries": self.entries, "options": self.options}


def sheet(key: str) -> Sheet:
    found = import_module(f"games.{key}.sheet").SHEET
    assert isinstance(found, Sheet)
    return found


SHEETS = {game.key: sheet(game.key) for game in ALL}


def targets(what: str) -> list[str]:
    """The selectors of what is tapped, one after the other; digits are as many."""
    keys = {"=": what[1:], "!": [what[1:]]}.get(what[0])
    if keys is not None:
        return [f"#keypad [data-key='{key}']" for key in keys]
    if what[0] == "@":
        seat = f".seat:nth-of-type({int(what[1:]) + 1})"
        return [f"{seat} .deal-winner, {seat} .score"]
    return [f"#entry {what}"]


def tap(page: Page, what: str) -> None:
    """One tap. Straight on the element: the browser must not scroll to it first."""
    for target in targets(what):
        page.locator(target).first.dispatch_event("click")
