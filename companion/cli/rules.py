"""Run the commands that need no database: replay, continue, standings, seat, ask, questions, find and sheet."""

import argparse
import json
import sys
from dataclasses import asdict, fields
from io import TextIOWrapper
from pathlib import Path

from companion import games, json_output
from companion.cli.output import (
    OK,
    REFUSED,
    STANDARD,
    UNREADABLE,
    Commands,
    add_command,
    add_json,
    answer_error,
    is_terminal,
    read_content,
    read_event_file,
    read_file,
    read_match_content,
    report,
    show,
    show_rows,
    tell,
    write_file,
)
from companion.clock import patience
from companion.events import RULES, standings
from companion.languages import LANGUAGES
from companion.limits import LONG_QUESTION
from companion.new_part import Wish, go_on
from companion.parsing import checksums, game_of, read_facts, read_options, write_match
from companion.parsing.json_decoder import from_json, unreadable_json
from companion.parsing.scalars import no_name, tidy
from companion.pdf import blank_pdf, booklet_pdf, card_pdf, protocol_pdf
from companion.pdf.attachment import read_event_paper
from companion.pdf.event import Kind, event_pdf, seat_cards_pdf
from companion.pdf.metrics import PAPERS
from companion.program_name import NAME
from companion.referee import Answer
from companion.referee import ask as asked
from companion.rulebooks import subject_of
from companion.rules.entries import Player
from companion.rules.game import Game, Question, Subject
from companion.rules.judge import judge
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.search import find
from companion.search.query import questions
from companion.stored_events import event_state
from companion.translation import language, speak

EXAMPLE = games.GAMES[0].key  # the game of the examples in the help
OF_A_FILE = ("protocol", "standings", "seats")  # of a match or an event
OF_THE_BOOK = {"card": (card_pdf, ""), "book": (booklet_pdf, "a5")}  # with the default paper


def add_to(commands: Commands) -> None:
    """Add replay, continue, standings, seat, ask, questions, find and sheet."""
    replay = add_command(commands, "replay", _replay, "print the sheet of a match file as JSON", "match.json")
    replay.add_argument("file", type=Path, help="a match file, or - for standard input")
    replay.add_argument("--checksum", action="store_true", help="only the signs that tell this record from any other")

    further = add_command(
        commands,
        "continue",
        _continue,
        "print the new part of a match in which somebody leaves or comes",
        "match.json --without Bo --with Eva > part2.json",
        "match.json --order Anna,Dag,Cia --dealer Dag",
        description="Print the match file of the new part: all that stood goes on, with the people who play from now "
        "on. Nothing is written. The old match gets an entry of kind end, which holds what continues says.",
    )
    further.add_argument("file", type=Path, help="a match file, or - for standard input")
    further.add_argument("--without", nargs="+", action="extend", default=[], metavar="NAME", help="who leaves")
    further.add_argument(
        "--with", nargs="+", action="extend", default=[], metavar="NAME", dest="joining", help="who comes"
    )
    further.add_argument("--order", metavar="A,B,C", help="all who play on, in the order of play")
    further.add_argument("--dealer", metavar="NAME", help="who deals first (default: whose deal it would have been)")

    ranks = add_command(
        commands,
        "standings",
        _standings,
        "print the standings, money and payments of an event file as JSON",
        "event.json",
        description="Print the standings of an event (an evening, a league or a tournament) as JSON: ranks with what "
        "separates them, the round that is open, everybody's account and the fewest payments that settle all.",
    )
    ranks.add_argument("file", type=Path, help="an event file, or - for standard input")

    seats = add_command(
        commands,
        "seat",
        _seat,
        "propose the tables of the next round of an event as JSON",
        "event.json",
        'event.json --absent Eva "Old Tom"',
        description="Propose the next round of an event as JSON: its tables, who sits out, who meets again and how few "
        "could. The same file has the same answer; nothing is written, and the director may change it.",
    )
    seats.add_argument("file", type=Path, help="an event file, or - for standard input")
    seats.add_argument(
        "--absent", nargs="+", action="extend", default=[], metavar="NAME", help="who is not there and is not seated"
    )

    ask = add_command(
        commands,
        "ask",
        _ask,
        "ask the referee; the facts are a JSON object, or an array of them",
        f"""{EXAMPLE} clause --facts '{{"text": "the last card"}}'""",
        f"{EXAMPLE} case --lang sv < facts.json",
        description="Ask the referee, who answers with a ruling as JSON. The facts are a JSON object, or an array of "
        "them. `companion questions GAME` lists the questions.",
    )
    ask.add_argument("game")
    ask.add_argument("question")
    ask.add_argument("--facts", help="the facts; read from standard input without it")
    _add_language(ask)

    listing = add_command(
        commands, "questions", _questions, "list the games and what may be asked about each", "", f"{EXAMPLE} --json"
    )
    listing.add_argument("game", nargs="?", help="only the questions of this game")
    _add_language(listing)
    add_json(listing)

    look = add_command(
        commands,
        "find",
        _find,
        "find what the rules say of some words, or of each line of standard input",
        f'{EXAMPLE} "who deals first"',
        f"{EXAMPLE} - < phrases.txt",
    )
    look.add_argument("game", help=f"a game, or {RULES.key} for the rules of evenings, leagues and tournaments")
    look.add_argument("words", help="what somebody would type; - for standard input, a search per line")
    _add_language(look)

    sheet = add_command(
        commands,
        "sheet",
        _sheet,
        "print a match, an evening, an empty sheet, a pocket rule card or a rule book as PDF",
        "match.json -o protocol.pdf",
        "event.json -o evening.pdf",
        "event.json --kind standings -o list.pdf",
        "event.json --kind seats -o seats.pdf",
        f"--kind blank --game {EXAMPLE} --players Anna,Bo -o empty.pdf",
    )
    sheet.add_argument(
        "file", type=Path, nargs="?", help="a match file or an event file, or - for standard input; for what was played"
    )
    sheet.add_argument(
        "-o", "--output", type=Path, required=True, metavar="OUT.pdf", help="the PDF to write; - for standard output"
    )
    sheet.add_argument("--kind", choices=(*OF_A_FILE, "blank", "card", "book"), default="protocol")
    sheet.add_argument("--size", choices=PAPERS, help="the paper (a card without it: two small pages)")
    sheet.add_argument("--fold", action="store_true", help="a book two pages a side, to print on both sides and fold")
    sheet.add_argument("--part", choices=("explained",), help="with the protocol: how each number came about")
    sheet.add_argument("--game", help="the game of an empty sheet or a rule card")
    sheet.add_argument("--players", help="who plays on an empty sheet, Anna,Bo, or how many (default: 4 if allowed)")
    sheet.add_argument("--options", help="the house rules of a sheet, card or book, as in a match file")
    _add_language(sheet)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the answer (default: en)")


def _replay(options: argparse.Namespace) -> int:
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return answer_error(match)
    result, well = json_output.replay(match)
    show(asdict(checksums(match)) if well and options.checksum else result)
    return OK if well else REFUSED


def _continue(options: argparse.Namespace) -> int:
    match = read_file(options.file)
    if isinstance(match, Ruling):
        return answer_error(match)
    order = None if options.order is None else options.order.split(",")
    part = go_on(match, Wish(options.without, options.joining, order, options.dealer))
    if isinstance(part, Ruling):
        show(json_output.error_json(part, "en"))
        return REFUSED
    return show(write_match(part))


def _standings(options: argparse.Namespace) -> int:
    event = read_event_file(options.file)
    if isinstance(event, Ruling):
        return answer_error(event)
    if event.terms.rating and not standings.can_rate():
        library, command = standings.LIBRARY, "pip install 'cardtable-companion[rating]'"
        tell(say("Ratings need the library {library}. To install it: {command}", library=library, command=command))
    result, well = json_output.standings_json(event)
    show(result)
    return OK if well else REFUSED


def _seat(options: argparse.Namespace) -> int:
    event = read_event_file(options.file)
    if isinstance(event, Ruling):
        return answer_error(event)
    result, well = json_output.seating_json(event, [Player(tidy(_readable(name))) for name in options.absent])
    show(result)
    return OK if well else REFUSED


def _ask(options: argparse.Namespace) -> int:
    game = game_of(options.game)
    if game is None:
        return answer_error(_no_game("ask.unknown", options.game), options.lang)
    question = questions(game, options.lang).get(options.question)
    if question is None:
        sentence = say(
            "There is no question “{question}” in {game}. To list them: {command}",
            question=options.question,
            game=game.key,
            command=f"{NAME} questions {game.key}",
        )
        return answer_error(impossible("ask.unknown", sentence), options.lang)
    if options.facts is None and is_terminal(sys.stdin):
        tell(say("Type the facts as a JSON object, then Ctrl-D on a separate line. Or give them with --facts."))
    try:
        facts = from_json(options.facts if options.facts is not None else sys.stdin.read())
    except ValueError as error:
        return answer_error(
            unreadable_json(error, impossible("facts.json", say("The facts are not JSON."))), options.lang
        )
    if isinstance(facts, list):
        show([json_output.answer_json(_asked(game, question, one), options.lang) for one in facts])
        return OK
    answer = _asked(game, question, facts)
    show(json_output.answer_json(answer, options.lang))
    return UNREADABLE if answer.ruling and answer.ruling.verdict == "impossible" else OK


def _no_game(code: str, name: str) -> Ruling:
    known = ", ".join(game.key for game in games.GAMES)
    return impossible(code, say("There is no game named {value}. Choose from: {games}", value=name, games=known))


def _asked(game: Game, question: Question, data: object) -> Answer:
    facts = read_facts(game, question, data)
    return Answer(facts) if isinstance(facts, Ruling) else asked(question, facts, patience(LONG_QUESTION))


def _questions(options: argparse.Namespace) -> int:
    game = game_of(options.game)
    if options.game and game is None:
        return report(_no_game("match.game", options.game), options.lang)
    catalogue = language(options.lang)
    rows = [
        {
            "game": one.key,
            "question": name,
            "title": speak(Say(question.title), catalogue),
            "facts": [field.name for field in fields(question.facts)],
        }
        for one in ([game] if game else games.GAMES)
        for name, question in questions(one, options.lang).items()
    ]
    return show_rows(rows, ("game", "question", "title"), as_json=options.json)


def _find(options: argparse.Namespace) -> int:
    game = subject_of(options.game)
    if game is None:
        return report(_no_game("match.game", options.game), options.lang)
    if options.words != "-":
        return show(_found(game, options.words, options.lang))
    for line in TextIOWrapper(sys.stdin.buffer, "utf-8", "replace"):
        print(json.dumps(_found(game, line.rstrip("\r\n"), options.lang), ensure_ascii=False), flush=True)
    return OK


def _found(game: Subject, words: str, lang: str) -> dict[str, object]:
    readable = _readable(words)
    return json_output.finding_json(readable, find(game, readable, lang), lang)


def _readable(words: str) -> str:
    """Return words of the command line as printable text; they may hold bytes that are not UTF-8."""
    return words.encode("utf-8", "replace").decode()


def _sheet(options: argparse.Namespace) -> int:
    printed = _played(options) if options.kind in OF_A_FILE else _empty(options)
    if isinstance(printed, Ruling):
        return report(printed, options.lang)
    if options.output == STANDARD:
        sys.stdout.buffer.write(printed)
        return OK
    wrong = write_file(options.output, printed, "file.unwritable")
    return report(wrong, options.lang) if wrong else OK


def _played(options: argparse.Namespace) -> bytes | Ruling:
    """Print the protocol of a match, or an event with the protocols of its matches."""
    if options.file is None:
        return impossible("sheet.file", say("Enter the name of the match file to print."))
    content = read_content(options.file)
    if isinstance(content, Ruling):
        return content
    if event := read_event_paper(content):
        if options.kind == "seats":
            state, size = event_state(event), options.size or "a4"
            return state if isinstance(state, Ruling) else seat_cards_pdf(state, options.lang, size=size)
        kind: Kind = "standings" if options.kind == "standings" else "evening"
        return event_pdf(event, options.lang, size=options.size or "a4", kind=kind)
    if options.kind in ("standings", "seats"):
        return impossible("sheet.event", say("Only an event file has standings or seats to print."))
    match = read_match_content(content)
    if isinstance(match, Ruling):
        return match
    fault = judge(match.replay) or match.fault
    with_terms = options.part == "explained"
    return fault or protocol_pdf(match.shown, options.lang, size=options.size or "a4", with_terms=with_terms)


def _empty(options: argparse.Namespace) -> bytes | Ruling:
    """Print a blank sheet, a rule card or a rule book."""
    if options.game is None:
        return impossible("sheet.game", say("Choose the game with --game."))
    game = game_of(options.game)
    if game is None:
        return _no_game("match.game", options.game)
    try:
        rules = read_options(game, from_json(options.options or "{}"))
    except ValueError as error:
        rules = unreadable_json(error, impossible("match.options", say("The house rules are not JSON.")))
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
    """Return the number of players of an empty sheet, or their names; a Ruling if a name is invalid."""
    if named is None:
        return min(4, game.seats[-1])
    if named.strip().isdecimal():
        return int(named.strip()[:9])  # nine digits are too many players anyway
    names = tuple(Player(tidy(name)) for name in named.split(","))
    if any(map(no_name, names)) or len(set(names)) < len(names):
        return impossible("match.players", say("The players must be a list of names."))
    return names
