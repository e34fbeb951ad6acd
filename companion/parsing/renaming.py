"""Replace the names of players in a record: by the shown names, or by those in its head."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.parsing.schema import Atom, ByName, DataclassOf, ListOf, OneOf, Shape, TupleOf, shapes
from companion.rules.entries import Correction, Entry, Note, Player, Rename
from companion.rules.history import AnyRecord
from companion.rules.people import identities, names_of

T = TypeVar("T")
Names = Mapping[Player, Player]  # the new name by the old one


def as_shown(record: AnyRecord) -> AnyRecord:
    """Return the record with the names that are shown now in every entry, or itself if it has them already."""
    return _with_players(record, tuple(names_of(record).values()))


def as_written(record: AnyRecord) -> AnyRecord:
    """Return the record with the names of its head, as in a match file."""
    return _with_players(record, identities(record))


def as_exported(record: AnyRecord) -> AnyRecord:
    """Return the record with the names of its head; deleted names are replaced by signs."""
    hidden = dict(record.hidden)
    return _with_players(record, tuple(hidden.get(player, player) for player in identities(record)))


def without(record: AnyRecord, hidden: Names, redacted: Callable[[str], str]) -> AnyRecord:
    """Return a stored record with deleted names replaced by signs, also in texts.

    Args:
        record: the record, by the names of its head.
        hidden: the sign for each name under which a person was known here.
        redacted: a function that puts the signs into a text.
    """
    if not hidden:
        return record
    at_table = tuple((player, hidden[player]) for player in identities(record) if player in hidden)
    return replace(
        record,
        title=redacted(record.title),
        continues=_redacted(record.continues, redacted) if record.continues else None,
        entries=tuple(entry_without(entry, hidden, redacted) for entry in record.entries),
        hidden=at_table,
    )


def entry_without(entry: Entry, hidden: Names, redacted: Callable[[str], str]) -> Entry:
    """Return an entry with signs in its texts. The renaming of a deleted person becomes a note."""
    body = entry.body
    content = body.content if isinstance(body, Correction) else body
    if isinstance(content, Rename) and Player(content.player) in hidden:
        return replace(entry, body=Note(text=hidden[Player(content.player)]))
    return replace(entry, body=_redacted(body, redacted), by=redacted(entry.by) if entry.by else entry.by)


def _redacted(value: T, redacted: Callable[[str], str]) -> T:
    changed = {
        field.name: new
        for field in shapes(type(value))
        if (new := _without(field.shape, old := getattr(value, field.name), redacted)) != old
    }
    return replace(value, **changed) if changed else value  # type: ignore[type-var]


def _without(shape: Shape, value: Any, redacted: Callable[[str], str]) -> Any:
    if value is None:
        return None
    match shape:
        case Atom.TEXT | Atom.NAME | Atom.ANYTHING:
            return json_redacted(value, redacted)
        case Atom.ENTRY | DataclassOf():
            return _redacted(value, redacted)
        case ListOf(of):
            return tuple(_without(of, one, redacted) for one in value)
        case TupleOf(members):
            return tuple(_without(member, one, redacted) for member, one in zip(members, value, strict=True))
        case ByName(name, of):
            return {_without(name, key, redacted): _without(of, one, redacted) for key, one in value.items()}
        case OneOf(members):
            return next((_without(member, value, redacted) for member in members if _holds(member, value)), value)
    return value


def json_redacted(data: Any, redacted: Callable[[str], str]) -> Any:
    """Return JSON with signs in its texts and keys, except in the value of `kind`."""
    if isinstance(data, str):
        return redacted(data)
    if isinstance(data, Mapping):
        return {
            redacted(key): value if key == "kind" else json_redacted(value, redacted) for key, value in data.items()
        }
    return [json_redacted(one, redacted) for one in data] if isinstance(data, list) else data


def _with_players(record: AnyRecord, players: tuple[Player, ...]) -> AnyRecord:
    if players == record.players:
        return record
    names, heads = dict(zip(record.players, players, strict=True)), identities(record)
    return replace(
        record,
        players=players,
        opening=renamed(record.opening, names),
        entries=tuple(entry_renamed(entry, names) for entry in record.entries),
        identities=() if players == heads else heads,
    )


def entry_renamed(entry: Entry, names: Names) -> Entry:
    """Return the entry with other names for its players and its author."""
    if not names:
        return entry
    return replace(entry, body=renamed(entry.body, names), by=writers_renamed(entry.by, names))


def writers_renamed(by: str | None, names: Names) -> str | None:
    """Return the author of an entry, renamed. A deal merged from parts has several authors, separated by commas."""
    if not by or not names:
        return by
    return names.get(Player(by)) or ", ".join(names.get(Player(one), one) for one in by.split(", "))


def json_renamed(data: object, names: Names) -> Any:
    """Return a part of a deal, as JSON, with other names for the players."""
    if isinstance(data, str):
        return names.get(Player(data), data)
    if isinstance(data, Mapping):
        return {json_renamed(key, names): json_renamed(value, names) for key, value in data.items()}
    return [json_renamed(one, names) for one in data] if isinstance(data, list) else data


def renamed(value: T, names: Names) -> T:
    """Return a dataclass of the rules with other names for the players. Other people's names stay."""
    changed = {
        field.name: new
        for field in shapes(type(value))
        if (new := _anew(field.shape, old := getattr(value, field.name), names)) != old
    }
    return replace(value, **changed) if changed else value  # type: ignore[type-var]


def _anew(shape: Shape, value: Any, names: Names) -> Any:
    if value is None:
        return None
    match shape:
        case Atom.PLAYER:
            return names.get(value, value)
        case Atom.ENTRY | DataclassOf():
            return renamed(value, names)
        case ListOf(of):
            return tuple(_anew(of, one, names) for one in value)
        case TupleOf(members):
            return tuple(_anew(member, one, names) for member, one in zip(members, value, strict=True))
        case ByName(name, of):
            return {_anew(name, key, names): _anew(of, one, names) for key, one in value.items()}
        case OneOf(members):
            return next((_anew(member, value, names) for member in members if _holds(member, value)), value)
    return value


def _holds(shape: Shape, value: object) -> bool:
    """Return True if a value has this shape, among the shapes of a union."""
    match shape:
        case Atom.PLAYER:
            return isinstance(value, str)
        case Atom.ENTRY:
            return True
        case ListOf() | TupleOf():
            return type(value) is tuple
        case ByName():
            return isinstance(value, Mapping)
        case DataclassOf(kind):
            return isinstance(value, kind)
    return False
