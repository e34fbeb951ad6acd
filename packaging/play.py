"""Play an evening by HTTP on a running server, or check that it is still there. Needs only the standard library.

python3 play.py URL          plays ten deals of gin, prints the id of the match and the cookie of the phone
python3 play.py URL ID KEY   checks that this match still has its ten deals, and prints its protocol
"""

import http.client
import json
import sys
import time
import urllib.parse

DEALS = 10
MATCH = {"format": "companion-match/1", "game": "gin", "players": ["Anna", "Bo"], "entries": []}
PATIENCE = 300  # seconds until the server answers: the single-file build unpacks itself first, slowly on a busy machine


class Phone:
    """A phone with one cookie; it follows no redirects."""

    def __init__(self, url: str, cookie: str = ""):
        found = urllib.parse.urlsplit(url)
        self.host, self.port, self.cookie = found.hostname or "", found.port or 80, cookie

    def send(self, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = {"Cookie": self.cookie, "Content-Type": kind, "Origin": f"http://{self.host}:{self.port}"}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
        connection.close()
        return answer.status, answer.headers.get("Location") or "", content


def wait(phone: Phone) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if phone.send("GET", "/healthz")[0] == 200:
                return
        except OSError:
            if time.monotonic() > end:
                raise
        time.sleep(0.3)


def play(phone: Phone) -> str:
    phone.send("GET", "/")
    edge = "companion-play"
    head = 'Content-Disposition: form-data; name="file"; filename="m.json"'
    part = f"--{edge}\r\n{head}\r\n\r\n{json.dumps(MATCH)}\r\n--{edge}--\r\n"
    status, location, _ = phone.send("POST", "/import", part.encode(), f"multipart/form-data; boundary={edge}")
    assert status == 303, status
    match = location.rpartition("/")[2]
    for deal in range(DEALS):
        seen = {"entry_id": f"{deal:016x}", "seen": f"{deal}.0", "kind": "deal", "end": "knock", "by": "Anna"}
        form = urllib.parse.urlencode({**seen, "deadwood[@0]": 1, "deadwood[@1]": 3}).encode()
        status, _, said = phone.send("POST", f"/m/{match}/entries", form, "application/x-www-form-urlencoded")
        assert status == 303, (status, said[:2000])
    return match


def look(phone: Phone, match: str) -> None:
    status, _, text = phone.send("GET", f"/m/{match}/match.json")
    assert status == 200, status
    assert len(json.loads(text)["entries"]) == DEALS
    status, _, pdf = phone.send("GET", f"/m/{match}/protocol.pdf")
    assert status == 200, status
    assert pdf.startswith(b"%PDF"), pdf[:200]


def main(url: str, match: str = "", cookie: str = "") -> None:
    phone = Phone(url, cookie)
    wait(phone)
    match = match or play(phone)
    look(phone, match)
    print(match, phone.cookie)


if __name__ == "__main__":
    main(*sys.argv[1:])
