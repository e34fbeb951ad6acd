"""The command that takes all matches from one database to another, whatever engines they have."""

import argparse
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from companion.checksum import checksums
from companion.cli.commands import Commands
from companion.cli.output import OK, UNREADABLE, show, tell_of_upgrade, wrong
from companion.instance import OWN, hand_over
from companion.repository import match_of
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.store import DamagedMatch, Store, brought_up, copy, is_address, is_ours, open_store


def add_to(commands: Commands) -> None:
    move = commands.add_parser("move", help="take all matches to another database, which must be empty")
    move.add_argument("source", help="a database file, a backup, or postgresql://...")
    move.add_argument("target", help="the same; a file is made")
    move.set_defaults(run=_move)


def _move(options: argparse.Namespace) -> int:
    """The source stays as it is. Each match is read again where it has come to, and compared by its checksums."""
    fault = _no_source(options.source)
    if fault:
        return wrong(fault)
    with _source(options.source) as source, closing(_target(options.target)) as target:
        if target.ids():
            sentence = say("{place} holds matches already: choose an empty database.", place=_named(options.target))
            return wrong(impossible("move.target", sentence))
        copy(source, target)
        ids = source.ids()
        equal = ids == target.ids() and all(_seen(source, one) == _seen(target, one) for one in ids)
    show({"matches": len(ids), "equal": equal})
    return OK if equal else UNREADABLE


def _no_source(place: str) -> Ruling | None:
    if is_address(place):
        return None
    try:
        with closing(sqlite3.connect(f"{Path(place).resolve().as_uri()}?mode=ro", uri=True)) as found:
            ours = is_ours(found)
    except sqlite3.Error:
        ours = False
    return None if ours else impossible("move.source", say("{file} holds no matches of this app.", file=place))


@contextmanager
def _source(place: str) -> Iterator[Store]:
    """What an older version has left in a file is brought up to this one in a copy."""
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


def _seen(store: Store, match_id: str) -> object:
    """Everything that is known of a match, and its checksums where this version can read it."""
    row, entries = store.match(match_id), store.rows_where("entry", "match = ?", match_id, order_by="number")
    assert row
    try:
        match = match_of(row, store.entries(match_id))
    except DamagedMatch:
        match = None
    return row, entries, store.guests(match_id), store.claims(match_id), match and checksums(match)


def _named(place: str) -> str:
    """The place without what opens it."""
    if not is_address(place):
        return place
    parts = urlsplit(place)
    return f"postgresql://{parts.hostname or ''}{parts.path}"
