"""Run `companion demo`: a server with an example match, for trying the app before playing."""

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import games
from companion.cli.output import Commands, add_command, qr_text, read_file, report, tell_of_upgrade
from companion.cli.serve import add_server_options, run_server
from companion.clock import now
from companion.instance import database, instance, private
from companion.network import Reach, is_local
from companion.parsing import game_of
from companion.repository import take_in
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.store import MatchRow, open_store

DEMO = "demo.json"  # the match file in the folder of a game


def add_to(commands: Commands) -> None:
    """Add demo."""
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
    with _folder():
        with closing(open_store(database(private(instance())))) as store:
            tell_of_upgrade(store.prepare())
            row = take_in(store, match, owner="", at=now())
        return run_server(options, ready=lambda reach: print(_invitation(row, reach), flush=True))


@contextmanager
def _folder() -> Iterator[None]:
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


def _invitation(row: MatchRow, reach: Reach) -> str:
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
