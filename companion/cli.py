"""The commands. Those about the rules are here: replay, ask, sheet; those about the database in commands.py."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from companion import commands as database
from companion import wire
from companion.books import Books
from companion.commands import read_file
from companion.lookup import questions
from companion.reading import game_of, read_facts
from companion.reading.text import from_json
from companion.rules.record import judge
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Game, Question
from companion.rules.words import say
from companion.sheets import blank_pdf, card_pdf, protocol_pdf
from companion.speech import LANGUAGES

OK, REFUSED, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; exit 0 when all is well, 1 for an entry that the rules refuse, 2 for what cannot be read."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever was reading has seen enough: `companion replay FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = OK
    sys.exit(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="Score keeper and referee for card players.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    replay = commands.add_parser("replay", help="print the sheet of a match file as JSON")
    replay.add_argument("file", type=Path, help="a match file, or - for standard input")
    replay.set_defaults(run=_replay)

    ask = commands.add_parser("ask", help="ask the referee; the facts are a JSON object, or an array of them")
    ask.add_argument("game")
    ask.add_argument("question")
    ask.add_argument("--facts", help="the facts; read from standard input without it")
    ask.add_argument("--lang", choices=LANGUAGES, default="en")
    ask.set_defaults(run=_ask)

    sheet = commands.add_parser("sheet", help="print a match, an empty sheet or a pocket rule card as PDF")
    sheet.add_argument("file", type=Path, nargs="?", help="a match file, or - for standard input; for the protocol")
    sheet.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    sheet.add_argument("--kind", choices=("protocol", "blank", "card"), default="protocol")
    sheet.add_argument("--game", help="the game of an empty sheet or a rule card")
    sheet.add_argument("--players", type=int, help="how many play on an empty sheet (default: 4 if the game allows it)")
    sheet.add_argument("--lang", choices=LANGUAGES, default="en")
    sheet.set_defaults(run=_sheet)
    database.add_to(commands)
    return parser


def _replay(options: argparse.Namespace) -> int:
    match = read_file(options.file)
    if isinstance(match, Ruling):
        _print(wire.error_json(match, "en"))
        return UNREADABLE
    result, well = wire.replay(match)
    _print(result)
    return OK if well else REFUSED


def _ask(options: argparse.Namespace) -> int:
    game = game_of(options.game)
    question = questions(game, options.lang).get(options.question) if game else None
    if game is None or question is None:
        sentence = say("There is no question {question} in {game}.", game=options.game, question=options.question)
        _print(wire.error_json(impossible("ask.unknown", sentence), options.lang))
        return UNREADABLE
    try:
        facts = from_json(options.facts if options.facts is not None else sys.stdin.read())
    except ValueError:
        _print(wire.error_json(impossible("facts.json", say("The facts are not JSON.")), options.lang))
        return UNREADABLE
    books = Books()
    if isinstance(facts, list):
        _print([wire.ruling_json(_rule(game, question, one), books, options.lang) for one in facts])
        return OK
    ruling = _rule(game, question, facts)
    _print(wire.ruling_json(ruling, books, options.lang))
    return UNREADABLE if ruling.verdict == "impossible" else OK


def _rule(game: Game, question: Question, data: Any) -> Ruling:
    facts = read_facts(game, question, data)
    return facts if isinstance(facts, Ruling) else question.rule(facts)


def _sheet(options: argparse.Namespace) -> int:
    printed = _protocol(options) if options.kind == "protocol" else _empty(options)
    if isinstance(printed, Ruling):
        _print(wire.error_json(printed, options.lang))
        return REFUSED if printed.entry else UNREADABLE
    try:
        options.output.write_bytes(printed)
    except OSError as error:
        sentence = say("{file} cannot be written: {reason}", file=str(options.output), reason=error.strerror)
        _print(wire.error_json(impossible("file.unwritable", sentence), options.lang))
        return UNREADABLE
    return OK


def _protocol(options: argparse.Namespace) -> bytes | Ruling:
    if options.file is None:
        return impossible("sheet.file", say("Name the match file that is to be printed."))
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return match
    wrong = judge(match.game, match.record) or match.fault
    return wrong or protocol_pdf(match, options.lang)


def _empty(options: argparse.Namespace) -> bytes | Ruling:
    """A blank sheet or a rule card: neither needs a match."""
    game = game_of(options.game)
    if game is None:
        return impossible("match.game", say("There is no game named {value}.", value=str(options.game)))
    if options.kind == "card":
        return card_pdf(game, options.lang)
    return blank_pdf(game, options.players or min(4, game.seats[-1]), options.lang)


def _print(result: object, stream: TextIO | None = None) -> None:
    print(json.dumps(result, ensure_ascii=False, indent=1), file=stream or sys.stdout)
