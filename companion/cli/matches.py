"""Run the commands about single matches: export, import, matches and invite."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from companion.cli.doctor import HERE, answers, scheme
from companion.cli.output import (
    OK,
    Commands,
    add_command,
    add_json,
    add_port,
    asked_port,
    exit_code,
    qr_text,
    read_content,
    report,
    show,
    show_rows,
    tell,
    tell_of_paper,
    tell_of_upgrade,
    write_file,
)
from companion.clock import now
from companion.import_export import Item, Taken, exported_files, fault_text, read_all, take_in_all, zipped
from companion.instance import database, has_matches, instance, private
from companion.limits import INVITED
from companion.match_cache import match_of
from companion.network import is_local, places
from companion.new_part import names_at
from companion.parsing import Match, write_match
from companion.program_name import placed_command
from companion.repository import event_file
from companion.rules.messages import Say, say, say_n
from companion.rules.rulings import Ruling, impossible
from companion.season_csv import Period, final_scores, season_csv
from companion.store import EVENT, DamagedMatch, EntryRow, MatchRow, Store, open_store
from companion.stored_events import NOBODY, event_session

DAMAGED = "damaged"  # in the place of a status


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
    export.add_argument("-o", dest="file", type=Path, help="with all: a .zip of all files, or a .csv of final scores")
    export.add_argument(
        "match",
        help="its id, or that of an evening, as `companion matches` prints it; all: a list of all match files",
    )

    take = add_command(
        commands,
        "import",
        _import,
        "take files with matches and evenings into the database",
        "match.json event.json protocol.pdf",
        "season.zip",
        "scores.csv --for K7WM4TQ2XP",
        description="Take in match files, printed protocols, event files with their matches, what `companion export "
        "all` wrote, a zip of these, or a CSV of final scores (date,game,title,NAME,... and a row a match). What is "
        "here already counts once, and a file that continues a match adds to it what is new; where both were written "
        "on, the page of the app settles it. What cannot be read is named, and the rest is taken. A match belongs to "
        "the first phone that joins with its code for writing, and an evening is open to those of its matches.",
    )
    take.add_argument("files", type=Path, nargs="+", metavar="FILE", help="any of these; - for standard input")
    take.add_argument("--for", dest="code", default="", help="give them to the phone that shows this code")

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
    add_port(invite)


@contextmanager
def opened_store() -> Iterator[Store]:
    """Open the matches of this folder, migrated to this version; say so if the folder had none."""
    tell_of_none()
    with closing(open_store(database(private(instance())))) as store:
        tell_of_upgrade(store.prepare())
        yield store


def tell_of_none() -> None:
    """Say that there were no matches in this folder, if so."""
    if not has_matches(instance()):
        tell(say("There were no matches in {folder}. New ones will be kept there.", folder=str(instance())))


def _export(options: argparse.Namespace) -> int:
    with opened_store() as store:
        if options.match == "all" and options.file:
            return _export_all(store, options.file)
        if options.match == "all":
            return show([write_match(match) for match in _readable(store)])
        row = store.match(options.match)
        try:
            if row and row.game == EVENT:
                return show(event_file(event_session(store, row, NOBODY).data))
            match = match_of(row, store.entries(row.id)) if row else None
        except DamagedMatch as damage:
            return report(impossible("export.damaged", _damage(damage)))
    if match is None:
        return report(_no_match(options.match))
    return show(write_match(match))


def _export_all(store: Store, file: Path) -> int:
    """Write all matches and evenings into a zip, or the final scores into a CSV."""
    rows, events = [row for row, *_ in store.with_entries("")], store.all_events("")
    if file.suffix.lower() == ".csv":
        content = season_csv(final_scores(store, rows, events, Period())).encode()
    elif file.suffix.lower() == ".zip":
        content = zipped(exported_files(store, rows, events))
    else:
        return report(impossible("export.file", say("Choose a name that ends in .zip or .csv.")))
    wrong = write_file(file, content, "export.failed")
    return report(wrong) if wrong else OK


def _readable(store: Store) -> Iterator[Match]:
    """Yield all matches that this version can read, and report the others."""
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
    """Return a match as far as this version can read it, and whether it is damaged; report damage."""
    row = store.match(match_id)
    assert row
    try:
        rows = store.entries(match_id)
        return row, rows, match_of(row, rows), False
    except DamagedMatch as damage:
        tell(_damage(damage))
        return row, [], None, True


def _import(options: argparse.Namespace) -> int:
    """Import what can be read and report the rest; use up the code of a phone only if something was imported."""
    items, shown = list(_items(options.files)), []
    if all(isinstance(one.content, Ruling) for one in items):
        taken = [Taken(one.name, fault=one.content) for one in items if isinstance(one.content, Ruling)]
    else:
        with opened_store() as store:
            code = "".join(filter(str.isalnum, options.code)).upper()
            owner = store.phone_of(code, at=now()) if code else ""
            if code and not owner:
                return report(impossible("import.code", NO_PHONE))
            taken = take_in_all(store, items, owner=owner, at=now())
            shown = [_taken_in(store, one.row, is_known=one.is_known) for one in taken if one.row and not one.fault]
            for one in taken:
                if one.added or one.is_behind:
                    tell(say("{place}: {problem}", place=one.name, problem=_of_copy(one)))
    faults = [one for one in taken if one.fault]
    for one in faults:
        assert one.fault
        several = say("{place}: {problem}", place=one.name, problem=fault_text(one.fault))
        report(replace(one.fault, sentence=several, in_file=None) if len(taken) > 1 else one.fault)
    if shown or not faults:
        show(shown[0] if len(shown) == len(taken) == 1 else shown)
    return next((exit_code(one.fault) for one in faults if one.fault), OK)


def _of_copy(taken: Taken) -> Say:
    if taken.added:
        return say_n("{n} entry was added from the file.", "{n} entries were added from the file.", taken.added)
    return say("All of this file is here already. This match is further on.")


def _taken_in(store: Store, row: MatchRow, *, is_known: bool) -> dict[str, object]:
    """Return the codes that let phones in: those of a match, or of each match of an evening."""
    known = {"known": True} if is_known else {}
    if row.game == EVENT:
        return {
            "id": row.id,
            "matches": [_codes(one) for one in store.matches_in(row.id) if one.game != EVENT],
            **known,
        }
    return {**_codes(row), **known}


def _codes(row: MatchRow) -> dict[str, object]:
    return {"id": row.id, "write_code": row.write_code, "read_code": row.read_code}


NO_PHONE = say("No phone shows this code now. Open the menu on the phone, then “This phone”, and show a new code.")


def _items(paths: Sequence[Path]) -> Iterator[Item]:
    """Read some files, or standard input."""
    for path in paths:
        content = read_content(path)
        for one in [Item(str(path), content)] if isinstance(content, Ruling) else read_all([(str(path), content)]):
            if isinstance(one.content, Match) and isinstance(content, bytes):
                tell_of_paper(content)
            yield one


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
    listed = event_session(store, row, NOBODY).listed
    people, matches = names_at(one.match for one in listed), [one.row.id for one in listed]
    return {"id": row.id, "title": row.title, "players": people, "matches": matches, "began": row.created_at}


def _listed(store: Store, match_id: str) -> dict[str, object]:
    row, rows, match, damaged = _read(store, match_id)
    status = match.tally.status if match else None  # None: this version does not know the game
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
        print(qr_text(address))
    tell(say("It works once, for one phone, within {n} minutes.", n=INVITED))
    return OK
