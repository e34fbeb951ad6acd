"""Store the phones of a match: who was let in, which player they are, their write access, and who was shown out."""

import secrets
from collections.abc import Iterable, Mapping, Sequence

from companion.instance import new_code
from companion.store.engine import Engine
from companion.store.rows import (
    EVENT,
    Claim,
    Guest,
    MatchState,
    Restored,
    Version,
    guest_of,
    pseudonym,
    sign_of,
    state_of,
)

RESTORED = 10**8  # a restored match counts its changes from here or higher (up to 9 times): no match has had as many
WRITTEN = ("entry", "claim", "part")  # the tables that say which phone wrote a row
PHONES = """(SELECT id, owner AS phone FROM match UNION SELECT match, phone FROM guest
    UNION SELECT match, phone FROM entry UNION SELECT match, phone FROM claim
    UNION SELECT match, phone FROM part) AS met"""
VERSION = "coalesce((SELECT max(number) FROM entry WHERE entry.match = match.id), 0) AS entries, changes"
STATE = f"""SELECT match.id, {VERSION}, created_at,
    coalesce((SELECT at FROM entry WHERE entry.match = match.id AND number = 1), '') AS began,
    coalesce((SELECT settings FROM match AS whole WHERE whole.id = match.event), settings) AS event_settings
    FROM match JOIN guest ON guest.match = match.id WHERE guest.phone = ? AND game != ?
    ORDER BY created_at DESC, match.id"""  # noqa: S608 - a constant
VERSION_AND_KEY = """(SELECT changes FROM match WHERE match.id = guest.match) AS changes,
    coalesce((SELECT max(number) FROM entry WHERE entry.match = guest.match), 0) AS entries,
    coalesce((SELECT key FROM phone_key WHERE phone_key.phone = guest.phone), '') AS key"""


class Phones(Engine):
    """The part of the store about phones: their rights, their players, and the versions that they poll.

    SQL stands here for what the row operations cannot do in one statement: change many rows at once, count a column up,
    or read from several tables.
    """

    def changed(self, match_id: str) -> None:
        """Count a change, so that every phone of the match reloads."""
        self.run("UPDATE match SET changes = changes + 1 WHERE id = ?", match_id)

    def replace_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        """Give a match new join codes, within `writing`; the old ones stop working."""
        if codes := {column: new_code() for column, wanted in (("write_code", write), ("read_code", read)) if wanted}:
            self.update("match", match_id, codes)

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        """Make new join codes; the old ones stop working."""
        with self.writing(match_id):
            self.replace_codes(match_id, write=write, read=read)
            self.changed(match_id)

    # --- its matches, and their versions

    def states_of(self, phone: str) -> list[MatchState]:
        """Return the state of every match of a phone, newest first, in one query."""
        return [state_of(row) for row in self.rows(STATE, phone, EVENT)]

    def owned(self, phone: str) -> int:
        """Count the matches that belong to a phone."""
        own = "owner = ? AND game != ?"
        owned: int = self.rows_where("match", own, phone, EVENT, select="count(*) AS n")[0]["n"]
        return owned

    def version(self, match_id: str) -> Version | None:
        """Return the version, which changes whenever phones have something new to show; None for an unknown match."""
        rows = self.rows_where("match", "id = ?", match_id, select=VERSION)
        return Version(**rows[0]) if rows else None

    def version_of_event(self, event_id: str) -> Version:
        """Return the version of an event, which changes with it and with each of its matches."""
        whole = "id = ? OR event = ? OR event IN (SELECT id FROM match WHERE event = ?)"  # its evenings' matches too
        counted = "coalesce(sum(changes), 0) AS changes, coalesce(sum(entries), 0) AS entries"
        each = f"SELECT {VERSION} FROM match WHERE {whole}"  # noqa: S608 - constants
        rows = self.rows(f"SELECT {counted} FROM ({each}) AS one", event_id, event_id, event_id)  # noqa: S608 - constants
        return Version(int(rows[0]["entries"]), int(rows[0]["changes"]))

    # --- coming in

    def invite(self, match_id: str, *, owner: bool, until: str, instead: str = "") -> str:
        """Make a code that lets one phone in to write, once; with `instead` it takes over the seat of another phone.

        Args:
            match_id: the match.
            owner: whether the match belongs to the phone that accepts.
            until: RFC 3339 in UTC.
            instead: the phone whose seat is taken, empty for none.
        """
        code = new_code()
        with self.writing(match_id):
            row = {"code": code, "match": match_id, "owner": int(owner), "until": until, "instead": instead}
            self.insert("invitation", row)
        return code

    def guest(self, match_id: str, phone: str) -> Guest | None:
        row = self.get("guest", (match_id, phone))
        return guest_of(row) if row else None

    def guests(self, match_id: str) -> list[Guest]:
        """Return the phones of a match, in order of arrival."""
        rows = self.rows_where("guest", "match = ?", match_id, order_by=f"joined_at, {self.arrival}")
        return [guest_of(row) for row in rows]

    def guest_through(self, event_id: str, phone: str) -> Guest | None:
        """Return the rights of a phone in an event, its own or those that it has in a match of it."""
        let_in = "(match = ? OR match IN (SELECT id FROM match WHERE event = ?)) AND phone = ?"
        order = "match = ? DESC, may_write DESC"
        rows = self.rows_where("guest", let_in, event_id, event_id, phone, event_id, order_by=order)
        return guest_of(rows[0]) if rows else None

    def players_in(self, event_id: str) -> list[Guest]:
        """Return the phones in an event and its matches that have named their player, in order of arrival."""
        at_tables = "player != '' AND (match = ? OR match IN (SELECT id FROM match WHERE event = ?))"
        rows = self.rows_where("guest", at_tables, event_id, event_id, order_by=f"joined_at, {self.arrival}")
        return [guest_of(row) for row in rows]

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        """Let a phone in; one that has write access keeps it."""
        with self.writing(match_id):
            self.put_in(match_id, phone, may_write=may_write, at=at)
            if may_write:
                self._hand_over(match_id, "", phone)
            self.changed(match_id)

    def put_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        """Let a phone in, within `writing`."""
        guest = self.guest(match_id, phone)
        if guest is None:
            self.insert("guest", {"match": match_id, "phone": phone, "may_write": int(may_write), "joined_at": at})
        elif may_write and not guest.may_write:
            self.update("guest", (match_id, phone), {"may_write": 1})

    def accept(self, match_id: str, phone: str, code: str, *, at: str) -> bool:
        """Let a phone in by an invitation and use it up; False if another phone was first."""
        with self.writing(match_id):
            invited = self.get("invitation", code)
            if invited is None or invited["until"] <= at:
                return False
            former = str(invited["instead"])
            if former and self.guest(match_id, former) is None:
                return False
            self.delete_where("invitation", "code = ?", code)
            if former:
                self._take_seat(match_id, phone, former)
            else:
                self.put_in(match_id, phone, may_write=True, at=at)
            if invited["owner"]:
                self.update("match", match_id, {"owner": phone})
            self.changed(match_id)
        return True

    def _take_seat(self, match_id: str, phone: str, former: str) -> None:
        """Give a phone the rights of another, its player, its claims and its part of the next deal."""
        if phone == former:
            return
        self.delete_where("guest", "match = ? AND phone = ?", match_id, phone)
        self.update("guest", (match_id, former), {"phone": phone})
        for table in ("part", "claim"):
            self._rename(table, match_id, former, phone)
        self._hand_over(match_id, former, phone)

    def _rename(self, table: str, match_id: str, former: str, phone: str) -> None:
        sql = f"UPDATE {table} SET phone = ? WHERE match = ? AND phone = ?"  # noqa: S608 - a table of ours
        self.run(sql, phone, match_id, former)

    # --- seats and rights

    def set_player(self, match_id: str, phone: str, player: str, *, at: str) -> None:
        """Store which player a phone says it is, empty for none, and record the change as a claim."""
        with self.writing(match_id):
            guest = self.guest(match_id, phone)
            if guest is None or guest.player == player:
                return
            self.update("guest", (match_id, phone), {"player": player})
            claim = {"match": match_id, "phone": phone, "player": player, "before": guest.player, "at": at}
            self.insert("claim", claim)
            self.changed(match_id)

    def claims(self, match_id: str) -> list[Claim]:
        """Return the changes of the players that phones say they are, the latest last."""
        rows = self.rows_where("claim", "match = ?", match_id, order_by=self.arrival)
        return [Claim(row["phone"], row["player"], row["before"], row["at"]) for row in rows]

    def set_owner(self, match_id: str, phone: str) -> None:
        """Make a phone that is let in the owner of the match, with write access."""
        with self.writing(match_id):
            if self.update("guest", (match_id, phone), {"may_write": 1}):
                self.update("match", match_id, {"owner": phone})
                self.changed(match_id)

    def set_write_access(self, match_id: str, phone: str, *, may_write: bool) -> None:
        """Give a phone write access, or take it away and renew the code for writing; the owner keeps it."""
        with self.writing(match_id):
            if may_write or not self._owns(match_id, phone):
                self.update("guest", (match_id, phone), {"may_write": int(may_write)})
                self.replace_codes(match_id, write=not may_write, read=False)
                self.changed(match_id)

    def show_out(self, match_id: str, phones: Sequence[str], *, renew: bool, at: str) -> None:
        """Show phones out, recorded as claims; the owner stays.

        With `renew`, the codes that they may know are replaced.
        """
        with self.writing(match_id):
            named = [guest for guest in self.guests(match_id) if guest.phone in phones]
            leaving = [guest for guest in named if not self._owns(match_id, guest.phone)]
            for guest in leaving:
                self.delete_where("guest", "match = ? AND phone = ?", match_id, guest.phone)
                claim = {"match": match_id, "phone": guest.phone, "player": "", "before": guest.player, "at": at}
                self.insert("claim", claim)
            self.replace_codes(match_id, write=renew and any(guest.may_write for guest in leaving), read=renew)
            self.changed(match_id)

    def _hand_over(self, match_id: str, former: str, owner: str) -> None:
        """Give a match to another owner if it belongs to `former`; empty for a match without an owner."""
        if self._owns(match_id, former):
            self.update("match", match_id, {"owner": owner})

    def _owns(self, match_id: str, phone: str) -> bool:
        """Return True if a phone owns the match now: it may have been handed over since the page was shown."""
        match = self.get("match", match_id)
        return match is not None and match["owner"] == phone

    # --- forgetting

    def forget(self, phone: str) -> None:
        """Forget a phone: it is let in nowhere, also after a restore; a pseudonym replaces its id in entries.

        A match that it owns goes to the phone with write access that was let in first, else to the first phone; without
        other phones it is deleted.
        """
        known = [row["id"] for row in self.rows(f"SELECT id FROM {PHONES} WHERE phone = ?", phone)]  # noqa: S608
        with self.writing(*known):
            for owned in self.rows_where("match", "owner = ?", phone, select="id"):
                self._hand_on(owned["id"], phone)
            self.delete_where("guest", "phone = ?", phone)
            for table in ("phone_key", "joined_name", "phone_code"):
                self.delete_where(table, "phone = ?", phone)
            self.delete_where("invitation", "instead = ?", phone)
            for match_id in known:
                for table in WRITTEN:
                    self._rename(table, match_id, phone, pseudonym(match_id, phone))
                self.changed(match_id)
            self._note_forgotten([sign_of(phone)])

    def _hand_on(self, match_id: str, owner: str) -> None:
        others = [guest for guest in self.guests(match_id) if guest.phone != owner]
        if not others:
            self.delete_where("match", "id = ?", match_id)
            return
        heir = next((guest for guest in others if guest.may_write), others[0]).phone
        self.update("guest", (match_id, heir), {"may_write": 1})
        self.update("match", match_id, {"owner": heir})

    def _note_forgotten(self, signs: Iterable[str]) -> None:
        self.insert_all("forgotten", [{"sign": sign} for sign in signs], replace=True)

    def come_after(self, former: "Phones") -> Restored:
        """Forget in this backup the phones that the current database has forgotten, before it replaces that."""
        signs = {row["sign"] for row in former.rows_where("forgotten")}
        phones = self.rows(f"SELECT DISTINCT phone FROM {PHONES}")  # noqa: S608 - a constant
        forgotten = [row["phone"] for row in phones if sign_of(row["phone"]) in signs]
        for phone in forgotten:
            self.forget(phone)
        with self.writing():
            self._note_forgotten(signs)
            self._end_versions()
        still_there = {*former.ids(), *former.ids(of_events=True)}
        again = {phone for match_id, phone in self._seats() - former._seats() if match_id in still_there}
        return Restored(len(forgotten), len(again))

    def _end_versions(self) -> None:
        """Change all versions, so that no phone takes the restored rows for those that it has shown before.

        The keys of the cookies are dropped too, as phones may have newer ones; they get new keys with their next match.
        """
        self.delete_where("phone_key")
        self.run("UPDATE match SET changes = ?", RESTORED + secrets.randbelow(8 * RESTORED))

    def _seats(self) -> set[tuple[str, str]]:
        return {(row["match"], row["phone"]) for row in self.rows_where("guest")}

    def ids(self, *, of_events: bool = False) -> list[str]:
        """Return the ids of all matches, or of all events, oldest first."""
        where = f"game {'=' if of_events else '!='} ?"
        return [row["id"] for row in self.rows_where("match", where, EVENT, select="id", order_by="created_at, id")]

    # --- the keys of their cookies

    def key_of(self, phone: str) -> str:
        """Return the key that the cookie of a phone must have; empty if it has no match yet."""
        row = self.get("phone_key", phone)
        return str(row["key"]) if row else ""

    def renew_key(self, phone: str, key: str) -> None:
        with self.writing():
            self.insert_all("phone_key", [{"phone": phone, "key": key}], replace=True)

    def version_for(self, match_id: str, phone: str) -> Version | None:
        """Return the version of a match for a phone that polls; None if it is not let in."""
        known = self.version_and_key(match_id, phone)
        return known[0] if known else None

    def version_and_key(self, match_id: str, phone: str) -> tuple[Version, str] | None:
        """Return the version with the key of the phone's cookie (`key_of`), in one query for each poll."""
        rows = self.rows_where("guest", "match = ? AND phone = ?", match_id, phone, select=VERSION_AND_KEY)
        return (Version(rows[0]["entries"], rows[0]["changes"]), str(rows[0]["key"])) if rows else None

    # --- the names of people

    def joined_names(self, phone: str) -> dict[str, str]:
        """Return the main name of a person, by each name that a phone has joined to it."""
        rows = self.rows_where("joined_name", "phone = ?", phone, order_by="name")
        return {row["name"]: row["person"] for row in rows}

    def join_name(self, phone: str, name: str, person: str) -> None:
        """Join a name to a person, with all names that were joined to it."""
        with self.writing():
            self.run("UPDATE joined_name SET person = ? WHERE phone = ? AND person = ?", person, phone, name)
            row = {"phone": phone, "name": name, "person": person}
            self.insert_all("joined_name", [row], replace=True)
            self.delete_where("joined_name", "phone = ? AND name = person", phone)

    def part_name(self, phone: str, name: str) -> None:
        """Undo the joining of a name, and of all names joined to it."""
        with self.writing():
            self.delete_where("joined_name", "phone = ? AND (name = ? OR person = ?)", phone, name, name)

    def hidden_names(self, phone: str) -> dict[str, dict[str, str]]:
        """Return the signs that are shown for forgotten people, by their names, for each match of a phone."""
        hidden: dict[str, dict[str, str]] = {}
        for row in self.rows_where("hidden_name", "match IN (SELECT match FROM guest WHERE phone = ?)", phone):
            hidden.setdefault(row["match"], {})[row["name"]] = row["sign"]
        return hidden

    def hidden_in(self, match_id: str) -> dict[str, str]:
        """Return the signs that are shown for forgotten people in a match, by their names."""
        return {row["name"]: row["sign"] for row in self.rows_where("hidden_name", "match = ?", match_id)}

    def hide_names(self, names: Mapping[str, Iterable[str]], sign: str) -> None:
        """Show a sign for the given names of each match; the stored rows are unchanged."""
        with self.writing(*names):
            rows = [{"match": one, "name": name, "sign": sign} for one, known in names.items() for name in known]
            self.insert_all("hidden_name", rows, replace=True)
            for match_id in names:
                self.changed(match_id)

    # --- codes that a phone shows

    def show_code(self, phone: str, *, at: str, until: str) -> str:
        """Make the code by which a command gives matches to a phone; it replaces an earlier code."""
        code = new_code()
        with self.writing():
            self.delete_where("phone_code", "phone = ? OR until <= ?", phone, at)
            self.insert("phone_code", {"code": code, "phone": phone, "until": until})
        return code

    def phone_of(self, code: str, *, at: str) -> str:
        """Return the phone that shows a code, and use the code up; empty if it is unknown or has expired."""
        with self.writing():
            row = self.get("phone_code", code)
            self.delete_where("phone_code", "code = ?", code)
        return str(row["phone"]) if row and row["until"] > at else ""
