"""Events in the store: rows beside the matches, whose entries name some of them."""

from pathlib import Path

from support.stores import entry, new_match

from companion.store import EVENT, EntryRow, Head, SqliteStore, Store, Version

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
