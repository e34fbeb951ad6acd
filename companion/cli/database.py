"""The commands that need the database: export, import, backup and restore."""

import argparse
import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from companion import qr
from companion.cli.asking import HERE, answers, asked_port, port_number, scheme
from companion.cli.commands import Commands
from companion.cli.saying import OK, read_file, show, tell, wrong
from companion.clock import now
from companion.events import log_events, noted
from companion.instance import OWN, database, has_matches, instance, private
from companion.keeping import match_of, take_in
from companion.network.addresses import places
from companion.network.reach import is_local
from companion.reading import write_match
from companion.rules.record import judge
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say
from companion.store import SqlStore, Store, is_ours, open_store

INVITED = 60  # minutes that an invitation is good for


def add_to(commands: Commands) -> None:
    """The subcommands of this module."""
    export = commands.add_parser("export", help="write a match of the database as a match file")
    export.add_argument("match", help="its id, as in the address of its pages; all: a list of all matches")
    export.set_defaults(run=_export, needs=has_matches)

    take = commands.add_parser("import", help="take a match file into the database")
    take.add_argument("file", type=Path, help="a match file, or - for standard input")
    take.set_defaults(run=_import)

    listing = commands.add_parser("matches", help="list all matches")
    listing.set_defaults(run=_matches, needs=has_matches)

    invite = commands.add_parser("invite", help="let one phone in to a match, once, within an hour")
    invite.add_argument("match", help="its id, as in the address of its pages")
    invite.add_argument("--owner", action="store_true", help="the match belongs to that phone then")
    invite.add_argument("--url", default="", help="where the app is reached (default: this machine on its network)")
    invite.add_argument("--port", type=port_number, help="where the app listens")
    invite.set_defaults(run=_invite, needs=has_matches)

    backup = commands.add_parser("backup", help="copy all matches into a file, also while the app is running")
    backup.add_argument("file", type=Path)
    backup.set_defaults(run=_backup, needs=has_matches)

    restore = commands.add_parser(
        "restore", help="put a backup in the place of all matches; the old ones are kept beside"
    )
    restore.add_argument("file", type=Path)
    restore.set_defaults(run=_restore)


def _store() -> SqlStore:
    """What asks after matches is not run where there are none; what brings some begins there, and says so."""
    if not has_matches(instance()):
        tell(say("There were no matches in {folder}: they begin there.", folder=str(instance())))
    store = open_store(database(private(instance())))
    store.prepare()
    return store


# --- matches out and in


def _export(options: argparse.Namespace) -> int:
    store = _store()
    if options.match == "all":
        found: object = [_listed(store, match_id) for match_id in store.ids()]
        return show(found)
    row = store.match(options.match)
    match = match_of(row, store.entries(row.id)) if row else None
    if match is None:
        return wrong(impossible("export.unknown", say("There is no match {id} here.", id=options.match)))
    return show(write_match(match))


def _listed(store: Store, match_id: str) -> dict[str, object]:
    row = store.match(match_id)
    assert row
    head = {"id": row.id, "game": row.game, "title": row.title, "players": row.head["players"]}
    return {**head, "created_at": row.created_at, "entries": store.count(match_id)}


def _import(options: argparse.Namespace) -> int:
    """All of it, or nothing and the reason. It belongs to the first phone that joins with the code for writing."""
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return wrong(match)
    fault = judge(match.game, match.record) or match.fault
    if fault:
        return wrong(fault)
    row = take_in(_store(), match, owner="", at=now())
    return show({"id": row.id, "write_code": row.write_code, "read_code": row.read_code})


def _matches(options: argparse.Namespace) -> int:
    store = _store()
    return show([_told(store, match_id) for match_id in store.ids()])


def _told(store: Store, match_id: str) -> dict[str, object]:
    row = store.match(match_id)
    assert row
    rows = store.entries(match_id)
    match = match_of(row, rows)
    status = match.game.tally(match.record).status if match else None  # of a game that this version does not know
    head = {"id": row.id, "game": row.game, "title": row.title, "players": row.head["players"], "status": status}
    return {**head, "entries": len(rows), "last_written": rows[-1].at if rows else row.created_at}


def _invite(options: argparse.Namespace) -> int:
    """A link and its QR; how long it is good for stands beside it."""
    store = _store()
    if store.match(options.match) is None:
        return wrong(impossible("export.unknown", say("There is no match {id} here.", id=options.match)))
    code = store.invite(options.match, owner=options.owner, until=now(INVITED))
    port = asked_port(options)
    if not options.url and not answers(HERE, port):
        tell(say("Nothing answers on port {port} here: where the server has another, add --port.", port=port))
    how = scheme(port)
    here = next((one.url(port, how) for one in places()), f"{how}://localhost:{port}")
    address = f"{(options.url or here).rstrip('/')}/j/{code}"
    print(address)
    if is_local(address):
        tell(say("This address is for this computer alone: it is in no network, or another was asked for."))
    else:
        print(qr.typed(address))
    tell(say("It lets one phone in, once, within {n} minutes.", n=INVITED))
    return OK


# --- the whole


def _backup(options: argparse.Namespace) -> int:
    """Written beside its place first, so that an older backup is replaced only by a whole one."""
    target = options.file.resolve()
    fault = _no_target(target)
    if fault:
        return wrong(fault)
    half = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN))
        _store().backup(half)
        half.replace(target)
    except (OSError, sqlite3.Error) as error:
        half.unlink(missing_ok=True)
        sentence = say("{file} cannot be written: {reason}", file=str(options.file), reason=str(error))
        return wrong(impossible("backup.failed", sentence))
    return OK


def _no_target(path: Path) -> Ruling | None:
    """A backup takes the place of no file that lives: not of the matches, not of a device, only of a backup."""
    if path.parent == instance():
        sentence = say("{file} lies among the matches themselves: choose another folder.", file=str(path))
        return impossible("backup.inside", sentence)
    if path.exists() and (not path.is_file() or (path.stat().st_size and _no_backup(path))):
        sentence = say("{file} is something else than a backup: choose another name.", file=str(path))
        return impossible("backup.other", sentence)
    return None


def _restore(options: argparse.Namespace) -> int:
    """The state before is copied first, beside all earlier ones; the newest of them is never written over."""
    fault = _no_backup(options.file)
    if fault:
        return wrong(fault)
    store = _store()
    kept = instance() / f"before-restore-{now().replace(':', '')}-{secrets.token_hex(2)}.db"
    half = kept.with_suffix(".part")
    os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN))
    store.backup(half)
    half.replace(kept)
    store.restore(options.file)
    with store.writing():
        store.part_from_before()
    log_events()
    noted("restored", source=str(options.file), kept=str(kept))
    tell(
        say(
            "All matches are those of {file}. The former ones are kept in {kept}.",
            file=str(options.file),
            kept=str(kept),
        )
    )
    return OK


def _no_backup(path: Path) -> Ruling | None:
    """What is wrong with a file that is to be restored."""
    if path.exists() and not path.is_file():  # a pipe would be waited for
        return impossible("restore.unreadable", say("{file} is no backup of this app.", file=str(path)))
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as found:
            sound = found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            ours = is_ours(found)
    except sqlite3.Error:
        sound = ours = False
    if sound and ours:
        return None
    return impossible("restore.unreadable", say("{file} is no backup of this app.", file=str(path)))
