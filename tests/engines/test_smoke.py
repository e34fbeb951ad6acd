"""An evening of a table in each installed engine, and the app for phones.

`make test` plays one game, in WebKitGTK only, because Firefox takes twice as long; `make browsers` plays every game in
both.
"""

from collections.abc import Iterator

import pytest
from browser.sheet import SHEETS, Sheet, targets
from browser.table import Server
from engines.page_actions import RETURN, Hand
from phone.host import BUILT, hosted
from support.examples import ALL
from support.share import every

NAMES = {game.key: game.name for game in ALL}
DEAL = "#lines tbody tr.deal:not(.struck)"
WAITING = ".waiting"
FETCHED = "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/picker.js'))"
KEPT = """const [app] = document.querySelectorAll("script[type=module]");
return import(app.src.replace("/app.js", "/picker.js")).then(() => true, () => false);"""
SCRIPTED = "html.scripted"  # no script has failed
# The content of the shell page: the app, or the text with which it has stopped.
SHOWN = "return companion.drawn ? 'app' : document.querySelector('#again').hidden ? '' : told.textContent;"
NOTED = """const frame = document.querySelector("iframe").contentWindow;
frame.fetch(companion.base + "language", { method: "POST", body: new URLSearchParams({ lang: "sv" }) })
  .then((answer) => (companion.noted = answer.status));"""
LANGUAGE = "return document.querySelector('iframe')?.contentDocument.documentElement.lang ?? '';"


def start(hand: Hand, server: Server, key: str, players: list[str]) -> None:
    hand.engine.open(f"http://127.0.0.1:{server.port}/")
    hand.tap("link", f"^{NAMES[key]}$")
    for number, player in enumerate(players, 1):
        if not hand.has("textbox", f"^Player {number}$") and hand.has("button", "^More players$"):
            hand.tap("button", "^More players$")
        hand.fill(f"^Player {number}$", player)
    hand.tap("radio", "deals first$")
    hand.tap("button", "^Start$")
    hand.shows(".seat", len(players))


def enter(hand: Hand, sheet: Sheet) -> None:
    """Enter a deal; tap a row first to open the form, whose fields are hidden before."""
    taps = sheet.first or sheet.taps
    row = next(number for number, what in enumerate(taps) if what[0] == "@")
    tap(hand, taps[row], *taps[:row], *taps[row + 1 :])


def tap(hand: Hand, *taps: str) -> None:
    for what in taps:
        for target in targets(what):
            hand.tap_selected(target)


def save(hand: Hand) -> None:
    hand.tap("button", "^Save")


@pytest.mark.parametrize("hand", every(2, ["WebKitGTK", "Firefox"]), indirect=True)
@pytest.mark.parametrize("key", every(len(SHEETS), sorted(SHEETS, key=lambda key: SHEETS[key].players)))
def test_an_evening(hand: Hand, server: Server, key: str) -> None:
    """Start, a deal while the server is stopped, undo, a correction, the referee."""
    sheet = SHEETS[key]
    start(hand, server, key, sheet.match["players"])
    hand.waits(lambda: bool(hand.engine.run(FETCHED)), "script that is fetched ahead")
    server.stop()
    enter(hand, sheet)
    assert hand.engine.run(KEPT)
    save(hand)
    hand.shows(WAITING, 1)
    server.start()
    hand.shows(DEAL, 1)
    hand.shows(WAITING, 0)

    hand.tap("button", "^Undo")
    hand.shows(DEAL, 0)
    save(hand)  # the undone deal is in the form
    hand.shows(DEAL, 1)

    before = hand.text(DEAL)
    hand.tap_selected(f"{DEAL} a")
    hand.tap("link", "^Correct deal 1")
    tap(hand, *sheet.mends)
    save(hand)
    hand.waits(lambda: hand.text(DEAL) not in ("", before), "other numbers of the deal")

    hand.tap("link", "^Referee$")
    hand.fill("^What happened", f"cards{RETURN}")
    hand.shows(SCRIPTED, 1)
    hand.waits(lambda: "cards" in hand.text("main"), "rules about cards")


@pytest.fixture
def folder() -> Iterator[str]:
    with hosted() as url:
        yield url


@pytest.mark.skipif(not (BUILT / "sw.js").exists(), reason="dist/phone is not built: make phone")
def test_the_app_for_phones_runs_and_keeps_what_is_saved_or_says_that_it_cannot(hand: Hand, folder: str) -> None:
    hand.engine.open(folder)
    hand.waits(lambda: bool(hand.engine.run(SHOWN)), "the app, or why not")
    if hand.engine.name == "WebKitGTK":  # it has no files that a worker can write synchronously
        assert "cannot run the app by itself" in hand.engine.run(SHOWN)
        return
    assert hand.engine.run(SHOWN) == "app"
    hand.engine.run(NOTED)
    hand.waits(lambda: hand.engine.run("return companion.noted ?? 0") == 200, "an answer")
    hand.engine.open(folder)
    hand.waits(lambda: hand.engine.run(LANGUAGE) == "sv", "the language that was chosen")
