"""The record in SQL that every engine understands; an engine adds its connection, its transactions and its tables."""

import json
import secrets
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.store.columns import entry_columns, entry_of, match_of, new_code, part_of, settings_column
from companion.store.phones import Phones
from companion.store.rows import (
    Alike,
    Appended,
    DamagedMatch,
    EntryRow,
    Head,
    MatchRow,
    Opened,
    PartRow,
    Restored,
    Settings,
    Upgraded,
    Version,
)

VERSION = "coalesce((SELECT max(number) FROM entry WHERE entry.match = match.id), 0) AS entries, changes"
MATCH = "match.*, (SELECT later.id FROM match AS later WHERE later.follows = match.id) AS followed_by"
PLACE = f"""SELECT {VERSION}, archived,
    EXISTS (SELECT 1 FROM entry WHERE entry.match = match.id AND entry_id = ?)
    OR EXISTS (SELECT 1 FROM same WHERE same.match = match.id AND entry_id = ?) AS known,
    ? = '' OR EXISTS (SELECT 1 FROM guest WHERE guest.match = match.id AND phone = ?) AS let_in
    FROM match WHERE id = ?"""  # noqa: S608 - a constant


class SqlStore(Phones):
    """The matches with their entries, and the parts of a deal; the phones of each come from `Phones`."""

    @abstractmethod
    def prepare(self) -> Upgraded | None: ...

    @abstractmethod
    def idle(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def backup(self, target: Path) -> None: ...

    @abstractmethod
    def restore(self, source: Path) -> Restored: ...

    # --- matches

    def create(self, game: str, head: Head, *, owner: str, at: str, entries: Iterable[EntryRow] = ()) -> MatchRow:
        row = {
            "id": secrets.token_hex(6),
            "game": game,
            "title": head["title"],
            "head": json.dumps(head, ensure_ascii=False),
            "created_at": at,
            "owner": owner,
            "write_code": new_code(),
            "read_code": new_code(),
        }
        with self.writing():
            self.insert("match", row)
            for entry in entries:
                self.insert("entry", entry_columns(row["id"], entry))
            if owner:
                self.put_in(row["id"], owner, may_write=True, at=at)
        found = self.match(row["id"])
        assert found
        return found

    def rematch(self, old: MatchRow, head: Head, *, at: str) -> str:
        new = secrets.token_hex(6)
        row = {"id": new, "game": old.game, "title": head["title"], "created_at": at, "follows": old.id}
        row |= {"head": json.dumps(head, ensure_ascii=False), "settings": settings_column(old.settings)}
        with self.writing(old.id):
            known = self.rows("SELECT id FROM match WHERE follows = ?", old.id)
            if known:
                return str(known[0]["id"])
            codes = {"write_code": new_code(), "read_code": new_code()}
            self.insert("match", {**row, "owner": old.owner, **codes})
            copy = f"""INSERT INTO guest (match, phone, may_write, player, joined_at)
                SELECT ?, phone, may_write, player, ? FROM guest WHERE match = ? ORDER BY joined_at, {self.arrival}"""  # noqa: S608
            self.run(copy, new, at, old.id)
            self.changed(old.id)
        return new

    def owned(self, phone: str) -> int:
        found: int = self.rows("SELECT count(*) AS n FROM match WHERE owner = ?", phone)[0]["n"]
        return found

    def match(self, match_id: str) -> MatchRow | None:
        found = self.rows(f"SELECT {MATCH} FROM match WHERE id = ?", match_id)  # noqa: S608 - a constant
        return match_of(found[0]) if found else None

    def by_code(self, code: str, *, at: str) -> Opened | None:
        found = self.rows(f"SELECT {MATCH} FROM match WHERE write_code = ? OR read_code = ?", code, code)  # noqa: S608
        if found:
            return Opened(match_of(found[0]), found[0]["write_code"] == code)
        invited = self.rows("SELECT match, owner, instead FROM invitation WHERE code = ? AND until > ?", code, at)
        row = self.match(invited[0]["match"]) if invited else None
        if row is None:
            return None
        instead = str(invited[0]["instead"])
        return Opened(row, True, invitation=True, owner=bool(invited[0]["owner"]), instead=instead)

    def matches_of(self, phone: str) -> list[MatchRow]:
        sql = f"""SELECT {MATCH} FROM match JOIN guest ON guest.match = match.id WHERE guest.phone = ?
            ORDER BY coalesce((SELECT max(at) FROM entry WHERE entry.match = match.id), created_at) DESC"""  # noqa: S608
        return [match_of(row) for row in self.rows(sql, phone)]

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        with self.writing(match_id):
            self.renew(match_id, write=write, read=read)
            self.changed(match_id)

    def set_settings(self, match_id: str, settings: Settings) -> None:
        with self.writing(match_id):
            self.run("UPDATE match SET settings = ? WHERE id = ?", settings_column(settings), match_id)
            self.changed(match_id)

    def version(self, match_id: str) -> Version | None:
        found = self.rows(f"SELECT {VERSION} FROM match WHERE id = ?", match_id)  # noqa: S608 - a constant
        return Version(**found[0]) if found else None

    def version_for(self, match_id: str, phone: str) -> Version | None:
        sql = f"SELECT {VERSION} FROM match JOIN guest ON guest.match = id WHERE id = ? AND phone = ?"  # noqa: S608
        found = self.rows(sql, match_id, phone)
        return Version(**found[0]) if found else None

    def version_and_key(self, match_id: str, phone: str) -> tuple[Version, str] | None:
        key = "coalesce((SELECT key FROM phone_key WHERE phone_key.phone = guest.phone), '') AS key"
        sql = f"SELECT {VERSION}, {key} FROM match JOIN guest ON guest.match = id WHERE id = ? AND guest.phone = ?"  # noqa: S608
        found = self.rows(sql, match_id, phone)
        return (Version(found[0]["entries"], found[0]["changes"]), str(found[0]["key"])) if found else None

    def archive(self, match_id: str, archived: bool) -> None:
        with self.writing(match_id):
            self.run("UPDATE match SET archived = ? WHERE id = ?", int(archived), match_id)

    def delete(self, match_id: str) -> None:
        with self.writing(match_id):
            self.run("DELETE FROM match WHERE id = ?", match_id)

    # --- entries

    def entries(self, match_id: str, *, after: int = 0) -> list[EntryRow]:
        rows = self.rows("SELECT * FROM entry WHERE match = ? AND number > ? ORDER BY number", match_id, after)
        lost = next((n for n, row in enumerate(rows, after + 1) if row["number"] != n), None)
        if lost is not None:
            raise DamagedMatch(match_id, lost)
        return [entry_of(row) for row in rows]

    def known_as(self, match_id: str) -> dict[int, tuple[Alike, ...]]:
        found: dict[int, tuple[Alike, ...]] = {}
        for row in self.rows("SELECT * FROM same WHERE match = ? ORDER BY at, entry_id", match_id):
            sent = Alike(row["entry_id"], row["at"], row["by"], row["phone"])
            found[row["number"]] = (*found.get(row["number"], ()), sent)
        return found

    def count(self, match_id: str) -> int:
        found = self.rows("SELECT max(number) AS last FROM entry WHERE match = ?", match_id)
        return found[0]["last"] or 0

    def append(self, match_id: str, row: EntryRow) -> Appended:
        with self.writing(match_id):
            return self._append(match_id, row)

    def _append(self, match_id: str, row: EntryRow) -> Appended:
        found = self.rows(PLACE, row.entry_id, row.entry_id, row.phone, row.phone, match_id)
        if found and found[0]["known"]:
            return "known"
        if not found or found[0]["entries"] != row.number - 1 or not found[0]["let_in"]:
            return "behind"  # also who was shown out while it was judged
        self.insert("entry", entry_columns(match_id, row))
        if found[0]["archived"]:
            self.run("UPDATE match SET archived = 0 WHERE id = ?", match_id)
        return "written"

    def append_all(self, match_id: str, rows: Sequence[EntryRow], head: Head | None = None) -> Appended:
        with self.writing(match_id):
            appended = self._append(match_id, rows[0])
            if appended == "written":
                if head and rows[0].number == 1:
                    self.run("UPDATE match SET head = ? WHERE id = ?", json.dumps(head, ensure_ascii=False), match_id)
                for row in rows[1:]:
                    self.insert("entry", entry_columns(match_id, row))
            return appended

    def note_same(self, match_id: str, number: int, sent: Alike) -> None:
        with self.writing(match_id):
            if self.rows("SELECT 1 FROM entry WHERE match = ? AND number = ?", match_id, number):
                sql = """INSERT INTO same (match, entry_id, number, at, by, phone) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING"""
                if self.run(sql, match_id, sent.entry_id, number, sent.at, sent.by, sent.phone):
                    self.changed(match_id)  # whoever wrote it first is told too

    # --- parts of a deal, where each writes for himself

    def put_part(self, match_id: str, part: PartRow, *, seen: Version, closing: EntryRow | None) -> Appended:
        row = {"match": match_id, "number": part.number, "player": part.player, "phone": part.phone, "at": part.at}
        with self.writing(match_id):
            if self.version(match_id) != seen:
                return "behind"
            self.run("DELETE FROM part WHERE match = ? AND number != ?", match_id, part.number)
            self.run("DELETE FROM part WHERE match = ? AND player = ?", match_id, part.player)
            self.insert("part", {**row, "body": json.dumps(part.body, ensure_ascii=False)})
            self.changed(match_id)
            return self._append(match_id, closing) if closing else "written"

    def parts(self, match_id: str, number: int) -> list[PartRow]:
        sql = f"SELECT * FROM part WHERE match = ? AND number = ? ORDER BY {self.arrival}"  # noqa: S608 - a constant
        return [part_of(row) for row in self.rows(sql, match_id, number)]

    # --- the whole

    def ids(self) -> list[str]:
        return [row["id"] for row in self.rows("SELECT id FROM match ORDER BY created_at, id")]
