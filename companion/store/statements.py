"""What the record asks of any engine that speaks SQL."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from companion.store.columns import new_code

APART = 10**8  # changes, more than any match has; with eight times as many, and all to come, nine digits

Row = dict[str, Any]  # each column has its own type


class Statements(ABC):
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

    def insert(self, table: str, row: Mapping[str, object]) -> None:
        marks = ", ".join("?" * len(row))
        self.run(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", *row.values())  # noqa: S608 - our own words

    def renew(self, match_id: str, *, write: bool, read: bool) -> None:
        """Codes of which the old ones let nobody in any more."""
        for column, wanted in (("write_code", write), ("read_code", read)):
            if wanted:
                self.run(f"UPDATE match SET {column} = ? WHERE id = ?", new_code(), match_id)  # noqa: S608 - one of two

    def changed(self, match_id: str) -> None:
        """Every phone learns that something of the match is new."""
        self.run("UPDATE match SET changes = changes + 1 WHERE id = ?", match_id)

    def part_from_before(self) -> None:
        """What a phone has seen of a match before other rows took its place is no version of what stands there now.

        Nor are the keys of the phones those that they had then: until they gain another match they go without.
        """
        self.run("DELETE FROM phone_key")
        self.run("UPDATE match SET changes = ?", APART + secrets.randbelow(8 * APART))
