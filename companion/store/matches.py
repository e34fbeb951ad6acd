"""Store matches and events, their entries, and the parts of a deal; phones.py adds the phones of each.

An event is stored like a match, with entries, phones, codes and a version. Its entries may name matches, which then
belong to that event.
"""

import json
import re
import secrets
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from companion.instance import new_code
from companion.store.phones import VERSION, Phones
from companion.store.rows import (
    EVENT,
    Appended,
    DamagedMatch,
    EntryRow,
    Head,
    MatchRow,
    MergedSubmission,
    Opened,
    PartRow,
    Restored,
    Settings,
    Upgraded,
    Version,
    entry_columns,
    entry_of,
    match_of,
    part_columns,
    part_of,
    settings_column,
)

MATCH = "match.*, (SELECT later.id FROM match AS later WHERE later.follows = match.id) AS followed_by"
RENAMED = """SELECT DISTINCT match FROM entry WHERE body LIKE '%"rename"%'"""  # word for word that of its index
LATEST_FIRST = "coalesce((SELECT max(at) FROM entry WHERE entry.match = match.id), created_at) DESC"
PLACE = f"""SELECT {VERSION}, archived,
    EXISTS (SELECT 1 FROM entry WHERE entry.match = match.id AND entry_id = ?)
    OR EXISTS (SELECT 1 FROM same WHERE same.match = match.id AND entry_id = ?) AS known,
    ? = '' OR EXISTS (SELECT 1 FROM guest WHERE guest.match = match.id AND phone = ?) AS let_in
    FROM match WHERE id = ?"""  # noqa: S608 - a constant


class Store(Phones):
    """The database of matches; every method that writes is one transaction.

    A store is one connection, used by one request or command at a time. Its methods raise Unavailable when the database
    cannot be read or written.
    """

    @abstractmethod
    def prepare(self) -> Upgraded | None:
        """Create or migrate the tables; safe when several processes start at once.

        Raises:
            Unavailable: "later" if the tables are of a later version; they are left unchanged.
        """

    @abstractmethod
    def idle(self) -> None:
        """End any open transaction before the connection goes to another request."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def backup(self, target: Path) -> None:
        """Write a consistent copy of the whole database, also while the app is running."""

    @abstractmethod
    def restore(self, source: Path) -> Restored:
        """Replace everything by a backup, migrated to this version; phones that were forgotten since stay forgotten."""

    # --- matches

    def create(
        self, game: str, head: Head, *, owner: str, at: str, entries: Iterable[EntryRow] = (), match_id: str = ""
    ) -> MatchRow:
        """Begin a match, with entries if it comes from a file; return the one that has this id if it was made before.

        Args:
            game: the key of the game.
            head: the match file without its entries.
            owner: the phone to which it belongs and which may write; empty leaves both to the first that is let in to
                write.
            at: RFC 3339 in UTC.
            entries: numbered from 1.
            match_id: what only this owner can have sent; empty for a new one.
        """
        row = self._new_match(game, head, owner, at)
        row["id"] = match_id = match_id or str(row["id"])
        columns, marks = ", ".join(row), ", ".join("?" for _ in row)
        new = f"INSERT INTO match ({columns}) VALUES ({marks}) ON CONFLICT (id) DO NOTHING"  # noqa: S608 - our own words
        with self.writing():
            if self.run(new, *row.values()):  # else it exists already, perhaps made at the same moment
                self.insert_all("entry", [entry_columns(match_id, entry) for entry in entries])
                if owner:
                    self.put_in(match_id, owner, may_write=True, at=at)
        match = self.match(match_id)
        assert match
        return match

    def rematch(self, old: MatchRow, head: Head, players: Mapping[str, str] | None = None, *, at: str) -> str:
        """Begin the next match, with the same owner, settings and phones; return its id, also if it exists already.

        `players`: the names in the new head by those in the old one, where they are others.
        """
        row = self._next_match(old, head, at)
        with self.writing(old.id):
            made = self.rows_where("match", "follows = ?", old.id, select="id")
            if made:
                return str(made[0]["id"])
            self._insert_next(old, row, lambda name: (players or {}).get(name, name), at)
        return str(row["id"])

    def link(self, earlier: str, later: str) -> bool:
        """Note that a match follows another one; False where one of them stands in such a row already."""
        with self.writing(earlier, later):
            rows = self.rows_where(
                "match", "id = ? AND follows IS NOT NULL OR follows = ?", later, earlier, select="id"
            )
            if rows:
                return False
            self.update("match", later, {"follows": earlier})
            self.changed(earlier)
        return True

    def new_part(self, old: MatchRow, end: EntryRow, head: Head, players: Mapping[str, str], *, at: str) -> str | None:
        """End a match and begin its new part in one step, with the same owner, settings and phones.

        Args:
            old: the match.
            end: the entry that ends it.
            head: how the new part begins.
            players: the names in the new head by those in the old one, of those who play on.
            at: RFC 3339 in UTC.

        Returns:
            The id of the new part, also if it exists already; None, with nothing written, if somebody else was first.
        """
        row = self._next_match(old, head, at)
        with self.writing(old.id):
            appended = self._append(old.id, [end])
            made = self.rows_where("match", "follows = ?", old.id, select="id")
            if appended != "written" or made:
                return str(made[0]["id"]) if appended == "known" and made else None
            self._insert_next(old, row, lambda name: players.get(name, ""), at)
        return str(row["id"])

    def _next_match(self, old: MatchRow, head: Head, at: str) -> dict[str, object]:
        """Return the row of a match after another, with the same owner and settings."""
        row = self._new_match(old.game, head, old.owner, at)
        return row | {"follows": old.id, "settings": settings_column(old.settings)}

    def _insert_next(self, old: MatchRow, row: dict[str, object], name: Callable[[str], str], at: str) -> None:
        """Insert the row of a match after another, within `writing`, and let in the phones of the other.

        `name`: returns the name that a player of the other match has in this one.
        """
        self.insert("match", row)
        seats, order = "phone, may_write, player", f"joined_at, {self.arrival}"
        guests = self.rows_where("guest", "match = ?", old.id, select=seats, order_by=order)
        joined = {"match": row["id"], "joined_at": at}
        self.insert_all("guest", [{**guest, "player": name(guest["player"]), **joined} for guest in guests])
        self.changed(old.id)

    @staticmethod
    def _new_match(game: str, head: Head, owner: str, at: str) -> dict[str, object]:
        codes = {"write_code": new_code(), "read_code": new_code()}
        row = {"id": secrets.token_hex(6), "game": game, "title": head["title"], "created_at": at, "owner": owner}
        return {**row, "head": json.dumps(head, ensure_ascii=False), **codes}

    def match(self, match_id: str) -> MatchRow | None:
        rows = self.rows_where("match", "id = ?", match_id, select=MATCH)
        return match_of(rows[0]).without(self.hidden_in(match_id)) if rows else None

    def by_code(self, code: str, *, at: str) -> Opened | None:
        """Return the match that a join code or a valid invitation opens."""
        if rows := self.rows_where("match", "write_code = ? OR read_code = ?", code, code, select=MATCH):
            opened = match_of(rows[0])
            return Opened(opened.without(self.hidden_in(opened.id)), rows[0]["write_code"] == code)
        invited = self.get("invitation", code)
        match = self.match(invited["match"]) if invited and invited["until"] > at else None
        if invited is None or match is None:
            return None
        instead = str(invited["instead"])
        return Opened(match, True, invitation=True, owner=bool(invited["owner"]), instead=instead)

    def matches_of(self, phone: str) -> list[MatchRow]:
        """Return the matches to which a phone was let in, the latest written first."""
        hidden = self.hidden_names(phone)
        matches = self._matches("game != ? AND id IN (SELECT match FROM guest WHERE phone = ?)", EVENT, phone)
        return [row.without(hidden[row.id]) if row.id in hidden else row for row in matches]

    def mentions(self, owner: str, name: str) -> list[MatchRow]:
        """Return the matches and events of an owner that contain a text, ignoring case."""
        like = "%" + re.sub(r"([\\%_])", r"\\\1", json.dumps(name, ensure_ascii=False)[1:-1]) + "%"
        there = "head LIKE ? ESCAPE '\\' OR id IN (SELECT match FROM entry WHERE body LIKE ? ESCAPE '\\')"
        return self._matches(f"owner = ? AND ({there})", owner, like, like)

    def events_of(self, phone: str) -> list[MatchRow]:
        """Return the events of a phone, including those of its matches, the latest written first."""
        own, of_matches = "SELECT match FROM guest WHERE phone = ?", "SELECT event FROM match WHERE id IN"
        rows = self._matches(f"game = ? AND (id IN ({own}) OR id IN ({of_matches} ({own})))", EVENT, phone, phone)
        hidden = self.hidden_names(phone)
        return [row.without(hidden.get(row.id, {})) for row in rows]

    def matches_in(self, event_id: str) -> list[MatchRow]:
        """Return the matches of an event, oldest first."""
        rows = self._matches("event = ?", event_id, order_by="created_at, id")
        return [row.without(self.hidden_in(row.id)) for row in rows]

    def all_events(self, phone: str) -> list[MatchRow]:
        """Return the events of a phone, or of all phones without one."""
        return self.events_of(phone) if phone else self._matches("game = ?", EVENT)

    def with_entries(self, phone: str) -> list[tuple[MatchRow, int, str]]:
        """Return the matches of a phone, or of all without one: each with its number of entries and the first time."""
        if phone:
            states = {one.id: (one.entries, one.began) for one in self.states_of(phone)}
            return [(row, *states.get(row.id, (0, ""))) for row in self.matches_of(phone)]
        began = {row["match"]: row["at"] for row in self.rows_where("entry", "number = 1", select="match, at")}
        return [(row, self.count(row.id), began.get(row.id, "")) for row in self._matches("game != ?", EVENT)]

    def _matches(self, where: str, *values: object, order_by: str = LATEST_FIRST) -> list[MatchRow]:
        return [match_of(row) for row in self.rows_where("match", where, *values, select=MATCH, order_by=order_by)]

    def set_settings(self, match_id: str, settings: Settings) -> None:
        with self.writing(match_id):
            self.update("match", match_id, {"settings": settings_column(settings)})
            self.changed(match_id)

    def archive(self, match_id: str, archived: bool) -> None:
        with self.writing(match_id):
            self.update("match", match_id, {"archived": int(archived)})

    def delete(self, match_id: str) -> None:
        with self.writing(match_id):
            self.delete_where("match", "id = ?", match_id)

    def replace(self, match_id: str, other: str) -> None:
        """Delete an empty match and redirect its phones to the other one; a match with entries is kept."""
        with self.writing(match_id, other):
            if not self.count(match_id):
                self._delete_leading(match_id, other)
                self.changed(other)

    # --- entries

    def entries(self, match_id: str, *, after: int = 0) -> list[EntryRow]:
        """Return all entries, or those after a number; without `known_as`, which is a query of its own.

        Raises:
            DamagedMatch: one of them is missing or cannot be read.
        """
        rows = self.rows_where("entry", "match = ? AND number > ?", match_id, after, order_by="number")
        lost = next((n for n, row in enumerate(rows, after + 1) if row["number"] != n), None)
        if lost is not None:
            raise DamagedMatch(match_id, lost)
        return [entry_of(row) for row in rows]

    def known_as(self, match_id: str) -> dict[int, tuple[MergedSubmission, ...]]:
        """Return the submissions of other phones that were merged into an entry, by its number, oldest first."""
        known: dict[int, tuple[MergedSubmission, ...]] = {}
        for row in self.rows_where("same", "match = ?", match_id, order_by="at, entry_id"):
            sent = MergedSubmission(row["entry_id"], row["at"], row["by"], row["phone"])
            known[row["number"]] = (*known.get(row["number"], ()), sent)
        return known

    def renamed(self, match_ids: Iterable[str]) -> set[str]:
        """Return those of some matches in which something was written about a name."""
        return {*match_ids} & {str(row["match"]) for row in self.rows(RENAMED)}

    def count(self, match_id: str) -> int:
        """Count the entries of a match."""
        return self.rows_where("entry", "match = ?", match_id, select="max(number) AS last")[0]["last"] or 0

    def append(self, match_id: str, row: EntryRow, *, undoes: str = "") -> Appended:
        """Write an entry in its place. This takes the match out of the archive.

        Args:
            match_id: the match.
            row: the entry.
            undoes: the new part of the match that the entry deletes, if nothing was written there.

        Returns:
            "known" if this entry was written before, "behind" if somebody was first or the phone is out.
        """
        with self.writing(match_id, *filter(None, (undoes,))):
            if undoes and self.count(undoes):
                return "behind"
            appended = self._append(match_id, [row])
            if undoes and appended == "written":
                self._delete_leading(undoes, match_id)
            return appended

    def _delete_leading(self, match_id: str, other: str) -> None:
        """Delete a match, within `writing`; its phones, and those led to it, are let in and led to the other one."""
        for guest in self.guests(match_id):
            self.put_in(other, guest.phone, may_write=guest.may_write, at=guest.joined_at)
        self.run("UPDATE deleted_part SET earlier = ? WHERE earlier = ?", other, match_id)
        self.delete_where("match", "id = ?", match_id)
        self.insert("deleted_part", {"id": match_id, "earlier": other})

    def instead_of(self, match_id: str) -> str | None:
        """Return the match to which the phones of a deleted one are led: the part before it, or the one made anew."""
        row = self.get("deleted_part", match_id)
        return str(row["earlier"]) if row else None

    def append_all(
        self,
        match_id: str,
        rows: Sequence[EntryRow],
        head: Head | None = None,
        *,
        named: Mapping[str, bool] | None = None,
    ) -> Appended:
        """Write entries that belong together: all of them or none.

        Args:
            match_id: the match, or an event.
            rows: at least one, numbered in sequence.
            head: the new head of the match, if these are its first entries and they change how it begins.
            named: of an event, the matches that stand in it from now on (True), or no longer (False).

        Returns:
            As `append`; "behind" too where a match that is to stand in an event stands in another.
        """
        with self.writing(match_id, *(named or ())):
            if any(stands and not self.is_free(one, match_id) for one, stands in (named or {}).items()):
                return "behind"
            appended = self._append(match_id, rows)
            if appended == "written" and head and rows[0].number == 1:
                self.update("match", match_id, {"head": json.dumps(head, ensure_ascii=False)})
            if appended == "written":
                for one, stands in (named or {}).items():
                    self._put_in_event(one, match_id if stands else None)
            return appended

    def is_free(self, match_id: str, event_id: str) -> bool:
        """Return True if a match is in no event, or in this one."""
        row = self.get("match", match_id)
        return row is not None and row["event"] in (None, event_id)

    def _put_in_event(self, match_id: str, event_id: str | None) -> None:
        """Note the event of a match, within `writing`; its phones are let in to that."""
        self.update("match", match_id, {"event": event_id})
        for guest in self.guests(match_id) if event_id else ():
            self.put_in(event_id or "", guest.phone, may_write=guest.may_write, at=guest.joined_at)
        self.changed(match_id)

    def _append(self, match_id: str, rows: Sequence[EntryRow]) -> Appended:
        first = rows[0]
        # one query instead of four, because other writers wait meanwhile
        place = next(iter(self.rows(PLACE, first.entry_id, first.entry_id, first.phone, first.phone, match_id)), None)
        if place and place["known"]:
            return "known"
        if not place or place["entries"] != first.number - 1 or not place["let_in"]:
            return "behind"  # or the phone was shown out meanwhile
        self.insert_all("entry", [entry_columns(match_id, row) for row in rows])
        if place["archived"]:
            self.update("match", match_id, {"archived": 0})
        return "written"

    def note_same(self, match_id: str, number: int, sent: MergedSubmission) -> None:
        """Record that a submission was merged into entry `number`, which another phone had written."""
        with self.writing(match_id):
            if self.get("entry", (match_id, number)) and not self.get("same", (match_id, sent.entry_id)):
                row = {"match": match_id, "entry_id": sent.entry_id, "number": number}
                self.insert("same", {**row, "at": sent.at, "by": sent.by, "phone": sent.phone})
                self.changed(match_id)  # the first writer's page tells it too

    # --- parts of a deal, where each player writes their own

    def put_part(self, match_id: str, part: PartRow, *, seen: Version, closing: EntryRow | None) -> Appended:
        """Store a player's part of the next deal, replacing an earlier one; with the last part, also the whole deal.

        Parts of other deals are deleted.

        Returns:
            "behind", with nothing written, if the match has changed since `seen`.
        """
        with self.writing(match_id):
            if self.version(match_id) != seen:
                return "behind"
            self.delete_where("part", "match = ? AND (number != ? OR player = ?)", match_id, part.number, part.player)
            self.insert("part", part_columns(match_id, part))
            self.changed(match_id)
            return self._append(match_id, [closing]) if closing else "written"

    def parts(self, match_id: str, number: int) -> list[PartRow]:
        """Return the parts of the future deal `number`, in order of arrival."""
        rows = self.rows_where("part", "match = ? AND number = ?", match_id, number, order_by=self.arrival)
        return [part_of(row) for row in rows]
