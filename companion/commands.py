"""The commands that need the database: serve, export, import, backup and restore."""

import argparse
import json
import logging
import os
import socket
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import segno

from companion import wire
from companion.keeping import match_of, take_in
from companion.reading import Match, read_match, write_match
from companion.reading.text import from_json
from companion.rules.record import judge
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import Say, say
from companion.speech import language, speak
from companion.store import Store

OK, REFUSED, UNREADABLE = 0, 1, 2
PORT = 8000
THREADS = 8
CONNECTIONS = 4000  # phones and tabs at once; waitress' own 100 would keep the others waiting
IDLE = 30  # seconds


def add_to(commands: Any) -> None:
    """The subcommands of this module."""
    serve = commands.add_parser("serve", help="run the app for every phone on the network")
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")  # noqa: S104 - phones
    serve.add_argument("--port", type=int, default=PORT)
    serve.add_argument("--behind-proxy", action="store_true", help="trust the headers of a reverse proxy here")
    serve.set_defaults(run=_serve)

    export = commands.add_parser("export", help="write a match of the database as a match file")
    export.add_argument("match", help="its id, as in the address of its pages; all: a list of all matches")
    export.set_defaults(run=_export)

    take = commands.add_parser("import", help="take a match file into the database")
    take.add_argument("file", type=Path, help="a match file, or - for standard input")
    take.set_defaults(run=_import)

    backup = commands.add_parser("backup", help="copy all matches into a file, also while the app is running")
    backup.add_argument("file", type=Path)
    backup.set_defaults(run=_backup)

    restore = commands.add_parser(
        "restore", help="put a backup in the place of all matches; the old ones are kept beside"
    )
    restore.add_argument("file", type=Path)
    restore.set_defaults(run=_restore)


def instance() -> Path:
    """Where the database is: COMPANION_INSTANCE, else ./instance."""
    return Path(os.environ.get("COMPANION_INSTANCE", "instance")).resolve()


def _store() -> Store:
    instance().mkdir(parents=True, exist_ok=True)
    store = Store(instance() / "companion.db")
    store.prepare()
    return store


# --- serve


def _serve(options: argparse.Namespace) -> int:
    from companion.app import create_app  # noqa: PLC0415 - Flask is needed by this command alone

    address = lan_address() if options.host in ("0.0.0.0", "::") else options.host  # noqa: S104 - a comparison
    app = create_app()
    proxy: dict[str, Any] = {}
    if options.behind_proxy:
        headers = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
        proxy = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": headers, "clear_untrusted_proxy_headers": True}
    try:
        server = listening(app, options.host, options.port, **proxy)
    except OSError as error:
        _say(
            say(
                "Port {port} cannot be used: {reason}. Choose another with --port.",
                port=str(options.port),
                reason=error.strerror,
            )
        )
        return UNREADABLE
    port = getattr(server, "effective_port", options.port)  # a name of several addresses has no single one
    url = app.config["LAN_URL"] = f"http://{address}:{port}"
    print(f"companion  {url}\n", flush=True)
    segno.make(url, micro=False).terminal(compact=True)
    print(
        "\nScan it with a phone on the same network. Ctrl-C stops the server; every saved entry is on the disk.",
        flush=True,
    )
    try:
        server.run()
    except KeyboardInterrupt:
        server.close()
    return OK


def listening(app: Any, host: str, port: int, **more: Any) -> Any:
    """The app under waitress. Phones keep their connections open: there is room for many, idle ones are closed."""
    from waitress.server import create_server  # noqa: PLC0415

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    room = {"connection_limit": CONNECTIONS, "asyncore_use_poll": True, "channel_timeout": IDLE}
    return create_server(app, host=host, port=port, threads=THREADS, ident="", **room, **more)


def lan_address() -> str:
    """This machine's address on its network; localhost where there is none. Nothing is sent."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.168.255.255", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return "localhost"
    return found


# --- matches out and in


def _export(options: argparse.Namespace) -> int:
    store = _store()
    if options.match == "all":
        found: object = [_listed(store, match_id) for match_id in store.ids()]
        return _print(found)
    row = store.match(options.match)
    match = match_of(row, store.entries(row.id)) if row else None
    if match is None:
        return _wrong(impossible("export.unknown", say("There is no match {id} here.", id=options.match)))
    return _print(write_match(match))


def _listed(store: Store, match_id: str) -> dict[str, Any]:
    row = store.match(match_id)
    assert row
    head = {"id": row.id, "game": row.game, "title": row.title, "players": row.head["players"]}
    return {**head, "created_at": row.created_at, "entries": store.count(match_id)}


def _import(options: argparse.Namespace) -> int:
    """All of it, or nothing and the reason. It belongs to the first phone that joins with the code for writing."""
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return _wrong(match)
    wrong = judge(match.game, match.record) or match.fault
    if wrong:
        return _wrong(wrong)
    row = take_in(_store(), match, owner="", at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"))
    return _print({"id": row.id, "write_code": row.write_code, "read_code": row.read_code})


def read_file(path: Path) -> Match | Ruling:
    """A match from its file, or from standard input for `-`."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
        return read_match(from_json(text))
    except OSError as error:
        sentence = say("{file} cannot be opened: {reason}", file=str(path), reason=error.strerror)
        return impossible("file.missing", sentence)
    except ValueError:
        return impossible("file.json", say("This is no match file: it is not JSON."))


# --- the whole


def _backup(options: argparse.Namespace) -> int:
    """Written beside its place first, so that an older backup is replaced only by a whole one."""
    half = options.file.with_name(options.file.name + ".part")
    try:
        half.unlink(missing_ok=True)
        _store().backup(half)
        half.replace(options.file)
    except (OSError, sqlite3.Error) as error:
        return _wrong(
            impossible(
                "backup.failed", say("{file} cannot be written: {reason}", file=str(options.file), reason=str(error))
            )
        )
    return OK


def _restore(options: argparse.Namespace) -> int:
    wrong = _no_backup(options.file)
    if wrong:
        return _wrong(wrong)
    store = _store()
    kept = instance() / "before-restore.db"
    kept.unlink(missing_ok=True)
    store.backup(kept)
    store.restore(options.file)
    _say(
        say(
            "All matches are those of {file}. The former ones are kept in {kept}.",
            file=str(options.file),
            kept=str(kept),
        )
    )
    return OK


def _no_backup(path: Path) -> Ruling | None:
    """What is wrong with a file that is to be restored."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as found:
            sound = found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            tables = {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        sound, tables = False, set()
    if sound and {"match", "entry", "guest"} <= tables:
        return None
    return impossible("restore.unreadable", say("{file} is no backup of this app.", file=str(path)))


def _print(result: object) -> int:
    print(json.dumps(result, ensure_ascii=False, indent=1))
    return OK


def _say(sentence: Say) -> None:
    print(speak(sentence, language("en")), file=sys.stderr)


def _wrong(ruling: Ruling) -> int:
    _print(wire.error_json(ruling, "en"))
    return REFUSED if ruling.entry else UNREADABLE
