"""Which version a database in SQLite is of: the steps behind it, and the shape of its tables once it is of this one."""

import sqlite3
from contextlib import closing
from functools import cache

from sqlite_utils import Database

from companion.store.migrations import migrations


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a database holds matches of this version or an earlier one: no step of it is unknown here.

    What has other tables, or anything that acts by itself when rows are written, is another program's or made to harm.
    """
    try:
        done = steps_of(connection)
        return "first_tables" in done and done <= all_steps() and _shape(connection) == _shape_of_new()
    except sqlite3.Error:
        return False


def is_later(connection: sqlite3.Connection) -> bool:
    """Tell whether a database has what this version does not know: a step, or tables of our names in another shape."""
    try:
        new = _shape_of_new()
        tables = {table for table, _ in new}
        found = {one for one in _shape(connection) if one[0] in tables}
        return not steps_of(connection) <= all_steps() or found != new
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:  # it cannot be read now
            raise
        return True  # a step cannot be taken: what it makes is there, and is another's


def steps_of(connection: sqlite3.Connection) -> set[str]:
    """Return the steps that a database has behind it; none where it is empty."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return set()
    sql = "SELECT name FROM _sqlite_migrations WHERE migration_set = ?"
    return {name for (name,) in connection.execute(sql, (migrations.name,))}


@cache
def all_steps() -> frozenset[str]:
    """Return the steps that this version knows."""
    with closing(Database(memory=True)) as empty:
        return frozenset(step.name for step in migrations.pending(empty))


Shape = set[tuple[str, str]]  # the columns of each table, and what acts by itself


def _shape(connection: sqlite3.Connection) -> Shape:
    """Return the columns, triggers and views that a database will have once it is of this version."""
    with closing(Database(memory=True)) as empty:
        made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
        for (sql,) in connection.execute(f"{made} ORDER BY type != 'table', rowid").fetchall():
            empty.execute(sql)
        if empty.table("_sqlite_migrations").exists():
            for row in connection.execute("SELECT * FROM _sqlite_migrations").fetchall():
                empty.execute(f"INSERT INTO _sqlite_migrations VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        migrations.apply(empty)
        columns = """SELECT made.name, row.name FROM sqlite_master AS made, pragma_table_info(made.name) AS row
            WHERE made.type = 'table'"""
        acting = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')"
        return {*empty.execute(columns), *empty.execute(acting)}


@cache
def _shape_of_new() -> Shape:
    with closing(sqlite3.connect(":memory:")) as empty:
        return _shape(empty)
