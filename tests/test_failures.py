"""An evening survives failures of the machine and the network, and strangers."""

import errno
import hashlib
import re
import sqlite3
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from itsdangerous.encoding import base64_decode
from sqlite_utils import Database
from support.app_server import served
from support.examples import example
from support.phones import PLAYERS, Phone, entries, new_app, new_table, stored
from werkzeug.datastructures import MultiDict
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion import limits
from companion.games import GAMES
from companion.instance import secret
from companion.limits import HEAVY, NEW_MATCHES_DAILY
from companion.network import Reach
from companion.store import Unavailable, sqlite
from companion.web.http import rate_limit
from companion.web.http.security import BehindProxy, is_public_name


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app of its own, because these tests damage it."""
    return new_app(tmp_path_factory.mktemp("house"))


class TestIdentity:
    """A phone keeps its identity, whatever the server's clock says, and cannot lose it by useless requests."""

    def test_a_clock_that_goes_back_removes_nobody(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        owner = new_table(app)
        for hours in (-48, 48, 24 * 800):
            now = 1_790_000_000 + 3600 * hours
            monkeypatch.setattr("itsdangerous.timed.time.time", lambda now=now: now)
            answer = owner.get()
            assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)

    def test_a_cookie_of_an_earlier_version_counts(self, app: Flask) -> None:
        old = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        assert isinstance(old, URLSafeTimedSerializer)
        match = stored(app).create("toy", {"title": "", "players": ["Anna", "Bo"]}, owner="of before", at="")
        client = app.test_client()
        client.set_cookie("companion", str(old.dumps({"phone": "of before"})))
        assert client.get(f"/m/{match.id}").status_code == 200

    @pytest.mark.parametrize(
        "path", ["/m/{match}", "/m/{match}/live", "/nowhere", "/healthz", "/rules", "/static/app.js"]
    )
    def test_useless_requests_make_no_identity(self, app: Flask, path: str) -> None:
        match = new_table(app).match
        with app.test_client().get(path.format(match=match)) as answer:
            assert "Set-Cookie" not in answer.headers

    def test_a_broken_cookie_is_not_replaced_by_an_error(self, app: Flask) -> None:
        match, client = new_table(app).match, app.test_client()
        client.set_cookie("companion", "broken")
        answer = client.get(f"/m/{match}")
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (404, False)

    def test_it_is_signed_with_sha_256(self, app: Flask) -> None:
        cookie = Phone(app).client.get_cookie("companion")
        assert cookie
        assert len(base64_decode(cookie.value.rpartition(".")[2])) == hashlib.sha256().digest_size


class TestKey:
    """The signing key is complete; one that a full disk has truncated is replaced."""

    @pytest.mark.parametrize("found", [None, b"", b"abc"])
    def test_it_is_made_whole(self, tmp_path: Path, found: bytes | None) -> None:
        path = tmp_path / "secret.key"
        if found is not None:
            path.write_bytes(found)
        made = secret(path)
        assert len(made) == 32
        assert secret(path) == made
        assert path.stat().st_mode & 0o077 == 0
        assert [one.name for one in tmp_path.iterdir()] == ["secret.key"]


class TestHttps:
    """With https the cookie is for https only, and browsers remember https; on local names they do not."""

    def test_the_cookie(self, app: Flask) -> None:
        cookie = app.test_client().get("/", base_url="https://192.168.1.23").headers["Set-Cookie"]
        assert cookie.startswith("__Host-companion=")
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Max-Age=31536000" in cookie
        plain = app.test_client().get("/", base_url="http://192.168.1.23").headers["Set-Cookie"]
        assert plain.startswith("companion=")
        assert "Secure" not in plain

    @pytest.mark.parametrize(
        ("base", "counts"),
        [
            ("http://nas.local", "companion"),
            ("https://nas.local", "__Host-companion"),
            ("https://nas.local/cards", "__Secure-companion"),
        ],
    )
    def test_one_name_counts_for_each_way_of_asking(self, app: Flask, base: str, counts: str) -> None:
        """A cookie with another name, set over http or by a neighbouring host, does not identify the phone."""
        owner = new_table(app)
        cookie = owner.client.get_cookie("companion")
        assert cookie
        version = stored(app).version(owner.match)
        for name in ("companion", "__Host-companion", "__Secure-companion"):
            for page, status in (("", 200), (f"/live?after={version}", 204)):
                asking = {"Cookie": f"{name}={cookie.value}"}
                client = app.test_client(use_cookies=False)
                answer = client.get(f"/m/{owner.match}{page}", base_url=base, headers=asking)
                assert answer.status_code == (status if name == counts else 404), (name, page)

    def test_a_cookie_under_a_path_is_not_sent_to_neighbours(self, app: Flask) -> None:
        phone = app.test_client()
        cookie = phone.get("/", base_url="https://nas.local/cards").headers["Set-Cookie"]
        assert cookie.startswith("__Secure-companion=")
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/cards/"} <= set(cookie.split("; "))
        assert "Path=/cards/" in app.test_client().get("/", base_url="http://nas.local/cards").headers["Set-Cookie"]
        assert phone.get("/", base_url="https://nas.local/other").headers["Set-Cookie"] != cookie
        again = phone.get("/", base_url="https://nas.local/cards").headers["Set-Cookie"]
        assert again.split(";")[0] == cookie.split(";")[0], "who it is, it stays"

    def test_strict_transport(self, tmp_path: Path) -> None:
        app = new_app(tmp_path, HOSTS=("cards.example",))
        name = "Strict-Transport-Security"
        assert name in app.test_client().get("/", base_url="https://cards.example").headers
        assert name not in app.test_client().get("/", base_url="http://cards.example").headers
        assert name not in new_app(tmp_path).test_client().get("/", base_url="https://companion.local").headers
        assert name not in app.test_client().get("/", base_url="https://cards.example/at/a/path").headers
        app.extensions["reach"] = Reach(8000, public_url="https://cards.example")
        told = app.test_client().get("/", base_url="http://cards.example").headers
        assert name in told, "what phones are told, though its proxy does not say how it was asked"
        app.extensions["reach"] = Reach(8000, public_url="https://cards.example/at/a/path")
        assert name not in app.test_client().get("/", base_url="http://cards.example").headers


class TestBehindProxy:
    """Proxy headers are trusted only from the configured address."""

    @pytest.mark.parametrize(
        ("comes_from", "cookie"), [("127.0.0.2", "__Host-companion="), ("127.0.0.3", "companion=")]
    )
    def test_only_headers_of_the_proxy_count(self, app: Flask, comes_from: str, cookie: str) -> None:
        with served(BehindProxy(app, "127.0.0.2")) as server:
            asking = HTTPConnection("127.0.0.1", server.effective_port, timeout=5, source_address=(comes_from, 0))
            told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Host": "127.0.0.1"}
            asking.request("GET", "/", headers=told)
            answer = asking.getresponse()
            assert str(answer.getheader("Set-Cookie")).startswith(cookie)
            answer.read()
            asking.close()

    @pytest.mark.parametrize(("comes_from", "path"), [("127.0.0.2", "/cards/"), ("127.0.0.3", "/")])
    def test_who_says_under_which_path_it_is_mounted(self, app: Flask, comes_from: str, path: str) -> None:
        with served(BehindProxy(app, "127.0.0.2")) as server:
            asking = HTTPConnection("127.0.0.1", server.effective_port, timeout=5, source_address=(comes_from, 0))
            asking.request("GET", "/", headers={"X-Forwarded-Prefix": "/cards"})
            answer = asking.getresponse()
            assert f"Path={path};" in f"{answer.getheader('Set-Cookie')};"
            assert ('href="/cards/' in answer.read().decode()) == (path == "/cards/")
            asking.close()

    @pytest.mark.parametrize(
        ("told", "known", "path"),
        [
            ("/cards", None, "/cards/"),
            ("/a/b-c.d/", None, "/a/b-c.d/"),
            ("/evil, /cards", None, "/cards/"),
            ("//evil.example", None, "/"),
            ("/cards//evil.example", None, "/"),
            ("https://evil.example", None, "/"),
            ("/\\evil.example", None, "/"),
            ("/..", None, "/"),
            ("/a;b", None, "/"),
            ("evil.example", None, "/"),
            ("/cards", "/cards", "/cards/"),
            ("/other", "/cards", "/"),
            ("/cards", "", "/"),
        ],
    )
    def test_only_the_configured_path_counts(self, app: Flask, told: str, known: str | None, path: str) -> None:
        """A proxy that does not set the header passes on what the client has sent."""
        sent = {"REMOTE_ADDR": "127.0.0.2", "HTTP_X_FORWARDED_PREFIX": told}
        environ = {**EnvironBuilder("/language", method="POST").get_environ(), **sent}
        _, _, headers = run_wsgi_app(BehindProxy(app, "127.0.0.2", known), environ)
        assert headers["Location"] == path


class TestNames:
    """Only the server's own names are accepted, so that a page of another site cannot use a name of its own."""

    OURS = ("localhost:8000", "127.0.0.1", "192.168.1.23:8000", "[fd00::2]:8000", "companion.local", "box.fritz.box")
    FOREIGN = ("evil.example", "evil.example:8000", "x" * 300, "a..b", "", "[", "evil.example\\@127.0.0.1", "a_b.c")

    @pytest.mark.parametrize("host", OURS)
    def test_ours(self, app: Flask, host: str) -> None:
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200

    @pytest.mark.parametrize("host", FOREIGN)
    def test_foreign(self, app: Flask, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(app.extensions, "reach", Reach(8000))  # as `companion serve` does
        answer = app.test_client().get("/j/SECRET22", headers={"Host": host})
        assert answer.status_code == 400
        assert "companion" in answer.text

    def test_a_name_that_no_address_can_be_built_on_is_foreign(self) -> None:
        """Such as our kind of name without letters; the test client cannot request it either."""
        assert is_public_name("xn--.local:8000")
        assert not is_public_name("xn--kket-5qa.local:8000")

    def test_chosen_names_count_alone(self, tmp_path: Path) -> None:
        app = new_app(tmp_path, HOSTS=("cards.example",))
        assert app.test_client().get("/", headers={"Host": "cards.example"}).status_code == 200
        answer = app.test_client().get("/", headers={"Host": "127.0.0.1"})
        assert answer.status_code == 400
        assert "cards.example" in answer.text

    def test_the_origin_of_a_write_has_our_scheme(self, app: Flask) -> None:
        client = app.test_client()
        for origin, status in (("http://localhost", 303), ("https://localhost", 403), ("null", 403)):
            answer = client.post("/language", data={"lang": "sv"}, headers={"Origin": origin})
            assert answer.status_code == status
        assert "http://localhost" in answer.text


class TestStorage:
    """If the disk cannot store an entry, the page says so, and nothing is half written."""

    @pytest.fixture
    def app(self, tmp_path: Path) -> Flask:
        return new_app(tmp_path)

    def test_a_lack_of_memory_is_reported(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """The text is about that request only, not the next one."""
        owner = new_table(app)
        with monkeypatch.context() as bad:
            bad.setattr("companion.pdf.render.typeset", Mock(side_effect=MemoryError))
            answer = owner.get("/blank.pdf")
        assert (answer.status_code, "short of memory" in answer.text) == (503, True)
        assert owner.get("/blank.pdf").status_code == 200

    @pytest.mark.parametrize("reason", ["busy", "full", "read_only", "damaged", "gone"])
    def test_each_fault_has_its_sentence(self, app: Flask, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
        owner = new_table(app)

        def fail(*_: Any, **__: Any) -> Any:
            raise Unavailable(reason)  # type: ignore[arg-type]

        with monkeypatch.context() as bad:
            bad.setattr("companion.store.sqlite.SqliteStore.append", fail)
            answer = owner.write("AAABC", 1, "first")
        assert answer.status_code == (HTTPStatus.INSUFFICIENT_STORAGE if reason == "full" else 503)
        assert "What you typed stays on this phone." in answer.text
        assert answer.headers["Retry-After"]
        page = answer.text.partition("<main")[2]
        typed = MultiDict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
        assert owner.client.post(f"/m/{owner.match}/entries", data=typed).status_code == 303, "also without scripts"
        assert [one.entry_id for one in entries(app, owner.match)] == ["first"]

    @pytest.mark.parametrize(
        ("why", "reason"),
        [(errno.ENOSPC, "full"), (errno.EFBIG, "full"), (errno.EROFS, "read_only"), (errno.EIO, "read_only")],
    )
    def test_a_disk_that_takes_nothing_any_more_is_not_called_full(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: int, reason: str
    ) -> None:
        """SQLite reports the same failure for all; a worn-out memory card has free space."""

        def fail(*_: Any) -> None:
            raise OSError(why, "")

        failed = sqlite3.OperationalError("disk I/O error")
        failed.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
        monkeypatch.setattr("companion.store.files.os.fsync", fail)
        with pytest.raises(Unavailable) as told, sqlite.translating_faults(tmp_path / "companion.db"):
            raise failed
        assert told.value.reason == reason

    def test_a_server_that_could_save_nothing_does_not_start(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """In a read-only file a transaction can still be begun if a log was left beside it."""

        def begun(db: Database) -> None:
            db.execute("PRAGMA query_only = ON")

        store = app.extensions["opener"]()
        monkeypatch.setattr(sqlite.migrations, "apply", begun)
        with pytest.raises(Unavailable) as told:
            store.prepare()
        assert told.value.reason == "read_only"
        store.close()

    def test_a_database_removed_under_our_hands_is_noticed(self, app: Flask) -> None:
        owner = new_table(app)
        Path(app.config["DATABASE"]).unlink()
        assert owner.write("AAABC", 1).status_code == 503

    def test_a_lock_held_by_another_program_ends_the_wait_soon(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.store.sqlite.PATIENCE", 0.1)
        owner = new_table(app)
        with closing(sqlite3.connect(app.config["DATABASE"])) as other:
            other.execute("BEGIN IMMEDIATE")
            assert owner.write("AAABC", 1).status_code == 503
            assert owner.get().status_code == 200, "readers are never behind writers"
            other.rollback()
        assert owner.write("AAABC", 1).status_code == 303

    def test_nobody_waits_on_top_of_another_who_waited_in_vain(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.store.sqlite.PATIENCE", 1.0)
        owner = new_table(app)
        with closing(sqlite3.connect(app.config["DATABASE"])) as other:
            other.execute("BEGIN IMMEDIATE")
            begun = monotonic()
            assert [owner.write("AAABC", 1).status_code for _ in range(5)] == [503] * 5
            assert monotonic() - begun < 4
            other.rollback()
        assert owner.write("AAABC", 1).status_code == 303
        assert sqlite.GaveUp.at < 0, "whoever gets through restores the patience"

    def test_the_files_are_this_account_s_alone(self, app: Flask) -> None:
        new_table(app)
        folder = Path(app.instance_path)
        assert [path.name for path in (folder, *folder.iterdir()) if path.stat().st_mode & 0o077] == []

    def test_deleted_is_deleted(self, app: Flask) -> None:
        owner = new_table(app, title="Zebra crossing")
        stored(app).delete(owner.match)
        found = [path.name for path in Path(app.instance_path).iterdir() if b"Zebra crossing" in path.read_bytes()]
        assert found == []


class TestHeavyWork:
    """One at a time, counted in advance, by phone and by address."""

    def test_it_is_counted(self, app: Flask) -> None:
        client = Phone(app).client
        codes = [client.post("/import").status_code for _ in range(HEAVY.times + 1)]
        assert codes == [422] * HEAVY.times + [429]

    def test_only_a_long_thought_is_counted(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        client, counter = app.test_client(), app.extensions["rates"].heavy_here
        cards = next(address for game in GAMES if (address := example(game).thought))
        assert client.get(cards).status_code == 200
        assert not counter.seen
        monkeypatch.setattr(limits, "AT_ONCE", 0)
        assert client.get(cards).status_code == 200
        assert len(counter.seen["127.0.0.1"]) == 1
        while not counter.is_full("127.0.0.1"):
            counter.count("127.0.0.1")
        assert client.get(cards).status_code == HTTPStatus.TOO_MANY_REQUESTS

    def test_one_at_a_time(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        """The requests that wait too long are told so."""
        monkeypatch.setattr(limits, "HEAVY_WAIT", 0.05)
        with rate_limit.WORKING:
            assert app.test_client().post("/import").status_code == 503
        assert app.test_client().post("/import").status_code == 422

    def test_a_full_lane_says_when_to_come_again(self, app: Flask) -> None:
        taken = [rate_limit.WAITING.acquire(blocking=False) for _ in range(2)]
        try:
            answer = app.test_client().post("/import")
        finally:
            for _ in filter(None, taken):
                rate_limit.WAITING.release()
        assert (answer.status_code, bool(answer.headers["Retry-After"])) == (503, True)


class TestRoom:
    """No loop can fill the disk: matches are limited by address and day, and refused on a nearly full disk."""

    @pytest.fixture
    def app(self, tmp_path: Path) -> Flask:
        return new_app(tmp_path)

    def test_a_disk_nearly_full(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        owner = new_table(app)
        monkeypatch.setattr(limits, "LEAST_FREE", 2**80)
        answer = Phone(app).client.post("/new/toy", data={"players[]": PLAYERS, "dealer": "0"})
        assert answer.status_code == HTTPStatus.INSUFFICIENT_STORAGE
        assert owner.write("AAABC", 1).status_code == 303, "what is played goes on"

    def test_by_day(self, app: Flask) -> None:
        for _ in range(NEW_MATCHES_DAILY.times):
            app.extensions["rates"].new_matches_daily.count("127.0.0.1")
        answer = Phone(app).client.post("/new/toy", data={"players[]": PLAYERS, "dealer": "0"})
        assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS

    @pytest.mark.parametrize(
        ("address", "counted"),
        [
            ("192.168.1.23", "192.168.1.23"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("fe80::1%eth0", "fe80::"),
            ("::ffff:192.168.1.23", "192.168.1.23"),
            ("", ""),
        ],
    )
    def test_a_host_of_many_addresses_is_one(self, address: str, counted: str) -> None:
        assert rate_limit.neighbourhood(address) == counted


def test_the_page_of_an_error_cannot_fail(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> str:
        raise RuntimeError("no template")

    monkeypatch.setattr("companion.web.http.errors.render_template", broken)
    answer = Phone(app).client.get("/nowhere")
    assert answer.status_code == 404
    assert "<p>This page does not exist." in answer.text
