"""Run the server for every phone on the network, or with a match to look at, and print how phones reach it."""

import argparse
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit
from wsgiref.types import WSGIApplication

from companion import games
from companion.cli.doctor import HERE, scheme
from companion.cli.output import (
    OK,
    Commands,
    add_command,
    add_json,
    add_port,
    asked_port,
    port_number,
    qr_text,
    read_file,
    report,
    show_rows,
    tell,
    tell_of_upgrade,
)
from companion.clock import now
from companion.instance import (
    PORT,
    database,
    host_code,
    instance,
    lost_key,
    lost_matches,
    note_port,
    private,
    renew_host_code,
    was_served,
)
from companion.network import EVERYWHERE, Reach, hotspot, is_local, places
from companion.parsing import game_of
from companion.program_name import placed_command
from companion.repository import take_in
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.store import MatchRow, open_store
from companion.translation import without_catalogue

AGAIN = 10  # seconds between two checks of the machine's addresses
ALL = (EVERYWHERE, "0.0.0.0", "::")  # noqa: S104 - phones
WEAK = {
    "far": (
        "This computer is in no network of the table's, only in a VPN, on mobile data or with containers: few",
        "phones can reach that. Join a Wi-Fi, or open a hotspot:",
    ),
    "unassigned": (
        "The network has given this computer no address; it took one itself, at which few phones can reach it.",
        "Join a Wi-Fi, or open a hotspot:",
    ),
}
DEMO = "demo.json"  # the match file in the folder of a game
CLOSED = ("127.0.0.1", "::1", "localhost")


def add_to(commands: Commands) -> None:
    """Add serve, demo, host and address."""
    serve = add_command(
        commands,
        "serve",
        run_server,
        "run the app for every phone on the network",
        "",
        "--port 8001 --address 192.168.1.23",
        writes_log=True,
    )
    add_server_options(serve)
    serve.add_argument("--public-url", default="", metavar="URL", help="what phones are told behind a proxy")
    serve.add_argument("--no-name", action="store_true", help="do not announce companion.local on the network")
    serve.add_argument(
        "--behind-proxy",
        nargs="?",
        const=HERE,
        default="",
        metavar="ADDRESS",
        help="trust the headers of the reverse proxy at this address (default: this machine)",
    )
    demo = add_command(
        commands,
        "demo",
        _demo,
        "run the app with a match to look at: phone, board and printed sheet",
        "",
        f"{games.GAMES[-2].key} --port 8001",
        description="Run the app with a match that has some deals, so that one person alone sees phone, board and "
        "sheet at work. Ctrl-C ends it and deletes it, unless COMPANION_INSTANCE names a folder: there it stays.",
        public_url="",
        no_name=True,
        behind_proxy="",
    )
    demo.add_argument("game", nargs="?", default=games.GAMES[0].key, help="the game to show (default: %(default)s)")
    add_server_options(demo)

    where = "print where whoever runs the server finds all its matches, and the code"
    add_port(add_command(commands, "host", _host, where, "", needs=was_served))
    finds = "print the addresses at which phones find this machine"
    address = add_command(commands, "address", _address, finds, "", "--json")
    add_port(address)
    add_json(address)


def add_server_options(command: argparse.ArgumentParser) -> None:
    """Add the options that say where a server listens."""
    command.add_argument("--host", default=EVERYWHERE, help="the address to listen on (default: %(default)s)")
    command.add_argument("--port", type=port_number, default=PORT, help="the port to listen on (default: %(default)s)")
    command.add_argument("--address", default="", help="the address that phones are told (default: the likeliest)")


def _address(options: argparse.Namespace) -> int:
    port = asked_port(options)
    rows = [
        {"address": place.address, "interface": place.interface, "url": place.url(port), "kind": place.kind}
        for place in places()
    ]
    return show_rows(rows, ("url", "interface", "kind"), as_json=options.json)


def _host(options: argparse.Namespace) -> int:
    port = asked_port(options)
    print(_for_the_host(port, scheme(port)))
    print(f"A hotspot of this computer's own, where it is in no network: {hotspot(instance()).command}")
    return OK


def _for_the_host(port: int, how: str) -> str:
    signs = host_code(private(instance()))
    shown = f"{signs[: len(signs) // 2]}-{signs[len(signs) // 2 :]}"
    return f"All its matches, on this computer alone: {how}://localhost:{port}/host  code {shown}"


def run_server(options: argparse.Namespace, ready: Callable[[Reach], None] = lambda _: None) -> int:
    """Serve until Ctrl-C.

    Args:
        options: those of `serve`.
        ready: called once the server listens, with how phones reach it.
    """
    from companion.app import create_app, warm  # noqa: PLC0415 - Flask is needed by this command alone
    from companion.web.http import request_store  # noqa: PLC0415

    _report_losses()
    _report_languages()
    app = create_app()
    tell_of_upgrade(app.extensions["upgraded"])
    server = _listening(app, options)
    if isinstance(server, Say):
        return report(impossible("serve.listen", server), in_log=options.writes_log)
    port = int(server.effective_port)
    reach = app.extensions["reach"] = _reach(options, port)
    for number in (signal.SIGINT, signal.SIGTERM):  # also if the shell that started this process ignores Ctrl-C
        signal.signal(number, signal.default_int_handler)
    renew_host_code(instance())
    note_port(instance(), port)
    if sys.stdout.isatty():  # codes must not be in a log
        print(_for_the_host(port, reach.scheme), flush=True)
    ready(reach)
    stopped = Event()
    Thread(target=_follow, args=(reach, stopped), daemon=True).start()
    Thread(target=warm, args=(app,), daemon=True).start()
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        stopped.set()
        server.close()
        request_store.close(app)
    return OK


def _report_losses() -> None:
    """Report matches and keys that an earlier server had here and that are missing now."""
    if lost_matches(instance()):
        tell(
            say(
                "A server ran in {folder} before, but its matches are gone. To restore a backup: "
                "{command} restore FILE",
                folder=str(instance()),
                command=placed_command(),
            )
        )
    if lost_key(instance()):
        tell(
            say(
                "The key that identifies phones was lost, so a new one was made. Let the phones back in: "
                "{command} host",
                command=placed_command(),
            )
        )


def _report_languages() -> None:
    """Report languages whose catalogue is not built: their pages are in English."""
    if names := without_catalogue():
        sentence = say(
            "These languages were not built, so their pages are in English: {languages}. In a clone, "
            "run: make .venv/.app",
            languages=names,
        )
        tell(sentence)


def _listening(app: WSGIApplication, options: argparse.Namespace) -> Any:
    """Return the server, or a sentence that says why it cannot listen."""
    from companion.server import listening  # noqa: PLC0415
    from companion.web.http.security import BehindProxy  # noqa: PLC0415

    mounted = urlsplit(options.public_url).path.rstrip("/") if options.public_url else None
    served = BehindProxy(app, options.behind_proxy, mounted) if options.behind_proxy else app
    try:
        return listening(served, options.host, options.port)
    except socket.gaierror:
        return say("{host} is not an address of this computer. Choose another with --host.", host=options.host)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            return say("{host} is not an address of this computer. Choose another with --host.", host=options.host)
        port, why = str(options.port), os.strerror(error.errno) if error.errno else str(error)
        return say("Port {port} cannot be used: {reason}. Choose another with --port.", port=port, reason=why)


def _reach(options: argparse.Namespace, port: int) -> Reach:
    """Return how phones reach the server; if it listens on one address only, at that one."""
    address = options.address or ("" if options.host in ALL else options.host)
    named = not (options.no_name or options.host in CLOSED or options.public_url)
    return Reach(port, address=address, public_url=options.public_url, named=named)


def _follow(reach: Reach, stopped: Event) -> None:
    """Print the addresses of the server, again when they change, and announce its name at these addresses."""
    announced = _announcing(reach)
    printed: list[str] | None = None
    while True:
        lines = _addresses(reach)
        if lines != printed:
            printed = lines
            print(_text(reach, lines), flush=True)
        announced(reach)
        if stopped.wait(AGAIN):
            return


def _announcing(reach: Reach) -> Callable[[Reach], None]:
    if not reach.named:
        return lambda _: None
    from companion.network import Announcement  # noqa: PLC0415 - a quarter of a second that other commands spare

    announcement = Announcement(reach.port)

    def follow(current: Reach) -> None:
        current.named = announcement.follow(current.places())

    return follow


def _addresses(reach: Reach) -> list[str]:
    best = reach.url()
    if best and reach.public_name:
        return [best]  # the server may not listen at the others
    others = [f"{place.url(reach.port, reach.scheme)}  ({place.interface}, {place.kind})" for place in reach.places()]
    return [best, *others] if best else []


def _text(reach: Reach, lines: list[str]) -> str:
    if not lines:
        return _alone(reach)
    best, *others = lines
    if is_local(best):
        return f"companion  {best}\n\nThis address works only on this computer. For phones start it without --host.\n"
    parts = [f"companion  {best}", ""]
    if weak := WEAK.get(reach.lack):
        parts += [*weak, *_opened(), "For phones that are in the same network all the same:"]
    if reach.at_hotspot:
        parts += [*_joined(), "2. Open the table:"]
    parts += [qr_text(best)]
    parts += ["Scan it with a phone on the same network. Ctrl-C stops the server; every saved entry is on the disk."]
    if named := reach.named_url():
        parts += [f"By name, which stays when the address changes: {named}"]
    if reach.near()[1:]:
        parts += ["It is in several networks: a phone in another one than the first takes the address of that one."]
    if len(others) > 1:
        parts += ["", "All addresses of this computer (choose with --address):", *(f"  {line}" for line in others)]
    parts += [f"It does not open? Run: {placed_command()} doctor"]
    return "\n".join(parts)


def _alone(reach: Reach) -> str:
    return "\n".join(
        (
            f"companion  {reach.scheme}://localhost:{reach.port}  (this computer only)",
            "",
            "This computer is in no network, so no phone can reach it. Join a Wi-Fi, or open a hotspot:",
            *_opened(),
        )
    )


def _opened() -> tuple[str, ...]:
    """Return how to open the hotspot; with its password only at a terminal, because it must not be in a log."""
    if not sys.stdout.isatty():
        return (f"  {placed_command()} host tells how",)
    own = hotspot(instance())
    then = "Then phones join it by scanning this, and the address of the table appears here:"
    return f"  {own.command}", then, qr_text(own.joining)


def _joined() -> tuple[str, ...]:
    if not sys.stdout.isatty():
        return ("1. Join the hotspot.",)
    own = hotspot(instance())
    return f"1. Join the hotspot. If it is {own.name} with the password {own.password}, scan:", qr_text(own.joining)


# --- a match to look at


def demo_file(key: str) -> Path | None:
    """Return the example match of a game; None if there is no such game or file."""
    game = game_of(key)
    path = game.folder / DEMO if game else None
    return path if path and path.is_file() else None


def _demo(options: argparse.Namespace) -> int:
    path = demo_file(options.game)
    if path is None:
        known = ", ".join(game.key for game in games.GAMES if demo_file(game.key))
        sentence = say("There is no demo of {value}. Choose from: {games}", value=options.game, games=known)
        return report(impossible("demo.game", sentence))
    match = read_file(path)
    if isinstance(match, Ruling):
        return report(match)
    with _demo_folder():
        with closing(open_store(database(private(instance())))) as store:
            tell_of_upgrade(store.prepare())
            row = take_in(store, match, owner="", at=now())
        return run_server(options, ready=lambda reach: print(_of_demo(row, reach), flush=True))


@contextmanager
def _demo_folder() -> Iterator[None]:
    """Use a temporary folder for the matches of this process, unless a folder was named."""
    if os.environ.get("COMPANION_INSTANCE") or os.environ.get("COMPANION_DATABASE"):
        yield
        return
    with TemporaryDirectory(prefix="companion-demo-") as folder:
        os.environ["COMPANION_INSTANCE"] = folder
        try:
            yield
        finally:
            del os.environ["COMPANION_INSTANCE"]


def _of_demo(row: MatchRow, reach: Reach) -> str:
    here = f"{reach.scheme}://localhost:{reach.port}"
    phones = reach.url() or here
    write = f"{phones}/j/{row.write_code}"
    return "\n".join(
        (
            f"A match to look at: {row.title}.",
            *(() if is_local(phones) else (f"A phone: {write}", qr_text(write))),
            f"This computer: {here}/j/{row.write_code}  (tap a name, then enter a deal)",
            f"The board, in the same browser: {here}/m/{row.id}/board  (on a television: {phones}/tv)",
            f"The printed sheet: {here}/m/{row.id}/protocol.pdf",
            "",
        )
    )
