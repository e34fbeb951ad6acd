"""The app without a socket and with a store of one's own: what a page in a browser would need of it."""

import sys
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.app import create_app
from companion.server.dispatch import Answered, Asked, dispatch
from companion.store import Store, open_store

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Carrier:
    """What stands in for the network: it knows requests, responses and cookies, and nothing else."""

    def __init__(self, app: Flask):
        self.app = app
        self.cookies = SimpleCookie()

    def carry(self, url: str, fields: list[tuple[str, str]] | None = None) -> Answered:
        cookie = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        headers = {"Cookie": cookie, **(FORM if fields is not None else {})}
        method = "GET" if fields is None else "POST"
        answer = dispatch(self.app, Asked(url, method, headers, urlencode(fields or []).encode()))
        for text in answer.headers.getlist("Set-Cookie"):
            self.cookies.load(text)
        return answer


@pytest.fixture
def opened() -> list[Store]:
    return []


@pytest.fixture
def app(tmp_path: Path, opened: list[Store], monkeypatch: pytest.MonkeyPatch) -> Flask:
    """On a store of one's own, and without the compression that is written in C."""
    monkeypatch.setitem(sys.modules, "flask_compress", None)

    def opener() -> Store:
        opened.append(open_store(tmp_path / "elsewhere.db"))
        return opened[-1]

    return create_app(tmp_path / "instance", opener, TESTING=True)


class TestWithoutASocket:
    def test_a_deal_is_entered(self, app: Flask, opened: list[Store], tmp_path: Path) -> None:
        carrier = Carrier(app)
        assert carrier.carry("http://card.localhost/?x=1").status == 200
        players = [("players[]", name) for name in ("Anna", "Bo", "Cia")]
        match = carrier.carry("/new/toy", [*players, ("dealer", "0")]).headers["Location"]
        deal = [("kind", "deal"), ("seen", "0.0"), *(("rounds[]", name) for name in ("Anna", "Bo", "Bo", "Cia", "Cia"))]
        answer = carrier.carry(f"{match}/entries", deal)
        assert (answer.status, answer.headers["Companion-Entry"]) == (303, "written")
        assert opened[-1].count(match.rpartition("/")[2]) == 1
        assert not (tmp_path / "instance" / "companion.db").exists()

    def test_faults_are_answers_too(self, app: Flask) -> None:
        assert dispatch(app, Asked("/m/nothing")).status == 404
