"""The commands that need the database: export, import, backup and restore."""

import argparse
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion import qr
from companion.audit_log import log_events, noted
from companion.cli.commands import Commands
from companion.cli.output import OK, read_file, show, tell, tell_of_upgrade, wrong
from companion.cli.server_probe import HERE, answers, asked_port, port_number, scheme
from companion.clock import now
from companion.instance import database, has_matches, instance, private, set_aside, whole
from companion.network.addresses import places
from companion.network.reach import is_local
from companion.parsing import Match, write_match
from companion.program_name import placed_command
from companion.repository import match_of, take_in
from companion.rules.judge import judge
from companion.rules.messages import Say, say, say_n
from companion.rules.rulings import Ruling, impossible
from companion.store import (
    DamagedMatch,
    EntryRow,
    MatchRow,
    Store,
    Unavailable,
    is_address,
    is_ours,
    open_store,
)

DAMAGED = "damaged"  # in the place of a status
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


@contextmanager
def _store() -> Iterator[Store]:
    """What asks after matches is not run where there are none; what brings some begins there, and says so."""
    _tell_of_none()
    with closing(open_store(database(private(instance())))) as store:
        tell_of_upgrade(store.prepare())
        yield store


def _tell_of_none() -> None:
    if not has_matches(instance()):
        tell(say("There were no matches in {folder}: they begin there.", folder=str(instance())))


# --- matches out and in


def _export(options: argparse.Namespace) -> int:
    with _store() as store:
        if options.match == "all":
            return show([_listed(store, match_id) for match_id in store.ids()])
        row = store.match(options.match)
        try:
            match = match_of(row, store.entries(row.id)) if row else None
        except DamagedMatch as damage:
            return wrong(impossible("export.damaged", _damage(damage)))
    if match is None:
        return wrong(impossible("export.unknown", say("There is no match {id} here.", id=options.match)))
    return show(write_match(match))


def _damage(damage: DamagedMatch) -> Say:
    found = {"id": damage.match_id, "command": placed_command()}
    if not damage.number:
        return say("Match {id} is damaged. Put a copy of all in its place: {command} restore FILE", **found)
    return say(
        "Match {id} is damaged from entry {n} on. Put a copy of all in its place: {command} restore FILE",
        n=damage.number,
        **found,
    )


def _read(store: Store, match_id: str) -> tuple[MatchRow, list[EntryRow], Match | None, bool]:
    """Return a match as far as this version can read it, and whether it is damaged."""
    row = store.match(match_id)
    assert row
    try:
        rows = store.entries(match_id)
        return row, rows, match_of(row, rows), False
    except DamagedMatch as damage:
        tell(_damage(damage))
        return row, [], None, True


def _listed(store: Store, match_id: str) -> dict[str, object]:
    row, _, _, damaged = _read(store, match_id)
    head = {"id": row.id, "game": row.game, "title": row.title, "players": row.head["players"]}
    told = {**head, "created_at": row.created_at, "entries": store.count(match_id)}
    return {**told, "status": DAMAGED} if damaged else told


def _import(options: argparse.Namespace) -> int:
    """All of it, or nothing and the reason. It belongs to the first phone that joins with the code for writing."""
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return wrong(match)
    fault = judge(match.replay) or match.fault
    if fault:
        return wrong(fault)
    with _store() as store:
        row = take_in(store, match, owner="", at=now())
    return show({"id": row.id, "write_code": row.write_code, "read_code": row.read_code})


def _matches(options: argparse.Namespace) -> int:
    with _store() as store:
        return show([_told(store, match_id) for match_id in store.ids()])


def _told(store: Store, match_id: str) -> dict[str, object]:
    row, rows, match, damaged = _read(store, match_id)
    status = match.tally.status if match else None  # of a game that this version does not know
    head = {"id": row.id, "game": row.game, "title": row.title, "players": row.head["players"]}
    last = rows[-1].at if rows else row.created_at
    return {**head, "status": DAMAGED if damaged else status, "entries": store.count(match_id), "last_written": last}


def _invite(options: argparse.Namespace) -> int:
    """A link and its QR; how long it is good for stands beside it."""
    with _store() as store:
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
    try:
        with _store() as store, whole(target) as half:
            store.backup(half)
    except (OSError, sqlite3.Error) as error:
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
    kept = instance() / f"before-restore-{now().replace(':', '')}-{secrets.token_hex(2)}.db"
    _tell_of_none()
    with closing(_copied(kept)) as store:
        restored = store.restore(options.file)
    log_events()
    noted("restored", source=str(options.file), kept=str(kept))
    told = {"file": str(options.file), "kept": str(kept)}
    tell(say("All matches are those of {file}. The former ones are kept in {kept}.", **told))
    if n := restored.forgotten:
        tell(say_n("{n} phone that was forgotten stays so.", "{n} phones that were forgotten stay so.", n))
    if n := restored.again:
        tell(
            say_n(
                "{n} phone is let in again that had left a match or was shown out; the codes are those of then.",
                "{n} phones are let in again that had left a match or were shown out; the codes are those of then.",
                n,
            )
        )
    return OK


def _copied(kept: Path) -> Store:
    """Open the matches, of which there is a copy now; those that this version cannot read are put aside as they are."""
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
    """Tell whether these are matches of this version, now that an earlier one's were brought up to it."""
    try:
        with closing(open_store(place)) as store:
            tell_of_upgrade(store.prepare())
    except Unavailable as fault:
        if is_address(place) or fault.reason not in ("damaged", "later"):
            raise
        return False
    return True


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
