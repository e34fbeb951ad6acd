"""All rows of one store into another, whatever engines they have."""

from companion.store.sql import SqlStore

# A row stands after those that it points at; matches may point at one another and are checked at the end.
TABLES = {
    "match": "created_at, id",
    "entry": "match, number",
    "guest": "",
    "same": "match, number, entry_id",
    "invitation": "code",
    "claim": "",
    "part": "",
    "phone_key": "phone",
    "forgotten": "sign",
}


def copy(source: SqlStore, target: SqlStore) -> None:
    """What stood in the target is gone then; if anything fails, it stands as before."""
    with source.reading(), target.writing():
        for table in ("match", "phone_key", "forgotten"):
            target.run(f"DELETE FROM {table}")  # noqa: S608 - our own words
        for table, order in TABLES.items():
            sql = f"SELECT * FROM {table} ORDER BY {order or source.arrival}"  # noqa: S608 - our own words
            for row in source.rows(sql):
                row.pop(source.arrival, None)
                target.insert(table, row)
