"""The phones of a match: let in, seated, given write access and shown out."""

import secrets
from collections.abc import Iterable, Mapping, Sequence

from companion.store.engine import Engine
from companion.store.rows import EVENT, Claim, Guest, Restored, Version, guest_of, new_code, pseudonym, sign_of

APART = 10**8  # changes, more than any match has; with eight times as many, and all to come, nine digits
WRITTEN = ("entry", "claim", "part")  # the tables that say which phone wrote a row
PHONES = """(SELECT id, owner AS phone FROM match UNION SELECT match, phone FROM guest
    UNION SELECT match, phone FROM entry UNION SELECT match, phone FROM claim
    UNION SELECT match, phone FROM part) AS met"""
VERSION_AND_KEY = """(SELECT changes FROM match WHERE match.id = guest.match) AS changes,
    coalesce((SELECT max(number) FROM entry WHERE entry.match = guest.match), 0) AS entries,
    coalesce((SELECT key FROM phone_key WHERE phone_key.phone = guest.phone), '') AS key"""


class Phones(Engine):
    """The part of the store that knows which phone may do what, and who it says it is."""

    def changed(self, match_id: str) -> None:
        """Let every phone learn that something of the match is new."""
        self.run("UPDATE match SET changes = changes + 1 WHERE id = ?", match_id)

    def replace_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        """Give a match new join codes, within `writing`; the old ones let nobody in any more."""
        if codes := {column: new_code() for column, wanted in (("write_code", write), ("read_code", read)) if wanted}:
            self.update("match", match_id, codes)

    def renew_codes(self, match_id: str, *, write: bool, read: bool) -> None:
        """Make new join codes; the old ones stop working."""
        with self.writing(match_id):
            self.replace_codes(match_id, write=write, read=read)
            self.changed(match_id)

    # --- coming in

    def invite(self, match_id: str, *, owner: bool, until: str, instead: str = "") -> str:
        """Make a code that lets one phone in to write, once; or to the seat of another phone, which is then out.

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
        """Return the phones at the table, in the order in which they came."""
        rows = self.rows_where("guest", "match = ?", match_id, order_by=f"joined_at, {self.arrival}")
        return [guest_of(row) for row in rows]

    def guest_through(self, event_id: str, phone: str) -> Guest | None:
        """Return the rights of a phone in an event, its own or those that it has in a match of it."""
        let_in = "(match = ? OR match IN (SELECT id FROM match WHERE event = ?)) AND phone = ?"
        order = "match = ? DESC, may_write DESC"
        rows = self.rows(f"SELECT * FROM guest WHERE {let_in} ORDER BY {order}", event_id, event_id, phone, event_id)  # noqa: S608 - constants
        return guest_of(rows[0]) if rows else None

    def players_in(self, event_id: str) -> list[Guest]:
        """Return the phones of the matches of an event that have said which player they are, in the order they came."""
        at_tables = "player != '' AND match IN (SELECT id FROM match WHERE event = ?)"
        rows = self.rows_where("guest", at_tables, event_id, order_by=f"joined_at, {self.arrival}")
        return [guest_of(row) for row in rows]

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        """Let a phone in; a reading code never takes write access from one that has it."""
        with self.writing(match_id):
            self.put_in(match_id, phone, may_write=may_write, at=at)
            if may_write:
                self.run("UPDATE match SET owner = ? WHERE id = ? AND owner = ''", phone, match_id)
            self.changed(match_id)

    def put_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        """Let a phone in, within `writing`."""
        guest = self.guest(match_id, phone)
        if guest is None:
            self.insert("guest", {"match": match_id, "phone": phone, "may_write": int(may_write), "joined_at": at})
        elif may_write and not guest.may_write:
            self.update("guest", (match_id, phone), {"may_write": 1})

    def accept(self, match_id: str, phone: str, code: str, *, at: str) -> bool:
        """Let a phone in by an invitation, which is spent by that; False if another was quicker."""
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
        self.run("UPDATE match SET owner = ? WHERE id = ? AND owner = ?", phone, match_id, former)

    def _rename(self, table: str, match_id: str, former: str, phone: str) -> None:
        # many rows at once: sqlite-utils would take seven statements for each
        sql = f"UPDATE {table} SET phone = ? WHERE match = ? AND phone = ?"  # noqa: S608 - a table of ours
        self.run(sql, phone, match_id, former)

    # --- seats and rights

    def set_player(self, match_id: str, phone: str, player: str, *, at: str) -> None:
        """Note which player a phone says it is, empty for none, and keep the change among the claims."""
        with self.writing(match_id):
            guest = self.guest(match_id, phone)
            if guest is None or guest.player == player:
                return
            self.update("guest", (match_id, phone), {"player": player})
            claim = {"match": match_id, "phone": phone, "player": player, "before": guest.player, "at": at}
            self.insert("claim", claim)
            self.changed(match_id)

    def claims(self, match_id: str) -> list[Claim]:
        """Return which phone said when that it is another player, the latest last."""
        rows = self.rows_where("claim", "match = ?", match_id, order_by=self.arrival)
        return [Claim(row["phone"], row["player"], row["before"], row["at"]) for row in rows]

    def set_owner(self, match_id: str, phone: str) -> None:
        """Hand the match over to a phone that is let in; it may write from now on."""
        with self.writing(match_id):
            if self.update("guest", (match_id, phone), {"may_write": 1}):
                self.update("match", match_id, {"owner": phone})
                self.changed(match_id)

    def set_write_access(self, match_id: str, phone: str, *, may_write: bool) -> None:
        """Give a phone write access, or take it away with the code for writing that it may know; the owner keeps it."""
        with self.writing(match_id):
            if may_write or not self._owns(match_id, phone):
                self.update("guest", (match_id, phone), {"may_write": int(may_write)})
                self.replace_codes(match_id, write=not may_write, read=False)
                self.changed(match_id)

    def show_out(self, match_id: str, phones: Sequence[str], *, renew: bool, at: str) -> None:
        """Let phones in no longer, which stands among the claims; the owner stays.

        With `renew` the codes that they may know do not let them in again.
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

    def _owns(self, match_id: str, phone: str) -> bool:
        """Tell by now: between a question and its answer the match may have been handed over."""
        match = self.get("match", match_id)
        return match is not None and match["owner"] == phone

    # --- forgetting

    def forget(self, phone: str) -> None:
        """Let a phone in nowhere any more, also by no backup; what it wrote stays under its label, not under its id.

        What it owned goes to whoever writes there, else looks on, longest. A match that it alone had is deleted.
        """
        # a union of five tables: `rows_where` asks one
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
        """Forget here whom a newer record has forgotten, before this one takes its place."""
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
        """Make what a phone has seen of a match before other rows took its place no version of what stands there now.

        Nor are the keys of the phones those that they had then: until they gain another match they go without.
        """
        self.delete_where("phone_key")
        self.run("UPDATE match SET changes = ?", APART + secrets.randbelow(8 * APART))  # all rows, in one statement

    def _seats(self) -> set[tuple[str, str]]:
        return {(row["match"], row["phone"]) for row in self.rows_where("guest")}

    def ids(self, *, of_events: bool = False) -> list[str]:
        """Return the ids of all matches, or of all events, oldest first."""
        where = f"game {'=' if of_events else '!='} ?"
        return [row["id"] for row in self.rows_where("match", where, EVENT, select="id", order_by="created_at, id")]

    # --- the keys of their cookies

    def key_of(self, phone: str) -> str:
        """Return the key that the cookie of a phone must hold; empty where it has gained no match yet."""
        row = self.get("phone_key", phone)
        return str(row["key"]) if row else ""

    def renew_key(self, phone: str, key: str) -> None:
        with self.writing():
            self.insert_all("phone_key", [{"phone": phone, "key": key}], replace=True)

    def version_for(self, match_id: str, phone: str) -> Version | None:
        """Return the version for a phone that asks what is new, None if it is not let in."""
        known = self.version_and_key(match_id, phone)
        return known[0] if known else None

    def version_and_key(self, match_id: str, phone: str) -> tuple[Version, str] | None:
        """Return the same with the key that its cookie must hold (`key_of`): one query for each poll."""
        rows = self.rows_where("guest", "match = ? AND phone = ?", match_id, phone, select=VERSION_AND_KEY)
        return (Version(rows[0]["entries"], rows[0]["changes"]), str(rows[0]["key"])) if rows else None

    # --- the names of people

    def joined_names(self, phone: str) -> dict[str, str]:
        """Return the name that counts for a person, by each other name that a phone has joined to it."""
        rows = self.rows_where("joined_name", "phone = ?", phone, order_by="name")
        return {row["name"]: row["person"] for row in rows}

    def join_name(self, phone: str, name: str, person: str) -> None:
        """Let a name count as a person's, and so each other that counted as that name's."""
        with self.writing():
            self.run("UPDATE joined_name SET person = ? WHERE phone = ? AND person = ?", person, phone, name)
            row = {"phone": phone, "name": name, "person": person}
            self.insert_all("joined_name", [row], replace=True)
            self.delete_where("joined_name", "phone = ? AND name = person", phone)

    def part_name(self, phone: str, name: str) -> None:
        """Let a name count by itself again, and so all that count as it."""
        with self.writing():
            self.delete_where("joined_name", "phone = ? AND (name = ? OR person = ?)", phone, name, name)

    def hidden_names(self, phone: str) -> dict[str, dict[str, str]]:
        """Return what is shown in the place of the names of those who were forgotten, by the matches of a phone."""
        hidden: dict[str, dict[str, str]] = {}
        for row in self.rows_where("hidden_name", "match IN (SELECT match FROM guest WHERE phone = ?)", phone):
            hidden.setdefault(row["match"], {})[row["name"]] = row["sign"]
        return hidden

    def hidden_in(self, match_id: str) -> dict[str, str]:
        """Return the same of one match."""
        return {row["name"]: row["sign"] for row in self.rows_where("hidden_name", "match = ?", match_id)}

    def hide_names(self, names: Mapping[str, Iterable[str]], sign: str) -> None:
        """Show a sign in the place of names, in each match of its own; what is stored stays as it is."""
        with self.writing(*names):
            rows = [{"match": one, "name": name, "sign": sign} for one, known in names.items() for name in known]
            self.insert_all("hidden_name", rows, replace=True)
            for match_id in names:
                self.changed(match_id)

    # --- codes that a phone shows

    def show_code(self, phone: str, *, at: str, until: str) -> str:
        """Make the code by which a command gives matches to a phone, in the place of an earlier one."""
        code = new_code()
        with self.writing():
            self.delete_where("phone_code", "phone = ? OR until <= ?", phone, at)
            self.insert("phone_code", {"code": code, "phone": phone, "until": until})
        return code

    def phone_of(self, code: str, *, at: str) -> str:
        """Return the phone that shows a code, and spend it; empty where nobody shows it any more."""
        with self.writing():
            row = self.get("phone_code", code)
            self.delete_where("phone_code", "code = ?", code)
        return str(row["phone"]) if row and row["until"] > at else ""
