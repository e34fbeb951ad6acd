"""The app for phones runs in each engine, or the page says that it cannot."""

from collections.abc import Iterator

import pytest
from engines.hand import Hand
from phone.host import BUILT, hosted

# The content of the shell page: the app, or the text with which it has stopped.
SHOWN = "return companion.drawn ? 'app' : document.querySelector('#again').hidden ? '' : told.textContent;"
NOTED = """const frame = document.querySelector("iframe").contentWindow;
frame.fetch(companion.base + "language", { method: "POST", body: new URLSearchParams({ lang: "sv" }) })
  .then((answer) => (companion.noted = answer.status));"""
LANGUAGE = "return document.querySelector('iframe')?.contentDocument.documentElement.lang ?? '';"


@pytest.fixture
def folder() -> Iterator[str]:
    if not (BUILT / "sw.js").exists():
        pytest.skip("dist/phone is not built: make phone")
    with hosted() as url:
        yield url


def test_it_runs_and_keeps_what_is_saved_or_says_that_it_cannot(hand: Hand, folder: str) -> None:
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
