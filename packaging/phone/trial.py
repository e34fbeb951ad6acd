"""Use every part of the app once, so that its late imports happen. Runs at build time in the Python of phones."""

import re
import shutil
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.phone import Phone, Request

ROOT = "/phone"
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
LINK = re.compile(r'(?:href|src|hx-get)="/phone(/[^"#]*)')
URLENCODED, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
PART = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
OF_A_KIND = 2  # pages opened for each route


class Visitor:
    """A visitor who opens pages and follows their links."""

    def __init__(self, phone: Phone):
        self.phone = phone
        self.seen: set[str] = set()
        self.of_route: Counter[str] = Counter()

    def ask(self, address: str, lang: str = "en", kind: str = "", body: bytes = b"") -> str:
        """Return the address of a redirect, else the text of the answer."""
        path, _, query = address.partition("?")
        headers = [
            ("Accept-Language", lang),
            ("Sec-Fetch-Site", "same-origin"),
            *([("Content-Type", kind)] if kind else []),
        ]
        answer = self.phone.answer(
            Request("POST" if kind else "GET", "https", "localhost", ROOT, path, query, headers, body)
        )
        if answer.status >= 500:
            raise RuntimeError(f"{answer.status} {address}")
        return dict(answer.headers).get("Location", "").removeprefix(ROOT) or answer.body.decode("utf-8", "replace")

    def crawl(self, address: str, lang: str) -> None:
        """Open a page and all that it links to."""
        waiting = [address]
        while waiting:
            address = waiting.pop().replace("&amp;", "&")
            route = lang + re.sub(r"\d+|(?<=/m/)\w+|[?].*", "", address)
            if address in self.seen or self.of_route[route] >= OF_A_KIND:
                continue
            self.seen.add(address)
            self.of_route[route] += 1
            waiting += LINK.findall(self.ask(address, lang))


def try_pages() -> None:
    """Import a match of every game, and follow all links in every language."""
    folder = Path("/trial")
    phone = Phone(folder)
    phone.wake()
    visitor = Visitor(phone)
    matches = []
    for game in GAMES:
        demo = game.folder / "demo.json"
        if demo.exists():
            fields = "".join(PART.format(*field) for field in HIDDEN.findall(visitor.ask("/import")))
            file = PART.format('file"; filename="a.json', demo.read_text(encoding="utf-8"))
            matches.append(visitor.ask("/import", kind=PARTS, body=f"{fields}{file}--b--\r\n".encode()))
    for match in matches:
        visitor.crawl(match, "en")
        for path in ("/entries", "/preview", "/form"):
            visitor.ask(match + path, "en", URLENCODED, urlencode({"kind": "deal"}).encode())
    for lang in LANGUAGES:
        visitor.crawl("/", lang)
        for game in GAMES:
            visitor.ask(f"/rules/{game.key}?q=when+does+it+ennd", lang)
    print(len(visitor.seen), "pages opened")
    shutil.rmtree(folder)
