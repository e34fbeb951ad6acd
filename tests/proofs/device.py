"""A device in its own network namespace for `make network`: it speaks HTTP, and resolves companion.local.

`python -m tests.proofs.device` runs on the device and exchanges lines of JSON with `Device`.
"""

import http.client
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from zeroconf import AddressResolverIPv4, Zeroconf

from tests.proofs.played import DEAL, FIELDS, GAME

NAME = "companion.local"
PATIENCE = 5  # seconds
FORM = "application/x-www-form-urlencoded"


@dataclass
class Device:
    """A browser on the device, with a cookie for each host; `told` sends a command to its namespace."""

    told: Callable[..., Any]
    cookies: dict[str, str] = field(default_factory=dict)

    def ip(self, command: str) -> None:
        self.told(run=command)

    def find(self, *, anew: bool = False) -> list[str]:
        """Return the addresses of the name; `anew` clears the cache before."""
        found: list[str] = self.told(find=NAME, anew=anew)
        return found

    def ask(self, method: str, url: str, **fields: Any) -> dict[str, Any]:
        host = urlsplit(url).netloc
        answer: dict[str, Any] = self.told(
            method=method, url=url, body=urlencode(fields, doseq=True), cookie=self.cookies.get(host, "")
        )
        if "fault" in answer:
            raise ConnectionError(f"{url}: {answer['fault']}")
        if cookie := answer["headers"].get("Set-Cookie"):
            self.cookies[host] = cookie.partition(";")[0]
        return answer

    def get(self, url: str) -> str:
        answer = self.ask("GET", url)
        if answer["status"] != http.client.OK:
            raise ConnectionError(f"{url}: {answer['status']}")
        return str(answer["text"])

    def post(self, url: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask("POST", url, **fields)
        if answer["status"] >= http.client.BAD_REQUEST:
            raise ConnectionError(f"{url}: {answer['status']}")
        return answer

    def begin(self, site: str) -> str:
        self.get(f"{site}/")
        location = self.post(f"{site}/new/{GAME.key}", **{"players[]": DEAL.players})["headers"]["Location"]
        return str(location).rpartition("/")[2]

    def join(self, site: str, link: str, player: str) -> None:
        self.get(site + link)
        self.post(f"{site}/join", code=link.rpartition("/")[2], player=player)

    def write(self, site: str, match: str, before: int) -> None:
        """Write a deal, which must be saved."""
        deal = {**FIELDS, "seen": f"{before}.0", "entry_id": f"{match}-{before}"}
        said = self.post(f"{site}/m/{match}/entries", **deal)["headers"].get("Companion-Entry")
        if said != "written":
            raise ConnectionError(f"not saved: {said}")


class Finder:
    """The names that a phone caches while its network stays the same."""

    def __init__(self) -> None:
        self.heard: Zeroconf | None = None

    def find(self, name: str, *, anew: bool) -> list[str]:
        if self.heard and anew:
            self.heard.close()
            self.heard = None
        self.heard = self.heard or Zeroconf()
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(self.heard, PATIENCE * 1000)
        return resolver.parsed_addresses()


FINDER = Finder()


def here(**submission: Any) -> Any:
    """Carry out a command in this namespace."""
    if "run" in submission:
        subprocess.run(["ip", *submission["run"].split()], check=True)
        return {}
    try:
        return (
            FINDER.find(submission["find"], anew=submission["anew"]) if "find" in submission else _asked(**submission)
        )
    except (OSError, http.client.HTTPException) as fault:
        return [] if "find" in submission else {"fault": str(fault)}


def _asked(method: str, url: str, body: str, cookie: str) -> dict[str, Any]:
    parts = urlsplit(url)
    found = FINDER.find(NAME, anew=False) if parts.hostname == NAME else [str(parts.hostname)]
    if not found:
        return {"fault": "the name is not found"}
    connection = http.client.HTTPConnection(found[0], parts.port, timeout=PATIENCE)
    headers = {"Host": parts.netloc, "Cookie": cookie, "Content-Type": FORM}
    connection.request(method, parts.path, body or None, headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return {"status": answer.status, "headers": dict(answer.headers), "text": text}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(here(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
