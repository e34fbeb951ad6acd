"""The folder of the phone app, served by companion itself; and what the app leaves out without a server."""

import re
import runpy
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from companion.pdf.render_process import RENDER_PROCESS
from companion.phone import Phone, Request
from companion.web.http.capabilities import is_missing
from companion.web.pages import start

PACKAGING = Path(__file__).parent.parent.parent / "packaging" / "phone"
TOURNAMENT = "title=Cup&players=Anna%0ABo%0ACia%0ADan&seats=2&rounds=3&score=won&draw=7"
OFFERED = re.compile(r'<(?:a|(form))\b([^>]*?)\b(?:href|action)="/cards(/[^"#]*)')
HTTPS = {"base_url": "https://cards.home.arpa"}


@pytest.fixture
def client(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a browser of a server that has such a folder."""
    (tmp_path / "_" / "1").mkdir(parents=True)
    for name in ("index.html", "404.html", "sw.js", "_/1/worker.mjs", "_/1/a.wasm"):
        (tmp_path / name).write_text(name, encoding="ascii")
    monkeypatch.setattr(start, "phone_folder", lambda: tmp_path)
    return app.test_client()


class TestServed:
    def test_over_https_and_on_this_computer_alone(self, client: FlaskClient) -> None:
        assert client.get("/phone/", **HTTPS, buffered=True).text == "index.html"
        assert client.get("/phone/", base_url="http://localhost:8000", buffered=True).text == "index.html"
        answer = client.get("/phone/", base_url="http://192.168.1.5:8000", buffered=True)
        assert answer.status_code == 404
        assert "https only" in answer.text

    def test_only_this_folder_may_use_web_assembly_and_frames(self, client: FlaskClient) -> None:
        there = client.get("/phone/", **HTTPS, buffered=True).headers["Content-Security-Policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in there
        assert "frame-ancestors 'self'" in there
        elsewhere = client.get("/", **HTTPS, buffered=True).headers["Content-Security-Policy"]
        assert "unsafe" not in elsewhere
        assert "frame-ancestors 'none'" in elsewhere

    def test_unknown_addresses_get_the_shell(self, client: FlaskClient) -> None:
        answer = client.get("/phone/m/0123456789ab/share", **HTTPS, buffered=True)
        assert (answer.status_code, answer.text) == (404, "404.html")

    @pytest.mark.parametrize(("name", "kind"), [("worker.mjs", "text/javascript"), ("a.wasm", "application/wasm")])
    def test_files_with_a_version_are_cached_forever(self, client: FlaskClient, name: str, kind: str) -> None:
        answer = client.get(f"/phone/_/1/{name}", **HTTPS, buffered=True)
        assert answer.mimetype == kind
        assert "immutable" in answer.headers["Cache-Control"]
        assert "immutable" not in client.get("/phone/sw.js", **HTTPS, buffered=True).headers.get("Cache-Control", "")

    def test_nothing_outside_of_the_folder(self, client: FlaskClient) -> None:
        assert client.get("/phone/..%2f..%2fetc%2fpasswd", **HTTPS, buffered=True).text == "404.html"

    def test_without_the_folder_there_is_no_such_page(
        self, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(start, "phone_folder", lambda: tmp_path / "nothing")
        assert client.get("/phone/", **HTTPS).status_code == 404


def test_what_escapes_texts_there_does_as_the_package_written_in_c() -> None:
    made = runpy.run_path(str(PACKAGING / "pure_escape.py"))["_escape_inner"]
    for text in ("", "Anna", "Tom & Jerry", "a<b>c", '“it\'s” "so"', "&<>\"'" * 2):
        assert made(text) == str(escape(text))


class Alone:
    """The app of one phone, with requests like those of its service worker."""

    def __init__(self, phone: Phone):
        self.phone = phone

    def ask(self, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
        path, _, query = path.partition("?")
        told = [("Sec-Fetch-Site", headers.get("site", "same-origin"))]
        told += [("Content-Type", "application/x-www-form-urlencoded")] if body else []
        request = Request(
            "POST" if body else "GET", "https", "cards.example", "/cards", path, query, told, body.encode()
        )
        answer = self.phone.answer(request)
        return answer.status, dict(answer.headers), answer.body.decode(errors="replace")

    def begin(self) -> str:
        """Start a match, and return its path."""
        status, headers, page = self.ask("/new/toy", "players[]=Anna&players[]=Bo&players[]=Cia&title=Friday&dealer=0")
        assert status == 303, page
        return headers["Location"].removeprefix("/cards")

    def begin_tournament(self) -> str:
        """Start a tournament with an open first round, and return its path."""
        status, headers, page = self.ask("/evenings/new/series/toy", TOURNAMENT)
        assert status == 303, page
        event = headers["Location"].removeprefix("/cards")
        page = self.ask(f"{event}/next")[2]
        named, seated = re.findall(r'players\[\]" value="([^"]+)"', page), re.findall(r'value="(\w+)" selected', page)
        body = "&".join(f"players[]={name}&at[]={table}" for name, table in zip(named, seated, strict=True))
        assert self.ask(f"{event}/next", body)[0] == 303
        return event


@pytest.fixture(scope="module")
def asleep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """Return the app of a phone as its snapshot has it, before it starts; made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RENDER_PROCESS, "is_the_browser", RENDER_PROCESS.is_the_browser)  # restored at the end
        yield Phone(tmp_path_factory.mktemp("phone"))


@pytest.fixture
def alone(asleep: Phone) -> Iterator[Alone]:
    """Return a phone on which the app runs for the first time."""
    asleep.wake()
    found = Alone(asleep)
    found.ask("/")
    yield found
    asleep.close()
    for path in asleep.folder.iterdir():
        path.unlink()


class TestAlone:
    def test_its_matches_are_known_to_it_when_it_starts_again(self, alone: Alone, tmp_path: Path) -> None:
        path = alone.begin()
        again = Alone(Phone(tmp_path))
        for file in alone.phone.folder.iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes())
        again.phone.wake()
        assert again.ask(path)[0] == 200
        again.phone.close()

    def test_a_phone_is_made_in_an_empty_folder_only(self, alone: Alone) -> None:
        with pytest.raises(ValueError, match="not empty"):
            Phone(alone.phone.folder)

    def test_the_snapshot_contains_no_key_cookie_or_open_file(self, tmp_path: Path) -> None:
        asleep = Phone(tmp_path)
        assert not asleep.app.secret_key
        assert not list(tmp_path.iterdir())
        assert not asleep.app.extensions["stores"]

    def test_phones_with_the_same_snapshot_draw_different_numbers(self, asleep: Phone) -> None:
        seen = set()
        for _ in range(2):
            asleep.wake()
            seen.add((asleep.app.secret_key, alone_number()))
            asleep.close()
            for path in asleep.folder.iterdir():
                path.unlink()
        assert len(seen) == 2

    def test_a_form_of_another_site_writes_nothing(self, alone: Alone) -> None:
        path = alone.begin()
        status, _, page = alone.ask(f"{path}/entries", "kind=note&text=Tea", site="cross-site")
        assert (status, "another website" in page) == (403, True)

    @pytest.mark.parametrize(
        "path", ["/join", "/connection", "/host", "/tv", "/m/0/who", "/m/0/settings", "/m/0/check"]
    )
    def test_unsupported_pages_are_not_found(self, alone: Alone, path: str) -> None:
        status, _, page = alone.ask(path)
        assert (status, "needs a server" in page) == (404, True)

    def test_no_page_offers_what_it_cannot_do(self, alone: Alone) -> None:
        """All links and forms, from the start page, a match and a tournament, lead to existing pages."""
        alone.begin()
        alone.begin_tournament()
        routes = alone.phone.app.url_map.bind("cards.example", "/cards")
        waiting, offered = ["/"], set()
        while waiting:
            status, headers, page = alone.ask(address := waiting.pop())
            assert status != 404, address
            assert status < 500, address
            if headers.get("Content-Type", "").startswith("text/html"):
                assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
            for form, attributes, link in OFFERED.findall(page):
                path, writes = unescape(link).partition("?")[0], form and 'method="post"' in attributes
                endpoint, place = routes.match(path, "POST" if writes else "GET")
                assert not is_missing(endpoint), link
                if not (writes or endpoint == "static" or (endpoint, place.get("event_id")) in offered):
                    waiting.append(path)
                offered.add((endpoint, place.get("event_id")))
        led = {one for one, _ in offered}
        assert {"settings.people", "director.desk", "director.act", "evenings.export", "tables.absent"} <= led

    def test_no_page_speaks_of_a_connection_as_there_is_no_server(self, alone: Alone) -> None:
        match = alone.begin()
        alone.ask(f"{match}/entries", "kind=note&text=Tea&seen=0.0&entry_id=a")
        connection = re.compile(r">live<|offline|the server|connection is back|QR code", re.IGNORECASE)
        for path in ("/", match, f"{match}/share", "/rules/toy"):
            assert not connection.search(alone.ask(path)[2]), path

    def test_it_prints_a_tournament_as_a_page(self, alone: Alone) -> None:
        event = alone.begin_tournament()
        for paper in ("evening", "seats"):
            status, headers, page = alone.ask(f"{event}/{paper}.pdf")
            assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
            assert "Anna" in page
            assert "data:image" not in page  # no QR code leads here

    def test_it_says_when_the_match_file_was_saved_last(self, alone: Alone) -> None:
        match = alone.begin()
        assert "never saved" not in alone.ask("/")[2]  # nothing is entered yet
        alone.ask(f"{match}/entries", "kind=note&text=Tea&seen=0.0&entry_id=a")
        assert "never saved" in alone.ask("/")[2]
        assert alone.ask(f"{match}/match.json")[0] == 200
        assert "Never saved yet" in alone.ask(f"{match}/share")[2]  # the file was shown, not saved
        alone.ask(f"{match}/match.json?kept=1")
        assert "Everything is in it" in alone.ask(f"{match}/share")[2]
        assert "never saved" not in alone.ask("/")[2]
        alone.ask(f"{match}/entries", "kind=note&text=More&seen=1.0&entry_id=b")
        assert "Something was entered since" in alone.ask(f"{match}/share")[2]


def alone_number() -> float:
    import random

    return random.random()
