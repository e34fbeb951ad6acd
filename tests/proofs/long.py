"""Strangers with long matches of their own: they look at them, strike out entries far back, print them."""

import json
import time

from tests.proofs.held import Failed
from tests.proofs.played import dearest_file
from tests.proofs.real import FILE, Phone, as_file

ENTRIES = 1985  # with the corrections that it may have no match is longer
STRANGERS = 8  # each at an address of its own
SLOW = 120.0  # seconds that a stranger waits for an answer


def owners(port: int) -> list[Phone]:
    """Each with a match of its own, taken in one after another."""
    found = [Phone(port, source=f"127.0.0.{10 + n}") for n in range(STRANGERS)]
    for phone in found:
        phone.ask("GET", "/", timeout=SLOW)  # which its connection keeps
        content = as_file(json.dumps(dearest_file(ENTRIES)))
        status, headers, _ = phone.ask("POST", "/import", content, SLOW, FILE)
        if status != 303:
            raise Failed(f"a long match was not taken in: {status}")
        phone.match = str(headers["Location"]).rpartition("/")[2]
        phone.statuses.clear()
    return found


def looks(phone: Phone) -> None:
    phone.ask("GET", f"/m/{phone.match}", timeout=SLOW)


def asks_for_news(phone: Phone) -> None:
    """All that was ever written, as for somebody who has been typing since."""
    phone.ask("GET", f"/m/{phone.match}/live?after=0.0&form=typed&seen={len(phone.statuses) % 300}.0", timeout=SLOW)


def strikes(phone: Phone) -> None:
    """Another entry near the beginning: all after it is played anew."""
    n = len(phone.statuses) + 1
    fields = {"kind": "correction", "strike": n, "entry": n, "seen": f"{ENTRIES}.0", "entry_id": f"s{n}"}
    phone.post(f"/m/{phone.match}/entries", SLOW, **fields)


def prints(phone: Phone) -> None:
    """The record has grown by the corrections, so that it is set anew; whose turn it is not waits a moment."""
    size = "letter" if len(phone.statuses) % 2 else "a4"
    status, _, _ = phone.ask("GET", f"/m/{phone.match}/protocol.pdf?size={size}", timeout=SLOW)
    if status != 200:
        time.sleep(1)


DEEDS = {
    "long matches looked at": looks,
    "long matches asked for news": asks_for_news,
    "long matches corrected": strikes,
    "long matches printed": prints,
}
