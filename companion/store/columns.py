"""Values as the columns of their tables, and back."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any

from companion.store.rows import ALPHABET, CODE_LENGTH, EntryRow, Guest, MatchRow, Settings


def entry_columns(match_id: str, row: EntryRow) -> dict[str, object]:
    written = {"number": row.number, "entry_id": row.entry_id, "at": row.at, "by": row.by, "phone": row.phone}
    return {"match": match_id, **written, "body": row.column}


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def match_of(row: Mapping[str, Any]) -> MatchRow:
    read = {"head": json.loads(row["head"]), "settings": _settings(row["settings"]), "archived": bool(row["archived"])}
    return MatchRow(**{**row, **read})


@lru_cache
def _settings(column: str) -> Settings:
    stored = json.loads(column)
    return Settings(**{one.name: bool(stored.get(one.name)) for one in fields(Settings)})


def settings_column(settings: Settings) -> str:
    return json.dumps(asdict(settings))


def entry_of(row: Mapping[str, Any]) -> EntryRow:
    body = json.loads(row["body"])
    return EntryRow(row["number"], row["entry_id"], row["at"], row["by"], row["phone"], body)


def guest_of(row: Mapping[str, Any]) -> Guest:
    return Guest(row["phone"], bool(row["may_write"]), row["player"], row["joined_at"])
