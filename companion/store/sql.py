"""The record in SQL that every engine understands; an engine adds its connection, its transactions and its tables."""

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar

from companion.store.columns import entry_columns, entry_of, guest_of, match_of, new_code, settings_column
from companion.store.rows import (
    Appended,
    Claim,
    EntryRow,
    Guest,
    Head,
    MatchRow,
    Opened,
    PartRow,
    Settings,
    Version,
)

VERSION = "coalesce((SELECT max(number) FROM entry WHERE entry.match = match.id), 0) AS entries, changes"
MATCH = "match.*, (SELECT later.id FROM match AS later WHERE later.follows = match.id) AS followed_by"
PLACE = f"""SELECT {VERSION},
    EXISTS (SELECT 1 FROM entry WHERE entry.match = match.id AND entry_id = ?)
    OR EXISTS (SELECT 1 FROM same WHERE same.match = match.id AND entry_id = ?) AS known
    FROM match WHERE id = ?"""  # noqa: S608 - a constant

Row = dict[str, Any]  # each column has its own type


class SqlStore(ABC):
    """One connection to the database of all matches. In its SQL a question mark stands for a value."""

    arrival: ClassVar[str]  # the column that tells in which order rows were written

    @abstractmethod
    def rows(self, sql: str, *values: object) -> list[Row]:
        """What a query finds."""

    @abstractmethod
    def run(self, sql: str, *values: object) -> int:
        """Change rows, within `writing`: how many there were."""

    @abstractmethod
    def writing(self, *matches: str) -> AbstractContextManager[None]:
        """One transaction in which nobody else writes in these matches; nothing of it stands if it fails."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """One moment of the whole, whatever others write meanwhile."""

    @abstractmethod
    def prepare(self) -> None: ...

    @abstractmethod
    def idle(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def backup(self, target: Path) -> None: ...

    @abstractmethod
    def restore(self, source: Path) -> None: ...

    def insert(self, table: str, row: Mapping[str, object]) -> None:
        marks = ", ".join("?" * len(row))
        self.run(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", *row.values())  # noqa: S608 - our own words

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
                self._let_in(row["id"], owner, may_write=True, at=at)
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
            self._changed(old.id)
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

    def invite(self, match_id: str, *, owner: bool, until: str, instead: str = "") -> str:
        code = new_code()
        with self.writing(match_id):
            row = {"code": code, "match": match_id, "owner": int(owner), "until": until, "instead": instead}
            self.insert("invitation", row)
        return code

    def matches_of(self, phone: str) -> list[MatchRow]:
        sql = f"""SELECT {MATCH} FROM match JOIN guest ON guest.match = match.id WHERE guest.phone = ?
            ORDER BY coalesce((SELECT max(at) FROM entry WHERE entry.match = match.id), created_at) DESC"""  # noqa: S608
        return [match_of(row) for row in self.rows(sql, phone)]

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        with self.writing(match_id):
            self._renew(match_id, write=write, read=read)
            self._changed(match_id)

    def _renew(self, match_id: str, *, write: bool, read: bool) -> None:
        for column, wanted in (("write_code", write), ("read_code", read)):
            if wanted:
                self.run(f"UPDATE match SET {column} = ? WHERE id = ?", new_code(), match_id)  # noqa: S608 - one of two

    def set_settings(self, match_id: str, settings: Settings) -> None:
        with self.writing(match_id):
            self.run("UPDATE match SET settings = ? WHERE id = ?", settings_column(settings), match_id)
            self._changed(match_id)

    def _changed(self, match_id: str) -> None:
        self.run("UPDATE match SET changes = changes + 1 WHERE id = ?", match_id)

    def version(self, match_id: str) -> Version | None:
        found = self.rows(f"SELECT {VERSION} FROM match WHERE id = ?", match_id)  # noqa: S608 - a constant
        return Version(**found[0]) if found else None

    def version_for(self, match_id: str, phone: str) -> Version | None:
        sql = f"SELECT {VERSION} FROM match JOIN guest ON guest.match = id WHERE id = ? AND phone = ?"  # noqa: S608
        found = self.rows(sql, match_id, phone)
        return Version(**found[0]) if found else None

    def archive(self, match_id: str, archived: bool) -> None:
        with self.writing(match_id):
            self.run("UPDATE match SET archived = ? WHERE id = ?", int(archived), match_id)

    def delete(self, match_id: str) -> None:
        with self.writing(match_id):
            self.run("DELETE FROM match WHERE id = ?", match_id)

    # --- entries

    def entries(self, match_id: str, *, after: int = 0) -> list[EntryRow]:
        rows = self.rows("SELECT * FROM entry WHERE match = ? AND number > ? ORDER BY number", match_id, after)
        return [entry_of(row) for row in rows]

    def known_as(self, match_id: str) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for row in self.rows("SELECT number, entry_id FROM same WHERE match = ?", match_id):
            found[row["number"]] = (*found.get(row["number"], ()), row["entry_id"])
        return found

    def count(self, match_id: str) -> int:
        found = self.rows("SELECT max(number) AS last FROM entry WHERE match = ?", match_id)
        return found[0]["last"] or 0

    def append(self, match_id: str, row: EntryRow) -> Appended:
        with self.writing(match_id):
            return self._append(match_id, row)

    def _append(self, match_id: str, row: EntryRow) -> Appended:
        found = self.rows(PLACE, row.entry_id, row.entry_id, match_id)
        if found and found[0]["known"]:
            return "known"
        if not found or found[0]["entries"] != row.number - 1:
            return "behind"
        self.insert("entry", entry_columns(match_id, row))
        return "written"

    def append_all(self, match_id: str, rows: Sequence[EntryRow]) -> Appended:
        with self.writing(match_id):
            appended = self._append(match_id, rows[0])
            if appended == "written":
                for row in rows[1:]:
                    self.insert("entry", entry_columns(match_id, row))
            return appended

    def note_same(self, match_id: str, number: int, entry_id: str) -> None:
        with self.writing(match_id):
            if self.rows("SELECT 1 FROM entry WHERE match = ? AND number = ?", match_id, number):
                sql = "INSERT INTO same (match, entry_id, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                if self.run(sql, match_id, entry_id, number):
                    self._changed(match_id)  # whoever wrote it first is told too

    # --- phones

    def guest(self, match_id: str, phone: str) -> Guest | None:
        found = self.rows("SELECT * FROM guest WHERE match = ? AND phone = ?", match_id, phone)
        return guest_of(found[0]) if found else None

    def guests(self, match_id: str) -> list[Guest]:
        sql = f"SELECT * FROM guest WHERE match = ? ORDER BY joined_at, {self.arrival}"  # noqa: S608 - a constant
        return [guest_of(row) for row in self.rows(sql, match_id)]

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        with self.writing(match_id):
            self._let_in(match_id, phone, may_write=may_write, at=at)
            if may_write:
                self.run("UPDATE match SET owner = ? WHERE id = ? AND owner = ''", phone, match_id)
            self._changed(match_id)

    def _let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        self.run(
            """INSERT INTO guest (match, phone, may_write, joined_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (match, phone) DO UPDATE SET may_write = excluded.may_write WHERE guest.may_write = 0""",
            match_id,
            phone,
            int(may_write),
            at,
        )

    def accept(self, match_id: str, phone: str, code: str, *, at: str) -> bool:
        with self.writing(match_id):
            invited = self.rows("SELECT owner, instead FROM invitation WHERE code = ? AND until > ?", code, at)
            former = str(invited[0]["instead"]) if invited else ""
            if not invited or (former and self.guest(match_id, former) is None):
                return False
            self.run("DELETE FROM invitation WHERE code = ?", code)
            if former:
                self._take_seat(match_id, phone, former)
            else:
                self._let_in(match_id, phone, may_write=True, at=at)
            if invited[0]["owner"]:
                self.run("UPDATE match SET owner = ? WHERE id = ?", phone, match_id)
            self._changed(match_id)
        return True

    def _take_seat(self, match_id: str, phone: str, former: str) -> None:
        """What the former phone might and was, and what it has written of the next deal, is now this one's."""
        if phone == former:
            return
        self.run("DELETE FROM guest WHERE match = ? AND phone = ?", match_id, phone)
        self.run("UPDATE guest SET phone = ? WHERE match = ? AND phone = ?", phone, match_id, former)
        self.run("UPDATE part SET phone = ? WHERE match = ? AND phone = ?", phone, match_id, former)
        self.run("UPDATE match SET owner = ? WHERE id = ? AND owner = ?", phone, match_id, former)

    def set_player(self, match_id: str, phone: str, player: str, *, at: str) -> None:
        with self.writing(match_id):
            found = self.rows("SELECT player FROM guest WHERE match = ? AND phone = ?", match_id, phone)
            if not found or found[0]["player"] == player:
                return
            self.run("UPDATE guest SET player = ? WHERE match = ? AND phone = ?", player, match_id, phone)
            claim = {"match": match_id, "phone": phone, "player": player, "before": found[0]["player"], "at": at}
            self.insert("claim", claim)
            self._changed(match_id)

    def claims(self, match_id: str) -> list[Claim]:
        rows = self.rows(f"SELECT * FROM claim WHERE match = ? ORDER BY {self.arrival}", match_id)  # noqa: S608 - a constant
        return [Claim(row["phone"], row["player"], row["before"], row["at"]) for row in rows]

    def set_owner(self, match_id: str, phone: str) -> None:
        with self.writing(match_id):
            guest = "UPDATE guest SET may_write = 1 WHERE match = ? AND phone = ?"
            if self.run(guest, match_id, phone):
                self.run("UPDATE match SET owner = ? WHERE id = ?", phone, match_id)
                self._changed(match_id)

    def pass_pen(self, match_id: str, phone: str, *, may_write: bool) -> None:
        with self.writing(match_id):
            self.run("UPDATE guest SET may_write = ? WHERE match = ? AND phone = ?", int(may_write), match_id, phone)
            self._renew(match_id, write=not may_write, read=False)
            self._changed(match_id)

    def show_out(self, match_id: str, phones: Sequence[str], *, renew: bool, at: str) -> None:
        with self.writing(match_id):
            gone = [guest for guest in self.guests(match_id) if guest.phone in phones]
            for guest in gone:
                self.run("DELETE FROM guest WHERE match = ? AND phone = ?", match_id, guest.phone)
                claim = {"match": match_id, "phone": guest.phone, "player": "", "before": guest.player, "at": at}
                self.insert("claim", claim)
            self._renew(match_id, write=renew and any(guest.may_write for guest in gone), read=renew)
            self._changed(match_id)

    def forget(self, phone: str) -> None:
        sql = "SELECT id FROM match WHERE owner = ? UNION SELECT match FROM guest WHERE phone = ?"
        known = [row["id"] for row in self.rows(sql, phone, phone)]
        with self.writing(*known):
            for owned in self.rows("SELECT id FROM match WHERE owner = ?", phone):
                self._hand_on(owned["id"], phone)
            self.run("DELETE FROM guest WHERE phone = ?", phone)
            for match_id in known:
                self._changed(match_id)

    def _hand_on(self, match_id: str, owner: str) -> None:
        others = [guest for guest in self.guests(match_id) if guest.phone != owner]
        if not others:
            self.run("DELETE FROM match WHERE id = ?", match_id)
            return
        heir = next((guest for guest in others if guest.may_write), others[0]).phone
        self.run("UPDATE guest SET may_write = 1 WHERE match = ? AND phone = ?", match_id, heir)
        self.run("UPDATE match SET owner = ? WHERE id = ?", heir, match_id)

    # --- parts of a deal, where each writes for himself

    def put_part(self, match_id: str, part: PartRow, *, seen: Version, closing: EntryRow | None) -> Appended:
        row = {"match": match_id, "number": part.number, "player": part.player, "phone": part.phone, "at": part.at}
        with self.writing(match_id):
            if self.version(match_id) != seen:
                return "behind"
            self.run("DELETE FROM part WHERE match = ? AND number != ?", match_id, part.number)
            self.run("DELETE FROM part WHERE match = ? AND player = ?", match_id, part.player)
            self.insert("part", {**row, "body": json.dumps(part.body, ensure_ascii=False)})
            self._changed(match_id)
            return self._append(match_id, closing) if closing else "written"

    def parts(self, match_id: str, number: int) -> list[PartRow]:
        sql = f"SELECT * FROM part WHERE match = ? AND number = ? ORDER BY {self.arrival}"  # noqa: S608 - a constant
        rows = self.rows(sql, match_id, number)
        return [PartRow(r["number"], r["player"], r["phone"], r["at"], json.loads(r["body"])) for r in rows]

    # --- the whole

    def ids(self) -> list[str]:
        return [row["id"] for row in self.rows("SELECT id FROM match ORDER BY created_at, id")]
