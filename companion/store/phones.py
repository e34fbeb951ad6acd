"""The phones of a match: let in, seated, given the pen and shown out."""

from collections.abc import Iterable, Sequence

from companion.store.columns import guest_of, nameless, new_code, sign_of
from companion.store.rows import (
    Claim,
    Guest,
    Restored,
)
from companion.store.statements import Statements

WRITTEN = ("entry", "claim", "part")  # the tables that say which phone wrote a row
OF_PHONE = """(SELECT id, owner AS phone FROM match UNION SELECT match, phone FROM guest
    UNION SELECT match, phone FROM entry UNION SELECT match, phone FROM claim
    UNION SELECT match, phone FROM part) AS found"""


class Phones(Statements):
    """What a phone may and who it says it is, in SQL."""

    def invite(self, match_id: str, *, owner: bool, until: str, instead: str = "") -> str:
        code = new_code()
        with self.writing(match_id):
            row = {"code": code, "match": match_id, "owner": int(owner), "until": until, "instead": instead}
            self.insert("invitation", row)
        return code

    def guest(self, match_id: str, phone: str) -> Guest | None:
        found = self.rows("SELECT * FROM guest WHERE match = ? AND phone = ?", match_id, phone)
        return guest_of(found[0]) if found else None

    def guests(self, match_id: str) -> list[Guest]:
        sql = f"SELECT * FROM guest WHERE match = ? ORDER BY joined_at, {self.arrival}"  # noqa: S608 - a constant
        return [guest_of(row) for row in self.rows(sql, match_id)]

    def let_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
        with self.writing(match_id):
            self.put_in(match_id, phone, may_write=may_write, at=at)
            if may_write:
                self.run("UPDATE match SET owner = ? WHERE id = ? AND owner = ''", phone, match_id)
            self.changed(match_id)

    def put_in(self, match_id: str, phone: str, *, may_write: bool, at: str) -> None:
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
                self.put_in(match_id, phone, may_write=True, at=at)
            if invited[0]["owner"]:
                self.run("UPDATE match SET owner = ? WHERE id = ?", phone, match_id)
            self.changed(match_id)
        return True

    def _take_seat(self, match_id: str, phone: str, former: str) -> None:
        """What the former phone might and was, what it said and what it has written of the next deal is this one's."""
        if phone == former:
            return
        self.run("DELETE FROM guest WHERE match = ? AND phone = ?", match_id, phone)
        self.run("UPDATE guest SET phone = ? WHERE match = ? AND phone = ?", phone, match_id, former)
        for table in ("part", "claim"):
            self.run(f"UPDATE {table} SET phone = ? WHERE match = ? AND phone = ?", phone, match_id, former)  # noqa: S608 - constants
        self.run("UPDATE match SET owner = ? WHERE id = ? AND owner = ?", phone, match_id, former)

    def set_player(self, match_id: str, phone: str, player: str, *, at: str) -> None:
        with self.writing(match_id):
            found = self.rows("SELECT player FROM guest WHERE match = ? AND phone = ?", match_id, phone)
            if not found or found[0]["player"] == player:
                return
            self.run("UPDATE guest SET player = ? WHERE match = ? AND phone = ?", player, match_id, phone)
            claim = {"match": match_id, "phone": phone, "player": player, "before": found[0]["player"], "at": at}
            self.insert("claim", claim)
            self.changed(match_id)

    def claims(self, match_id: str) -> list[Claim]:
        rows = self.rows(f"SELECT * FROM claim WHERE match = ? ORDER BY {self.arrival}", match_id)  # noqa: S608 - a constant
        return [Claim(row["phone"], row["player"], row["before"], row["at"]) for row in rows]

    def set_owner(self, match_id: str, phone: str) -> None:
        with self.writing(match_id):
            guest = "UPDATE guest SET may_write = 1 WHERE match = ? AND phone = ?"
            if self.run(guest, match_id, phone):
                self.run("UPDATE match SET owner = ? WHERE id = ?", phone, match_id)
                self.changed(match_id)

    def pass_pen(self, match_id: str, phone: str, *, may_write: bool) -> None:
        with self.writing(match_id):
            if may_write or not self._owns(match_id, phone):
                pen = "UPDATE guest SET may_write = ? WHERE match = ? AND phone = ?"
                self.run(pen, int(may_write), match_id, phone)
                self.renew(match_id, write=not may_write, read=False)
                self.changed(match_id)

    def show_out(self, match_id: str, phones: Sequence[str], *, renew: bool, at: str) -> None:
        with self.writing(match_id):
            named = [guest for guest in self.guests(match_id) if guest.phone in phones]
            gone = [guest for guest in named if not self._owns(match_id, guest.phone)]
            for guest in gone:
                self.run("DELETE FROM guest WHERE match = ? AND phone = ?", match_id, guest.phone)
                claim = {"match": match_id, "phone": guest.phone, "player": "", "before": guest.player, "at": at}
                self.insert("claim", claim)
            self.renew(match_id, write=renew and any(guest.may_write for guest in gone), read=renew)
            self.changed(match_id)

    def _owns(self, match_id: str, phone: str) -> bool:
        """By now: between a question and its answer the match may have been handed over."""
        return bool(self.rows("SELECT 1 FROM match WHERE id = ? AND owner = ?", match_id, phone))

    def forget(self, phone: str) -> None:
        """Leave what it wrote under the label by which the table knows it, no longer under its id."""
        known = [row["id"] for row in self.rows(f"SELECT id FROM {OF_PHONE} WHERE phone = ?", phone)]  # noqa: S608
        with self.writing(*known):
            for owned in self.rows("SELECT id FROM match WHERE owner = ?", phone):
                self._hand_on(owned["id"], phone)
            self.run("DELETE FROM guest WHERE phone = ?", phone)
            self.run("DELETE FROM phone_key WHERE phone = ?", phone)
            self.run("DELETE FROM invitation WHERE instead = ?", phone)
            for match_id in known:
                for table in WRITTEN:
                    rename = f"UPDATE {table} SET phone = ? WHERE match = ? AND phone = ?"  # noqa: S608 - constants
                    self.run(rename, nameless(match_id, phone), match_id, phone)
                self.changed(match_id)
            self._never_again([sign_of(phone)])

    def _never_again(self, signs: Iterable[str]) -> None:
        for sign in signs:
            self.run("INSERT INTO forgotten (sign) VALUES (?) ON CONFLICT DO NOTHING", sign)

    def come_after(self, former: "Phones") -> Restored:
        """Forget here whom a newer record has forgotten, before this one takes its place."""
        signs = {row["sign"] for row in former.rows("SELECT sign FROM forgotten")}
        phones = self.rows(f"SELECT DISTINCT phone FROM {OF_PHONE}")  # noqa: S608 - a constant
        gone = [row["phone"] for row in phones if sign_of(row["phone"]) in signs]
        for phone in gone:
            self.forget(phone)
        with self.writing():
            self._never_again(signs)
            self.part_from_before()
        still_there = {row["id"] for row in former.rows("SELECT id FROM match")}
        again = {phone for match_id, phone in self._seats() - former._seats() if match_id in still_there}
        return Restored(len(gone), len(again))

    def _seats(self) -> set[tuple[str, str]]:
        return {(row["match"], row["phone"]) for row in self.rows("SELECT match, phone FROM guest")}

    def key_of(self, phone: str) -> str:
        found = self.rows("SELECT key FROM phone_key WHERE phone = ?", phone)
        return str(found[0]["key"]) if found else ""

    def renew_key(self, phone: str, key: str) -> None:
        put = "INSERT INTO phone_key (phone, key) VALUES (?, ?) ON CONFLICT (phone) DO UPDATE SET key = excluded.key"
        with self.writing():
            self.run(put, phone, key)

    def _hand_on(self, match_id: str, owner: str) -> None:
        others = [guest for guest in self.guests(match_id) if guest.phone != owner]
        if not others:
            self.run("DELETE FROM match WHERE id = ?", match_id)
            return
        heir = next((guest for guest in others if guest.may_write), others[0]).phone
        self.run("UPDATE guest SET may_write = 1 WHERE match = ? AND phone = ?", match_id, heir)
        self.run("UPDATE match SET owner = ? WHERE id = ?", heir, match_id)
