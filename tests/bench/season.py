"""Time the statistics of ten thousand matches through the page, beside the page of one match on the same machine."""

import json
import tempfile
import time
from pathlib import Path

from flask.testing import FlaskClient

from companion.app import create_app
from companion.store import open_store
from tests.bench.supplied import season

MATCHES = 10_000
PROMISED = 0.3  # s of processor time, once each match has been read before
LOOKS = 7


def fill(place: str, owner: str, matches: int) -> None:
    """Write many matches of some years into a database, all made by one phone."""
    store = open_store(place)
    rows, entries = [], []
    for n, (game, at, head, bodies) in enumerate(season(matches)):
        match_id = f"{n:012x}"
        codes = {"write_code": f"W{n:09}", "read_code": f"R{n:09}"}
        row = {"id": match_id, "game": game, "title": "", "head": json.dumps(head), "created_at": at, "owner": owner}
        rows.append({**row, **codes})
        entries += [
            {
                "match": match_id,
                "number": k,
                "entry_id": str(k),
                "at": at,
                "by": "",
                "phone": "",
                "body": json.dumps(one),
            }
            for k, one in enumerate(bodies, start=1)
        ]
    guests = [{"match": row["id"], "phone": owner, "may_write": 1, "joined_at": row["created_at"]} for row in rows]
    with store.writing():
        store.insert_all("match", rows)
        store.insert_all("entry", entries)
        store.insert_all("guest", guests)
    store.close()


def looked(client: FlaskClient, address: str) -> tuple[float, str]:
    start = time.process_time()
    answer = client.get(address)
    assert answer.status_code == 200, answer.status
    return time.process_time() - start, answer.text


def measured(matches: int) -> tuple[float, float]:
    """Return the seconds for the first page, which reads all matches, and the median of later pages."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder), TESTING=True)
        client = app.test_client()
        client.get("/")
        with client.session_transaction() as session:
            fill(app.config["DATABASE"], session["phone"], matches)
        first = 0.0
        while True:
            app.extensions["rates"].heavy.seen.clear()  # otherwise the rate limit would refuse the repeated searches
            app.extensions["rates"].heavy_here.seen.clear()
            taken, page = looked(client, "/statistics")
            first += taken
            if "Count the rest" not in page:
                break
        addresses = ("/statistics", "/statistics?period=season&season=2025", "/statistics?period=month&month=2025-11")
        times = sorted(looked(client, address)[0] for address in addresses for _ in range(LOOKS))
        return first, times[len(times) // 2 + LOOKS // 2]


def report() -> None:
    first, again = measured(MATCHES)
    promise = f"{again / PROMISED:.2f} of the {PROMISED * 1000:.0f} ms that are promised"
    print(f"statistics of {MATCHES} matches: {again * 1000:.0f} ms, {promise}; read the first time in {first:.1f} s")


if __name__ == "__main__":
    report()
