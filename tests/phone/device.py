"""A phone that runs the app itself: a browser's page, with the app's page in its frame."""

import re
from typing import Any

from browser.sheet import SHEETS, Sheet, targets
from playwright.sync_api import Frame, FrameLocator, Page, expect

from companion.games import GAMES

START = 120_000  # ms within which the app starts, on a machine with more browsers than cores
DEAL = "#lines tbody tr.deal:not(.struck)"
GAME = next(game for game in GAMES if 2 in game.seats and not game.is_titled)  # for tests common to all games
NAMES = {game.key: game.name for game in GAMES}
POST = """async ([path, fields]) => {
  const base = parent.companion.base.slice(0, -1);
  const answer = await fetch(base + path, { method: "POST", body: new URLSearchParams(fields) });
  return [answer.status, answer.url, await answer.text()];
}"""
GET = """async (path) => (await fetch(parent.companion.base.slice(0, -1) + path)).text()"""


class Device:
    """A phone whose page is open."""

    def __init__(self, page: Page, url: str):
        self.page, self.url = page, url

    def open(self, path: str = "") -> "Device":
        """Go to a page of the app by its address below the folder, and wait until it is drawn."""
        self.page.goto(self.url + path)
        return self.drawn()

    def drawn(self) -> "Device":
        """Wait until a page of the app is drawn."""
        expect(self.page.locator("#start")).to_be_hidden(timeout=START)
        expect(self.app.locator("#main")).to_be_attached(timeout=START)
        return self

    def reload(self) -> "Device":
        """Load the page again."""
        self.page.reload()
        return self.drawn()

    @property
    def app(self) -> FrameLocator:
        return self.page.frame_locator("iframe")

    @property
    def frame(self) -> Frame:
        return self.page.frames[-1]

    def state(self, name: str) -> Any:
        """Return the state of the shell page."""
        return self.page.evaluate(f"companion.{name}")

    def kept(self) -> "Device":
        """Wait until all files and the memory snapshot are stored on the phone."""
        self.page.wait_for_function(
            "() => companion.isComplete && (companion.isKept || !companion.isFresh)", timeout=START
        )
        return self

    def get(self, path: str) -> str:
        return str(self.frame.evaluate(GET, path))

    def post(self, path: str, *pairs: tuple[str, str], **fields: str) -> tuple[int, str, str]:
        """Send a form from a page of the app; return the status, the final address, and the text."""
        status, url, text = self.frame.evaluate(POST, [path, [*pairs, *fields.items()]])
        return status, url, text

    # --- by taps

    def begin(self, key: str, players: list[str]) -> str:
        """Start a match from the start page, and return its path."""
        self.app.get_by_role("link", name=re.compile(f"^{NAMES[key]}\\b")).first.click()
        for n, player in enumerate(players):
            self.app.locator("input[name='players[]']").nth(n).fill(player)  # this shows the next field
        self.app.locator("label:has([name=dealer])").first.click()
        self.app.get_by_role("button", name="Start").click()
        expect(self.app.locator("#board")).to_be_visible()
        expect(self.app.locator("html.scripted")).to_be_attached()
        return self.page.url.removeprefix(self.url)

    def enter(self, sheet: Sheet) -> None:
        """Enter the deal of a game's sheet, and save it."""
        taps = sheet.first or sheet.taps
        row = next(number for number, what in enumerate(taps) if what[0] == "@")
        for what in (taps[row], *taps[:row], *taps[row + 1 :]):
            self.tap(what)
        self.save()

    def tap(self, what: str) -> None:
        for target in targets(what):
            self.app.locator(target).first.dispatch_event("click")

    def save(self) -> None:
        self.app.locator("#entry .save").click()

    def deals(self, n: int) -> None:
        """Expect this number of valid deals on the sheet."""
        expect(self.app.locator(DEAL)).to_have_count(n)


SHEETS_OF_PHONES = {key: sheet for key, sheet in SHEETS.items() if key in NAMES}
