"""Strangers with long matches of their own: they read them, strike out early entries, and print them."""

import json
import time

from tests.proofs.acknowledged import Failed
from tests.proofs.played import dearest_file
from tests.proofs.server_process import FILE, Phone, as_file

ENTRIES = 1985  # with the corrections: the longest match allowed
STRANGERS = 8  # each from an address of its own
SLOW = 120.0  # seconds that a stranger waits for an answer


def owners(port: int) -> list[Phone]:
    """Return strangers, each with an imported match."""
    found = [Phone(port, source=f"127.0.0.{10 + n}") for n in range(STRANGERS)]
    for phone in found:
        phone.ask("GET", "/", timeout=SLOW)  # opens its connection
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
    """Poll as if it had seen no entry yet."""
    phone.ask("GET", f"/m/{phone.match}/live?after=0.0&form=typed&seen={len(phone.statuses) % 300}.0", timeout=SLOW)


def strikes(phone: Phone) -> None:
    """Strike out an early entry, so that all later ones are replayed."""
    n = len(phone.statuses) + 1
    fields = {"kind": "correction", "strike": n, "entry": n, "seen": f"{ENTRIES}.0", "entry_id": f"s{n}"}
    phone.post(f"/m/{phone.match}/entries", SLOW, **fields)


def prints(phone: Phone) -> None:
    """Print the protocol, which is typeset again after each correction; refused for a moment if others print."""
    size = "letter" if len(phone.statuses) % 2 else "a4"
    status, _, _ = phone.ask("GET", f"/m/{phone.match}/protocol.pdf?size={size}", timeout=SLOW)
    if status != 200:
        time.sleep(1)


ACTIONS = {
    "long matches looked at": looks,
    "long matches asked for news": asks_for_news,
    "long matches corrected": strikes,
    "long matches printed": prints,
}
