"""The commands about the rules, which need no database: replay, ask, find, sheet."""

import argparse
import json
import sys
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path

from companion import json_output
from companion.checksum import checksums
from companion.cli.commands import Commands
from companion.cli.output import OK, REFUSED, UNREADABLE, read_file, show, wrong
from companion.clock import patience
from companion.languages import LANGUAGES
from companion.limits import THINKING
from companion.parsing import game_of, read_facts, read_options
from companion.parsing.json_text import from_json, unread
from companion.parsing.player_names import no_name, tidy
from companion.pdf import blank_pdf, booklet_pdf, card_pdf, protocol_pdf
from companion.pdf.metrics import PAPERS
from companion.referee import Answer
from companion.referee import ask as asked
from companion.rules.entries import Player
from companion.rules.game import Game, Question
from companion.rules.judge import judge
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.search import find
from companion.search.book_questions import questions

OF_THE_BOOK = {"card": (card_pdf, ""), "book": (booklet_pdf, "a5")}  # and the paper they are set on


def add_to(commands: Commands) -> None:
    replay = commands.add_parser("replay", help="print the sheet of a match file as JSON")
    replay.add_argument("file", type=Path, help="a match file, or - for standard input")
    replay.add_argument("--checksum", action="store_true", help="only the signs that tell this record from any other")
    replay.set_defaults(run=_replay)

    ask = commands.add_parser("ask", help="ask the referee; the facts are a JSON object, or an array of them")
    ask.add_argument("game")
    ask.add_argument("question")
    ask.add_argument("--facts", help="the facts; read from standard input without it")
    ask.add_argument("--lang", choices=LANGUAGES, default="en")
    ask.set_defaults(run=_ask)

    look = commands.add_parser("find", help="find what the rules say of some words, or of each line of standard input")
    look.add_argument("game")
    look.add_argument("words", help="what somebody would type; - for standard input, a search per line")
    look.add_argument("--lang", choices=LANGUAGES, default="en")
    look.set_defaults(run=_find)

    sheet = commands.add_parser("sheet", help="print a match, an empty sheet, a pocket rule card or a rule book as PDF")
    sheet.add_argument("file", type=Path, nargs="?", help="a match file, or - for standard input; for the protocol")
    sheet.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    sheet.add_argument("--kind", choices=("protocol", "blank", "card", "book"), default="protocol")
    sheet.add_argument("--size", choices=PAPERS, help="the paper (a card without it: two small pages)")
    sheet.add_argument("--fold", action="store_true", help="a book two pages a side, to print on both sides and fold")
    sheet.add_argument("--part", choices=("explained",), help="with the protocol: how each number came about")
    sheet.add_argument("--game", help="the game of an empty sheet or a rule card")
    sheet.add_argument("--players", help="who plays on an empty sheet, Anna,Bo, or how many (default: 4 if allowed)")
    sheet.add_argument("--options", help="the house rules of a sheet, card or book, as in a match file")
    sheet.add_argument("--lang", choices=LANGUAGES, default="en")
    sheet.set_defaults(run=_sheet)


def _replay(options: argparse.Namespace) -> int:
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return wrong(match)
    result, well = json_output.replay(match)
    show(asdict(checksums(match)) if well and options.checksum else result)
    return OK if well else REFUSED


def _ask(options: argparse.Namespace) -> int:
    game = game_of(options.game)
    question = questions(game, options.lang).get(options.question) if game else None
    if game is None or question is None:
        sentence = say("There is no question {question} in {game}.", game=options.game, question=options.question)
        return wrong(impossible("ask.unknown", sentence), options.lang)
    try:
        facts = from_json(options.facts if options.facts is not None else sys.stdin.read())
    except ValueError as error:
        return wrong(unread(error, impossible("facts.json", say("The facts are not JSON."))), options.lang)
    if isinstance(facts, list):
        show([json_output.answer_json(_asked(game, question, one), options.lang) for one in facts])
        return OK
    found = _asked(game, question, facts)
    show(json_output.answer_json(found, options.lang))
    return UNREADABLE if found.ruling and found.ruling.verdict == "impossible" else OK


def _asked(game: Game, question: Question, data: object) -> Answer:
    facts = read_facts(game, question, data)
    return Answer(facts) if isinstance(facts, Ruling) else asked(question, facts, patience(THINKING))


def _find(options: argparse.Namespace) -> int:
    game = game_of(options.game)
    if game is None:
        return wrong(impossible("match.game", say("There is no game named {value}.", value=options.game)), options.lang)
    if options.words != "-":
        return show(_found(game, options.words, options.lang))
    for line in TextIOWrapper(sys.stdin.buffer, "utf-8", "replace"):
        print(json.dumps(_found(game, line.rstrip("\r\n"), options.lang), ensure_ascii=False), flush=True)
    return OK


def _found(game: Game, words: str, lang: str) -> dict[str, object]:
    readable = words.encode("utf-8", "replace").decode()  # a command line may hold bytes that are no text
    return json_output.finding_json(readable, find(game, readable, lang), lang)


def _sheet(options: argparse.Namespace) -> int:
    printed = _protocol(options) if options.kind == "protocol" else _empty(options)
    if isinstance(printed, Ruling):
        return wrong(printed, options.lang)
    try:
        options.output.write_bytes(printed)
    except OSError as error:
        sentence = say("{file} cannot be written: {reason}", file=str(options.output), reason=error.strerror)
        return wrong(impossible("file.unwritable", sentence), options.lang)
    return OK


def _protocol(options: argparse.Namespace) -> bytes | Ruling:
    if options.file is None:
        return impossible("sheet.file", say("Name the match file that is to be printed."))
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return match
    fault = judge(match.replay) or match.fault
    with_terms = options.part == "explained"
    return fault or protocol_pdf(match, options.lang, size=options.size or "a4", with_terms=with_terms)


def _empty(options: argparse.Namespace) -> bytes | Ruling:
    """A blank sheet, a rule card or a rule book: none needs a match."""
    if options.game is None:
        return impossible("sheet.game", say("Name the game with --game."))
    game = game_of(options.game)
    if game is None:
        return impossible("match.game", say("There is no game named {value}.", value=options.game))
    try:
        rules = read_options(game, from_json(options.options or "{}"))
    except ValueError as error:
        rules = unread(error, impossible("match.options", say("The house rules are not JSON.")))
    if options.kind in OF_THE_BOOK:
        make, usual = OF_THE_BOOK[options.kind]
        chosen, size = rules if options.options else None, options.size or usual
        if options.kind == "book" and options.fold:
            size = f"{options.size if options.size == 'letter' else 'a4'}-folded"
        return rules if isinstance(rules, Ruling) else make(game, options.lang, size=size, options=chosen)
    players = _seats(game, options.players)
    if isinstance(rules, Ruling):
        return rules
    if isinstance(players, Ruling):
        return players
    return blank_pdf(game, players, options.lang, options=rules, size=options.size or "a4")


def _seats(game: Game, named: str | None) -> int | tuple[Player, ...] | Ruling:
    """How many sit at an empty sheet, or who; a Ruling for a name that is none."""
    if named is None:
        return min(4, game.seats[-1])
    if named.strip().isdecimal():
        return int(named.strip()[:9])  # so many are too many, however it goes on
    names = tuple(Player(tidy(name)) for name in named.split(","))
    if any(map(no_name, names)) or len(set(names)) < len(names):
        return impossible("match.players", say("The players are a list of names."))
    return names
