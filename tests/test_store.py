"""The record on disk: no acknowledged entry is lost, none is written twice, and old databases are migrated."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlite_utils import Database
from support.share import every

from companion.limits import CODE_LENGTH
from companion.store import (
    EVENT,
    EntryRow,
    Head,
    MergedSubmission,
    Opened,
    Opener,
    PartRow,
    Settings,
    SqliteStore,
    Store,
    Unavailable,
    Version,
    open_store,
    sqlite,
)
from companion.store.migrations import migrations

with closing(Database(memory=True)) as empty:
    STEPS = [step.name for step in migrations.pending(empty)[1:]]
PART = PartRow(2, "Anna", "phone", "", {"rounds": ["Anna"]})
HEAD = {"title": "Friday", "players": ["Anna", "Bo"], "options": {}, "opening": {}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return an empty database in a file."""
    store = SqliteStore(tmp_path / "companion.db")
    store.prepare()
    store.close()
    return tmp_path / "companion.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def opener(request: pytest.FixtureRequest) -> Opener:
    """Return a function that opens connections to one empty database, for each database engine."""
    place = request.getfixturevalue({"sqlite": "path", "postgresql": "address"}[request.param])
    return partial(open_store, place)


@pytest.fixture
def store(opener: Opener) -> Iterator[Store]:
    opened = opener()
    yield opened
    opened.idle()


def new_match(store: Store, owner: str = "phone") -> str:
    return store.create("toy", HEAD, owner=owner, at="2026-11-21T20:00:00Z").id


def entry(number: int, entry_id: str = "", text: str = "") -> EntryRow:
    return EntryRow(number, entry_id or f"e{number}", "2026-11-21T20:00:00Z", "", "", {"kind": "note", "text": text})


def schema(path: Path) -> dict[str, object]:
    """Return every table with its columns and indexes, whatever the formatting of the statements."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        columns = {name: sorted(row[1:] for row in db.execute(f"PRAGMA table_xinfo({name})")) for name in tables}
        indexes = list(db.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' ORDER BY name"))
    return {"columns": columns, "indexes": indexes}


def released(path: Path, *, before: str) -> SqliteStore:
    """Return a database as the version before that migration left it."""
    store = SqliteStore(path)
    with store.writing():
        migrations.apply(store.db, stop_before=before)
    return store


MATCH = "INSERT INTO match (id, game, title, head, created_at, owner, write_code, read_code, settings)"


class TestMigrations:
    """A database of any earlier version gets the current schema, and keeps its data."""

    @pytest.mark.parametrize("before", every(3, STEPS))
    def test_a_migrated_schema_equals_a_fresh_one(self, path: Path, tmp_path: Path, before: str) -> None:
        old = released(tmp_path / "old.db", before=before)
        old.db.execute(f"{MATCH} VALUES ('m', 'toy', '', '{{}}', '', 'phone', 'W', 'R', '{{}}')")
        old.db.execute("INSERT INTO entry VALUES ('m', 1, 'e1', '', '', 'phone', '{\"kind\": \"misdeal\"}')")
        old.db.conn.commit()
        old.close()
        migrated = SqliteStore(tmp_path / "old.db")
        migrated.prepare()
        assert migrated.entries("m")[0].body == {"kind": "misdeal"}
        assert migrated.version("m") == Version(1, 0)
        migrated.close()
        assert schema(tmp_path / "old.db") == schema(path)

    def test_a_rematch_that_was_a_setting_becomes_a_link(self, tmp_path: Path) -> None:
        old = released(tmp_path / "old.db", before="evenings_and_equal_deals")
        settings = {"first": '{"confirm": true, "rematch": "second"}', "second": '{"rematch": "deleted"}'}
        for match_id, text in settings.items():
            codes = (f"W{match_id}", f"R{match_id}", text)
            old.db.execute(f"{MATCH} VALUES (?, 'toy', '', '{{}}', '', 'phone', ?, ?, ?)", (match_id, *codes))
        old.db.conn.commit()
        old.close()
        store = SqliteStore(tmp_path / "old.db")
        store.prepare()
        first, second = store.match("first"), store.match("second")
        assert first
        assert second
        assert (first.settings, first.followed_by, first.follows) == (Settings(confirm=True), "second", None)
        assert (second.settings, second.followed_by, second.follows) == (Settings(), None, "first")

    def test_several_processes_may_start_at_once(self, tmp_path: Path) -> None:
        script = f"from companion.store import open_store; open_store({str(tmp_path / 'new.db')!r}).prepare()"
        running = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
        assert [process.wait(timeout=60) for process in running] == [0, 0, 0]

    def test_rows_are_strict(self, path: Path) -> None:
        with pytest.raises(sqlite3.IntegrityError):
            store = SqliteStore(path)
            store.db.execute("INSERT INTO entry VALUES ('m', 'one', 'e', '', '', '', '{}')")


class TestIdle:
    """A connection is passed on without an open transaction."""

    def test_an_open_transaction_is_rolled_back(self, path: Path) -> None:
        store = SqliteStore(path)
        match = new_match(store)
        store.db.execute("BEGIN")
        store.db.execute("DELETE FROM match")
        store.idle()
        assert store.match(match)


class TestRows:
    """The row operations mean the same in every engine."""

    def test_a_row_by_its_key(self, store: Store) -> None:
        match = new_match(store)
        with store.writing(match):
            assert store.update("match", match, {"owner": "other"})
            assert store.update("guest", (match, "phone"), {"player": "Anna"})
            assert not store.update("guest", (match, "nobody"), {"player": "Anna"})
        assert [guest.player for guest in store.guests(match)] == ["Anna"]
        assert store.owned("other") == 1
        assert store.get("guest", (match, "nobody")) is None

    def test_a_row_is_replaced(self, store: Store) -> None:
        for key in ("one", "two"):
            store.renew_key("phone", key)
        assert [row["key"] for row in store.rows_where("phone_key")] == ["two"]
        with store.writing():
            store.insert_all("phone_key", [])
            store.delete_where("phone_key", "phone = ?", "nobody")
            assert len(store.rows_where("phone_key")) == 1
            store.delete_where("phone_key")
        assert store.rows_where("phone_key") == []

    def test_a_missing_table_is_not_read_as_empty(self, path: Path) -> None:
        store = SqliteStore(path)
        store.db.execute("DROP TABLE part")
        with pytest.raises(sqlite3.OperationalError):
            store.rows_where("part")
        with pytest.raises(sqlite3.OperationalError), store.writing():
            store.insert("part", {"match": "m"})


class TestAppend:
    """One number, one entry; one entry, one number."""

    def test_in_order(self, store: Store) -> None:
        match = new_match(store)
        assert [store.append(match, entry(n)) for n in (1, 2)] == ["written", "written"]
        assert [row.number for row in store.entries(match)] == [1, 2]

    def test_a_taken_number_is_refused(self, store: Store) -> None:
        match = new_match(store)
        store.append(match, entry(1, text="first"))
        assert store.append(match, entry(1, "other", text="second")) == "behind"
        assert store.append(match, entry(3, "ahead")) == "behind"
        assert [row.body["text"] for row in store.entries(match)] == ["first"]

    def test_of_a_phone_that_was_shown_out_while_it_was_judged(self, store: Store) -> None:
        match = new_match(store)
        row = replace(entry(1), phone="stranger")
        assert store.append(match, row) == "behind"
        store.let_in(match, "stranger", may_write=True, at="2026-11-21T20:00:00Z")
        assert store.append(match, row) == "written"

    def test_the_same_again(self, store: Store) -> None:
        match = new_match(store)
        store.append(match, entry(1, "same"))
        assert store.append(match, entry(1, "same")) == "known"
        assert store.append(match, entry(2, "same")) == "known"
        assert store.count(match) == 1

    def test_the_very_same_deal_of_another_phone_is_remembered(self, store: Store) -> None:
        match = new_match(store)
        store.append(match, entry(1))
        sent = MergedSubmission("theirs", "2026-11-21T20:05:00Z", "Bo", "phone 2")
        store.note_same(match, 1, sent)
        store.note_same(match, 1, replace(sent, by="Cia"))
        store.note_same(match, 2, replace(sent, entry_id="of nothing"))
        assert store.append(match, entry(2, "theirs")) == "known"
        assert store.known_as(match) == {1: (sent,)}

    def test_nothing_is_written_where_the_match_was_deleted(self, store: Store) -> None:
        match = new_match(store)
        store.delete(match)
        assert store.append(match, entry(1)) == "behind"

    def test_many_writers_at_once(self, opener: Opener) -> None:
        """Eight threads with their own connections, each taking the next number."""
        match = new_match(opener())
        each = 12
        outcomes: list[str] = []

        def write(name: int) -> None:
            own = opener()
            for n in range(each):
                while True:
                    outcome = own.append(match, entry(own.count(match) + 1, f"{name}-{n}"))
                    outcomes.append(outcome)
                    if outcome == "written":
                        break
            own.close()

        threads = [threading.Thread(target=write, args=(name,)) for name in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        own = opener()
        rows = own.entries(match)
        own.close()
        assert [row.number for row in rows] == list(range(1, 8 * each + 1))
        assert len({row.entry_id for row in rows}) == 8 * each
        assert outcomes.count("written") == 8 * each

    def test_killed_while_writing_nothing_said_to_be_saved_is_lost(self, path: Path) -> None:
        """A process reports each written entry until it is killed; all reported entries are stored."""
        match = new_match(open_store(path))
        script = (
            "import sys\nfrom companion.store import EntryRow, open_store\n"
            f"store = open_store({str(path)!r})\n"
            "for n in range(1, 100000):\n"
            f"    row = EntryRow(n, f'e{{n}}', '', '', '', {{'kind': 'note', 'text': 'x' * 500}})\n"
            f"    assert store.append({match!r}, row) == 'written'\n"
            "    print(n, flush=True)\n"
        )
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            for _ in range(20):
                process.stdout.readline()
            time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
            said = 20 + len(process.stdout.readlines())
        rows = open_store(path).entries(match)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert said <= len(rows) <= said + 1  # the last one may have been stored before it was reported
        assert list(SqliteStore(path).db.query("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]


def spoil(path: Path, where: int, amount: int) -> None:
    with path.open("r+b") as file:
        file.seek(where)
        file.write(b"\xa5" * amount)


def cut(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(length)


def spoil_unseen(path: Path) -> None:
    """Overwrite a file and reset its time; only the system's own time of change shows it."""
    found = path.stat()
    spoil(path, 8192, found.st_size - 8192)
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


HARM = {
    "a log removed": ("gone", lambda path: path.with_name(f"{path.name}-wal").unlink()),
    "an index removed": ("gone", lambda path: path.with_name(f"{path.name}-shm").unlink()),
    "a log emptied": ("damaged", lambda path: cut(path.with_name(f"{path.name}-wal"), 0)),
    "the head written over": ("damaged", lambda path: spoil(path, 0, 4096)),
    "the middle written over": ("damaged", lambda path: spoil(path, 8192, path.stat().st_size - 8192)),
    "the middle written over and its time put back": ("damaged", spoil_unseen),
    "cut off": ("damaged", lambda path: cut(path, 5000)),
    "emptied": ("damaged", lambda path: cut(path, 0)),
    "removed": ("gone", lambda path: path.unlink()),
    "replaced": ("gone", lambda path: path.with_name("half").write_bytes(b"") or path.with_name("half").replace(path)),
}


class TestHarm:
    """Files are deleted or overwritten while the server runs: acknowledged entries are on disk under their names."""

    @pytest.mark.parametrize("harm", HARM)
    def test_nothing_is_acknowledged_into_it(self, path: Path, harm: str) -> None:
        store = SqliteStore(path)
        match = new_match(store)
        for n in range(1, 40):
            store.append(match, entry(n))
        store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.append(match, entry(40))
        reason, do = HARM[harm]
        do(path)
        for _ in range(2):
            with pytest.raises(Unavailable) as fault:
                store.append(match, entry(41))
            assert fault.value.reason == reason
        if harm not in ("emptied", "removed", "replaced"):
            with pytest.raises(Unavailable):
                SqliteStore(path).append(match, entry(41))

    @pytest.mark.parametrize("beside", ["wal", "shm"])
    @pytest.mark.parametrize("writes", [False, True])
    def test_entries_of_a_removed_log_survive_a_restart(
        self, path: Path, tmp_path: Path, beside: str, writes: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite, "LOOK", 0)
        store = SqliteStore(path)
        match = new_match(store)
        store.append(match, entry(1))
        path.with_name(f"{path.name}-{beside}").unlink()
        if writes:
            with pytest.raises(Unavailable):
                store.append(match, entry(2))
        else:
            store.idle()
        killed = tmp_path / "killed.db"
        for end in ("", "-wal"):
            found = path.with_name(path.name + end)
            if found.exists():
                killed.with_name(killed.name + end).write_bytes(found.read_bytes())
        assert [row.number for row in SqliteStore(killed).entries(match)] == [1]

    def test_proper_writes_of_other_programs_are_no_damage(self, path: Path) -> None:
        store = SqliteStore(path)
        match = new_match(store)
        script = f"""from companion.store import *
store = open_store({str(path)!r})
for n in range(2, 400): store.append({match!r}, EntryRow(n, str(n), "", "", "", {{"kind": "note", "text": "x" * 1900}}))
store.delete(store.create("toy", {HEAD!r}, owner="", at="").id)"""
        store.append(match, entry(1))
        subprocess.run([sys.executable, "-c", script], check=True)
        assert store.append(match, entry(400)) == "written"


class TestMatches:
    def test_codes_differ_and_are_easy_to_read(self, store: Store) -> None:
        row = store.match(new_match(store))
        assert row
        assert row.write_code != row.read_code
        for code in (row.write_code, row.read_code):
            assert len(code) == CODE_LENGTH
            assert not set(code) & set("0O1IL")
        assert store.by_code(row.write_code, at="") == Opened(row, may_write=True)
        assert store.by_code(row.read_code, at="") == Opened(row, may_write=False)

    def test_deleting_leaves_nothing(self, path: Path) -> None:
        store = SqliteStore(path)
        match = new_match(store)
        store.append(match, entry(1))
        store.note_same(match, 1, MergedSubmission("same", "", "", ""))
        store.put_part(match, PART, seen=Version(1, 0), closing=None)
        store.set_player(match, "phone", "Anna", at="")
        store.invite(match, owner=True, until="2026-12")
        store.delete(match)
        for table in ("match", "entry", "same", "guest", "part", "claim", "invitation"):
            assert list(store.db.query(f"SELECT * FROM {table}")) == [], table

    def test_a_match_without_owner_belongs_to_the_first_writer(self, store: Store) -> None:
        match = store.create("toy", HEAD, owner="", at="").id
        assert store.guests(match) == []
        store.let_in(match, "reader", may_write=False, at="")
        store.let_in(match, "writer", may_write=True, at="")
        store.let_in(match, "second", may_write=True, at="")
        found = store.match(match)
        assert found
        assert found.owner == "writer"

    def test_an_invitation_is_good_for_one_phone_and_an_hour(self, store: Store) -> None:
        match = new_match(store)
        code = store.invite(match, owner=True, until="2026-11-21T21:00:00Z")
        assert store.by_code(code, at="2026-11-21T21:00:00Z") is None
        opened = store.by_code(code, at="2026-11-21T20:59:59Z")
        assert opened
        assert (opened.match.id, opened.may_write, opened.invitation, opened.owner) == (match, True, True, True)
        assert [store.accept(match, one, code, at="2026-11-21T20:59:59Z") for one in ("new", "late")] == [True, False]
        row = store.match(match)
        assert row
        assert row.owner == "new"
        assert [guest.phone for guest in store.guests(match)] == ["phone", "new"]

    def test_a_phone_that_comes_back_as_a_stranger_takes_its_seat_again(self, store: Store) -> None:
        match = new_match(store)
        store.set_player(match, "phone", "Anna", at="t")
        store.put_part(match, PART, seen=Version(0, 1), closing=None)
        code = store.invite(match, owner=False, until="2026-12", instead="phone")
        late = store.invite(match, owner=False, until="2026-12", instead="phone")
        opened = store.by_code(code, at="2026-11")
        assert opened
        assert opened.instead == "phone"
        store.let_in(match, "stranger", may_write=False, at="")
        assert store.accept(match, "stranger", code, at="2026-11")
        assert not store.accept(match, "other", late, at="2026-11")  # the seat is empty
        row = store.match(match)
        assert row
        assert row.owner == "stranger"
        assert [(one.phone, one.player, one.may_write) for one in store.guests(match)] == [("stranger", "Anna", True)]
        assert [part.phone for part in store.parts(match, PART.number)] == ["stranger"]

    def test_who_takes_another_seat_is_remembered(self, store: Store) -> None:
        match = new_match(store)
        for player in ("Anna", "Anna", "Bo"):
            store.set_player(match, "phone", player, at="t")
        store.set_player(match, "stranger", "Bo", at="t")
        assert [(one.player, one.before) for one in store.claims(match)] == [("Anna", ""), ("Bo", "Anna")]

    def test_handing_over(self, store: Store) -> None:
        match = new_match(store)
        store.let_in(match, "reader", may_write=False, at="")
        for phone in ("stranger", "reader"):
            store.set_owner(match, phone)
        row = store.match(match)
        assert row
        assert row.owner == "reader"
        assert store.guests(match)[1].may_write

    def test_who_was_handed_the_match_meanwhile_keeps_the_pen_and_the_seat(self, store: Store) -> None:
        match = new_match(store)
        store.let_in(match, "second", may_write=False, at="t")
        store.set_owner(match, "second")
        store.set_write_access(match, "second", may_write=False)
        store.show_out(match, ["second"], renew=True, at="t")
        kept = store.guest(match, "second")
        assert kept is not None
        assert kept.may_write

    def test_a_rematch_is_made_once_with_the_same_phones(self, store: Store) -> None:
        match = new_match(store)
        store.let_in(match, "reader", may_write=False, at="2026-11-21T20:01:00Z")
        row = store.match(match)
        assert row
        again = store.rematch(row, HEAD, at="2026-11-21T22:00:00Z")
        assert store.rematch(row, HEAD, at="2026-11-21T22:00:01Z") == again
        store.set_settings(match, Settings(confirm=True))
        first, second = store.match(match), store.match(again)
        assert first
        assert second
        assert (first.followed_by, second.follows) == (again, match)
        assert [(g.phone, g.may_write) for g in store.guests(again)] == [("phone", True), ("reader", False)]

    def test_a_match_made_anew_replaces_only_one_in_which_nothing_is_written(self, store: Store) -> None:
        first, second, third = new_match(store), new_match(store), new_match(store)
        store.let_in(first, "reader", may_write=False, at="2026-11-21T20:01:00Z")
        store.replace(first, second)
        store.append(second, entry(1))
        store.replace(second, third)
        assert (store.match(first), store.instead_of(first), store.instead_of(second)) == (None, second, None)
        assert [guest.phone for guest in store.guests(second)] == ["phone", "reader"]

    def test_the_version_changes_with_all_that_phones_must_see(self, store: Store) -> None:
        match = new_match(store)
        seen = [store.version(match)]
        store.append(match, entry(1))
        seen.append(store.version(match))
        store.put_part(match, PART, seen=Version(1, 0), closing=None)
        seen.append(store.version(match))
        store.set_settings(match, Settings(confirm=True))
        seen.append(store.version(match))
        store.set_write_access(match, "phone", may_write=True)
        seen.append(store.version(match))
        assert len(set(seen)) == len(seen)


class TestBackup:
    """A copy of everything while the app is running, and its restoration."""

    def test_there_and_back(self, store: Store, opener: Opener, tmp_path: Path) -> None:
        match = new_match(store)
        store.append(match, entry(1))
        store.backup(tmp_path / "copy.db")
        store.append(match, entry(2))
        other = new_match(store)
        running = opener()
        assert running.count(match) == 2
        store.restore(tmp_path / "copy.db")
        assert running.ids() == [match] != [other]
        assert running.count(match) == 1


EVENING: Head = {"title": "", "players": [], "options": {}, "opening": {}, "event": {}}


def names(match: str, number: int) -> EntryRow:
    body = {"kind": "played", "match_id": match}
    return EntryRow(number, f"played-{match}", "2026-11-21T20:00:00Z", "", "", body)


class TestEvents:
    """An event is a row beside the matches, and its entries name some of them."""

    def new_event(self, store: Store) -> str:
        return store.create(EVENT, EVENING, owner="phone", at="2026-11-21T20:00:00Z").id

    def test_it_is_no_match(self, store: Store) -> None:
        event, match = self.new_event(store), new_match(store)
        assert store.ids() == [match]
        assert store.ids(of_events=True) == [event]
        assert [row.id for row in store.matches_of("phone")] == [match]
        assert [row.id for row in store.events_of("phone")] == [event]
        assert store.owned("phone") == 1

    def test_a_match_stands_in_it_by_an_entry(self, store: Store) -> None:
        event, match = self.new_event(store), new_match(store, owner="other")
        assert store.append_all(event, [names(match, 1)], named={match: True}) == "written"
        assert [row.id for row in store.matches_in(event)] == [match]
        assert store.append_all(event, [names(match, 1)], named={match: True}) == "known"
        assert store.append_all(event, [entry(1, "late")], named={}) == "behind"
        out = EntryRow(2, "out", "", "", "", {"kind": "correction", "entry": 1, "with": None})
        assert store.append_all(event, [out], named={match: False}) == "written"
        assert store.matches_in(event) == []

    def test_a_match_stands_in_one_event_alone(self, store: Store) -> None:
        first, second, match = self.new_event(store), self.new_event(store), new_match(store)
        store.append_all(first, [names(match, 1)], named={match: True})
        assert store.append_all(second, [names(match, 1)], named={match: True}) == "behind"
        assert store.entries(second) == []

    def test_phones_of_a_match_see_its_event(self, store: Store) -> None:
        event, match = self.new_event(store), new_match(store, owner="other")
        store.append_all(event, [names(match, 1)], named={match: True})
        store.let_in(match, "late", may_write=False, at="2026-11-21T21:00:00Z")
        assert [row.id for row in store.events_of("late")] == [event]
        rights = {phone: store.guest_through(event, phone) for phone in ("phone", "other", "late", "stranger")}
        assert {phone: one and one.may_write for phone, one in rights.items()} == {
            **{"phone": True, "other": True, "late": False, "stranger": None}
        }

    def test_its_version_moves_with_its_matches(self, store: Store) -> None:
        event, match = self.new_event(store), new_match(store)
        store.append_all(event, [names(match, 1)], named={match: True})
        before = store.version_of_event(event)
        store.append(match, entry(1))
        assert store.version_of_event(event) == Version(before.entries + 1, before.changes)

    def test_a_match_outlives_its_event(self, store: Store) -> None:
        event, match = self.new_event(store), new_match(store)
        store.append_all(event, [names(match, 1)], named={match: True})
        store.delete(event)
        found = store.match(match)
        assert found
        assert found.event is None

    def test_it_is_in_a_backup(self, store: Store, tmp_path: Path) -> None:
        event, match = self.new_event(store), new_match(store)
        store.append_all(event, [names(match, 1)], named={match: True})
        store.backup(tmp_path / "copy.db")
        copied = SqliteStore(tmp_path / "copy.db")
        assert [row.id for row in copied.matches_in(event)] == [match]
        copied.close()
