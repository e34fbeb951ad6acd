"""Migrate the tables of the SQLite file, and tell which version a file is of.

A migration that has been released is never changed.
"""

import json
import sqlite3
from contextlib import closing
from functools import cache

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")


@migrations()
def first_tables(db: Database) -> None:
    for statement in (
        """CREATE TABLE match (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, head TEXT NOT NULL, created_at TEXT NOT NULL,
            owner TEXT NOT NULL, write_code TEXT NOT NULL UNIQUE, read_code TEXT NOT NULL UNIQUE,
            settings TEXT NOT NULL DEFAULT '{}', archived INTEGER NOT NULL DEFAULT 0) STRICT""",
        """CREATE TABLE entry (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL,
            entry_id TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, phone TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (match, number), UNIQUE (match, entry_id)) STRICT""",
        """CREATE TABLE guest (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL,
            may_write INTEGER NOT NULL, player TEXT NOT NULL DEFAULT '', joined_at TEXT NOT NULL,
            PRIMARY KEY (match, phone)) STRICT""",
        "CREATE INDEX guest_phone ON guest(phone)",
    ):
        db.execute(statement)


@migrations()
def parts_of_deals(db: Database) -> None:
    for statement in (
        # counts what phones must see at once although it is no entry: parts of a deal, settings, rights
        "ALTER TABLE match ADD COLUMN changes INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE part (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL, player TEXT NOT NULL,
            phone TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, number, player)) STRICT""",
    ):
        db.execute(statement)


@migrations()
def evenings_and_equal_deals(db: Database) -> None:
    for statement in (
        "ALTER TABLE match ADD COLUMN follows TEXT REFERENCES match(id) ON DELETE SET NULL",
        "CREATE UNIQUE INDEX match_follows ON match(follows)",
        # ids of entries that were not written because another phone had written the very same deal
        """CREATE TABLE same (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, entry_id TEXT NOT NULL,
            number INTEGER NOT NULL, PRIMARY KEY (match, entry_id)) STRICT""",
    ):
        db.execute(statement)
    for row in list(db.query("SELECT id, settings FROM match")):
        settings = json.loads(row["settings"])
        known = settings.pop("rematch", None)
        db.execute("UPDATE match SET follows = ? WHERE id = ?", (row["id"], known))
        db.execute("UPDATE match SET settings = ? WHERE id = ?", (json.dumps(settings), row["id"]))


@migrations()
def seats_and_invitations(db: Database) -> None:
    for statement in (
        """CREATE TABLE claim (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, phone TEXT NOT NULL, player TEXT NOT NULL,
            before TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
        "CREATE INDEX claim_match ON claim(match)",
        """CREATE TABLE invitation (
            code TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE,
            owner INTEGER NOT NULL, until TEXT NOT NULL) STRICT""",
    ):
        db.execute(statement)


@migrations()
def phones_let_back_in(db: Database) -> None:
    # the phone whose place passes to the one that accepts: it was lost when the server got a new address
    db.execute("ALTER TABLE invitation ADD COLUMN instead TEXT NOT NULL DEFAULT ''")


@migrations()
def phones_and_merged_deals(db: Database) -> None:
    for statement in (
        # what the cookie of a phone must hold, since it has gained a match: an earlier copy of it counts no more
        "CREATE TABLE phone_key (phone TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT",
        # so that a backup lets no forgotten phone in again; the ids themselves are not kept
        "CREATE TABLE forgotten (sign TEXT PRIMARY KEY) STRICT",
        # who sent what was taken for an entry of another phone, and when: not known of what was sent before
        *(f"ALTER TABLE same ADD COLUMN {column} TEXT NOT NULL DEFAULT ''" for column in ("at", "by", "phone")),
    ):
        db.execute(statement)


@migrations()
def events_of_matches(db: Database) -> None:
    for statement in (
        # the event in which a match stands; an event is a row of its own beside them
        "ALTER TABLE match ADD COLUMN event TEXT REFERENCES match(id) ON DELETE SET NULL",
        "CREATE INDEX match_event ON match(event)",
    ):
        db.execute(statement)


@migrations()
def names_and_codes_of_phones(db: Database) -> None:
    for statement in (
        # which name counts for a person who is known by several, as a phone has joined them
        """CREATE TABLE joined_name (
            phone TEXT NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (phone, name)) STRICT""",
        # the sign that is shown in the place of the name of somebody who was forgotten
        """CREATE TABLE hidden_name (
            match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, name TEXT NOT NULL, sign TEXT NOT NULL,
            PRIMARY KEY (match, name)) STRICT""",
        # a code by which a command gives matches to a phone, once
        "CREATE TABLE phone_code (code TEXT PRIMARY KEY, phone TEXT NOT NULL, until TEXT NOT NULL) STRICT",
    ):
        db.execute(statement)


@migrations()
def deleted_parts(db: Database) -> None:
    for statement in (
        # the part from which a deleted one went on: whoever has its address is led back there
        """CREATE TABLE deleted_part (
            id TEXT PRIMARY KEY, earlier TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE) STRICT""",
        # the matches in which a name was corrected are found without reading every entry
        """CREATE INDEX entry_rename ON entry(match) WHERE body LIKE '%"rename"%'""",
    ):
        db.execute(statement)


# --- the version of a file


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return True if a database is of this version or an earlier one: all of its migrations are known here.

    A file with other tables, or with triggers or views of its own, is another program's or malicious.
    """
    try:
        done = steps_of(connection)
        return "first_tables" in done and done <= all_steps() and _shape(connection) == _shape_of_new()
    except sqlite3.Error:
        return False


def is_later(connection: sqlite3.Connection) -> bool:
    """Return True if a database is of a later version: with an unknown migration, or other columns in our tables."""
    try:
        new = _shape_of_new()
        tables = {table for table, _ in new}
        ours = {(table, column) for table, column in _shape(connection) if table in tables}
        return not steps_of(connection) <= all_steps() or ours != new
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:  # it cannot be read now
            raise
        return True  # a step cannot be taken: what it makes is there, and is another's


def steps_of(connection: sqlite3.Connection) -> set[str]:
    """Return the migrations that were applied to a database; none if it is empty."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return set()
    sql = "SELECT name FROM _sqlite_migrations WHERE migration_set = ?"
    return {name for (name,) in connection.execute(sql, (migrations.name,))}


@cache
def all_steps() -> frozenset[str]:
    """Return the migrations that this version knows."""
    with closing(Database(memory=True)) as empty:
        return frozenset(step.name for step in migrations.pending(empty))


Shape = set[tuple[str, str]]  # the columns of each table, and triggers and views


def _shape(connection: sqlite3.Connection) -> Shape:
    """Return the columns, triggers and views of a database after all migrations."""
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
