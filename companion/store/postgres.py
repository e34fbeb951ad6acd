"""The store in a PostgreSQL database, for several processes or machines: a write locks only its own matches."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar

import psycopg
from psycopg import errors
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.store.engine import Key, Row, copy
from companion.store.matches import Store
from companion.store.rows import Reason, Restored, Unavailable, Upgraded
from companion.store.sqlite import SqliteStore, brought_up

CONNECTIONS = 18  # of one process at once: two for each thread, one for its request and one for rate limits
PATIENCE = 3.0  # seconds to wait for a lock or a connection
LOCK_OF_MIGRATIONS = 20_261  # any number, the same for every process
KEYS = {  # primary keys
    "match": ("id",),
    "entry": ("match", "number"),
    "same": ("match", "entry_id"),
    "guest": ("match", "phone"),
    "invitation": ("code",),
    "phone_key": ("phone",),
    "forgotten": ("sign",),
    "joined_name": ("phone", "name"),
    "hidden_name": ("match", "name"),
    "phone_code": ("code",),
    "deleted_part": ("id",),
}
SESSION = f"-c lock_timeout={int(PATIENCE * 1000)} -c statement_timeout=30000"
REASONS: tuple[tuple[type[psycopg.Error], Reason], ...] = (
    (errors.DiskFull, "full"),
    (errors.ReadOnlySqlTransaction, "read_only"),
    (errors.DataCorrupted, "damaged"),
    (errors.UndefinedTable, "gone"),
    (errors.LockNotAvailable, "busy"),
    (errors.QueryCanceled, "busy"),
    (psycopg.OperationalError, "away"),  # unreachable, stopped, failed over: a retry may work
)

Connection = psycopg.Connection[DictRow]


@contextmanager
def translating_faults() -> Iterator[None]:
    """Convert PostgreSQL errors.

    Raises:
        Unavailable: a known error, with its reason.
    """
    try:
        yield
    except psycopg.Error as error:
        reason = next((reason for kind, reason in REASONS if isinstance(error, kind)), None)
        if reason is None:
            raise
        raise Unavailable(reason) from error


@lru_cache
def _pool(url: str) -> ConnectionPool[Connection]:
    """Return the connection pool of this process for a database; it checks connections before lending them."""
    return ConnectionPool(
        url,
        connection_class=psycopg.Connection[DictRow],
        kwargs={"autocommit": True, "row_factory": dict_row, "options": SESSION, "connect_timeout": int(PATIENCE)},
        min_size=1,
        max_size=CONNECTIONS,
        timeout=PATIENCE,
        check=ConnectionPool.check_connection,
        open=True,
    )


def leave(url: str) -> None:
    """Close the connections of this process to a database."""
    _pool(url).close()
    _pool.cache_clear()


class PostgresStore(Store):
    """A store that holds a connection of the pool from its first use until `idle`."""

    arrival: ClassVar[str] = "arrived"

    def __init__(self, url: str):
        self.url = url
        self._held: Connection | None = None

    @property
    def connection(self) -> Connection:
        """Return the connection of this store; take one from the pool if it holds none.

        Raises:
            Unavailable: the database is away, or all connections stay in use.
        """
        if self._held is None:
            try:
                self._held = _pool(self.url).getconn()
            except PoolTimeout as error:
                raise Unavailable("away") from error
        return self._held

    def idle(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            _pool(self.url).putconn(held)  # which rolls back an open transaction

    close = idle

    def prepare(self) -> Upgraded | None:
        """Apply the migrations that are missing, each once, also when several processes start at the same time.

        Raises:
            Unavailable: a later version has used the database, or it cannot be reached.
        """
        with translating_faults(), self.connection.transaction():
            self.run("SELECT pg_advisory_xact_lock(?)", LOCK_OF_MIGRATIONS)
            self.run("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
            done = {row["name"] for row in self.rows("SELECT name FROM migration")}
            known = steps()
            if not done <= {step.name for step in known}:
                raise Unavailable("later")
            pending = [step for step in known if step.name not in done]
            for step in pending:
                self.connection.execute(step.read_bytes())
                self.insert("migration", {"name": step.name})
        return Upgraded(None) if done and pending else None

    @contextmanager
    def writing(self, *matches: str) -> Iterator[None]:
        """Lock the matches in a fixed order, so that two writers never deadlock."""
        with translating_faults(), self.connection.transaction():
            for match_id in sorted(set(matches)):
                self.rows("SELECT 1 FROM match WHERE id = ? FOR UPDATE", match_id)
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        with translating_faults(), self.connection.transaction():
            self.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield

    # --- rows

    def get(self, table: str, key: Key) -> Row | None:
        rows = self.rows_where(table, _by_key(table), *_values(key))
        return rows[0] if rows else None

    def rows_where(
        self, table: str, where: str = "", *values: object, select: str = "*", order_by: str = ""
    ) -> list[Row]:
        order = f" ORDER BY {order_by}" if order_by else ""
        return self.rows(f"SELECT {select} FROM {table}{_where(where)}{order}", *values)  # noqa: S608 - our own words

    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]], *, replace: bool = False) -> None:
        records = list(rows)
        if not records:
            return
        columns = list(records[0])
        marks = ", ".join("%s" for _ in columns)
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - our own words
        if replace:
            new = ", ".join(f"{column} = excluded.{column}" for column in columns)
            sql += f" ON CONFLICT ({', '.join(KEYS[table])}) DO UPDATE SET {new}"
        with self.connection.cursor() as cursor:
            cursor.executemany(sql.encode(), [[record[column] for column in columns] for record in records])

    def update(self, table: str, key: Key, changes: Mapping[str, object]) -> bool:
        new = ", ".join(f"{column} = ?" for column in changes)
        sql = f"UPDATE {table} SET {new} WHERE {_by_key(table)}"  # noqa: S608 - our own words
        return bool(self.run(sql, *changes.values(), *_values(key)))

    def delete_where(self, table: str, where: str = "", *values: object) -> None:
        self.run(f"DELETE FROM {table}{_where(where)}", *values)  # noqa: S608 - our own words

    def rows(self, sql: str, *values: object) -> list[Row]:
        with translating_faults():
            return self._execute(sql, values).fetchall()

    def run(self, sql: str, *values: object) -> int:
        return self._execute(sql, values).rowcount

    def _execute(self, sql: str, values: tuple[object, ...]) -> psycopg.Cursor[DictRow]:
        """Execute SQL of our own with placeholders for values, never text that was typed."""
        return self.connection.execute(sql.replace("?", "%s").encode(), values or None)

    # --- backups are SQLite files, which both engines can restore

    def backup(self, target: Path) -> None:
        with closing(SqliteStore(target)) as half:
            half.prepare()
            copy(self, half)
            half.lay_down()

    def restore(self, source: Path) -> Restored:
        self.prepare()
        with brought_up(source) as former:
            restored = former.come_after(self)
            copy(former, self)
        return restored


def _where(condition: str) -> str:
    return f" WHERE {condition}" if condition else ""


def _by_key(table: str) -> str:
    return " AND ".join(f"{column} = ?" for column in KEYS[table])


def _values(key: Key) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)


def steps() -> list[Traversable]:
    """Return the SQL migrations, oldest first; released ones are never changed."""
    folder = resources.files("companion.store") / "postgres_tables"
    return sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda step: step.name)
