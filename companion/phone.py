"""The app inside a phone's browser, without a server: a request in, an answer out, who the phone is kept beside the matches.

Pyodide runs it in a worker (static/phone/worker.mjs). `create` makes the app with nothing of this phone's, so that the
memory may be kept as a snapshot; `wake` gives it the phone's own key, matches and cookies. Nothing here knows the browser.
"""

import gc
import json
import random
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app import create_app
from companion.instance import database, private, secret
from companion.rules.messages import N_
from companion.web.http import request_store
from companion.web.http.capabilities import ON_A_PHONE

if TYPE_CHECKING:
    from flask import Flask

HERE = "127.0.0.1"
# What the page around the app says before the app can speak: laid into it when it is built.
WORDS = {
    "begins": N_("Getting ready …"),
    "first": N_("The first time takes a little longer. Afterwards it works without a network."),
    "failed": N_("The app did not start. Nothing that was saved is lost."),
    "full": N_("The app did not start: the storage of this phone is full, or another window holds the matches. Nothing that was saved is lost."),
    "private": N_("This browser keeps no files here, so matches would be lost. Leave the private window, then try again."),
    "unable": N_("This browser is too old to run the app by itself. Update it, or use another one."),
    "install": N_("Before the first match, put this page on the home screen with “Share”. Otherwise the phone deletes all matches when this page has not been opened for a week."),
    "anyway": N_("Go on without it"),
    "again": N_("Try again"),
}
NOT_PASSED_ON = ("set-cookie", "content-length")  # no page's script may hand either to a browser


@dataclass(frozen=True)
class Request:
    """What a page of the app asks, as the service worker has read it."""

    method: str
    scheme: str
    host: str
    root: str  # the path of the folder, without its last slash
    path: str  # below it, decoded
    query: str
    headers: Sequence[tuple[str, str]]
    body: bytes = b""

    def environ(self, cookies: str) -> dict[str, Any]:
        """Return it as WSGI has it."""
        name, _, port = self.host.partition(":")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": self.root,
            "PATH_INFO": self.path.encode().decode("latin-1"),
            "QUERY_STRING": self.query,
            "SERVER_NAME": name,
            "SERVER_PORT": port or {"http": "80"}.get(self.scheme, "443"),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": HERE,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": BytesIO(self.body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for header, value in self.headers:
            environ[f"HTTP_{header.upper().replace('-', '_')}"] = value
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
        environ |= {"HTTP_HOST": self.host, "CONTENT_LENGTH": str(len(self.body)), "HTTP_COOKIE": cookies}
        return environ


@dataclass(frozen=True)
class Answer:
    """The app's answer, without what a service worker cannot pass on."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes


class Phone:
    """The app of one phone.

    Args:
        folder: The folder in which its matches lie once it is awake.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.app: Flask = create_app(folder, can=ON_A_PHONE)
        self._jar: dict[str, str] = {}
        self._rest()

    def _rest(self) -> None:
        """Close and remove all that the making of the app has laid into its folder."""
        request_store.close(self.app)
        for path in self.folder.iterdir():
            path.unlink()
        self.app.secret_key = None
        gc.collect()

    def wake(self) -> None:
        """Take up the key, the matches and the cookies of the folder; make those that are not there yet."""
        private(self.folder)
        random.seed()
        self.app.secret_key = secret(self.folder / "secret.key")
        database(self.folder)
        with closing(self.app.extensions["opener"]()) as first:
            first.prepare()
        with closing(self._kept()) as kept:
            self._jar = dict(kept.execute("SELECT name, value FROM cookie"))

    def _kept(self) -> sqlite3.Connection:
        """Open what this phone keeps beside its matches: its cookies, as no worker may set them in the browser."""
        kept = sqlite3.connect(self.folder / "phone.db", isolation_level=None)
        kept.execute("PRAGMA synchronous = FULL")
        kept.execute("CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
        return kept

    def answer(self, request: Request) -> Answer:
        """Answer a request. The cookies that it sets are kept before it returns."""
        told: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            told.update(status=int(status.partition(" ")[0]), headers=headers)

        cookies = "; ".join(f"{name}={value}" for name, value in self._jar.items())
        parts = self.app.wsgi_app(request.environ(cookies), start)  # type: ignore[arg-type]
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        self._keep(value for name, value in told["headers"] if name.lower() == "set-cookie")
        headers = [pair for pair in told["headers"] if pair[0].lower() not in NOT_PASSED_ON]
        return Answer(told["status"], headers, body)

    def _keep(self, lines: Iterable[str]) -> None:
        jar = dict(self._jar)
        for line in lines:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    jar.pop(name, None)
                else:
                    jar[name] = morsel.value
        if jar == self._jar:
            return
        with closing(self._kept()) as kept:
            kept.execute("BEGIN IMMEDIATE")
            kept.execute("DELETE FROM cookie")
            kept.executemany("INSERT INTO cookie VALUES (?, ?)", jar.items())
            kept.execute("COMMIT")
        self._jar = jar


def answer_in_parts(phone: Phone, asked: str, body: bytes) -> tuple[str, bytes]:
    """Answer a request whose head is JSON, with a head that is JSON, and the body: what crosses from Python to a script."""
    head = json.loads(asked)
    head["headers"] = [(str(name), str(value)) for name, value in head["headers"]]
    answer = phone.answer(Request(**head, body=body))
    return json.dumps({"status": answer.status, "headers": answer.headers}), answer.body
