"""Run the app inside a phone's browser, without a server: requests are function calls, cookies lie beside the matches.

Pyodide runs it in a worker (static/phone/worker.mjs). A new Phone holds no data of this phone, so that its memory can
be saved as a snapshot; `wake` then loads the phone's own key, matches and cookies. This module does not depend on the
browser.
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
# The texts that the page around the app shows before the app has started; they are put into the page by the build.
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
NOT_PASSED_ON = ("set-cookie", "content-length")  # headers that a service worker may not set


@dataclass(frozen=True)
class Request:
    """A request of a page of the app, as read by the service worker."""

    method: str
    scheme: str
    host: str
    root: str  # the path of the folder, without its last slash
    path: str  # below the folder, decoded
    query: str
    headers: Sequence[tuple[str, str]]
    body: bytes = b""

    def environ(self, cookies: str) -> dict[str, Any]:
        """Return the WSGI environment of the request."""
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
    """The app's answer, without the headers that a service worker cannot set."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes


@dataclass(frozen=True)
class MatchFile:
    """The last saved file of a match: when it was saved, and if it contains all entries."""

    at: str = ""
    is_current: bool = False


TABLES = """
CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS match_file (match TEXT PRIMARY KEY, entries INTEGER NOT NULL, at TEXT NOT NULL) STRICT;
"""


class Phone:
    """The app of one phone.

    Args:
        folder: the folder for its matches; it is empty until `wake` is called.

    Raises:
        ValueError: the folder is not empty.
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
        self.answer(Request("GET", "https", HERE, "", "/", "", ()))  # compiles the page that is shown first
        self._rest()

    def _rest(self) -> None:
        """Close and delete everything that creating the app has put into its folder."""
        self.close()
        for path in self.folder.iterdir():
            path.unlink()
        self.app.secret_key = None
        self._jar = {}
        gc.collect()

    def close(self) -> None:
        """Close the database connections: to the matches, and to the phone's own data beside them."""
        request_store.close(self.app)
        if self._beside:
            self._beside.close()
            self._beside = None

    def wake(self) -> None:
        """Load the key, the matches and the cookies of the folder; create those that do not exist yet."""
        private(self.folder)
        random.seed()
        self.app.secret_key = secret(self.folder / "secret.key")
        database(self.folder)
        with closing(self.app.extensions["opener"]()) as first:
            first.prepare()
        self._jar = dict(self._kept().execute("SELECT name, value FROM cookie"))

    def _kept(self) -> sqlite3.Connection:
        """Return the database of the cookies and saved files. Cookies are kept here because a worker cannot set them.

        The connection stays open, because opening it takes milliseconds for each page.
        """
        if self._beside is None:
            self._beside = sqlite3.connect(self.folder / "phone.db", isolation_level=None)
            self._beside.execute("PRAGMA synchronous = FULL")
            self._beside.executescript(TABLES)
        return self._beside

    def _note_file(self, response: Response) -> Response:
        """Record that the file of a match was saved."""
        if current.endpoint == "reports.export" and "kept" in current.args and response.status_code == 200:
            match_id = (current.view_args or {})["match_id"]
            row = (match_id, store().count(match_id), now())
            self._kept().execute("INSERT OR REPLACE INTO match_file VALUES (?, ?, ?)", row)
        return response

    def match_file(self, match_id: str) -> MatchFile:
        """Return the last saved file of a match."""
        row = self._kept().execute("SELECT at, entries FROM match_file WHERE match = ?", (match_id,)).fetchone()
        return MatchFile(row[0], row[1] == store().count(match_id)) if row else MatchFile()

    def unsaved_matches(self) -> list[tuple[MatchRow, Game | None, MatchFile]]:
        """Return the matches of this phone with entries that are in no saved file, the latest first."""
        files = [(row, game_of(row.game), self.match_file(row.id)) for row in store().matches_of(phone())]
        return [each for each in files if not each[2].is_current and store().count(each[0].id)]

    def answer(self, request: Request) -> Answer:
        """Answer a request. The cookies that it sets are stored before this returns."""
        started: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            started.update(status=int(status.partition(" ")[0]), headers=headers)

        cookies = "; ".join(f"{name}={value}" for name, value in self._jar.items())
        parts = self.app.wsgi_app(request.environ(cookies), start)  # type: ignore[arg-type]
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        self._keep(value for name, value in started["headers"] if name.lower() == "set-cookie")
        headers = [pair for pair in started["headers"] if pair[0].lower() not in NOT_PASSED_ON]
        return Answer(started["status"], headers, body)

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
        with self._kept() as kept:  # a transaction: rolled back if the storage is full
            kept.execute("BEGIN IMMEDIATE")
            kept.execute("DELETE FROM cookie")
            kept.executemany("INSERT INTO cookie VALUES (?, ?)", jar.items())
        self._jar = jar


def answer_in_parts(phone: Phone, asked: str, body: bytes) -> tuple[str, bytes]:
    """Answer a request for a script: the head of the request and of the answer are JSON, the bodies are bytes."""
    head = json.loads(asked)
    head["headers"] = [(str(name), str(value)) for name, value in head["headers"]]
    answer = phone.answer(Request(**head, body=body))
    return json.dumps({"status": answer.status, "headers": answer.headers}), answer.body
