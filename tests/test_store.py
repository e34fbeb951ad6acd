"""The record on disk: no acknowledged entry is lost, and none is written twice."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.stores import HEAD, entry, new_match

from companion.limits import CODE_LENGTH
from companion.store import MergedSubmission, Opened, Opener, PartRow, Settings, SqliteStore, Store, Version, open_store

PART = PartRow(2, "Anna", "phone", "", {"rounds": ["Anna"]})


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
