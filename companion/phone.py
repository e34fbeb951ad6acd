"""The app inside a phone's browser, without a server: a request in, an answer out, cookies kept beside the matches.

Pyodide runs it in a worker (static/phone/worker.mjs). A new Phone holds nothing of this phone's, so that the memory may
be kept as a snapshot; `wake` gives it the phone's own key, matches and cookies. Nothing here knows the browser.
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
from typing import Any

from flask import Flask, Response
from flask import request as current

from companion.app import create_app
from companion.clock import now
from companion.instance import database, private, secret
from companion.parsing import game_of
from companion.pdf.render_process import RENDER_PROCESS
from companion.rules.game import Game
from companion.rules.messages import N_
from companion.store import MatchRow
from companion.web.http import request_store
from companion.web.http.capabilities import ON_A_PHONE
from companion.web.http.device import phone
from companion.web.http.request_store import store

HERE = "127.0.0.1"
# What the page around the app says before the app can speak: laid into it when it is built.
WORDS = {
    "begins": N_("Getting ready …"),
    "first": N_("The first time takes a little longer. Afterwards it works without a network."),
    "failed": N_("The app did not start. Nothing that was saved is lost."),
    "full": N_(
        "The app did not start: the storage of this phone is full, or another window holds the matches. "
        "Nothing that was saved is lost."
    ),
    "private": N_(
        "This browser keeps no files here, so matches would be lost. Leave the private window, then try again."
    ),
    "unable": N_("This browser cannot run the app by itself. Update it, or use another one."),
    "install": N_(
        "Before the first match, put this page on the home screen with “Share”. Otherwise the phone deletes all "
        "matches when this page has not been opened for a week."
    ),
    "anyway": N_("Go on without it"),
    "again": N_("Try again"),
}
NOT_PASSED_ON = ("set-cookie", "content-length")  # no page's script may hand either to a browser


@dataclass(frozen=True)
class Request:
    """A request of a page of the app, as the service worker has read it."""

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


@dataclass(frozen=True)
class MatchFile:
    """The file of a match as it was last saved from this phone: when, and whether all is in it that was entered."""

    at: str = ""
    is_current: bool = False


TABLES = """
CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS match_file (match TEXT PRIMARY KEY, entries INTEGER NOT NULL, at TEXT NOT NULL) STRICT;
"""


class Phone:
    """The app of one phone.

    Args:
        folder: The folder in which its matches lie once it is awake; empty until then.

    Raises:
        ValueError: something lies in the folder already.
    """

    def __init__(self, folder: Path):
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty: a phone is made before its matches are there")
        RENDER_PROCESS.is_the_browser = True
        self.folder = folder
        self.app: Flask = create_app(folder, can=ON_A_PHONE)
        self._jar: dict[str, str] = {}
        self._beside: sqlite3.Connection | None = None
        self.app.after_request(self._note_file)
        self.app.add_template_global(self.match_file)
        self.app.add_template_global(self.unsaved_matches)
        self.answer(Request("GET", "https", HERE, "", "/", "", ()))  # the page that is drawn first: compiled by now
        self._rest()

    def _rest(self) -> None:
        """Close and remove all that the making of the app has laid into its folder."""
        self.close()
        for path in self.folder.iterdir():
            path.unlink()
        self.app.secret_key = None
        self._jar = {}
        gc.collect()

    def close(self) -> None:
        """Close its connections to the matches, and to what it keeps beside them."""
        request_store.close(self.app)
        if self._beside:
            self._beside.close()
            self._beside = None

    def wake(self) -> None:
        """Take up the key, the matches and the cookies of the folder; make those that are not there yet."""
        private(self.folder)
        random.seed()
        self.app.secret_key = secret(self.folder / "secret.key")
        database(self.folder)
        with closing(self.app.extensions["opener"]()) as first:
            first.prepare()
        self._jar = dict(self._kept().execute("SELECT name, value FROM cookie"))

    def _kept(self) -> sqlite3.Connection:
        """Return what this phone keeps beside its matches: its cookies, as no worker may set them in the browser.

        It stays open, as opening it would cost each page milliseconds.
        """
        if self._beside is None:
            self._beside = sqlite3.connect(self.folder / "phone.db", isolation_level=None)
            self._beside.execute("PRAGMA synchronous = FULL")
            self._beside.executescript(TABLES)
        return self._beside

    def _note_file(self, response: Response) -> Response:
        """Note that the file of a match was handed out, to be kept."""
        if current.endpoint == "share.export" and "kept" in current.args and response.status_code == 200:
            match_id = (current.view_args or {})["match_id"]
            row = (match_id, store().count(match_id), now())
            self._kept().execute("INSERT OR REPLACE INTO match_file VALUES (?, ?, ?)", row)
        return response

    def match_file(self, match_id: str) -> MatchFile:
        """Return what is known of the file of a match."""
        row = self._kept().execute("SELECT at, entries FROM match_file WHERE match = ?", (match_id,)).fetchone()
        return MatchFile(row[0], row[1] == store().count(match_id)) if row else MatchFile()

    def unsaved_matches(self) -> list[tuple[MatchRow, Game | None, MatchFile]]:
        """Return the matches of this phone of which something is in no file, the latest written first."""
        files = [(row, game_of(row.game), self.match_file(row.id)) for row in store().matches_of(phone())]
        return [each for each in files if not each[2].is_current and store().count(each[0].id)]

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
        with self._kept() as kept:  # a transaction: taken back where the storage is full
            kept.execute("BEGIN IMMEDIATE")
            kept.execute("DELETE FROM cookie")
            kept.executemany("INSERT INTO cookie VALUES (?, ?)", jar.items())
        self._jar = jar


def answer_in_parts(phone: Phone, asked: str, body: bytes) -> tuple[str, bytes]:
    """Answer a request whose head is JSON, with a head that is JSON and the body, for a script."""
    head = json.loads(asked)
    head["headers"] = [(str(name), str(value)) for name, value in head["headers"]]
    answer = phone.answer(Request(**head, body=body))
    return json.dumps({"status": answer.status, "headers": answer.headers}), answer.body
