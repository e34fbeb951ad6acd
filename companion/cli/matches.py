"""Run the commands about single matches: export, import, matches and invite."""

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion import qr
from companion.cli.output import (
    OK,
    Commands,
    add_command,
    add_json,
    read_content,
    read_matches,
    report,
    show,
    show_rows,
    tell,
    tell_of_upgrade,
)
from companion.cli.serve import HERE, answers, asked_port, port_number, scheme
from companion.clock import now
from companion.evening import counted, event_file, names_at, seated
from companion.instance import database, has_matches, instance, private
from companion.network.addresses import places
from companion.network.reach import is_local
from companion.parsing import Match, write_match
from companion.pdf.attachment import read_event_paper
from companion.program_name import placed_command
from companion.repository import match_of, take_in, take_in_event
from companion.rules.judge import judge
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.store import EVENT, DamagedMatch, EntryRow, Guest, MatchRow, Store, open_store

DAMAGED = "damaged"  # in the place of a status
HOST = Guest(phone="", may_write=False, player="", joined_at="")  # whoever has the machine
INVITED = 60  # minutes that an invitation is good for


def add_to(commands: Commands) -> None:
    """Add export, import, matches and invite."""
    export = add_command(
        commands,
        "export",
        _export,
        "write a match or an evening of the database as a file, or all matches",
        "MATCH > match.json",
        "all > matches.json",
        description="Write a match as a match file, or an evening as an event file with its matches; `all` writes a "
        "list of all matches. `companion import` takes each of them.",
        needs=has_matches,
    )
    export.add_argument(
        "match",
        help="its id, or that of an evening, as `companion matches` prints it; all: a list of all match files",
    )

    take = add_command(
        commands,
        "import",
        _import,
        "take a match file or an event file into the database",
        "match.json",
        "event.json",
        "protocol.pdf",
        description="Take in a match file, a printed protocol, an event file with its matches or what `companion "
        "export all` wrote: all of it, or nothing and the reason. A match belongs to the first phone that joins with "
        "its code for writing.",
    )
    take.add_argument("file", type=Path, help="a match file, a protocol or an event file; - for standard input")

    listing = add_command(
        commands, "matches", _matches, "list all matches", "", "--json", "--evenings", needs=has_matches
    )
    listing.add_argument("--evenings", action="store_true", help="the evenings, each with its matches, instead")
    add_json(listing)

    once = "let one phone in to a match, once, within an hour"
    invite = add_command(commands, "invite", _invite, once, "MATCH", "MATCH --owner", needs=has_matches)
    invite.add_argument("match", help="its id, as `companion matches` prints it")
    invite.add_argument("--owner", action="store_true", help="the match belongs to that phone then")
    invite.add_argument("--url", default="", help="where the app is reached (default: this machine on its network)")
    invite.add_argument("--port", type=port_number, help="where the app listens")


@contextmanager
def opened_store() -> Iterator[Store]:
    """Open the matches of this folder, brought up to this version; say so where they begin here."""
    tell_of_none()
    with closing(open_store(database(private(instance())))) as store:
        tell_of_upgrade(store.prepare())
        yield store


def tell_of_none() -> None:
    """Say that there were no matches in this folder, where there were none."""
    if not has_matches(instance()):
        tell(say("There were no matches in {folder}. New ones will be kept there.", folder=str(instance())))


def _export(options: argparse.Namespace) -> int:
    with opened_store() as store:
        if options.match == "all":
            return show([write_match(match) for match in _readable(store)])
        row = store.match(options.match)
        try:
            if row and row.game == EVENT:
                return show(event_file(seated(store, row, HOST).data))
            match = match_of(row, store.entries(row.id)) if row else None
        except DamagedMatch as damage:
            return report(impossible("export.damaged", _damage(damage)))
    if match is None:
        return report(_no_match(options.match))
    return show(write_match(match))


def _readable(store: Store) -> Iterator[Match]:
    """Yield all matches that this version can read, and say which are left out."""
    for match_id in store.ids():
        _, _, match, damaged = _read(store, match_id)
        if match:
            yield match
        elif not damaged:
            tell(say("Match {id} is left out: this version does not know its game or one of its rules.", id=match_id))


def _no_match(match_id: str) -> Ruling:
    facts = {"id": match_id, "command": placed_command()}
    return impossible("export.unknown", say("There is no match {id} here. To list them: {command} matches", **facts))


def _damage(damage: DamagedMatch) -> Say:
    facts = {"id": damage.match_id, "command": placed_command()}
    if not damage.number:
        return say("Match {id} is damaged. Restore a backup of all matches: {command} restore FILE", **facts)
    return say(
        "Match {id} is damaged from entry {n} on. Restore a backup of all matches: {command} restore FILE",
        n=damage.number,
        **facts,
    )


def _read(store: Store, match_id: str) -> tuple[MatchRow, list[EntryRow], Match | None, bool]:
    """Return a match as far as this version can read it, and whether it is damaged, which is said."""
    row = store.match(match_id)
    assert row
    try:
        rows = store.entries(match_id)
        return row, rows, match_of(row, rows), False
    except DamagedMatch as damage:
        tell(_damage(damage))
        return row, [], None, True


def _import(options: argparse.Namespace) -> int:
    content = read_content(options.file)
    if isinstance(content, Ruling):
        return report(content)
    event = read_event_paper(content)
    matches = [] if event else read_matches(content)
    if isinstance(matches, Ruling):
        return report(matches)
    state = counted(event) if event else None
    faults = [state if isinstance(state, Ruling) else None, *(judge(match.replay) or match.fault for match in matches)]
    if fault := next(filter(None, faults), None):
        return report(fault)
    with opened_store() as store:
        rows = [take_in(store, match, owner="", at=now()) for match in matches]
        rows += [take_in_event(store, event, owner="", at=now())] if event else []
    taken = [{"id": row.id, "write_code": row.write_code, "read_code": row.read_code} for row in rows]
    return show(taken[0] if len(taken) == 1 else taken)


def _matches(options: argparse.Namespace) -> int:
    with opened_store() as store:
        if options.evenings:
            evenings = [_evening(store, event_id) for event_id in store.ids(of_events=True)]
            return show_rows(evenings, ("id", "title", "players", "matches", "began"), as_json=options.json)
        rows = [_listed(store, match_id) for match_id in store.ids()]
    columns = ("id", "game", "title", "players", "status", "entries", "last_written")
    return show_rows(rows, columns, as_json=options.json)


def _evening(store: Store, event_id: str) -> dict[str, object]:
    row = store.match(event_id)
    assert row
    listed = seated(store, row, HOST).listed
    people, matches = names_at(listed), [one.row.id for one in listed]
    return {"id": row.id, "title": row.title, "players": people, "matches": matches, "began": row.created_at}


def _listed(store: Store, match_id: str) -> dict[str, object]:
    row, rows, match, damaged = _read(store, match_id)
    status = match.tally.status if match else None  # of a game that this version does not know
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "players": list(match.record.players) if match else row.head["players"],
        "status": DAMAGED if damaged else status,
        "entries": store.count(match_id),
        "last_written": rows[-1].at if rows else row.created_at,
    }


def _invite(options: argparse.Namespace) -> int:
    with opened_store() as store:
        if store.match(options.match) is None:
            return report(_no_match(options.match))
        code = store.invite(options.match, owner=options.owner, until=now(INVITED))
    port = asked_port(options)
    if not options.url and not answers(HERE, port):
        tell(say("Nothing answers on port {port} here: where the server has another, add --port.", port=port))
    how = scheme(port)
    here = next((one.url(port, how) for one in places()), f"{how}://localhost:{port}")
    address = f"{(options.url or here).rstrip('/')}/j/{code}"
    print(address)
    if is_local(address):
        tell(say("This address works only on this computer: it is not on a network, or this address was chosen."))
    else:
        print(qr.typed(address))
    tell(say("It works once, for one phone, within {n} minutes.", n=INVITED))
    return OK
