"""The row operations that the store is written in: sqlite-utils does them in SQLite, psycopg in PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

Row = dict[str, Any]  # each column has its own type
Key = str | tuple[str | int, ...]

# In the order in which they are copied: a row comes after those that it refers to. Matches may refer to one another
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
    """A connection to the database of all matches. Question marks in SQL stand for values.

    Rows change only within `writing`.
    """

    arrival: ClassVar[str]  # the column that orders rows by arrival

    @abstractmethod
    def writing(self, *matches: str) -> AbstractContextManager[None]:
        """Begin a transaction in which nobody else writes in these matches; it is rolled back if it fails.

        Raises:
            Unavailable: others write for too long ("busy"), or the disk or server cannot be written.
        """

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """Begin a transaction that reads one consistent state, whatever others write meanwhile."""

    @abstractmethod
    def get(self, table: str, key: Key) -> Row | None:
        """Return the row with that primary key."""

    @abstractmethod
    def rows_where(
        self, table: str, where: str = "", *values: object, select: str = "*", order_by: str = ""
    ) -> list[Row]:
        """Return the rows of a table that meet a condition, or all rows without one."""

    @abstractmethod
    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]], *, replace: bool = False) -> None:
        """Insert rows, all with the same columns; with `replace`, they replace rows with the same key."""

    @abstractmethod
    def update(self, table: str, key: Key, changes: Mapping[str, object]) -> bool:
        """Change columns of the row with that primary key.

        Returns:
            False where there is no such row.
        """

    @abstractmethod
    def delete_where(self, table: str, where: str = "", *values: object) -> None:
        """Delete the rows that meet a condition, and the rows that belong to them; all rows without a condition."""

    @abstractmethod
    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a query that `rows_where` cannot express."""

    @abstractmethod
    def run(self, sql: str, *values: object) -> int:
        """Execute one statement that changes rows; return how many were changed."""

    def insert(self, table: str, row: Mapping[str, object]) -> None:
        self.insert_all(table, [row])


def copy(source: Engine, target: Engine) -> None:
    """Replace all rows of one store by those of another; their engines may differ.

    If anything fails, the target is unchanged.
    """
    with source.reading(), target.writing():
        # the other tables are emptied with their match
        for table in ("match", "phone_key", "forgotten", "joined_name", "phone_code"):
            target.delete_where(table)
        for table, order in COPY_ORDER.items():
            rows = source.rows_where(table, order_by=order or source.arrival)
            for row in rows:
                row.pop(source.arrival, None)
            target.insert_all(table, rows)
