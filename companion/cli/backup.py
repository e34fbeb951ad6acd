"""Run the commands about all matches together: backup, restore and move."""

import argparse
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from companion.audit_log import log_events, noted
from companion.cli.matches import opened_store, tell_of_none
from companion.cli.output import OK, UNREADABLE, Commands, add_command, not_opened, report, show, tell, tell_of_upgrade
from companion.clock import now
from companion.instance import OWN, database, hand_over, has_matches, instance, private, set_aside, whole
from companion.match_cache import match_of
from companion.parsing import checksums
from companion.rules.messages import say, say_n
from companion.rules.rulings import Ruling, impossible
from companion.store import DamagedMatch, Store, Unavailable, brought_up, copy, is_address, is_ours, open_store


def add_to(commands: Commands) -> None:
    """Add backup, restore and move."""
    into = "copy all matches into a file, also while the app is running"
    backup = add_command(commands, "backup", _backup, into, "evenings.db", needs=has_matches)
    backup.add_argument("file", type=Path, help="where the copy goes; an older copy there is replaced")

    back = "put a backup in the place of all matches; the old ones are kept beside"
    restore = add_command(commands, "restore", _restore, back, "evenings.db")
    restore.add_argument("file", type=Path, help="a copy that `companion backup` wrote")

    away = "take all matches to another database, which must be empty"
    example = "instance/companion.db postgresql://companion@db.lan/companion"
    move = add_command(commands, "move", _move, away, example)
    move.add_argument("source", help="a database file, a backup, or postgresql://...")
    move.add_argument("target", help="the same; a file is made")


def _backup(options: argparse.Namespace) -> int:
    """Write a backup to a temporary file first, so that only a complete one replaces an older backup."""
    target = options.file.resolve()
    fault = _no_target(target)
    if fault:
        return report(fault)
    try:
        with opened_store() as store, whole(target) as half:
            store.backup(half)
    except (OSError, sqlite3.Error) as error:  # an OSError would name the temporary file
        reason = getattr(error, "strerror", None) or str(error)
        sentence = say("{file} cannot be written: {reason}", file=str(options.file), reason=reason)
        return report(impossible("backup.failed", sentence))
    return OK


def _no_target(path: Path) -> Ruling | None:
    """Return why a backup may not be written here: it may only replace another backup."""
    if path.parent == instance():
        sentence = say("{file} is in the folder of the matches. Choose another folder.", file=str(path))
        return impossible("backup.inside", sentence)
    if path.exists() and (not path.is_file() or (path.stat().st_size and _no_backup(path))):
        sentence = say("{file} is not a backup: choose another name.", file=str(path))
        return impossible("backup.other", sentence)
    return None


def _restore(options: argparse.Namespace) -> int:
    """Save a copy of the current matches next to earlier copies, then replace them with the backup."""
    fault = _no_backup(options.file)
    if fault:
        return report(fault)
    kept = instance() / f"before-restore-{now().replace(':', '')}-{secrets.token_hex(2)}.db"
    tell_of_none()
    with closing(_copied(kept)) as store:
        restored = store.restore(options.file)
    log_events()
    noted("restored", source=str(options.file), kept=str(kept))
    places = {"file": str(options.file), "kept": str(kept)}
    tell(say("All matches were replaced by those in {file}. The old ones are kept in {kept}.", **places))
    if n := restored.forgotten:
        tell(
            say_n(
                "{n} phone that was removed from all matches stays removed.",
                "{n} phones that were removed from all matches stay removed.",
                n,
            )
        )
    if n := restored.again:
        tell(
            say_n(
                "{n} phone is back that had left a match or had been removed. The codes are the old ones.",
                "{n} phones are back that had left a match or had been removed. The codes are the old ones.",
                n,
            )
        )
    return OK


def _copied(kept: Path) -> Store:
    """Copy the current matches and open them; if this version cannot read them, move the file aside unchanged."""
    place = database(private(instance()))
    if not _is_readable(place):
        set_aside(Path(place), kept)
        store = open_store(database(instance()))
        store.prepare()
        return store
    store = open_store(place)
    with whole(kept) as half:
        store.backup(half)
    return store


def _is_readable(place: Path | str) -> bool:
    """Return True if this version can read these matches; those of an earlier version were migrated before."""
    try:
        with closing(open_store(place)) as store:
            tell_of_upgrade(store.prepare())
    except Unavailable as fault:
        if is_address(place) or fault.reason not in ("damaged", "later"):
            raise
        return False
    return True


def _no_backup(path: Path) -> Ruling | None:
    """Return what is wrong with a file that is to be restored."""
    if missing := _missing(path):
        return missing
    unreadable = impossible("restore.unreadable", say("{file} is not a backup of this app.", file=str(path)))
    if not path.is_file():  # reading a pipe would block
        return unreadable
    return None if _is_ours(path, whole=True) else unreadable


def _missing(path: Path) -> Ruling | None:
    """Refuse a file that does not exist or cannot be looked at."""
    try:
        path.stat()
    except OSError as error:
        return not_opened(path, error)
    return None


def _is_ours(path: Path, *, whole: bool = False) -> bool:
    """Return True if a file is a database of this app, and if asked, whether it is undamaged."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            sound = not whole or connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return sound and is_ours(connection)
    except sqlite3.Error:
        return False


def _move(options: argparse.Namespace) -> int:
    """Copy all matches, and compare the checksums of each copy with its source, which stays unchanged."""
    fault = _no_source(options.source)
    if fault:
        return report(fault)
    with _source(options.source) as source, closing(_target(options.target)) as target:
        if _all_ids(target):
            sentence = say(
                "{place} already contains matches. Choose an empty database.", place=_without_password(options.target)
            )
            return report(impossible("move.target", sentence))
        copy(source, target)
        ids = _all_ids(source)
        equal = ids == _all_ids(target) and all(_contents(source, one) == _contents(target, one) for one in ids)
        matches = len(source.ids())
    show({"matches": matches, "equal": equal})
    return OK if equal else UNREADABLE


def _all_ids(store: Store) -> list[str]:
    """Return the ids of all matches and events."""
    return [*store.ids(), *store.ids(of_events=True)]


def _no_source(place: str) -> Ruling | None:
    if is_address(place) or _is_ours(Path(place)):
        return None
    return _missing(Path(place)) or impossible(
        "move.source", say("{file} does not contain matches of this app.", file=place)
    )


@contextmanager
def _source(place: str) -> Iterator[Store]:
    """Open the source; if it is the file of an older version, open a migrated copy of it."""
    if is_address(place):
        with closing(open_store(place)) as store:
            tell_of_upgrade(store.prepare())
            yield store
        return
    with brought_up(Path(place)) as store:
        yield store


def _target(place: str) -> Store:
    if not is_address(place) and not Path(place).exists():
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN))
        hand_over(Path(place))
    store = open_store(place)
    tell_of_upgrade(store.prepare())
    return store


def _contents(store: Store, match_id: str) -> object:
    """Return all stored data of a match, and its checksums if this version can read it."""
    row, entries = store.match(match_id), store.rows_where("entry", "match = ?", match_id, order_by="number")
    assert row
    try:
        match = match_of(row, store.entries(match_id))
    except DamagedMatch:
        match = None
    return row, entries, store.guests(match_id), store.claims(match_id), match and checksums(match)


def _without_password(place: str) -> str:
    """Return the address of a database without its user and password."""
    if not is_address(place):
        return place
    parts = urlsplit(place)
    return f"postgresql://{parts.hostname or ''}{parts.path}"
