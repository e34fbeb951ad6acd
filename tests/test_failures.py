"""An evening survives failures of the machine."""

import errno
import hashlib
import re
import sqlite3
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from itsdangerous.encoding import base64_decode
from sqlite_utils import Database
from support.phones import Phone, entries, new_app, new_table, stored
from werkzeug.datastructures import MultiDict

from companion.instance import secret
from companion.store import Unavailable, sqlite


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


def test_the_page_of_an_error_cannot_fail(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> str:
        raise RuntimeError("no template")

    monkeypatch.setattr("companion.web.http.errors.render_template", broken)
    answer = Phone(app).client.get("/nowhere")
    assert answer.status_code == 404
    assert "<p>This page does not exist." in answer.text
