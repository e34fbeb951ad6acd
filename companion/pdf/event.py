"""Print an event: standings with the reason for each rank, accounts, payments, and every table; and its seat cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from io import BytesIO
from typing import Any, Literal

from companion.events import RoundPlayed
from companion.events.standings import Attendance, Row, standings
from companion.events.state import Round, State, Table
from companion.new_part import match_numbers
from companion.parsing import Match
from companion.pdf.attachment import event_files
from companion.pdf.metrics import PAPERS
from companion.pdf.protocol import protocol_pdf
from companion.pdf.render import frame, print_pages, qr_image
from companion.pdf.render_process import RENDER_PROCESS
from companion.presentation.entry_formatter import Clock
from companion.presentation.entry_text import match_name
from companion.presentation.event_text import AccountLine, event_text, exact_text
from companion.repository import ENVELOPE, began_at, contents, matches_in
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.people import names_of
from companion.rules.rulings import Ruling, impossible
from companion.stored_events import event_state
from companion.stored_events.tables import action, corrections, people_at
from companion.translation import Language, bidi_unbroken, language, signed, speak

TEMPLATE, CARDS = "print/event.html", "print/seats.html"
COLUMNS = 10  # rounds that stand beside each other on paper
Kind = Literal["evening", "standings"]


@dataclass(frozen=True)
class PrintedMatch:
    """A line of the list of matches."""

    number: int
    name: str
    when: str
    winners: str


@dataclass(frozen=True)
class PrintedTable:
    """A table of a round: its players with places and points, and remarks."""

    number: int
    result: str
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class PrintedRound:
    number: int
    tables: tuple[PrintedTable, ...]
    beside: tuple[str, ...]  # players who sat out or were absent


@dataclass(frozen=True)
class PrintedPoints:
    """The points of a player, round by round with how they came about, and the total."""

    player: str
    rounds: tuple[
        tuple[str, Attendance | None, bool], ...
    ]  # points, how they came about (None after the player was out), True if they count
    penalties: str
    total: str


def event_pdf(data: Mapping[str, Any], lang: str, *, size: str = "a4", kind: Kind = "evening") -> bytes | Ruling:
    """Print an event; its file is attached to the PDF.

    Args:
        data: the event file; a match in it may be data or a Match that was read before.
        lang: the language.
        size: a key of PAPERS.
        kind: `standings` prints only the standings, to pin up.

    Returns:
        The PDF; the first part of it as HTML if the browser prints; or a Ruling if the event cannot be counted or the
        machine cannot print.
    """
    state = event_state(data)
    if isinstance(state, Ruling):
        return state
    matches, catalogue = matches_in(data), language(lang)
    lines = list(_lines(state, matches, lang, catalogue))
    facts = _facts(state, matches, lines, lang, size, whole=kind == "evening")
    if kind == "evening" and _has_tables(state):
        facts |= _course(state, data.get("entries", ()), lang)
    first = print_pages(TEMPLATE, lang, facts, event_files(data))
    if kind == "standings" or isinstance(first, Ruling) or RENDER_PROCESS.is_the_browser:
        return first
    parts = []
    for match in matches.values():
        part = protocol_pdf(match, lang, size=size)
        if isinstance(part, Ruling):
            return part
        parts.append(part)
    return _joined_pdf(first, parts)


def _lines(state: State, matches: Mapping[int, Match], lang: str, catalogue: Language) -> Iterator[PrintedMatch]:
    clock = Clock(lang)
    at_tables = {table.entry: (round_.number, n) for round_ in state.rounds for n, table in enumerate(round_.tables, 1)}
    for number, (entry, match) in zip(match_numbers(matches.values()), matches.items(), strict=True):
        tally, names = match.tally, names_of(match.record)
        began = began_at(match)
        winning = ", ".join(bidi_unbroken(names.get(one, one)) for one in tally.winners)
        awaited = say("goes on in a new part") if tally.went_on else say("still running")
        name = match_name(match.game, tally.options, match.record.title)
        if state.event.players is not None and entry in at_tables:  # all have the name of the event
            name = say("Round {n}, table {table}", n=at_tables[entry][0], table=at_tables[entry][1])
        told = winning if tally.places else speak(awaited, catalogue)
        yield PrintedMatch(number, speak(name, catalogue), clock.time(began) if began else "", told)


def _facts(
    state: State, matches: Mapping[int, Match], lines: list[PrintedMatch], lang: str, size: str, *, whole: bool
) -> dict[str, object]:
    text, catalogue, page = event_text(state), language(lang), PAPERS[size]
    titles = {entry: f"{line.number}. {line.name}" for entry, line in zip(matches, lines, strict=True)}
    began = next(filter(None, map(began_at, matches.values())), None)
    date = Clock(lang).date(began or next((entry.at for entry in state.event.entries if entry.at), None))
    local = Clock(lang).local(began)
    title = state.event.title or speak(say("Evening"), catalogue)

    def told(sentence: Say) -> str:
        return speak(sentence, catalogue, bidi_unbroken)

    def of(line: AccountLine) -> str:
        return told(line.words) if line.words else titles.get(line.entry, "")

    return {
        "frame": frame(f"{title} · {date}", "companion", catalogue, page),
        "size": "normal",
        "title": title,
        "date": date,
        "counts": text.counts,
        "ranks": [(one, told(one.why) if one.why else "") for one in text.ranks],
        "has_money": any(one.money for one in text.ranks),
        "payments": [(one, told(one.words), told(one.why)) for one in (text.payments if whole else ())],
        "accounts": [
            (name, [(of(line), line.amount) for line in terms], total)
            for name, terms, total in (text.accounts if whole else ())
        ],
        "matches": lines if whole else (),
        "zone": _utc_offset(local) if local else "",
        "is_whole": whole,
        "rounds": (),
        "points": (),
        "actions": (),
    }


def _utc_offset(local: datetime) -> str:
    """Return the offset of a local time as text: UTC+02, UTC+0530."""
    hours, minutes = f"{local:%z}"[:-2], f"{local:%z}"[-2:]
    return f"UTC{hours}{minutes.removesuffix('00')}"


# --- the results by which the places can be checked


def _has_tables(state: State) -> bool:
    """Return True if the event has tables or typed results, not only matches that are printed whole."""
    bodies = (entry.body for entry in state.event.entries)
    is_typed = any(isinstance(one, RoundPlayed) and one.source.kind == "typed" for one in bodies)
    return is_typed or state.event.players is not None


def _course(state: State, entries: Sequence[Mapping[str, Any]], lang: str) -> dict[str, object]:
    """Return the result of each table, the points of each round, and the entries of the directors."""
    catalogue, clock = language(lang), Clock(lang)

    def told(sentence: Say) -> str:
        return speak(sentence, catalogue, bidi_unbroken)

    def at(time: str, sentence: Say) -> str:
        return " ".join(filter(None, (clock.time(time), told(sentence))))

    corrected: dict[tuple[int, int], list[str]] = {}
    for one in corrections(entries):
        corrected.setdefault((one.round, one.table), []).append(at(one.at, one.words))

    def printed(round_: Round, n: int, table: Table) -> PrintedTable:
        remarks = (*map(told, _remarks(state, round_, table)), *corrected.get((round_.number, n), ()))
        return PrintedTable(n, told(_result(state, table)), remarks)

    rounds = [
        PrintedRound(
            round_.number,
            tuple(printed(round_, n, table) for n, table in enumerate(round_.tables, start=1)),
            tuple(map(told, _beside(state, round_))),
        )
        for round_ in state.rounds
        if round_.tables
    ]
    said = contents([{key: value for key, value in one.items() if key not in ENVELOPE} for one in entries])
    actions = [at(entries[n - 1].get("at", ""), words) for n, body in said.items() if (words := action(body))]
    numbers = [round_.number for round_ in state.counted]
    points = [_points(state, row, numbers) for row in standings(state)] if len(numbers) <= COLUMNS else []
    return {"rounds": rounds, "actions": actions, "points": points, "numbers": numbers}


def _result(state: State, table: Table) -> Say:
    """Return the players of a table in order of their places, with the card points."""
    people = dict(zip(table.seats, people_at(state, table), strict=True))
    result = table.result
    if result is None or not result.is_played:
        return say("{players}", players=[*people.values()])
    ordered = sorted(result.places.items(), key=lambda item: item[1])
    placed = [_placed(place, people.get(one, one), result.scores.get(one)) for one, place in ordered]
    return say("{players}", players=placed)


def _placed(place: int, player: Player, points: Fraction | None) -> Say:
    if points is None:
        return say("{place}. {player}", place=place, player=player)
    return say("{place}. {player} {points}", place=place, player=player, points=exact_text(points))


def _remarks(state: State, round_: Round, table: Table) -> Iterator[Say]:
    if table.result is None:
        yield say("no result yet")
    elif table.result.absent:
        yield say("did not come: {players}", players=[state.name_of(one) for one in table.result.absent])
    if state.event.terms.confirm and table.is_unconfirmed and not round_.is_closed:
        yield say("not confirmed yet")


def _beside(state: State, round_: Round) -> Iterator[Say]:
    if round_.bye:
        yield say("sat out: {players}", players=[state.name_of(one) for one in round_.bye])
    if round_.absent:
        yield say("not there: {players}", players=[state.name_of(one) for one in round_.absent])


def _points(state: State, row: Row, numbers: Sequence[int]) -> PrintedPoints:
    by_round = {one.round: (exact_text(one.points), one.how, one.counts) for one in row.rounds}
    rounds = tuple(by_round.get(n, ("", None, True)) for n in numbers)
    penalties = signed(row.penalties) if row.penalties else ""
    return PrintedPoints(state.name_of(row.player), rounds, penalties, exact_text(row.total))


def _joined_pdf(first: bytes, parts: list[bytes]) -> bytes:
    """Join PDFs to one, with the title, language and attached files of the first."""
    from pypdf import PdfWriter  # noqa: PLC0415  (a tenth of a second)

    writer = PdfWriter(clone_from=BytesIO(first))
    for part in parts:
        writer.append(BytesIO(part), import_outline=False)
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


# --- seat cards


@dataclass(frozen=True)
class SeatCard:
    """A player's table and seat, from 1, or 0 if the player sits out; with the link and code of the table, if any."""

    player: Player
    table: int = 0
    seat: int = 0
    others: tuple[Player, ...] = ()
    picture: str = ""
    code: str = ""


def seat_cards_pdf(
    state: State, lang: str, links: Mapping[int, tuple[str, str]] | None = None, *, size: str = "a4"
) -> bytes | Ruling:
    """Print a card for each player of the open round, to be cut apart.

    Args:
        state: the event.
        lang: the language.
        links: for each table number, the link and the code that open its match; an event file has none.
        size: a key of PAPERS.

    Returns:
        The PDF, or a Ruling if no round is open or the machine cannot print.
    """
    if state.open is None:
        return impossible("sheet.seats", say("No round is open: there are no seats to print."))
    catalogue, page = language(lang), PAPERS[size]
    title = state.event.title or speak(say("Tournament"), catalogue)
    facts = {
        "frame": frame(title, "companion", catalogue, page),
        "size": "normal",
        "title": title,
        "number": state.open.number,
        "cards": _cards(state, links or {}),
        "has_no_link": bool(links) and not any(link for link, _ in (links or {}).values()),
    }
    return print_pages(CARDS, lang, facts)


def _cards(state: State, links: Mapping[int, tuple[str, str]]) -> list[SeatCard]:
    assert state.open
    cards = []
    for number, table in enumerate(state.open.tables, start=1):
        people = people_at(state, table)
        link, code = links.get(number, ("", ""))
        picture = qr_image(link) if link else ""
        for seat, name in enumerate(people, start=1):
            others = tuple(one for one in people if one != name)
            cards.append(SeatCard(name, number, seat, others, picture, code))
    return [*cards, *(SeatCard(state.name_of(player)) for player in state.open.bye)]
