"""The row operations that the store is written in: sqlite-utils does them in SQLite, psycopg in PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

Row = dict[str, Any]  # each column has its own type
Key = str | tuple[str | int, ...]

# In the order in which they are copied: a row stands after those that it points at. Matches may point at one another
# and are checked at the end. "" is the order of arrival.
COPY_ORDER = {
    "match": "created_at, id",
    "entry": "match, number",
    "guest": "",
    "same": "match, number, entry_id",
    "invitation": "code",
    "claim": "",
    "part": "",
    "phone_key": "phone",
    "forgotten": "sign",
    "joined_name": "phone, name",
    "hidden_name": "match, name",
    "phone_code": "code",
    "deleted_part": "id",
}


class Engine(ABC):
    """One connection to the database of all matches. A question mark in a piece of SQL stands for a value.

    Rows change only within `writing`.
    """

    arrival: ClassVar[str]  # the column that tells in which order rows were written

    @abstractmethod
    def writing(self, *matches: str) -> AbstractContextManager[None]:
        """Begin a transaction in which nobody else writes in these matches; nothing of it stands if it fails.

        Raises:
            Unavailable: others write for too long ("busy"), or the disk or the server takes nothing.
        """

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """Show one moment of the whole, whatever others write meanwhile."""

    @abstractmethod
    def get(self, table: str, key: Key) -> Row | None:
        """Return the row with that primary key."""

    @abstractmethod
    def rows_where(
        self, table: str, where: str = "", *values: object, select: str = "*", order_by: str = ""
    ) -> list[Row]:
        """Return the rows of one table that meet a condition; all of them without one."""

    @abstractmethod
    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]], *, replace: bool = False) -> None:
        """Write new rows, all with the same columns; with `replace`, in the place of those with the same key."""

    @abstractmethod
    def update(self, table: str, key: Key, changes: Mapping[str, object]) -> bool:
        """Change columns of the row with that primary key.

        Returns:
            False where there is no such row.
        """

    @abstractmethod
    def delete_where(self, table: str, where: str = "", *values: object) -> None:
        """Delete the rows that meet a condition, and those that belong to them; all without a condition."""

    @abstractmethod
    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a query that is more than `rows_where` can ask."""

    @abstractmethod
    def run(self, sql: str, *values: object) -> int:
        """Change rows that no key names, in one statement; return how many."""

    def insert(self, table: str, row: Mapping[str, object]) -> None:
        self.insert_all(table, [row])


def copy(source: Engine, target: Engine) -> None:
    """Put all rows of one store in the place of those of another, whatever engines they have.

    If anything fails, the target stands as before.
    """
    with source.reading(), target.writing():
        for table in ("match", "phone_key", "forgotten", "joined_name", "phone_code"):  # all others go with their match
            target.delete_where(table)
        for table, order in COPY_ORDER.items():
            rows = source.rows_where(table, order_by=order or source.arrival)
            for row in rows:
                row.pop(source.arrival, None)
            target.insert_all(table, rows)
