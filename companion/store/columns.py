"""Values as the columns of their tables, and back."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any, cast

from companion.store.rows import ALPHABET, CODE_LENGTH, DamagedMatch, EntryRow, Guest, Head, MatchRow, PartRow, Settings

NAMELESS = "~"  # begins what stands for a phone that was forgotten: no cookie holds such an id


def entry_columns(match_id: str, row: EntryRow) -> dict[str, object]:
    written = {"number": row.number, "entry_id": row.entry_id, "at": row.at, "by": row.by, "phone": row.phone}
    return {"match": match_id, **written, "body": row.column}


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tag(match_id: str, phone: str) -> str:
    """Return a name for a phone that says nothing about its cookie and differs from match to match."""
    if phone.startswith(NAMELESS):
        return phone.removeprefix(NAMELESS)
    return hashlib.sha256(f"{match_id} {phone}".encode()).hexdigest()[:12]


def nameless(match_id: str, phone: str) -> str:
    """Return what stands in the rows of a match for a phone that is forgotten: its tag, and so its label, stay."""
    return NAMELESS + tag(match_id, phone)


def sign_of(phone: str) -> str:
    """Return what is kept of a phone that was forgotten: it is known again by that, and by nobody who reads it."""
    return hashlib.sha256(f"forgotten {phone}".encode()).hexdigest()


def match_of(row: Mapping[str, Any]) -> MatchRow:
    head, settings = _head(row["head"]), _settings(row["settings"])
    read = {
        "head": head or Head(title=row["title"], players=[], options={}, opening={}),
        "settings": settings or Settings(),
        "archived": bool(row["archived"]),
        "damaged": head is None or settings is None,
    }
    return MatchRow(**{**row, **read})


def _object(column: str) -> dict[str, Any] | None:
    """The JSON object in a column; None where the disk has made something else of it."""
    try:
        found = json.loads(column)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _head(column: str) -> Head | None:
    found = _object(column)
    if found is None or not all(isinstance(found.get(name, {}), dict) for name in ("options", "opening")):
        return None
    players = found.get("players")
    is_whole = isinstance(players, list) and all(isinstance(name, str) for name in players)
    return cast(Head, found) if is_whole else None


@lru_cache
def _settings(column: str) -> Settings | None:
    stored = _object(column)
    return None if stored is None else Settings(**{one.name: bool(stored.get(one.name)) for one in fields(Settings)})


def settings_column(settings: Settings) -> str:
    return json.dumps(asdict(settings))


def entry_of(row: Mapping[str, Any]) -> EntryRow:
    return EntryRow(row["number"], row["entry_id"], row["at"], row["by"], row["phone"], _body(row))


def part_of(row: Mapping[str, Any]) -> PartRow:
    return PartRow(row["number"], row["player"], row["phone"], row["at"], _body(row))


def _body(row: Mapping[str, Any]) -> dict[str, Any]:
    body = _object(row["body"])
    if body is None:
        raise DamagedMatch(row["match"], row["number"])
    return body


def guest_of(row: Mapping[str, Any]) -> Guest:
    return Guest(row["phone"], bool(row["may_write"]), row["player"], row["joined_at"])
